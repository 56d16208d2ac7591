/** Element types with their PostgreSQL object ids, which are part of the wire format and never change. */
const typeIds = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  float4: 700,
  float8: 701,
  jsonb: 3802,
} as const
export type ElementType = keyof typeof typeIds

type Value<T extends ElementType> = T extends 'bool'
  ? boolean
  : T extends 'bytea'
    ? Uint8Array
    : T extends 'text' | 'jsonb'
      ? string
      : number

const headerBytes = 20
const startBytes = 4_096
/** A buffer that one great batch has blown up is given back. */
const keptBytes = 4 << 20

/**
 * A one-dimensional PostgreSQL array in its binary form, built element by element in one buffer that is used
 * again for the next batch. Sent as a parameter, it is neither escaped here nor parsed there: at 5,000 rows
 * of 34 columns this takes a third of the time of text arrays.
 * Source: PostgreSQL, `array_recv` and the types' `*recv` functions.
 */
export class BinaryArray<T extends ElementType = ElementType> {
  readonly type: T
  private buffer = Buffer.allocUnsafe(startBytes)
  private at = headerBytes
  private count = 0
  private hasNull = 0

  constructor(type: T) {
    this.type = type
  }

  get length(): number {
    return this.count
  }

  clear(): void {
    if (this.buffer.length > keptBytes) this.buffer = Buffer.allocUnsafe(startBytes)
    this.at = headerBytes
    this.count = 0
    this.hasNull = 0
  }

  add(value: Value<T> | null): void {
    this.count++
    if (value === null || value === undefined) {
      this.hasNull = 1
      this.reserve(4)
      this.at = this.buffer.writeInt32BE(-1, this.at)
      return
    }
    this.write(value as never)
  }

  /** The parameter's bytes, valid until the next `add` or `clear`. */
  bytes(): Buffer {
    const { buffer } = this
    buffer.writeInt32BE(this.count === 0 ? 0 : 1, 0)
    buffer.writeInt32BE(this.hasNull, 4)
    buffer.writeInt32BE(typeIds[this.type], 8)
    buffer.writeInt32BE(this.count, 12)
    buffer.writeInt32BE(1, 16)
    // An array without elements has no dimension, and so neither size nor lower bound.
    return buffer.subarray(0, this.count === 0 ? 12 : this.at)
  }

  private write(value: never): void {
    switch (this.type as ElementType) {
      case 'int4':
        this.begin(4)
        this.at = this.buffer.writeInt32BE(value, this.at)
        return
      case 'int8': {
        this.begin(8)
        const high = Math.floor(value / 0x1_0000_0000)
        this.at = this.buffer.writeInt32BE(high, this.at)
        this.at = this.buffer.writeUInt32BE(value - high * 0x1_0000_0000, this.at)
        return
      }
      case 'int2':
        this.begin(2)
        this.at = this.buffer.writeInt16BE(value, this.at)
        return
      case 'float4':
        this.begin(4)
        this.at = this.buffer.writeFloatBE(value, this.at)
        return
      case 'float8':
        this.begin(8)
        this.at = this.buffer.writeDoubleBE(value, this.at)
        return
      case 'bool':
        this.begin(1)
        this.buffer[this.at++] = value ? 1 : 0
        return
      case 'text':
        this.writeText(value, false)
        return
      case 'jsonb':
        this.writeText(value, true)
        return
      case 'bytea': {
        const bytes = value as Uint8Array
        this.begin(bytes.length)
        this.buffer.set(bytes, this.at)
        this.at += bytes.length
      }
    }
  }

  private writeText(text: string, isJson: boolean): void {
    // Three bytes hold any UTF-16 unit; the length is filled in once it is known.
    this.reserve(5 + text.length * 3)
    const lengthAt = this.at
    this.at += 4
    if (isJson) this.buffer[this.at++] = 1 // version of the jsonb wire format
    this.at += this.buffer.write(text, this.at)
    this.buffer.writeInt32BE(this.at - lengthAt - 4, lengthAt)
  }

  private begin(length: number): void {
    this.reserve(4 + length)
    this.at = this.buffer.writeInt32BE(length, this.at)
  }

  private reserve(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.at + bytes))
    this.buffer.copy(larger, 0, 0, this.at)
    this.buffer = larger
  }
}
