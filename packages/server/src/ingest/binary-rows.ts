/** Column types with their PostgreSQL object ids, which are part of the wire format and never change. */
const typeIds = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  json: 114,
  float4: 700,
  float8: 701,
  jsonb: 3802,
} as const
export type ColumnType = keyof typeof typeIds

const headerBytes = 20
const startBytes = 16_384
/** A buffer that one great batch has blown up is given back. */
const keptBytes = 16 << 20
/** Version of the jsonb wire format. */
const jsonbVersion = 1

/**
 * An array of rows of one composite type in PostgreSQL's binary form, built value by value in one buffer that
 * is used again for the next batch. As a parameter it is neither escaped here nor parsed there, and `unnest`
 * gives the rows back in one pass: an array for each of 36 columns took the server three times as long.
 *
 * Begin a row, add its values in the order of the type's columns, end it.
 * Source: PostgreSQL, `array_recv`, `record_recv` and the types' `*recv` functions.
 */
export class BinaryRows {
  private buffer = Buffer.allocUnsafe(startBytes)
  private at = headerBytes
  private rowAt = headerBytes
  private readonly columnCount: number
  private count = 0

  constructor(columnCount: number) {
    this.columnCount = columnCount
  }

  get length(): number {
    return this.count
  }

  clear(): void {
    if (this.buffer.length > keptBytes) this.buffer = Buffer.allocUnsafe(startBytes)
    this.at = headerBytes
    this.count = 0
  }

  begin(): void {
    this.reserve(8)
    this.rowAt = this.at
    this.buffer.writeInt32BE(this.columnCount, this.at + 4)
    this.at += 8
    this.count++
  }

  end(): void {
    this.buffer.writeInt32BE(this.at - this.rowAt - 4, this.rowAt)
  }

  /** @param typeId of the composite type; the bytes are valid until the next `begin` or `clear` */
  bytes(typeId: number): Buffer {
    const { buffer, count } = this
    // An array without elements has no dimension, and so neither size nor lower bound.
    buffer.writeInt32BE(count === 0 ? 0 : 1, 0)
    buffer.writeInt32BE(0, 4)
    buffer.writeInt32BE(typeId, 8)
    buffer.writeInt32BE(count, 12)
    buffer.writeInt32BE(1, 16)
    return buffer.subarray(0, count === 0 ? 12 : this.at)
  }

  int2(value: number | null): void {
    if (value === null) this.none(typeIds.int2)
    else {
      this.open(typeIds.int2, 2)
      this.at = this.buffer.writeInt16BE(value, this.at)
    }
  }

  int4(value: number | null): void {
    if (value === null) this.none(typeIds.int4)
    else {
      this.open(typeIds.int4, 4)
      this.at = this.buffer.writeInt32BE(value, this.at)
    }
  }

  int8(value: number | null): void {
    if (value === null) this.none(typeIds.int8)
    else {
      this.open(typeIds.int8, 8)
      const high = Math.floor(value / 0x1_0000_0000)
      this.at = this.buffer.writeInt32BE(high, this.at)
      this.at = this.buffer.writeUInt32BE(value - high * 0x1_0000_0000, this.at)
    }
  }

  float4(value: number | null): void {
    if (value === null) this.none(typeIds.float4)
    else {
      this.open(typeIds.float4, 4)
      this.at = this.buffer.writeFloatBE(value, this.at)
    }
  }

  float8(value: number | null): void {
    if (value === null) this.none(typeIds.float8)
    else {
      this.open(typeIds.float8, 8)
      this.at = this.buffer.writeDoubleBE(value, this.at)
    }
  }

  bool(value: boolean | null): void {
    if (value === null) this.none(typeIds.bool)
    else {
      this.open(typeIds.bool, 1)
      this.buffer[this.at++] = value ? 1 : 0
    }
  }

  bytea(value: Uint8Array): void {
    this.open(typeIds.bytea, value.length)
    this.buffer.set(value, this.at)
    this.at += value.length
  }

  text(value: string | null): void {
    if (value === null) this.none(typeIds.text)
    else {
      this.string(typeIds.text, value, 0)
    }
  }

  json(value: string | null): void {
    if (value === null) this.none(typeIds.json)
    else {
      this.string(typeIds.json, value, 0)
    }
  }

  jsonb(value: string | null): void {
    if (value === null) this.none(typeIds.jsonb)
    else {
      this.string(typeIds.jsonb, value, 1)
    }
  }

  private string(typeId: number, text: string, prefixBytes: 0 | 1): void {
    // Three bytes hold any UTF-16 unit; the length is filled in once it is known.
    this.open(typeId, prefixBytes + text.length * 3)
    const from = this.at
    if (prefixBytes) this.buffer[this.at++] = jsonbVersion
    this.at += this.buffer.write(text, this.at)
    this.buffer.writeInt32BE(this.at - from, from - 4)
  }

  private none(typeId: number): void {
    this.reserve(8)
    this.buffer.writeInt32BE(typeId, this.at)
    this.buffer.writeInt32BE(-1, this.at + 4)
    this.at += 8
  }

  private open(typeId: number, length: number): void {
    this.reserve(8 + length)
    this.buffer.writeInt32BE(typeId, this.at)
    this.buffer.writeInt32BE(length, this.at + 4)
    this.at += 8
  }

  private reserve(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.at + bytes))
    this.buffer.copy(larger, 0, 0, this.at)
    this.buffer = larger
  }
}
