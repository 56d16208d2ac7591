import { ByteWriter, readSequence, writeSequence } from '@trackway/core/track/format/varints.ts'

/** What a number is stored less of: nothing, the one before it, or that and the difference before. */
const predictions = [0, 1, 2] as const
type Prediction = (typeof predictions)[number]

/** Whole numbers from 0 on, base 128, the lowest seven bits first. */
export function writeCount(writer: ByteWriter, value: number): void {
  const { bytes, at } = writer.reserve(5)
  let [end, left] = [at, value]
  for (; left > 127; left = Math.floor(left / 128)) bytes[end++] = (left & 127) | 128
  bytes[end++] = left
  writer.advance(end)
}

/** Bytes after their length. */
export function writeBytes(writer: ByteWriter, piece: Uint8Array): void {
  writeCount(writer, piece.length)
  const { bytes, at } = writer.reserve(piece.length)
  bytes.set(piece, at)
  writer.advance(at + piece.length)
}

/** Numbers of 32 bits: a byte for the prediction that leaves the fewest bytes, their length, and the sequence. */
export function writeNumbers(writer: ByteWriter, values: Int32Array): void {
  let best: { prediction: Prediction; bytes: Uint8Array } | undefined
  for (const prediction of predictions) {
    const left = values.slice()
    // Differences wrap at 32 bits, and so do the sums that undo them.
    for (let times = 0; times < prediction; times++) {
      for (let i = left.length - 1; i > 0; i--) left[i]! -= left[i - 1]!
    }
    const sequence = new ByteWriter(left.length)
    writeSequence(sequence, left, left.length)
    if (best === undefined || sequence.length < best.bytes.length) {
      best = { prediction, bytes: sequence.finish() }
    }
  }
  writeCount(writer, best!.prediction)
  writeBytes(writer, best!.bytes)
}

/** Reads what the functions above wrote. Whatever does not fit the bytes is a RangeError. */
export class PackedReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** @param most the greatest that can be meant */
  count(most: number): number {
    let [value, factor, byte] = [0, 1, 128]
    for (let i = 0; i < 5 && byte > 127; i++) {
      byte = this.#bytes[this.#at++] ?? 256
      value += (byte & 127) * factor
      factor *= 128
    }
    if (byte > 127 || value > most) throw new RangeError('not the readings of this track')
    return value
  }

  bytes(): Uint8Array {
    const length = this.count(this.#bytes.length - this.#at)
    this.#at += length
    if (this.#at > this.#bytes.length) throw new RangeError('not the readings of this track')
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  /** Nothing may be left. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new RangeError('not the readings of this track')
  }

  numbers(count: number): Int32Array {
    const prediction = this.count(predictions.length - 1)
    const bytes = this.bytes()
    const values = new Int32Array(count)
    if (!readSequence(bytes, 0, bytes.length, values, count)) {
      throw new RangeError('not the readings of this track')
    }
    for (let times = 0; times < prediction; times++) {
      for (let i = 1; i < count; i++) values[i]! += values[i - 1]!
    }
    return values
  }
}
