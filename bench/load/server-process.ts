/**
 * Gateway, ingest, API and live connection as a process of its own: `database-url [devices] [web-folder] [gather-ms]
 * [jobs]`; with `jobs`, the thread that packs days and finds trips runs as in the product. Sends its ports, and what it uses on request. `{ moved: { from, count } }` moves devices of those numbers, of the so many it holds
 * states of, and publishes it on its bus, as ingest does after a commit.
 */
import { createAuthenticate } from '@trackway/server/features/accounts/sessions.ts'
import { allHandlers } from '@trackway/server/features/all.ts'
import { createDeviceRegistry } from '@trackway/server/features/devices/device-registry.ts'
import { anyPort, startGateway } from '@trackway/server/gateway/gateway.ts'
import { type DeviceStateRow, newDeviceState } from '@trackway/server/ingest/device-state.ts'
import { startIngest } from '@trackway/server/ingest/ingest.ts'
import { Live } from '@trackway/server/live/live.ts'
import { createLocalBus } from '@trackway/server/platform/bus/bus.ts'
import { openDatabase } from '@trackway/server/platform/database/database.ts'
import { startHttp } from '@trackway/server/platform/http/http.ts'
import { createLog } from '@trackway/server/platform/log.ts'
import { startTrackThread } from '@trackway/server/start/track-jobs.ts'
import { placeOf } from './live-fleet.ts'
import { answerUse } from './process-use.ts'

/** The states of a fleet on the road, without the ingest that derives them. */
function aDrivingState(deviceId: number): DeviceStateRow {
  const time = Date.now()
  const { latitudeE7, longitudeE7 } = placeOf(deviceId)
  return {
    ...newDeviceState(deviceId),
    is_connected: true,
    connected_time: time,
    latitude_e7: latitudeE7,
    longitude_e7: longitudeE7,
    satellites: 11,
    acc_on: true,
    acc_since: time,
    gsm_level: 4,
    external_voltage_v: 13.8,
    odometer_m: 1_234_567,
    day_start_time: time,
    day_m: 54_321,
  }
}

function move({ from, count }: { from: number; count: number }): void {
  const begin = process.cpuUsage()
  const time = Date.now()
  const deviceIds = Int32Array.from({ length: count }, (_, index) => ((from + index) % states.length) + 1)
  for (const deviceId of deviceIds) {
    const state = states[deviceId - 1]!
    state.change_time = state.state_time = time
    state.fix_time = time - 1_500
    state.latitude_e7! += 14_000
    state.speed_kmh = 50 + (time % 100) / 10
    state.course_deg = time % 360
    state.odometer_m! += 150
    state.day_m += 150
  }
  const { user, system } = process.cpuUsage(begin)
  movingMicros += user + system
  bus.publish('device.changed', { deviceIds, time })
}

/** Processor time that went into moving, which is no part of what is measured. */
let movingMicros = 0

const database = openDatabase(process.argv[2]!, 16)
const log = createLog('warn')
const bus = createLocalBus(log)
const registry = createDeviceRegistry({ database, bus })
const gatherMs = Number(process.argv[5] ?? 15)
const ingest = startIngest({ database, bus, log, gateway: 'bench', gatherMs })
const states = Array.from({ length: Number(process.argv[3] ?? 0) }, (_, index) => aDrivingState(index + 1))
const stateOf = states.length > 0 ? (deviceId: number) => states[deviceId - 1] : ingest.stateOf
const live = new Live({ database, bus, log, stateOf })
const gateway = await startGateway({
  config: {
    host: '127.0.0.1',
    registerUnknown: false,
    ports: { detect: 0, gt06: anyPort, jt808: 0 },
    maxConnectionsPerAddress: 50_000,
    firstLoginMs: 30_000,
    idleTimeoutMs: 900_000,
  },
  ingest,
  registry,
  database,
  bus,
  log,
  name: 'bench',
})
const http = await startHttp({
  config: { http: { port: 0, host: '127.0.0.1', trustProxy: () => false } },
  database,
  bus,
  log,
  authenticate: createAuthenticate({ database, bus }),
  handlers: allHandlers,
  mount: [live.mount],
  requestsPerMinute: 1_000_000,
  ...(process.argv[4] && { webRoot: process.argv[4] }),
})
const work = { databaseUrl: process.argv[2]!, daysKept: 0, logLevel: 'warn' } as const
const stopJobs = process.argv[6] === 'jobs' ? startTrackThread(work, { pool: database.pool, log }) : undefined
answerUse(() => movingMicros)
process.on('message', (message: string | { moved: { from: number; count: number } }) => {
  if (typeof message === 'object') move(message.moved)
})
process.send?.({ port: gateway.ports.gt06, httpPort: http.port })
// Without its parent it is of no use any more.
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', async () => {
  await stopJobs?.()
  await live.close()
  await http.close()
  await gateway.close()
  await ingest.close()
  await database.close()
  process.exit(0)
})
