import { clipLine } from '@trackway/core/features/street-maps/clip-line.ts'
import {
  type Names,
  readStreetTile,
  type StreetTile,
  tileUnits,
} from '@trackway/core/features/street-maps/street-tile.ts'
import { columnAt, rowAt } from '@trackway/core/features/street-maps/tile-id.ts'
import { type StreetMap, streetMaps } from './map-folder.ts'

/**
 * The street, house number and place at a position, of the map files: no network and no index. The tile under the
 * position is read on demand, 1.5 ms, and some hundred are kept open, from which an answer takes microseconds.
 */
export interface StreetAddress {
  road: Names
  houseNumber: string | null
  place: Names | null
}

const roadWithinM = 80
const numberWithinM = 40
/** Public points of houses lie in the building or at its door. */
const houseWithinM = 20
/** A path has to lie so much nearer than a road to be where somebody is; one farther off is none at all. */
const pathPenaltyM = 8
const pathOnlyBeyondM = 40
/** Public tiles name lesser streets from this level on. */
const leastZoom = 14
/** Settlements are labelled at this level; its tiles with their neighbours reach farther than any of their radii. */
const placeZoom = 11
const placeRadiusM: Record<string, number> = { city: 8_000, town: 4_000, village: 2_500, hamlet: 800 }
const keptTiles = 500
const earthM = 40_075_016.686

type Tile = Pick<StreetTile, 'numbers' | 'places'> & {
  named: { names: Names; isPath: boolean; line: readonly number[] }[]
}
const noTile: Tile = { named: [], numbers: [], places: [] }
const tiles = new Map<string, Promise<Tile>>()

/** @returns null where no map has a named street within 80 m */
export async function streetAddressAt(lat: number, lon: number): Promise<StreetAddress | null> {
  for (const map of await streetMaps()) {
    if (!covers(map, lat, lon)) continue
    const found = await addressIn(map, lat, lon)
    if (found) return found
  }
  return null
}

function covers({ archive: { header } }: StreetMap, lat: number, lon: number): boolean {
  const { west, south, east, north, maxZoom } = header
  return maxZoom >= leastZoom && lon >= west && lon <= east && lat >= south && lat <= north
}

async function addressIn(map: StreetMap, lat: number, lon: number): Promise<StreetAddress | null> {
  const zoom = map.archive.header.maxZoom
  const unitM = ((earthM / 2 ** zoom) * Math.cos((lat * Math.PI) / 180)) / tileUnits
  const [x, y] = [columnAt(lon, zoom) * tileUnits, rowAt(lat, zoom) * tileUnits]
  const around = await tilesAround(map, zoom, x, y, roadWithinM / unitM)
  const roads = around.flatMap(({ named, left, top }) =>
    named.map((road) => ({ ...road, awayM: distanceTo(road.line, x - left, y - top) * unitM })),
  )
  const road = nearestRoad(roads)
  const numbers = around.flatMap(({ numbers, left, top }) =>
    numbers.map((number) => ({ ...number, x: number.x + left, y: number.y + top })),
  )
  const near = numbers
    .map((number) => ({ ...number, awayM: Math.hypot(number.x - x, number.y - y) * unitM }))
    .filter(({ awayM }) => awayM <= numberWithinM)
    .sort((a, b) => a.awayM - b.awayM)
  const found = houseAt(near, road, around) ?? (road && { road: road.names, houseNumber: null })
  return found && { ...found, place: await placeNear(map, lat, lon) }
}

/**
 * The house whose address point is a few metres away, whatever street it belongs to; else the nearest one of the nearest
 * road. On the road itself the houses of other streets do not count.
 */
function houseAt(
  near: readonly NearNumber[],
  road: NearRoad | null,
  around: readonly PlacedTile[],
): Omit<StreetAddress, 'place'> | null {
  const [house] = near
  if (house && house.awayM <= houseWithinM && (!road || house.awayM < road.awayM)) {
    const names = namesOfStreet(streetOf(house, around), around)
    if (names) return { road: names, houseNumber: house.number }
  }
  const own = road && near.find((number) => isCalled(road.names, streetOf(number, around)))
  return own ? { road: road!.names, houseNumber: own.number } : null
}

/** With its names in other languages, where a road of the map is called so. */
function namesOfStreet(street: string | undefined, around: readonly PlacedTile[]): Names | null {
  if (street === undefined) return null
  const road = around.flatMap(({ named }) => named).find(({ names }) => isCalled(names, street))
  return road?.names ?? { name: street }
}

interface NearRoad {
  names: Names
  isPath: boolean
  awayM: number
}

