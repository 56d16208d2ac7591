/**
 * Memory an idle, logged-in device connection takes: resident memory of the gateway with 10,000 of them, less
 * what it takes with none, after a collection of garbage. `--devices 10000`.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBenchDatabase } from './load/bench-database.ts'
import { readOptions } from './load/figures.ts'
import { startLoad, startServerScript, stopServer } from './load/load-run.ts'
import { useOf } from './load/process-use.ts'

const { devices } = readOptions({ devices: 10_000 })
const warmUp = 500
const database = await openBenchDatabase(devices)
try {
  const server = await startServerScript('server-process.ts', [database.url], ['--expose-gc'])
  const idleRss = async () => {
    // Twice: what the first collection frees, the second one gives back to the system.
    await useOf(server.child)
    await sleep(3_000)
    return (await useOf(server.child)).rssBytes
  }
  // A few devices come and go first, so that code and buffers are there already.
  const first = await startLoad(server.port, warmUp, 'idle', 0, 0)
  first.send('end')
  await once(first, 'exit')
  const before = await idleRss()
  const all = await startLoad(server.port, devices, 'idle', 0, 0)
  const after = await idleRss()
  all.send('end')
  await once(all, 'exit')
  await stopServer(server.child)
  const bytesPerConnection = Math.round((after - before) / devices)
  console.table([{ devices, beforeMb: before >> 20, afterMb: after >> 20, bytesPerConnection }])
} finally {
  await database.drop()
}
