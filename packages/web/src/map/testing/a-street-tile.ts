/** A feature of a vector tile: its line, area or point in units of the tile, 0 to 4096. */
export interface TileThing {
  id?: number
  at: Record<string, string | number | boolean>
  point?: [x: number, y: number]
  line?: [x: number, y: number][]
  area?: [x: number, y: number][]
}

/** The bytes of a vector tile, as a street map holds them. */
export function aStreetTile(layers: Record<string, TileThing[]>): ArrayBuffer {
  const bytes = Object.entries(layers).flatMap(([name, things]) => field(3, layerOf(name, things)))
  return new Uint8Array(bytes).buffer
}

function layerOf(name: string, things: TileThing[]): number[] {
  const keys: string[] = []
  const values: (string | number | boolean)[] = []
  const indexIn = <T>(list: T[], entry: T) =>
    list.includes(entry) ? list.indexOf(entry) : list.push(entry) - 1
  const features = things.flatMap(({ id, at, point, line, area }) => {
    const tags = Object.entries(at).flatMap(([key, value]) => [indexIn(keys, key), indexIn(values, value)])
    const type = point ? 1 : line ? 2 : 3
    const geometry = commands(point ? [point] : (line ?? area)!, area !== undefined)
    return field(2, [
      ...(id === undefined ? [] : [...varint(1 << 3), ...varint(id)]),
      ...field(2, tags.flatMap(varint)),
      ...varint(3 << 3),
      type,
      ...field(4, geometry.flatMap(varint)),
    ])
  })
  return [
    ...varint(15 << 3),
    2,
    ...text(1, name),
    ...features,
    ...keys.flatMap((key) => text(3, key)),
    ...values.flatMap((value) => field(4, valueBytes(value))),
    ...varint(5 << 3),
    ...varint(4096),
  ]
}

function valueBytes(value: string | number | boolean): number[] {
  if (typeof value === 'string') return text(1, value)
  return typeof value === 'boolean' ? [7 << 3, value ? 1 : 0] : [4 << 3, ...varint(value)]
}

function commands(places: [number, number][], isArea: boolean): number[] {
  let [x, y] = [0, 0]
  const steps = places.map(([toX, toY]) => {
    const step = [zigzag(toX - x), zigzag(toY - y)]
    ;[x, y] = [toX, toY]
    return step
  })
  const [first, ...rest] = steps
  const lineTo = rest.length > 0 ? [(rest.length << 3) | 2, ...rest.flat()] : []
  return [(1 << 3) | 1, ...first!, ...lineTo, ...(isArea ? [(1 << 3) | 7] : [])]
}

const zigzag = (value: number) => (value << 1) ^ (value >> 31)

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]
}

function field(number: number, content: number[]): number[] {
  return [(number << 3) | 2, ...varint(content.length), ...content]
}

function text(number: number, content: string): number[] {
  return field(number, [...new TextEncoder().encode(content)])
}
