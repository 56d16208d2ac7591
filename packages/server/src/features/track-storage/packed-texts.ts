import { ByteWriter } from '@trackway/core/track/format/varints.ts'
import { type PackedReader, writeBytes, writeCount, writeNumbers } from './packed-numbers.ts'

/** How a list of texts is stored; see docs/TRACK-FORMAT.md, "Readings". */
const forms = { lines: 0, numbers: 1, repeated: 2 } as const
/** Marks the place of a number in a text. */
const slot = '#'
const maxSlots = 16
const maxDecimals = 9
/** Compression makes far less of lines than of numbers. */
const lineWeight = 0.5

const plainNumber = /^-?\d+(?:\.\d+)?$/
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?/g

/**
 * Texts without line breaks, such as values in JSON. Those that are alike but for their numbers are stored as
 * numbers, those that come again and again once; the others as lines.
 */
export function writeTexts(writer: ByteWriter, texts: readonly string[]): void {
  const places = new Map<string, number>()
  const repeated = new Int32Array(texts.length)
  for (const [i, text] of texts.entries()) repeated[i] = placeIn(places, text)
  const direct = smallest(texts)
  if (places.size * 2 <= texts.length) {
    const distinct = [...places.keys()]
    const piece = new ByteWriter(64)
    writeCount(piece, forms.repeated)
    writeCount(piece, distinct.length)
    writeNumbers(piece, repeated)
    const list = smallest(distinct)
    if (piece.length + list.cost < direct.cost) {
      append(writer, piece.finish())
      append(writer, list.bytes)
      return
    }
  }
  append(writer, direct.bytes)
}

/** @throws {RangeError} for bytes that are no such list of so many */
export function readTexts(reader: PackedReader, count: number): string[] {
  const form = reader.count(forms.repeated)
  if (form !== forms.repeated) return readList(reader, form, count)
  const distinct = reader.count(count)
  const places = reader.numbers(count)
  const list = readList(reader, reader.count(forms.numbers), distinct)
  return Array.from(places, (place) => {
    const text = list[place]
    if (text === undefined) throw new RangeError('not the readings of this track')
    return text
  })
}

/** The index of a text among the known ones; a new one comes last. */
export function placeIn(places: Map<string, number>, text: string): number {
  const known = places.get(text)
  if (known !== undefined) return known
  places.set(text, places.size)
  return places.size - 1
}

function append(writer: ByteWriter, piece: Uint8Array): void {
  const { bytes, at } = writer.reserve(piece.length)
  bytes.set(piece, at)
  writer.advance(at + piece.length)
}

/** As numbers if they are, else as lines. */
function smallest(texts: readonly string[]): { bytes: Uint8Array; cost: number } {
  const piece = new ByteWriter(64)
  const numbers = numbersIn(texts)
  if (numbers === null) {
    writeCount(piece, forms.lines)
    writeBytes(piece, Buffer.from(texts.join('\n')))
    return { bytes: piece.finish(), cost: piece.length * lineWeight }
  }
  writeCount(piece, forms.numbers)
  writeBytes(piece, Buffer.from(numbers.template))
  for (const { decimals, values } of numbers.columns) {
    writeCount(piece, decimals)
    writeNumbers(piece, values)
  }
  return { bytes: piece.finish(), cost: piece.length }
}

interface Numbers {
  /** What all texts have in common, with `slot` for each number. */
  template: string
  columns: { decimals: number; values: Int32Array }[]
}

/** Null where the texts differ in more than their numbers, or a number is not written as it would be read. */
function numbersIn(texts: readonly string[]): Numbers | null {
  let template: string | undefined
  const rows: string[][] = []
  for (const [i, text] of texts.entries()) {
    const split = splitNumbers(text)
    if (split === null || (template !== undefined && split.template !== template)) return null
    template = split.template
    rows.push(split.numbers)
    // Most lists without a template have too many numbers in their first text already.
    if (i === 0 && split.numbers.length > maxSlots) return null
  }
  if (template === undefined) return null
  const columns: Numbers['columns'] = []
  for (let n = 0; n < rows[0]!.length; n++) {
    const decimals = rows.reduce((most, row) => Math.max(most, decimalsOf(row[n]!)), 0)
    if (decimals > maxDecimals) return null
    const values = new Int32Array(rows.length)
    for (const [i, row] of rows.entries()) {
      const whole = Math.round(Number(row[n]!) * 10 ** decimals)
      values[i] = whole
      if (values[i] !== whole || String(whole / 10 ** decimals) !== row[n]!) return null
    }
    columns.push({ decimals, values })
  }
  return { template, columns }
}

function splitNumbers(text: string): { template: string; numbers: string[] } | null {
  if (plainNumber.test(text)) return { template: slot, numbers: [text] }
  if (text.includes(slot)) return null
  const numbers: string[] = []
  const template = text.replace(stringOrNumber, (token) => {
    if (token.startsWith('"')) return token
    numbers.push(token)
    return slot
  })
  return { template, numbers }
}

function decimalsOf(number: string): number {
  const point = number.indexOf('.')
  return point < 0 ? 0 : number.length - point - 1
}

function readList(reader: PackedReader, form: number, count: number): string[] {
  const text = Buffer.from(reader.bytes()).toString('utf8')
  if (form === forms.lines) {
    const lines = count === 0 && text === '' ? [] : text.split('\n')
    if (lines.length !== count) throw new RangeError('not the readings of this track')
    return lines
  }
  const parts = text.split(slot)
  if (parts.length > maxSlots + 1) throw new RangeError('not the readings of this track')
  const columns = parts.slice(1).map(() => {
    const factor = 10 ** reader.count(maxDecimals)
    return { factor, values: reader.numbers(count) }
  })
  const texts: string[] = []
  for (let i = 0; i < count; i++) {
    // An unchanged text is repeated without being put together.
    if (i > 0 && columns.every(({ values }) => values[i] === values[i - 1])) {
      texts.push(texts[i - 1]!)
      continue
    }
    let line = parts[0]!
    for (const [n, { factor, values }] of columns.entries()) line += values[i]! / factor + parts[n + 1]!
    texts.push(line)
  }
  return texts
}
