/**
 * Latency under an open load from 10,000 connections, which arrives whatever comes back: acknowledgement, after
 * the commit, at 10,000 and 20,000 reports a second; and frame in to WebSocket out, at 5,000 reports a second
 * with 200 viewers of an account each. `--json`, `--seconds 10`, `--rates 10000,20000`, `--live-rate 5000`.
 */
import { parseArgs } from 'node:util'
import { openBenchDatabase } from './load/bench-database.ts'
import { watchDevices } from './load/live-viewers.ts'
import { runLoad, startServerScript, stopServer } from './load/load-run.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '10' },
    devices: { type: 'string', default: '10000' },
    rates: { type: 'string', default: '10000,20000' },
    'live-rate': { type: 'string', default: '5000' },
    viewers: { type: 'string', default: '200' },
  },
})
const devices = Number(values.devices)
const rounded = (ms: number | undefined) => Number(ms?.toFixed(1))

const rows: object[] = []
for (const rate of values.rates.split(',').map(Number)) rows.push(await measure(rate, 0))
rows.push(await measure(Number(values['live-rate']), Number(values.viewers)))
if (values.json) console.log(JSON.stringify(rows))
else console.table(rows)

async function measure(rate: number, viewers: number) {
  const database = await openBenchDatabase(devices)
  try {
    const server = await startServerScript('gateway-process.ts', [database.url])
    const live = viewers > 0 ? await watchDevices(database, server.httpPort!, viewers) : null
    const seconds = Number(values.seconds)
    const result = await runLoad(database, server, { devices, mode: 'open', value: rate, seconds })
    const delaysMs = live?.close(Date.now() - seconds * 1000).toSorted((a, b) => a - b)
    await stopServer(server.child)
    const at = (share: number) => rounded(delaysMs?.[Math.floor(delaysMs.length * share)])
    return {
      'reports/s asked': rate,
      'acknowledged/s': Math.round(result.perSecond),
      'ack p50 ms': rounded(result.p50Ms),
      'ack p99 ms': rounded(result.p99Ms),
      ...(viewers > 0 && { viewers, 'live p50 ms': at(0.5), 'live p99 ms': at(0.99) }),
    }
  } finally {
    await database.drop()
  }
}
