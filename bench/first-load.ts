/**
 * The first visit of a browser that has nothing of the page yet: what comes over the network, and how long it takes, until
 * the sign-in form is there, and from signing in until the first vehicle is in the list. Once as the machine is, once as
 * over fast 3G (1.6 Mbit/s, 150 ms), which is set in the browser. `--devices 200`, `--typingMs 5000` between the two.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions, rounded } from './load/figures.ts'
import { openMonitorBench } from './load/monitor-page.ts'

const { devices, typingMs } = readOptions({ devices: 200, typingMs: 5_000 })
const networks = {
  'as it is': null,
  'fast 3G': { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
}

const bench = await openMonitorBench(devices)
try {
  const browser = bench.page.context().browser()!
  const rows = []
  for (const [network, conditions] of Object.entries(networks)) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    if (conditions) await devtools.send('Network.emulateNetworkConditions', conditions)
    let bytes = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    const start = performance.now()
    await page.goto(`${bench.url}/login`, { waitUntil: 'commit' })
    await page.locator('input[autocomplete=username]').waitFor()
    const formMs = performance.now() - start
    const formBytes = bytes
    await page.locator('input[autocomplete=username]').fill('bench')
    await page.locator('input[autocomplete=current-password]').fill('bench')
    await sleep(typingMs)
    const signInStart = performance.now()
    await page.locator('button[type=submit]').click()
    await page.locator('[data-testid=tw-device]').first().waitFor()
    const vehicleMs = performance.now() - signInStart
    const [formKb, allKb] = [formBytes, bytes].map((count) => Math.round(count / 1000))
    rows.push({ network, formKb, formMs: rounded(formMs, 0), allKb, vehicleMs: rounded(vehicleMs, 0) })
    await page.context().close()
  }
  console.table(rows)
} finally {
  await bench.close()
}
