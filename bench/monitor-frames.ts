/**
 * Dragging the map of the real monitor: the page as built, signed in, a whole fleet of which a tenth reports each
 * second. Prints the times of frames and the processor time of the page's own thread for each, all in view as clusters and near,
 * with labels. `--devices 100000`, `--seconds 8`, `--profile 1` writes `monitor-frames.cpuprofile` of both.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile, readOptions, rounded } from './load/figures.ts'
import { openMonitorBench } from './load/monitor-page.ts'

const options = readOptions({ devices: 100_000, seconds: 8, profile: 0 })
const { devices, seconds } = options

/** Runs in the page. */
const watchFrames = `
  const seen = { frames: [], tasks: [] }
  globalThis.seen = seen
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration)
  }).observe({ type: 'longtask' })
  let last = 0
  const tick = (now) => {
    if (last > 0) seen.frames.push(now - last)
    last = now
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
`

const bench = await openMonitorBench(devices)
const { page, server, url } = bench
try {
  await page.goto(`${url}/index/home`)
  const whole = page.getByRole('button').filter({ hasText: new RegExp(`${devices.toLocaleString('en')}$`) })
  await whole.first().waitFor({ timeout: 120_000 })
  await page.locator('[role=listbox]:not([aria-busy=true])').first().waitFor({ timeout: 120_000 })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  let moved = 0
  const reports = setInterval(() => {
    server.child.send({ moved: { from: moved, count: devices / 100 } })
    moved = (moved + devices / 100) % devices
  }, 100)
  // Before frames are watched, which keeps them coming.
  console.log(`Left alone, its thread works ${await restShare(devtools)} % of the time.`)
  await page.evaluate(watchFrames)
  const rows = [await drag('all, clustered', devtools)]
  await page.mouse.move(720, 450)
  for (let i = 0; i < 12; i++) {
    await page.mouse.wheel(0, -240)
    await sleep(400)
  }
  await sleep(2_000)
  rows.push(await drag('near, with labels', devtools))
  clearInterval(reports)
  console.table(rows)
} finally {
  await bench.close()
}

type DevTools = Awaited<ReturnType<ReturnType<typeof page.context>['newCDPSession']>>

/** How much of the time the page works while nobody touches it, percent. */
async function restShare(devtools: DevTools): Promise<number> {
  // By then what is loaded while one looks is there: the card, and what map providers send.
  await sleep(10_000)
  const before = await threadMs(devtools)
  await sleep(seconds * 1000)
  return rounded(((await threadMs(devtools)) - before) / (seconds * 10), 1)
}

async function drag(what: string, devtools: DevTools) {
  await sleep(2_000)
  if (options.profile) {
    await devtools.send('Profiler.enable')
    await devtools.send('Profiler.start')
  }
  await page.evaluate('seen.frames = []; seen.tasks = []')
  const before = await threadMs(devtools)
  await page.mouse.move(800, 400)
  await page.mouse.down()
  const begin = performance.now()
  for (let at = 0; at < seconds * 1000; at = performance.now() - begin) {
    const angle = (at / 2000) * Math.PI
    await page.mouse.move(800 + Math.cos(angle) * 200, 400 + Math.sin(angle) * 200)
    await sleep(8)
  }
  await page.mouse.up()
  const used = (await threadMs(devtools)) - before
  const { frames, tasks } = (await page.evaluate('seen')) as { frames: number[]; tasks: number[] }
  if (options.profile) {
    const { profile } = await devtools.send('Profiler.stop')
    writeFileSync(`monitor-frames-${what.split(',')[0]}.cpuprofile`, JSON.stringify(profile))
  }
  return {
    what,
    frames: frames.length,
    'frame p50 ms': rounded(quantile(frames, 0.5), 1),
    'p95 ms': rounded(quantile(frames, 0.95), 1),
    'longest task ms': Math.round(Math.max(0, ...tasks)),
    'page CPU ms/frame': rounded(used / frames.length, 1),
  }
}

/** Processor time of the page's thread. */
async function threadMs(devtools: DevTools): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
}
