/**
 * Opening the monitor of a big fleet: the real page in a real Chromium, signed in, its files in the browser's cache
 * as on any day but the first. Prints when the first row of the list, the first picture of the map and the whole fleet are there,
 * what came over the network for it, the processor time of server, database and the page's thread, and the longest time the
 * server and the page did nothing else.
 * `--devices 100000`, `--rounds 3`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { readOptions, rounded } from './load/figures.ts'
import { type MonitorBench, openMonitorBench } from './load/monitor-page.ts'
import { cpuOfTree, stallOf, useOf } from './load/process-use.ts'

const { devices, rounds } = readOptions({ devices: 100_000, rounds: 3 })
const longestMs = 120_000

/** Runs in the page: notes when things are first seen, in ms after the page was requested. */
const watchPage = `
  const seen = { longestTaskMs: 0 }
  globalThis.seen = seen
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longestTaskMs = Math.max(seen.longestTaskMs, duration)
  }).observe({ type: 'longtask' })
  const small = new OffscreenCanvas(64, 64).getContext('2d', { willReadFrequently: true })
  const isPainted = () => {
    const canvas = document.querySelector('canvas.tw-fleet')
    if (!canvas?.width || !canvas.isConnected) return false
    small.clearRect(0, 0, 64, 64)
    small.drawImage(canvas, 0, 0, 64, 64)
    return small.getImageData(0, 0, 64, 64).data.some((value) => value > 0)
  }
  const isWhole = () =>
    document.querySelector('[data-testid=tw-device]') &&
    [...document.querySelectorAll('button')].some((pill) => pill.textContent.endsWith('${devices.toLocaleString('en')}')) &&
    !document.querySelector('[role=listbox][aria-busy=true]')
  const tests = {
    firstRowMs: () => /\\w/.test(document.querySelector('[data-testid=tw-device]')?.textContent ?? ''),
    pictureMs: isPainted,
    allMs: isWhole,
  }
  setInterval(() => {
    for (const [name, test] of Object.entries(tests)) if (!seen[name] && test()) seen[name] = performance.now()
  }, 20)
`

const bench = await openMonitorBench(devices)
try {
  await bench.page.addInitScript(watchPage)
  const rows = []
  for (let round = 0; round <= rounds; round++) {
    const row = await open(bench)
    // The first round fills the caches of browser and database.
    if (round > 0) rows.push(row)
  }
  console.table(rows)
} finally {
  await bench.close()
}

async function open({ page, server, databasePid, url }: MonitorBench) {
  const bytes = await countBytes(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const [serverBefore, databaseBefore] = [await useOf(server.child), await cpuOfTree(databasePid)]
  await stallOf(server.child)
  await page.goto(`${url}/index/home`)
  const end = Date.now() + longestMs
  while (!(await page.evaluate('seen.allMs && seen.pictureMs'))) {
    if (Date.now() > end) throw new Error(`not there: ${await page.evaluate('JSON.stringify(seen)')}`)
    await sleep(100)
  }
  const { stallMs, busyMs } = await stallOf(server.child)
  const seen = (await page.evaluate('seen')) as Record<string, number>
  const { metrics } = await devtools.send('Performance.getMetrics')
  const pageMs = metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  const serverMs = ((await useOf(server.child)).cpuMicros - serverBefore.cpuMicros) / 1000
  const databaseMs = ((await cpuOfTree(databasePid)) - databaseBefore) / 1000
  await page.goto('about:blank')
  return {
    devices,
    'first row ms': Math.round(seen.firstRowMs!),
    'first picture ms': Math.round(seen.pictureMs!),
    'all ms': Math.round(seen.allMs!),
    MB: rounded(bytes() / 1e6, 2),
    'CPU ms: server': Math.round(serverMs),
    database: Math.round(databaseMs),
    page: Math.round(pageMs),
    'server stall ms': Math.round(stallMs),
    'of its own': Math.round(busyMs),
    'page task ms': Math.round(seen.longestTaskMs!),
  }
}

/** @returns bytes the page has received: bodies as they came over the wire, and live messages */
async function countBytes(page: Page): Promise<() => number> {
  let bytes = 0
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  devtools.on('Network.webSocketFrameReceived', ({ response: { opcode, payloadData } }) => {
    // What is binary comes as base64.
    bytes += opcode === 2 ? (payloadData.length * 3) / 4 : payloadData.length
  })
  return () => bytes
}
