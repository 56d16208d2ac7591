/**
 * Sequences of small signed integers as bytes. Each number is zigzag-mapped (0, -1, 1, -2, …) and written
 * as a little-endian base-128 varint; a zero is followed by a varint, the number of further zeros.
 * What prediction leaves over is mostly zero when nothing happens and one byte when something does.
 */

/** A growing byte buffer. */
export class ByteWriter {
  #bytes: Uint8Array
  #length = 0

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(Math.max(64, capacity))
  }

  get length(): number {
    return this.#length
  }

  /** Makes room and returns the place to write at; `advance` takes the bytes used. */
  reserve(size: number): { bytes: Uint8Array; at: number } {
    if (this.#length + size > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + size))
      grown.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = grown
    }
    return { bytes: this.#bytes, at: this.#length }
  }

  advance(end: number): void {
    this.#length = end
  }

  /** The bytes written, without a copy. */
  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }
}

const maxVarintBytes = 5

/** Appends the first `count` numbers; each must fit in 32 bits. */
export function writeSequence(writer: ByteWriter, values: Int32Array, count: number): void {
  // A zero takes its byte and at most five for the run after it, a number at most five.
  const { bytes, at } = writer.reserve(count * (maxVarintBytes + 1))
  let end = at
  for (let i = 0; i < count; i++) {
    const value = values[i]!
    let rest: number
    if (value === 0) {
      let run = i + 1
      while (run < count && values[run] === 0) run++
      bytes[end++] = 0
      rest = run - i - 1
      i = run - 1
    } else {
      rest = ((value << 1) ^ (value >> 31)) >>> 0
    }
    while (rest > 127) {
      bytes[end++] = (rest & 127) | 128
      rest >>>= 7
    }
    bytes[end++] = rest
  }
  writer.advance(end)
}

/**
 * Reads exactly `count` numbers that fill the bytes from `at` to `end` into `values`.
 * @returns false where the bytes are no such sequence; `values` is rubbish then
 */
export function readSequence(
  bytes: Uint8Array,
  at: number,
  end: number,
  values: Int32Array,
  count: number,
): boolean {
  values.fill(0, 0, count)
  const safeEnd = Math.min(end, bytes.length) - 1
  let i = 0
  let next = at
  while (i < count) {
    // Numbers of a byte and runs of less than 128, which nearly all are. Whether the next byte is a run's length is
    // computed without a branch: processors mispredict it about every second time.
    while (i < count && next < safeEnd) {
      const byte = bytes[next]!
      const isZero = (byte - 1) >> 31
      const run = bytes[next + 1]! & isZero
      if ((byte | run) > 127) break
      values[i] = (byte >>> 1) ^ -(byte & 1)
      i += 1 + run
      next += 1 - isZero
    }
    if (i >= count) break

    // Reading past the array's end gives undefined, which ends the varint as a 0; the caller sees it by `next`.
    let byte = bytes[next++]!
    let raw = byte & 127
    if (byte > 127) {
      byte = bytes[next++]!
      raw |= (byte & 127) << 7
      if (byte > 127) {
        byte = bytes[next++]!
        raw |= (byte & 127) << 14
        if (byte > 127) {
          byte = bytes[next++]!
          raw |= (byte & 127) << 21
          if (byte > 127) {
            byte = bytes[next++]!
            if (byte > 15) return false
            raw |= byte << 28
          }
        }
      }
    }
    if (raw !== 0) {
      values[i++] = (raw >>> 1) ^ -(raw & 1)
      continue
    }
    let run = 0
    let shift = 0
    do {
      byte = bytes[next++]!
      run |= (byte & 127) << shift
      shift += 7
    } while (byte > 127 && shift < 35)
    if (next > end || run < 0 || run >= count - i) return false
    i += run + 1
  }
  return next === end && i === count
}
