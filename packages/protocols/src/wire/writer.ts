/** Writing bodies front to back, big-endian. */
export class Writer {
  readonly #bytes: number[] = []

  u8(value: number): void {
    this.#bytes.push(value & 0xff)
  }

  u16(value: number): void {
    this.#bytes.push((value >>> 8) & 0xff, value & 0xff)
  }

  u24(value: number): void {
    this.u8(value >>> 16)
    this.u16(value)
  }

  u32(value: number): void {
    this.u16(value >>> 16)
    this.u16(value)
  }

  u64(value: number): void {
    this.u32(Math.floor(value / 0x1_0000_0000))
    this.u32(value >>> 0)
  }

  raw(bytes: Iterable<number>): void {
    for (const byte of bytes) this.u8(byte)
  }

  /** One byte a character (ISO 8859-1). */
  ascii(text: string): void {
    for (let i = 0; i < text.length; i++) this.u8(text.charCodeAt(i))
  }

  get length(): number {
    return this.#bytes.length
  }

  done(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }
}