function nearestRoad(roads: readonly NearRoad[]): NearRoad | null {
  const nearest = (some: readonly NearRoad[]) =>
    some.reduce<NearRoad | null>((best, road) => (best && best.awayM <= road.awayM ? best : road), null)
  const car = nearest(roads.filter(({ isPath }) => !isPath))
  const path = nearest(roads.filter(({ isPath }) => isPath))
  const usesPath = path && (!car || (car.awayM > pathOnlyBeyondM && path.awayM + pathPenaltyM < car.awayM))
  const found = usesPath ? path : car
  return found && found.awayM <= roadWithinM ? found : null
}

type PlacedTile = Tile & { left: number; top: number }
type PlacedNumber = { x: number; y: number; street: string | null }
type NearNumber = PlacedNumber & { number: string; awayM: number }

/** The street a house belongs to: the one the file names, else the nearest. */
function streetOf({ x, y, street }: PlacedNumber, around: readonly PlacedTile[]): string | undefined {
  if (street !== null) return street
  const roads = around.flatMap(({ named, left, top }) =>
    named.map(({ names, line, isPath }) => ({ names, isPath, awayM: distanceTo(line, x - left, y - top) })),
  )
  return roads.filter(({ isPath }) => !isPath).sort((a, b) => a.awayM - b.awayM)[0]?.names.name
}

const isCalled = (names: Names, street: string | undefined) =>
  street !== undefined && Object.values(names).includes(street)

export async function placeNear(map: StreetMap, lat: number, lon: number): Promise<Names | null> {
  const zoom = Math.min(placeZoom, map.archive.header.maxZoom)
  const unitM = ((earthM / 2 ** zoom) * Math.cos((lat * Math.PI) / 180)) / tileUnits
  const [x, y] = [columnAt(lon, zoom) * tileUnits, rowAt(lat, zoom) * tileUnits]
  const around = await tilesAround(map, zoom, x, y, tileUnits)
  const places = around.flatMap(({ places, left, top }) =>
    places.flatMap((place) => {
      const radiusM = placeRadiusM[place.kind]
      if (radiusM === undefined) return []
      return [
        { names: place.names, share: (Math.hypot(place.x + left - x, place.y + top - y) * unitM) / radiusM },
      ]
    }),
  )
  const [best] = places.sort((a, b) => a.share - b.share)
  return best && best.share <= 1.5 ? best.names : null
}

/** The tile under a point and those within some units of it, with where each begins. */
async function tilesAround(
  map: StreetMap,
  zoom: number,
  x: number,
  y: number,
  within: number,
): Promise<PlacedTile[]> {
  const last = 2 ** zoom - 1
  const range = (at: number) => {
    const first = Math.max(0, Math.floor((at - within) / tileUnits))
    const end = Math.min(last, Math.floor((at + within) / tileUnits))
    return Array.from({ length: end - first + 1 }, (_, n) => first + n)
  }
  const tiles = range(x).flatMap((column) => range(y).map((row) => ({ z: zoom, x: column, y: row })))
  return Promise.all(
    tiles.map(async (tile) => {
      const read = await readTile(map, tile)
      return { ...read, left: tile.x * tileUnits, top: tile.y * tileUnits }
    }),
  )
}

function readTile(map: StreetMap, tile: { z: number; x: number; y: number }): Promise<Tile> {
  const key = `${map.path} ${map.version} ${tile.z} ${tile.x} ${tile.y}`
  const known = tiles.get(key)
  tiles.delete(key)
  const read = known ?? decode(map, tile)
  tiles.set(key, read)
  read.catch(() => tiles.delete(key))
  if (tiles.size > keptTiles) tiles.delete(tiles.keys().next().value!)
  return read
}

async function decode(
  { archive, facts }: StreetMap,
  tile: { z: number; x: number; y: number },
): Promise<Tile> {
  const bytes = await archive.tile(tile)
  if (bytes === null) return noTile
  const { named, numbers, places } = readStreetTile(bytes, facts.schema)
  return {
    numbers,
    places,
    named: named.flatMap(({ street, names, line }) => {
      const isPath = street === 'path' || street === 'track'
      // Copies beyond the sides are the neighbours' own.
      return clipLine(line, tileUnits).map((part) => ({ names, isPath, line: part }))
    }),
  }
}

function distanceTo(line: readonly number[], x: number, y: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let n = 2; n < line.length; n += 2) {
    const [x0, y0] = [line[n - 2]!, line[n - 1]!]
    const [dx, dy] = [line[n]! - x0, line[n + 1]! - y0]
    const length = dx * dx + dy * dy
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / length))
    best = Math.min(best, (x0 + share * dx - x) ** 2 + (y0 + share * dy - y) ** 2)
  }
  return Math.sqrt(best)
}
