import { ByteWriter } from '@trackway/core/track/format/varints.ts'
import { PackedReader, writeBytes, writeCount, writeNumbers } from './packed-numbers.ts'
import { placeIn, readTexts, writeTexts } from './packed-texts.ts'

/** A line with more members than this is kept as it is. */
const maxMembers = 64
const wholeString = /"(?:[^"\\]|\\.)*"/y
const formatError = () => new RangeError('not the readings of this track')

/**
 * The readings of each point, a line of JSON or '', column by column: which names there are; which of them, in
 * what order, a line has (its shape), and for each line its shape; then for each name the values of the lines
 * that have it. Lines come back to the letter. One that is not taken apart is the value of a name of no letters.
 */
export function writeReadings(writer: ByteWriter, lines: readonly string[]): void {
  const [names, shapes] = [new Map<string, number>(), new Map<string, number>()]
  const columns: string[][] = []
  const shapeOf = new Int32Array(lines.length)
  for (const [i, line] of lines.entries()) {
    const members = line === '' ? [] : (membersOf(line) ?? [{ name: '', value: line }])
    const places: number[] = []
    for (const { name, value } of members) {
      const place = placeIn(names, name)
      places.push(place)
      columns[place] ??= []
      columns[place].push(value)
    }
    shapeOf[i] = placeIn(shapes, places.join())
  }
  writeCount(writer, names.size)
  for (const name of names.keys()) writeBytes(writer, Buffer.from(name))
  writeCount(writer, shapes.size)
  for (const shape of shapes.keys()) writeBytes(writer, Buffer.from(shape))
  writeNumbers(writer, shapeOf)
  for (const column of columns) {
    const piece = new ByteWriter(64)
    writeTexts(piece, column)
    writeBytes(writer, piece.finish())
  }
}

/** @throws {RangeError} for bytes that are no readings of so many points */
export function readReadings(reader: PackedReader, count: number): string[] {
  const { names, shapes, shapeOf, counts } = readHead(reader, count)
  const columns = counts.map((values) => columnOf(reader.bytes(), values))
  reader.end()
  const next = new Int32Array(columns.length)
  return Array.from(shapeOf, (at) => {
    const shape = shapes[at]!
    if (shape.length === 0) return ''
    if (names[shape[0]!] === '') return columns[shape[0]!]![next[shape[0]!]!++]!
    let line = ''
    for (const place of shape) {
      line += `${line === '' ? '{' : ','}${names[place]}:${columns[place]![next[place]!++]}`
    }
    return `${line}}`
  })
}

/**
 * Of one reading, for each point its value as JSON, or '' where it has none; null where no point has one.
 * @throws {RangeError} as above
 */
export function readReading(reader: PackedReader, count: number, name: string): string[] | null {
  const { names, shapes, shapeOf, counts } = readHead(reader, count)
  const index = names.indexOf(`"${name}"`)
  const other = names.indexOf('')
  if (index < 0 && other < 0) return null
  const values = Array<string>(count).fill('')
  for (const [place, length] of counts.entries()) {
    const bytes = reader.bytes()
    if (place !== index && place !== other) continue
    const column = columnOf(bytes, length)
    const has = shapes.map((shape) => shape.includes(place))
    let next = 0
    for (let i = 0; i < count; i++) {
      if (!has[shapeOf[i]!]) continue
      const value = column[next++]!
      values[i] = place === index ? value : memberOf(value, name)
    }
  }
  return values
}

function readHead(reader: PackedReader, count: number) {
  const names = Array.from({ length: reader.count(maxMembers * (count + 1)) }, () => textOf(reader))
  const shapes = Array.from({ length: reader.count(count) }, () => {
    const text = textOf(reader)
    const shape = text === '' ? [] : text.split(',').map(Number)
    if (shape.length > maxMembers || shape.some((place) => names[place] === undefined)) throw formatError()
    return shape
  })
  const shapeOf = reader.numbers(count)
  const points = new Int32Array(shapes.length)
  for (const at of shapeOf) {
    if (shapes[at] === undefined) throw formatError()
    points[at]!++
  }
  const counts = names.map(() => 0)
  for (const [at, shape] of shapes.entries()) for (const place of shape) counts[place]! += points[at]!
  return { names, shapes, shapeOf, counts }
}

function columnOf(bytes: Uint8Array, values: number): string[] {
  const reader = new PackedReader(bytes)
  const column = readTexts(reader, values)
  reader.end()
  return column
}

const textOf = (reader: PackedReader): string => Buffer.from(reader.bytes()).toString('utf8')

/** Names, in their quotes, and values of an object in JSON; null where it is not one plain enough. */
function membersOf(line: string): { name: string; value: string }[] | null {
  if (!line.startsWith('{"') || !line.endsWith('}')) return null
  const members: { name: string; value: string }[] = []
  for (let at = 1; at < line.length; ) {
    wholeString.lastIndex = at
    const name = wholeString.exec(line)?.[0]
    if (name === undefined || line[at + name.length] !== ':') return null
    const start = at + name.length + 1
    const end = valueEnd(line, start)
    if (end === null || members.length === maxMembers || members.some((one) => one.name === name)) return null
    members.push({ name, value: line.slice(start, end) })
    at = end + 1
  }
  return members
}

/** The position of the comma or brace after a value; null: there is none. */
function valueEnd(line: string, start: number): number | null {
  let depth = 0
  for (let at = start; at < line.length; at++) {
    const letter = line[at]!
    if (letter === '"') {
      wholeString.lastIndex = at
      if (!wholeString.test(line)) return null
      at = wholeString.lastIndex - 1
    } else if (depth === 0 && letter === ',') return at
    else if (letter === '{' || letter === '[') depth++
    else if (letter === '}' || letter === ']') {
      if (depth === 0) return at === line.length - 1 ? at : null
      depth--
    }
  }
  return null
}

function memberOf(line: string, name: string): string {
  const member = line.includes(`"${name}"`) ? (JSON.parse(line) as Record<string, unknown>)[name] : undefined
  return member === undefined ? '' : JSON.stringify(member)
}
