/** The bytes of live messages: varints, instants, and memory that grows. `live-updates.ts` describes their meaning. */

/** More than anything between two calls of `reserve` takes. */
const room = 512

export class LiveWriter {
  bytes = new Uint8Array(4096)
  view = new DataView(this.bytes.buffer)
  length = 0

  /** Makes room for what is written next. */
  reserve(): void {
    if (this.length + room <= this.bytes.length) return
    const grown = new Uint8Array(this.bytes.length * 2)
    grown.set(this.bytes)
    this.bytes = grown
    this.view = new DataView(grown.buffer)
  }

  instant(value: number | null, after: number): void {
    this.varint(value === null ? 0 : 1 + zigzag(value - after))
  }

  varint(value: number): void {
    const { bytes } = this
    let end = this.length
    let left = value
    // Bit operations keep 32 bits only.
    for (; left > 0x7fffffff; left = Math.floor(left / 128)) bytes[end++] = (left % 128) | 128
    for (; left > 127; left >>>= 7) bytes[end++] = (left & 127) | 128
    bytes[end++] = left
    this.length = end
  }
}

/** Never throws: after the end it reads zeros, and `at` is greater than the length. */
export class LiveReader {
  at: number
  readonly length: number
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.length = bytes.length
    this.at = at
  }

  byte(): number {
    return this.#bytes[this.at++] ?? 0
  }

  int32(): number {
    this.at += 4
    return this.#view.getInt32(this.at - 4, true)
  }

  take(length: number): Uint8Array {
    this.at += length
    return this.#bytes.subarray(this.at - length, this.at)
  }

  varint(): number {
    let value = 0
    let weight = 1
    for (;;) {
      const byte = this.byte()
      value += (byte & 127) * weight
      if (byte < 128) return value
      weight *= 128
    }
  }

  instant(after: number): number | null {
    const value = this.varint()
    return value === 0 ? null : after + unzigzag(value - 1)
  }
}

/** 0, -1, 1, -2, … as 0, 1, 2, 3, … */
export function zigzag(value: number): number {
  return value >= 0 ? value * 2 : -value * 2 - 1
}

export function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}
