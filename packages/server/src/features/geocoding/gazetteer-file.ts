/**
 * The gazetteer as one block of bytes, read as it lies: opening it is no more than reading the file.
 *
 *   0  u32 × 8: format, places, bytes of the index, bytes of the list; the others 0
 *  32  the index of `kdbush` over the places (Float32 longitude and latitude), padded to 8 bytes
 *      u32 × (places + 1): where the name of each place begins
 *      u16 × places: its state or province, then likewise its county or prefecture, then its country:
 *        lines of the list, counted from 0
 *      the list, UTF-8, a line each: `<code> TAB <name>`
 *      the names, UTF-8, one after the other
 */
export const formatVersion = 1
const headerBytes = 32
/** Stands for a place without a state, a county or a country. */
const none = 0xffff

export interface PlaceRow {
  name: string
  /** Keys of the division lists; '' for none. */
  admin1: string
  admin2: string
  country: string
}

export interface Division {
  code: string
  name: string
}

export interface GazetteerParts {
  places: PlaceRow[]
  /** `kdbush`'s own bytes over the places in this order. */
  index: ArrayBuffer
  divisions: Division[]
}

export function writeGazetteer({ places, index, divisions }: GazetteerParts): ArrayBuffer {
  const countries = [...new Set(places.map(({ country }) => country))].map((code) => ({ code, name: code }))
  const used = new Set(places.flatMap(({ admin1, admin2 }) => [admin1, admin2]))
  const list = [...divisions.filter(({ code }) => used.has(code)), ...countries]
  if (list.length >= none) throw new Error('more divisions than a column can number')
  const rank = new Map(list.map(({ code }, at) => [code, at]))
  const encoder = new TextEncoder()
  const listBytes = encoder.encode(list.map(({ code, name }) => `${code}\t${name}`).join('\n'))
  const names = places.map(({ name }) => encoder.encode(name))
  const nameBytes = names.reduce((sum, { length }) => sum + length, 0)

  const at = layout(places.length, index.byteLength, listBytes.length)
  const block = new ArrayBuffer(at.names + nameBytes)
  new Uint32Array(block, 0, 8).set([formatVersion, places.length, index.byteLength, listBytes.length])
  new Uint8Array(block, at.index).set(new Uint8Array(index))
  new Uint8Array(block, at.list).set(listBytes)
  const starts = new Uint32Array(block, at.starts, places.length + 1)
  const bytes = new Uint8Array(block, at.names)
  const columns = [at.admin1, at.admin2, at.country].map(
    (from) => new Uint16Array(block, from, places.length),
  )
  let start = 0
  places.forEach((place, row) => {
    bytes.set(names[row]!, start)
    start += names[row]!.length
    starts[row + 1] = start
    const codes = [place.admin1, place.admin2, place.country]
    columns.forEach((column, each) => {
      column[row] = rank.get(codes[each]!) ?? none
    })
  })
  return block
}

/** @throws where the bytes are of another format */
export function readGazetteer(block: ArrayBuffer) {
  const [version, count = 0, indexBytes = 0, listBytes = 0] = new Uint32Array(block, 0, 8)
  if (version !== formatVersion) throw new Error(`gazetteer of format ${version}`)
  const at = layout(count, indexBytes, listBytes)
  const decoder = new TextDecoder()
  const list = decoder
    .decode(new Uint8Array(block, at.list, listBytes))
    .split('\n')
    .map((line): Division => {
      const tab = line.indexOf('\t')
      return { code: line.slice(0, tab), name: line.slice(tab + 1) }
    })
  const starts = new Uint32Array(block, at.starts, count + 1)
  const column = (from: number) => new Uint16Array(block, from, count)
  const [admin1, admin2, country] = [column(at.admin1), column(at.admin2), column(at.country)]
  const division = (of: Uint16Array, row: number): Division | null => list[of[row] ?? none] ?? null
  return {
    count,
    index: block.slice(at.index, at.index + indexBytes),
    nameOf: (row: number) =>
      decoder.decode(new Uint8Array(block, at.names + starts[row]!, starts[row + 1]! - starts[row]!)),
    admin1Of: (row: number) => division(admin1, row),
    admin2Of: (row: number) => division(admin2, row),
    countryOf: (row: number) => division(country, row)?.code ?? null,
  }
}

function layout(count: number, indexBytes: number, listBytes: number) {
  const starts = headerBytes + Math.ceil(indexBytes / 8) * 8
  const admin1 = starts + 4 * (count + 1)
  const admin2 = admin1 + 2 * count
  const country = admin2 + 2 * count
  const list = country + 2 * count
  return { index: headerBytes, starts, admin1, admin2, country, list, names: list + listBytes }
}
