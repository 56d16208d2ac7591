/**
 * Acknowledgement under an open load: 10,000 and 20,000 reports a second arrive whatever comes back, from
 * 10,000 connections, each acknowledged after its commit. `--json`, `--seconds 10`, `--rates 10000,20000`.
 */
import { parseArgs } from 'node:util'
import { openBenchDatabase } from './bench-database.ts'
import { runLoad, startServerScript, stopServer } from './load-run.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '10' },
    devices: { type: 'string', default: '10000' },
    rates: { type: 'string', default: '10000,20000' },
  },
})
const devices = Number(values.devices)
const rows: object[] = []
for (const rate of values.rates.split(',').map(Number)) {
  const database = await openBenchDatabase(devices)
  try {
    const server = await startServerScript('gateway-process.ts', [database.url])
    const result = await runLoad(database, server, {
      devices,
      mode: 'open',
      value: rate,
      seconds: Number(values.seconds),
    })
    await stopServer(server.child)
    rows.push({
      'reports/s asked': rate,
      'acknowledged/s': Math.round(result.perSecond),
      'p50 ms': Number(result.p50Ms.toFixed(1)),
      'p99 ms': Number(result.p99Ms.toFixed(1)),
    })
  } finally {
    await database.drop()
  }
}
if (values.json) console.log(JSON.stringify(rows))
else console.table(rows)
