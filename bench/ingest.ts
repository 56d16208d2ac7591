/**
 * Durable ingest: 10,000 connections, each report acknowledged after its commit; beside it the bare loop, the
 * least such a server can do. `--json` for machines, `--seconds 10`, `--devices 10000`, `--runs 1`.
 */
import { parseArgs } from 'node:util'
import { openBenchDatabase } from './load/bench-database.ts'
import { type RunResult, runLoad, startServerScript, stopServer } from './load/load-run.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '10' },
    devices: { type: 'string', default: '10000' },
    window: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    profile: { type: 'string', default: '' },
  },
})
const devices = Number(values.devices)
const results: { [script: string]: RunResult } = {}
for (const script of ['bare-process.ts', 'gateway-process.ts']) {
  if (values.only && !script.startsWith(values.only)) continue
  const database = await openBenchDatabase(devices)
  try {
    const profile = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []
    const server = await startServerScript(script, [database.url], profile)
    const load = {
      devices,
      mode: 'closed',
      value: Number(values.window),
      seconds: Number(values.seconds),
    } as const
    results[script] = await runLoad(database, server, load)
    await stopServer(server.child)
  } finally {
    await database.drop()
  }
}

const bare = results['bare-process.ts']
const whole = results['gateway-process.ts']
if (values.json) console.log(JSON.stringify({ bare, whole }))
else {
  const row = (name: string, result: RunResult | undefined) =>
    result && {
      what: name,
      'reports/s': Math.round(result.perSecond),
      'ack p50 ms': Math.round(result.p50Ms),
      'ack p99 ms': Math.round(result.p99Ms),
      'µs/report server': result.serverMicros.toFixed(1),
      database: result.databaseMicros.toFixed(1),
      generator: result.cpuMicros.toFixed(1),
    }
  console.table([row('bare loop', bare), row('whole pipeline', whole)].filter(Boolean))
  if (bare && whole) console.log(`whole / bare: ${(whole.perSecond / bare.perSecond).toFixed(2)}`)
}
