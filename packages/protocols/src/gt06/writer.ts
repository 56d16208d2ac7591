/** Building frames front to back, big-endian. */
export class Writer {
  private readonly bytes: number[] = []

  u8(value: number): void {
    this.bytes.push(value & 0xff)
  }

  u16(value: number): void {
    this.bytes.push((value >>> 8) & 0xff, value & 0xff)
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

  /** Two digits a byte, high nibble first; `digits` has an even length. */
  bcd(digits: string): void {
    for (let i = 0; i < digits.length; i += 2) this.u8(Number.parseInt(digits.slice(i, i + 2), 16))
  }

  ascii(text: string): void {
    for (let i = 0; i < text.length; i++) this.u8(text.charCodeAt(i))
  }

  take(bytes: Iterable<number>): void {
    for (const byte of bytes) this.u8(byte)
  }

  done(): Uint8Array {
    return Uint8Array.from(this.bytes)
  }
}
