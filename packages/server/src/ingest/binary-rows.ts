/** Column types with their PostgreSQL object ids, which are part of the wire format and never change. */
const typeIds = {
  bool: 16,
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
/** Of a column without a length of its own: type, length, value. */
const columnBytes = 16
/** A buffer that one great batch has blown up is given back. */
const keptBytes = 16 << 20
/** Version of the jsonb wire format. */
const jsonbVersion = 1
/** Up to this length, ASCII is faster written here than by a call into the engine. */
const shortText = 40

/**
 * An array of rows of one composite type in PostgreSQL's binary form, built value by value in one buffer that
 * is used again for the next batch. As a parameter it is neither escaped here nor parsed there, and `unnest`
 * gives the rows back in one pass: an array for each of 36 columns took the server three times as long.
 *
 * Begin a row, add its values in the order of the type's columns, end it. Values are taken to fit their types.
 * Source: PostgreSQL, `array_recv`, `record_recv` and the types' `*recv` functions.
 */
export class BinaryRows {
  #buffer = Buffer.allocUnsafe(startBytes)
  #view = viewOf(this.#buffer)
  #at = headerBytes
  #rowAt = headerBytes
  readonly #columnCount: number
  /** Room for a whole row of columns without a length of their own; values with one reserve it again. */
  readonly #rowBytes: number
  #count = 0

  constructor(columnCount: number) {
    this.#columnCount = columnCount
    this.#rowBytes = 8 + columnCount * columnBytes
  }

  get length(): number {
    return this.#count
  }

  clear(): void {
    if (this.#buffer.length > keptBytes) this.#resize(startBytes)
    this.#at = headerBytes
    this.#count = 0
  }

  begin(): void {
    this.#reserve(0)
    this.#rowAt = this.#at
    this.#view.setInt32(this.#at + 4, this.#columnCount)
    this.#at += 8
    this.#count++
  }

  end(): void {
    this.#view.setInt32(this.#rowAt, this.#at - this.#rowAt - 4)
  }

  /** @param typeId of the composite type; the bytes are valid until the next `begin` or `clear` */
  bytes(typeId: number): Buffer {
    const view = this.#view
    const count = this.#count
    // An array without elements has no dimension, and so neither size nor lower bound.
    view.setInt32(0, count === 0 ? 0 : 1)
    view.setInt32(4, 0)
    view.setInt32(8, typeId)
    view.setInt32(12, count)
    view.setInt32(16, 1)
    return this.#buffer.subarray(0, count === 0 ? 12 : this.#at)
  }

  int2(value: number | null): void {
    if (value === null) this.#none(typeIds.int2)
    else this.#view.setInt16(this.#open(typeIds.int2, 2), value)
  }

  int4(value: number | null): void {
    if (value === null) this.#none(typeIds.int4)
    else this.#view.setInt32(this.#open(typeIds.int4, 4), value)
  }

  int8(value: number | null): void {
    if (value === null) this.#none(typeIds.int8)
    else {
      const at = this.#open(typeIds.int8, 8)
      this.#view.setInt32(at, Math.floor(value / 0x1_0000_0000))
      this.#view.setInt32(at + 4, value | 0)
    }
  }

  float4(value: number | null): void {
    if (value === null) this.#none(typeIds.float4)
    else this.#view.setFloat32(this.#open(typeIds.float4, 4), value)
  }

  float8(value: number | null): void {
    if (value === null) this.#none(typeIds.float8)
    else this.#view.setFloat64(this.#open(typeIds.float8, 8), value)
  }

  bool(value: boolean | null): void {
    if (value === null) this.#none(typeIds.bool)
    else this.#view.setUint8(this.#open(typeIds.bool, 1), value ? 1 : 0)
  }

  text(value: string | null): void {
    if (value === null) this.#none(typeIds.text)
    else this.#string(typeIds.text, value)
  }

  json(value: string | null): void {
    if (value === null) this.#none(typeIds.json)
    else this.#string(typeIds.json, value)
  }

  jsonb(value: string): void {
    this.#reserve(1)
    const at = this.#at + 8
    this.#string(typeIds.jsonb, value)
    this.#buffer.copyWithin(at + 1, at, this.#at)
    this.#buffer[at] = jsonbVersion
    this.#at++
    this.#view.setInt32(at - 4, this.#at - at)
  }

  #string(typeId: number, text: string): void {
    // Three bytes hold any UTF-16 unit; the length is filled in once it is known.
    this.#reserve(text.length * 3)
    const from = this.#open(typeId, 0)
    this.#at = from + (this.#writeShort(text, from) || this.#buffer.write(text, from))
    this.#view.setInt32(from - 4, this.#at - from)
  }

  /** @returns bytes written; 0 where it is not for us */
  #writeShort(text: string, at: number): number {
    const { length } = text
    if (length > shortText) return 0
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i)
      if (code > 0x7f) return 0
      this.#buffer[at + i] = code
    }
    return length
  }

  #none(typeId: number): void {
    this.#view.setInt32(this.#at, typeId)
    this.#view.setInt32(this.#at + 4, -1)
    this.#at += 8
  }

  /** Begins a value of so many bytes. @returns where it goes */
  #open(typeId: number, length: number): number {
    const at = this.#at
    this.#view.setInt32(at, typeId)
    this.#view.setInt32(at + 4, length)
    this.#at = at + 8 + length
    return at + 8
  }

  /** Room for so many bytes and the rest of the row. */
  #reserve(bytes: number): void {
    const needed = this.#at + bytes + this.#rowBytes
    if (needed > this.#buffer.length) this.#resize(Math.max(this.#buffer.length * 2, needed))
  }

  #resize(bytes: number): void {
    const before = this.#buffer
    this.#buffer = Buffer.allocUnsafe(bytes)
    this.#view = viewOf(this.#buffer)
    before.copy(this.#buffer, 0, 0, this.#at)
  }
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}
