/**
 * Fan-out of live changes: 1,000 viewers of 400 devices each, every device every 10 seconds; once each viewer
 * with an account of its own, once all with the same. Prints what of a processor core the server needs, and
 * how long after its commit a change is there. `--json` for machines, `--seconds 20`, `--viewers 1000`,
 * `--devices 400`.
 */

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { livePath } from '@trackway/core/api/live.ts'
import { readUpdates } from '@trackway/core/live-record/live-updates.ts'
import { openSession } from '@trackway/server/features/accounts/sessions.ts'
import { type BenchDatabase, openBenchDatabase } from './load/bench-database.ts'
import { startServerScript, stopServer } from './load/load-run.ts'
import { useOf } from './load/process-use.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    viewers: { type: 'string', default: '1000' },
    devices: { type: 'string', default: '400' },
    seconds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    profile: { type: 'string', default: '' },
  },
})
const viewers = Number(values.viewers)
const devicesEach = Number(values.devices)
const seconds = Number(values.seconds)
const reportEveryMs = 10_000
const tickMs = 100

/** What all viewers of a run received. */
interface Received {
  bytes: number
  messages: number
  states: number
  delaysMs: number[]
}

const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())

const measured: Awaited<ReturnType<typeof run>>[] = []
try {
  for (const [what, owners] of [
    ['an account each', viewers],
    ['one account for all', 1],
  ] as const) {
    if (!values.only || what.startsWith(values.only)) measured.push(await run(what, owners))
  }
} catch (error) {
  if (!interrupted.signal.aborted) throw error
}
if (values.json) console.log(JSON.stringify(measured))
else if (measured.length > 0) console.table(measured)

async function run(what: string, owners: number) {
  const database = await openBenchDatabase(0)
  const devices = owners * devicesEach
  const profile = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []
  const server = await startServerScript('api-process.ts', [database.url, String(devices)], profile)
  const received: Received = { bytes: 0, messages: 0, states: 0, delaysMs: [] }
  const sockets: WebSocket[] = []
  try {
    await fill(database, owners, devices)
    for (let viewer = 0; viewer < viewers; viewer++) {
      interrupted.signal.throwIfAborted()
      const accountId = 1001 + (viewer % owners)
      const token = await openSession(database.db, { accountId, isLong: false, now: Date.now() })
      sockets.push(await connect(server.port, token, received))
    }
    return { what, viewers, ...(await measure(server.child, devices, received)) }
  } finally {
    for (const socket of sockets) socket.close()
    await stopServer(server.child)
    await database.drop()
  }
}

async function fill(database: BenchDatabase, owners: number, devices: number): Promise<void> {
  await database.pool.query(
    `insert into accounts (id, parent_id, path, username, password_hash, role, create_time)
     select 1000 + n, 1, '/1/' || (1000 + n) || '/', 'viewer' || n, '', 3, 0 from generate_series(1, $1::int4) n`,
    [owners],
  )
  await database.pool.query(
    `insert into devices (id, terminal_id, account_id, device_type_id, activate_time, create_time)
     select n, 860000000000000 + n, 1001 + (n - 1) % $2::int4, 13, 1, 0 from generate_series(1, $1::int4) n`,
    [devices, owners],
  )
  await database.pool.query('vacuum analyze')
}

async function connect(port: number, token: string, received: Received): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`)
  socket.binaryType = 'arraybuffer'
  await new Promise((resolve, reject) => {
    socket.onopen = () => socket.send(JSON.stringify({ type: 'watch', token }))
    socket.onmessage = resolve
    socket.onerror = reject
  })
  socket.onmessage = ({ data }) => {
    const { states } = readUpdates(new Uint8Array(data))!
    received.bytes += data.byteLength
    received.messages++
    received.states += states.length
    const time = Date.now()
    for (const { stateTime } of states) received.delaysMs.push(time - stateTime!)
  }
  return socket
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
    await sleep(reportEveryMs + 1_000, undefined, interrupted)
    const before = await cpuMicrosOf(child)
    Object.assign(received, { bytes: 0, messages: 0, states: 0, delaysMs: [] })
    const start = performance.now()
    await sleep(seconds * 1000, undefined, interrupted)
    const { bytes, messages, states } = received
    const delaysMs = received.delaysMs.toSorted((a, b) => a - b)
    const cpuMicros = (await cpuMicrosOf(child)) - before
    const { rssBytes } = await useOf(child)
    const elapsedMs = performance.now() - start
    return {
      'updates/s': Math.round((states / elapsedMs) * 1000),
      'messages/s': Math.round((messages / elapsedMs) * 1000),
      'bytes/update': Number((bytes / states).toFixed(1)),
      'server cores': Number((cpuMicros / 1000 / elapsedMs).toFixed(3)),
      'delay p50 ms': delaysMs[Math.floor(delaysMs.length * 0.5)],
      'delay p99 ms': delaysMs[Math.floor(delaysMs.length * 0.99)],
      'server MB': Math.round(rssBytes / 1e6),
    }
  } finally {
    clearInterval(timer)
  }
}

/** Processor time of the server without what it takes it to move the devices. */
async function cpuMicrosOf(child: ChildProcess): Promise<number> {
  child.send('moving')
  const [{ movingMicros }] = (await once(child, 'message')) as [{ movingMicros: number }]
  return (await useOf(child)).cpuMicros - movingMicros
}
