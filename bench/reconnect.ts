/**
 * All devices of a gateway come back at once, as after its restart: how long until each has its login acknowledged, and
 * the processor time of server and database for it. The first round finds them as after a start, the others within
 * minutes of their last connection. `--devices 10000`, `--rounds 4`.
 */
import { once } from 'node:events'
import { openBenchDatabase } from './load/bench-database.ts'
import { readOptions } from './load/figures.ts'
import { startLoad, startServerScript, stopServer } from './load/load-run.ts'
import { cpuOfTree, useOf } from './load/process-use.ts'

const { devices, rounds } = readOptions({ devices: 10_000, rounds: 4 })
const database = await openBenchDatabase(devices)
try {
  const server = await startServerScript('server-process.ts', [database.url])
  const one = await connect(server.port, 1)
  const rows = []
  for (let round = 1; round <= rounds; round++) {
    const [before, databaseBefore] = [await useOf(server.child), await cpuOfTree(database.pid)]
    const ms = await connect(server.port, devices)
    const [after, databaseAfter] = [await useOf(server.child), await cpuOfTree(database.pid)]
    rows.push({
      round,
      // Without the start of the generator.
      'all back, ms': Math.round(ms - one),
      'server, ms': Math.round((after.cpuMicros - before.cpuMicros) / 1000),
      'database, ms': Math.round((databaseAfter - databaseBefore) / 1000),
    })
  }
  console.table(rows)
  await stopServer(server.child)
} finally {
  await database.drop()
}

async function connect(port: number, count: number): Promise<number> {
  const begin = performance.now()
  const load = await startLoad(port, count, 'idle', 0, 0)
  const ms = performance.now() - begin
  load.send('end')
  await once(load, 'exit')
  return ms
}
