/**
 * The home map under load: 100,000 devices, a tenth of them moving each second, while the map is dragged.
 * Prints the time an update takes on the main thread and the frame times, in a real Chromium.
 * `node bench/map-frame.ts [devices]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { build, preview } from 'vite'
import { chromiumSwitches, ensureChromium } from '../scripts/chromium.mjs'

const devices = Number(process.argv[2] ?? 100_000)
const goals = { updateMs: 5, frameMs: 20 }

const outDir = mkdtempSync(join(tmpdir(), 'trackway-map-frame-'))
const root = fileURLToPath(new URL('./map-frame', import.meta.url))
await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } })
const server = await preview({ root, build: { outDir }, preview: { port: 0 } })
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: chromiumSwitches,
})
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${server.resolvedUrls!.local[0]}?devices=${devices}`)
  await page.waitForFunction('window.drag')
  console.log(`${devices} devices, a tenth moving each second, dragging`)
  for (const [name, zoom] of [
    ['all in view, clustered', 5],
    ['near, with labels', 12],
  ] as const) {
    const { updates, frames, paints, inView }: Measured = await page.evaluate(`drag(${zoom}, 8)`)
    const update = percentile(updates.slice(1), 0.5)
    const frame = percentile(frames, 0.95)
    const isGood = update <= goals.updateMs && frame <= goals.frameMs
    console.log(
      `${name}: ${inView} in view, update ${update.toFixed(1)} ms, paint p50 ${percentile(paints, 0.5).toFixed(1)} p95 ${percentile(paints, 0.95).toFixed(1)} ms, frame p95 ${frame.toFixed(1)} ms, longest ${Math.max(...frames).toFixed(0)} ms${isGood ? '' : '  ← misses its goal'}`,
    )
  }
} finally {
  await browser.close()
  await server.close()
  rmSync(outDir, { recursive: true })
}

interface Measured {
  updates: number[]
  frames: number[]
  paints: number[]
  inView: number
}

function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!
}
