import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { lazy } from '@trackway/core/lazy.ts'

/** Where land is, by twelfths of a degree (`packages/web/tools/build-land-cells.ts`). */
const perDegree = 12
const columns = 360 * perDegree
const rows = 180 * perDegree
const cells = lazy(() =>
  gunzipSync(readFileSync(new URL('../../../maps/land-cells.bin.gz', import.meta.url))),
)

/** Is there no land in the cell of a place, nor in those around it? Then it lies out at sea. */
export function isOpenSea(lat: number, lon: number): boolean {
  const bits = cells()
  const [column, row] = [Math.floor((lon + 180) * perDegree), Math.floor((90 - lat) * perDegree)]
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const y = Math.min(rows - 1, Math.max(0, row + dy))
      const at = y * columns + ((column + dx + columns) % columns)
      if ((bits[at >> 3]! >> (at & 7)) & 1) return false
    }
  }
  return true
}
