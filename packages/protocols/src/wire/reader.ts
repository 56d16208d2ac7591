/** Reading a byte range front to back, big-endian. What all codecs share. */

import { toHex } from './bytes.ts'

/**
 * A cursor over bytes that never throws: reading past the end gives 0 (or what is left) and sets
 * `isShort`, which stays set. Read a whole body, then look at `isShort` once.
 */
export class Reader {
  readonly bytes: Uint8Array
  /** Of the next byte to read, counted from the start of `bytes`. */
  offset: number
  /** One past the last byte that may be read. */
  readonly end: number
  /** True once more bytes were read than were there. */
  isShort = false

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes
    this.end = Math.max(0, Math.min(end, bytes.length))
    this.offset = Math.min(Math.max(0, start), this.end)
  }

  get remaining(): number {
    return this.end - this.offset
  }

  /** Moves past `length` bytes and returns where they began, or -1 when they are not there. */
  private advance(length: number): number {
    const at = this.offset
    if (length < 0 || at + length > this.end) {
      this.isShort = true
      this.offset = this.end
      return -1
    }
    this.offset = at + length
    return at
  }

  skip(length: number): void {
    this.advance(length)
  }

  /** The next byte without moving; 0 at the end. */
  peek(): number {
    return this.offset < this.end ? this.bytes[this.offset]! : 0
  }

  u8(): number {
    const at = this.advance(1)
    return at < 0 ? 0 : this.bytes[at]!
  }

  i8(): number {
    return (this.u8() << 24) >> 24
  }

  u16(): number {
    const at = this.advance(2)
    return at < 0 ? 0 : (this.bytes[at]! << 8) | this.bytes[at + 1]!
  }

  i16(): number {
    return (this.u16() << 16) >> 16
  }

  u24(): number {
    const at = this.advance(3)
    return at < 0 ? 0 : (this.bytes[at]! << 16) | (this.bytes[at + 1]! << 8) | this.bytes[at + 2]!
  }

  i32(): number {
    const at = this.advance(4)
    if (at < 0) return 0
    const { bytes } = this
    return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  }

  u32(): number {
    return this.i32() >>> 0
  }

  /** Eight bytes as a number; above 2^53 the lowest digits are rounded. */
  u64(): number {
    const high = this.u32()
    return high * 0x1_0000_0000 + this.u32()
  }

  /** The next `length` bytes as a view of the same memory; fewer when fewer are left (`isShort`). */
  take(length: number): Uint8Array {
    const from = this.offset
    const at = this.advance(length)
    return at < 0 ? this.bytes.subarray(from, this.end) : this.bytes.subarray(at, at + length)
  }

  /** All that is left. */
  rest(): Uint8Array {
    return this.take(this.remaining)
  }

  /** `length` bytes as two digits each, high nibble first; nibbles above 9 come out as `a` to `f`. */
  bcd(length: number): string {
    return toHex(this.take(length))
  }

  /** `length` bytes of one character each (ISO 8859-1), as they are. */
  ascii(length: number): string {
    let text = ''
    for (const byte of this.take(length)) text += String.fromCharCode(byte)
    return text
  }
}
