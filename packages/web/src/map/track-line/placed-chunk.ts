import { type MapProjection, nearestCopy, worldWidthM } from '../projections.ts'
import { type LineChunk, pieceLength } from './line-chunk.ts'

/**
 * A chunk on the projection of the base map. Coordinates are offsets from the chunk's origin: within one block's
 * reach 32 bits hold them to the centimetre. Across the 180th meridian they go on, beyond the edge of the projection.
 */
export interface PlacedChunk {
  chunk: LineChunk
  originX: number
  originY: number
  worldM: number
  x: Float32Array
  y: Float32Array
  hiddenX: Float32Array
  hiddenY: Float32Array
  /** West, south, east, north of each piece of each level. */
  pieces: Float32Array[]
  box: [west: number, south: number, east: number, north: number]
}

export function placeChunk(chunk: LineChunk, projection: MapProjection): PlacedChunk {
  const { length, latE7, lonE7, hidden } = chunk
  const from = length > 0 ? { latE7, lonE7 } : hidden
  const [originX, originY] = projection.fromWgs84((from.lonE7[0] ?? 0) / 1e7, (from.latE7[0] ?? 0) / 1e7)
  const worldM = worldWidthM(projection)
  const place = (places: { latE7: Int32Array; lonE7: Int32Array }) => {
    const x = new Float32Array(places.latE7.length)
    const y = new Float32Array(places.latE7.length)
    for (let i = 0; i < x.length; i++) {
      const [projectedX, projectedY] = projection.fromWgs84(places.lonE7[i]! / 1e7, places.latE7[i]! / 1e7)
      x[i] = nearestCopy(projectedX, originX, worldM) - originX
      y[i] = projectedY - originY
    }
    return { x, y }
  }
  const { x, y } = place({ latE7, lonE7 })
  const { x: hiddenX, y: hiddenY } = place(hidden)
  const pieces = chunk.levels.map(({ points }) => boxes(points, x, y))
  return { chunk, originX, originY, worldM, x, y, hiddenX, hiddenY, pieces, box: boxOf(x, y) }
}

/** Each piece begins with the last point of the one before, so that the way between them is in its box. */
function boxes(points: Uint32Array, x: Float32Array, y: Float32Array): Float32Array {
  const count = Math.ceil(points.length / pieceLength)
  const found = new Float32Array(count * 4)
  for (let piece = 0; piece < count; piece++) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
    const end = Math.min((piece + 1) * pieceLength, points.length)
    for (let n = Math.max(0, piece * pieceLength - 1); n < end; n++) {
      const i = points[n]!
      west = Math.min(west, x[i]!)
      east = Math.max(east, x[i]!)
      south = Math.min(south, y[i]!)
      north = Math.max(north, y[i]!)
    }
    found.set([west, south, east, north], piece * 4)
  }
  return found
}

function boxOf(x: Float32Array, y: Float32Array): PlacedChunk['box'] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < x.length; i++) {
    west = Math.min(west, x[i]!)
    east = Math.max(east, x[i]!)
    south = Math.min(south, y[i]!)
    north = Math.max(north, y[i]!)
  }
  return [west, south, east, north]
}
