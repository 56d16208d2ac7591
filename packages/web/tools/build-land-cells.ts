import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { feature } from 'topojson-client'

/**
 * Makes `packages/server/maps/land-cells.bin.gz` of Natural Earth's land (world-atlas): a bit for each twelfth of a
 * degree, from the north-west corner of the world, row by row; 1 where any land is.
 */
const perDegree = 12
const columns = 360 * perDegree
const rows = 180 * perDegree
/** Lines looked at in each row of cells: a narrow island lies between two of them at worst. */
const linesPerRow = 3

const require = createRequire(import.meta.url)
const topology = JSON.parse(readFileSync(require.resolve('world-atlas/land-10m.json'), 'utf8'))
const land = feature(topology, topology.objects.land) as unknown as {
  features: { geometry: { type: string; coordinates: [number, number][][][] } }[]
}
const rings = land.features.flatMap(({ geometry }) =>
  geometry.type === 'Polygon'
    ? (geometry.coordinates as unknown as [number, number][][])
    : geometry.coordinates.flat(),
)
const bits = new Uint8Array((columns * rows) / 8)
for (const ring of rings) {
  // What a coast touches is land, however small the island.
  for (const [lon, lat] of ring) mark(lon, lat)
}
for (let line = 0; line < rows * linesPerRow; line++) {
  const lat = 90 - (line + 0.5) / (perDegree * linesPerRow)
  const crossings = rings
    .flatMap((ring) =>
      ring.slice(1).flatMap(([lon, other], n) => {
        const [lonBefore, before] = ring[n]!
        if (before > lat === other > lat || Math.abs(lon - lonBefore) > 180) return []
        return [lonBefore + ((lat - before) / (other - before)) * (lon - lonBefore)]
      }),
    )
    .sort((a, b) => a - b)
  for (let n = 0; n + 1 < crossings.length; n += 2)
    for (let lon = crossings[n]!; lon < crossings[n + 1]!; lon += 0.5 / perDegree) mark(lon, lat)
}
const path = fileURLToPath(new URL('../../server/maps/land-cells.bin.gz', import.meta.url))
writeFileSync(path, gzipSync(bits, { level: 9 }))
console.log(
  `${path}: ${bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)} cells of land`,
)

function mark(lon: number, lat: number): void {
  const column = Math.min(columns - 1, Math.max(0, Math.floor((lon + 180) * perDegree)))
  const row = Math.min(rows - 1, Math.max(0, Math.floor((90 - lat) * perDegree)))
  const at = row * columns + column
  bits[at >> 3]! |= 1 << (at & 7)
}
