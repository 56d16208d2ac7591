/** Writing bodies, big-endian. */
export class Writer {
  private bytes: number[] = []

  u8(value: number): void {
    this.bytes.push(value & 0xff)
  }

  u16(value: number): void {
    this.bytes.push((value >> 8) & 0xff, value & 0xff)
  }

  u32(value: number): void {
    this.u16(value >>> 16)
    this.u16(value & 0xffff)
  }

  raw(bytes: Iterable<number>): void {
    for (const byte of bytes) this.bytes.push(byte & 0xff)
  }

  get length(): number {
    return this.bytes.length
  }

  done(): Uint8Array {
    return Uint8Array.from(this.bytes)
  }
}
