/**
 * The home map under load: 100,000 devices, a tenth of them moving each second, while the map is dragged.
 * Prints the time an update takes on the main thread and the frame times, in a real Chromium. `--devices 100000`.
 */
import { join } from 'node:path'
import { withPage } from './load/chromium-page.ts'
import { quantile, readOptions } from './load/figures.ts'

const { devices } = readOptions({ devices: 100_000 })
const goals = { updateMs: 5, frameMs: 20 }

await withPage(join(import.meta.dirname, 'map-frame'), { width: 1280, height: 800 }, async (page, url) => {
  await page.goto(`${url}?devices=${devices}`)
  await page.waitForFunction('window.drag')
  console.log(`${devices} devices, a tenth moving each second, dragging`)
  for (const [name, zoom] of [
    ['all in view, clustered', 5],
    ['near, with labels', 12],
  ] as const) {
    const { updates, frames, paints, inView }: Measured = await page.evaluate(`drag(${zoom}, 8)`)
    const update = quantile(updates.slice(1), 0.5)
    const frame = quantile(frames, 0.95)
    const isGood = update <= goals.updateMs && frame <= goals.frameMs
    console.log(
      `${name}: ${inView} in view, update ${update.toFixed(1)} ms, paint p50 ${quantile(paints, 0.5).toFixed(1)} p95 ${quantile(paints, 0.95).toFixed(1)} ms, frame p95 ${frame.toFixed(1)} ms, longest ${quantile(frames, 1).toFixed(0)} ms${isGood ? '' : '  ← misses its goal'}`,
    )
  }
})

/** As the page measures it. */
interface Measured {
  updates: number[]
  frames: number[]
  paints: number[]
  inView: number
}
