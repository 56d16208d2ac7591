import { clipLine } from '@trackway/core/features/street-maps/clip-line.ts'
import { type Names, readStreetTile, tileUnits } from '@trackway/core/features/street-maps/street-tile.ts'
import { latAt, lonAt, tileOfId } from '@trackway/core/features/street-maps/tile-id.ts'
import type { StreetMap } from '../map-folder.ts'

/** What has a name in a map file: a row for each road, as far as it hangs together, and for each settlement. */
export interface NamedThing {
  kind: string
  names: Names
  lat: number
  lon: number
  west: number
  south: number
  east: number
  north: number
}

/** Files with more tiles are not searched: a country has some hundred thousand, the planet a thousand times as many. */
export const mostTiles = 2_000_000
/** Pieces of one name so near to one another are one road. */
const joinedM = 200
const settlements = [
  'city',
  'town',
  'village',
  'hamlet',
  'suburb',
  'quarter',
  'neighbourhood',
  'locality',
  'macrohood',
]

interface Road extends NamedThing {
  /** The middle of its longest piece. */
  longest: number
}

/** @returns null for a file that is too large */
export async function collectNames(map: StreetMap): Promise<NamedThing[] | null> {
  const { archive, facts } = map
  const { maxZoom, addressedTiles } = archive.header
  if (addressedTiles > mostTiles) return null
  const roads = new Map<string, Road[]>()
  const places = new Map<string, NamedThing>()
  for await (const entries of archive.entries()) {
    for (const { id, run } of entries) {
      for (let n = 0; n < Math.min(run, 64); n++) {
        const tile = tileOfId(id + n)
        if (tile.z !== maxZoom) continue
        const bytes = await archive.tile(tile)
        if (bytes === null) continue
        const read = readStreetTile(bytes, facts.schema)
        const lonOf = (x: number) => lonAt(tile.x + x / tileUnits, maxZoom)
        const latOf = (y: number) => latAt(tile.y + y / tileUnits, maxZoom)
        for (const { names, line } of read.named) {
          if (names.name === undefined) continue
          for (const part of clipLine(line, tileUnits)) addRoad(roads, names, part, lonOf, latOf)
        }
        for (const { names, kind, x, y } of read.places) {
          if (!settlements.includes(kind) || names.name === undefined) continue
          const [lat, lon] = [latOf(y), lonOf(x)]
          places.set(`${names.name} ${lat.toFixed(3)} ${lon.toFixed(3)}`, {
            kind,
            names,
            lat,
            lon,
            west: lon,
            east: lon,
            south: lat,
            north: lat,
          })
        }
      }
    }
  }
  return [...[...roads.values()].flatMap(joined), ...places.values()]
}

function addRoad(
  roads: Map<string, Road[]>,
  names: Names,
  line: readonly number[],
  lonOf: (x: number) => number,
  latOf: (y: number) => number,
): void {
  const xs = line.filter((_, n) => n % 2 === 0)
  const ys = line.filter((_, n) => n % 2 === 1)
  const middle = Math.floor(xs.length / 2)
  const piece: Road = {
    kind: 'road',
    names,
    lat: latOf(ys[middle]!),
    lon: lonOf(xs[middle]!),
    west: lonOf(Math.min(...xs)),
    east: lonOf(Math.max(...xs)),
    north: latOf(Math.min(...ys)),
    south: latOf(Math.max(...ys)),
    longest: Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)),
  }
  const known = roads.get(names.name!)
  if (!known) roads.set(names.name!, [piece])
  else {
    const near = known.find((other) => isNear(other, piece))
    if (near) join(near, piece)
    else known.push(piece)
  }
}

/** Roads that grew towards one another are one. */
function joined(roads: readonly Road[]): Road[] {
  const kept: Road[] = []
  for (const road of roads) {
    const near = kept.find((other) => isNear(other, road))
    if (near) join(near, road)
    else kept.push(road)
  }
  return kept.length < roads.length ? joined(kept) : kept
}

function isNear(a: NamedThing, b: NamedThing): boolean {
  const up = joinedM / 111_195
  const across = up / Math.cos((a.lat * Math.PI) / 180)
  return (
    a.west - across <= b.east &&
    a.east + across >= b.west &&
    a.south - up <= b.north &&
    a.north + up >= b.south
  )
}

function join(road: Road, piece: Road): void {
  if (piece.longest > road.longest) {
    road.lat = piece.lat
    road.lon = piece.lon
    road.longest = piece.longest
  }
  road.names = { ...piece.names, ...road.names }
  road.west = Math.min(road.west, piece.west)
  road.east = Math.max(road.east, piece.east)
  road.south = Math.min(road.south, piece.south)
  road.north = Math.max(road.north, piece.north)
}
