/**
 * Durable ingest: 10,000 connections, each report acknowledged after its commit; beside it the bare loop, the
 * least such a server can do. `--seconds 10`, `--devices 10000`, `--window 1` reports in flight of each, `--threads 0` that
 * serve devices (0: the main thread does).
 */
import { openBenchDatabase } from './load/bench-database.ts'
import { readOptions, rounded } from './load/figures.ts'
import { runLoad, type ServerScript, startServerScript, stopServer } from './load/load-run.ts'

const { devices, window, seconds, threads } = readOptions({
  seconds: 10,
  devices: 10_000,
  window: 1,
  threads: 0,
})
const bare = await measure('bare-process.ts')
const whole = await (threads > 0 ? measure('threads-process.ts', threads) : measure('server-process.ts'))
console.table({ 'bare loop': bare, 'whole pipeline': whole })
console.log(`whole / bare: ${(whole['reports/s'] / bare['reports/s']).toFixed(2)}`)

async function measure(script: ServerScript, ...args: number[]) {
  const database = await openBenchDatabase(devices)
  try {
    const server = await startServerScript(script, [database.url, ...args.map(String)])
    const result = await runLoad(database, server, { devices, mode: 'closed', value: window, seconds })
    await stopServer(server.child)
    return {
      'reports/s': Math.round(result.perSecond),
      'ack p50 ms': Math.round(result.p50Ms),
      'ack p99 ms': Math.round(result.p99Ms),
      'µs/report server': rounded(result.serverMicros, 1),
      database: rounded(result.databaseMicros, 1),
      generator: rounded(result.cpuMicros, 1),
    }
  } finally {
    await database.drop()
  }
}
