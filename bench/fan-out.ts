/**
 * Fan-out of live changes: 1,000 viewers of 400 devices each, every device every 10 seconds; once each viewer
 * with an account of its own, once all with the same. Prints what of a processor core the server needs, and
 * how long after its commit a change is there. `--seconds 20`, `--viewers 1000`, `--devices 400`.
 */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBenchDatabase } from './load/bench-database.ts'
import { quantile, readOptions, rounded } from './load/figures.ts'
import { addOwners, firstOwner, nothingReceived, type Received, watchDevices } from './load/live-viewers.ts'
import { startServerScript, stopServer } from './load/load-run.ts'
import { useOf } from './load/process-use.ts'

const options = readOptions({ viewers: 1_000, devices: 400, seconds: 20 })
const { viewers, seconds } = options
const reportEveryMs = 10_000
const tickMs = 100

console.table([await run('an account each', viewers), await run('one account for all', 1)])

async function run(what: string, owners: number) {
  const database = await openBenchDatabase(0)
  const devices = owners * options.devices
  const server = await startServerScript('server-process.ts', [database.url, String(devices)])
  try {
    await addOwners(database, owners)
    await database.pool.query(
      `insert into devices (id, terminal_id, account_id, device_type_id, activate_time, create_time)
       select n, 860000000000000 + n, $3::int4 + (n - 1) % $2::int4, 13, 1, 0 from generate_series(1, $1::int4) n`,
      [devices, owners, firstOwner],
    )
    await database.pool.query('vacuum analyze')
    const received = nothingReceived()
    const close = await watchDevices(database, { port: server.httpPort, viewers, owners }, received)
    const measured = await measure(server.child, devices, received)
    close()
    return { what, viewers, ...measured }
  } finally {
    await stopServer(server.child)
    await database.drop()
  }
}

/** Lets the devices move, each every ten seconds, evenly. */
async function measure(child: ChildProcess, devices: number, received: Received) {
  let moved = 0
  const begin = performance.now()
  const timer = setInterval(() => {
    const count = Math.floor((devices * (performance.now() - begin)) / reportEveryMs) - moved
    child.send({ moved: { from: moved % devices, count } })
    moved += count
  }, tickMs)
  try {
    // Each device once: from then on what rarely changes is known.
    await sleep(reportEveryMs + 1_000)
    const before = await useOf(child)
    Object.assign(received, nothingReceived())
    const start = performance.now()
    await sleep(seconds * 1000)
    const { bytes, messages, states, delaysMs } = structuredClone(received)
    const { cpuMicros, rssBytes } = await useOf(child)
    const elapsedMs = performance.now() - start
    return {
      'updates/s': Math.round((states / elapsedMs) * 1000),
      'messages/s': Math.round((messages / elapsedMs) * 1000),
      'bytes/update': rounded(bytes / states, 1),
      'server cores': rounded((cpuMicros - before.cpuMicros) / 1000 / elapsedMs, 3),
      'delay p50 ms': quantile(delaysMs, 0.5),
      'delay p99 ms': quantile(delaysMs, 0.99),
      'server MB': Math.round(rssBytes / 1e6),
    }
  } finally {
    clearInterval(timer)
  }
}
