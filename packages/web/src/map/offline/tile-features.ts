import { halfWorldM } from '@trackway/core/geo/mercator.ts'
import type { RawTile } from 'geojson-vt'
import type { TileFeature, TileKind } from './worker-messages.ts'

/** A tile of geojson-vt in metres of Web Mercator. `extent` is the width of a tile in its units. */
export function toTileFeatures(
  tile: RawTile,
  at: { z: number; x: number; y: number },
  extent: number,
): TileFeature[] {
  const spanM = (2 * halfWorldM) / 2 ** at.z
  const unitM = spanM / extent
  const west = -halfWorldM + at.x * spanM
  const north = halfWorldM - at.y * spanM
  return tile.features.flatMap((feature): TileFeature[] => {
    if (feature.type !== 2 && feature.type !== 3) return []
    if (Number(feature.tags?.minZ ?? 0) > at.z) return []
    const length = feature.geometry.reduce((sum, ring) => sum + ring.length, 0)
    const coordinates = new Float64Array(length)
    const ends: number[] = []
    let filled = 0
    for (const ring of feature.geometry) {
      for (let i = 0; i < ring.length; i += 2) {
        coordinates[filled++] = west + ring[i]! * unitM
        coordinates[filled++] = north - ring[i + 1]! * unitM
      }
      ends.push(filled)
    }
    const kind = feature.tags?.kind as TileKind
    return [{ kind, type: feature.type === 3 ? 'Polygon' : 'MultiLineString', coordinates, ends }]
  })
}
