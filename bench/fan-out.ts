/**
 * Fan-out of live changes: 1,000 viewers of 400 devices each, every device every 10 seconds, each viewer an
 * account of its own. Prints what of a processor core the server needs. `--json` for machines,
 * `--viewers 1000`, `--devices 400`, `--seconds 20`, `--shared` lets all watch the same account.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { livePath } from '@trackway/core/api/live.ts'
import { openSession } from '@trackway/server/features/accounts/sessions.ts'
import { openBenchDatabase } from './bench-database.ts'
import { startServerScript, stopServer } from './load-run.ts'
import { useOf } from './process-use.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    shared: { type: 'boolean', default: false },
    viewers: { type: 'string', default: '1000' },
    devices: { type: 'string', default: '400' },
    seconds: { type: 'string', default: '20' },
    profile: { type: 'string', default: '' },
  },
})
const viewers = Number(values.viewers)
const devicesEach = Number(values.devices)
const seconds = Number(values.seconds)
const reportEveryMs = 10_000
const tickMs = 100
const owners = values.shared ? 1 : viewers
const devices = owners * devicesEach

/** What all viewers received. */
const received = { bytes: 0, messages: 0, states: 0 }

const database = await openBenchDatabase(0)
const profile = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []
const server = await startServerScript('api-process.ts', [database.url], profile)
try {
  await fill()
  const sockets = await connectAll()
  const measured = await measure()
  for (const socket of sockets) socket.close()
  if (values.json) console.log(JSON.stringify(measured))
  else console.table([measured])
} finally {
  await stopServer(server.child)
  await database.drop()
}

async function fill(): Promise<void> {
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
  await database.pool.query(
    `insert into device_states (device_id, is_connected, connected_time, change_time, state_time, fix_time,
       latitude_e7, longitude_e7, speed_kmh, course_deg, satellites, acc_on, acc_since, gsm_level,
       external_voltage_v, odometer_m, day_start_time, day_m)
     select n, true, 1, 1, $2::int8, $2, 312345678 + n, 1214567891 - n, 54.3, 271, 11, true, $2, 4, 13.8, 1234567,
       $2, 54321
     from generate_series(1, $1::int4) n`,
    [devices, Date.now()],
  )
  await database.pool.query('vacuum analyze')
}

async function connectAll(): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  for (let viewer = 0; viewer < viewers; viewer++) {
    const accountId = values.shared ? 1001 : 1001 + viewer
    const token = await openSession(database.db, { accountId, isLong: false, now: Date.now() })
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${livePath}`)
    await new Promise((resolve, reject) => {
      socket.onopen = () => socket.send(JSON.stringify({ type: 'watch', token }))
      socket.onmessage = resolve
      socket.onerror = reject
    })
    socket.onmessage = ({ data }) => {
      received.bytes += data.length
      received.messages++
      received.states += data.split('"id":').length - 1
    }
    sockets.push(socket)
  }
  return sockets
}

/** Tells the server that devices changed, each every ten seconds, evenly; the rows stay what they are. */
async function measure() {
  let next = 0
  const perTick = (devices * tickMs) / reportEveryMs
  let due = 0
  const timer = setInterval(() => {
    const changed: number[] = []
    for (due += perTick; due >= 1; due--) changed.push((next++ % devices) + 1)
    server.child.send({ changed })
  }, tickMs)
  await sleep(3_000)
  const before = await useOf(server.child)
  const startStates = { ...received }
  const start = performance.now()
  await sleep(seconds * 1000)
  const after = await useOf(server.child)
  const elapsedMs = performance.now() - start
  clearInterval(timer)
  const states = received.states - startStates.states
  return {
    viewers,
    'updates/s told': Math.round((states / elapsedMs) * 1000),
    'messages/s': Math.round(((received.messages - startStates.messages) / elapsedMs) * 1000),
    'bytes/update': Math.round((received.bytes - startStates.bytes) / states),
    'server cores': Number(((after.cpuMicros - before.cpuMicros) / 1000 / elapsedMs).toFixed(3)),
    'server MB': Math.round(after.rssBytes / 1e6),
  }
}
