import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createLocalBus } from '../platform/bus/bus.ts'
import { openDatabase } from '../platform/database/database.ts'
import { aDevice, anAccount } from '../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { DeviceStateRow } from './device-state.ts'
import type { Ingest, startIngest } from './ingest.ts'
import type { Outcome, Presence } from './ingest-item.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let deviceIds: number[]
beforeAll(async () => {
  database = await openTestDatabase()
  const owner = await anAccount(database)
  const devices = await Promise.all(Array.from({ length: 20 }, () => aDevice(database, owner)))
  deviceIds = devices.map(({ id }) => id)
})
afterAll(() => database.drop())

/** Starts ingest as this version does, or as one whose device states have a column more, `tank_l`. */
async function startVersion(gateway: 'old' | 'new'): Promise<Ingest> {
  vi.resetModules()
  if (gateway === 'new')
    vi.doMock('./device-state.ts', async (original) => {
      const states = await original<typeof import('./device-state.ts')>()
      return {
        ...states,
        deviceStateColumns: { ...states.deviceStateColumns, tank_l: 'float4' },
        copyDeviceState: (state: DeviceStateRow) =>
          Object.assign(states.copyDeviceState(state), { tank_l: 77 }),
      }
    })
  const version: { startIngest: typeof startIngest } = await import('./ingest.ts')
  vi.doUnmock('./device-state.ts')
  const own = openDatabase(database.url, 4)
  const ingest = version.startIngest({ database: own, bus: createLocalBus(log), log, gateway, gatherMs: 0 })
  onTestFinished(async () => {
    await ingest.close()
    await own.close()
  })
  return ingest
}

test('an old and a new version store 1,000 reports of devices that go back and forth: none lost, none double', async () => {
  const old = await startVersion('old')
  const send = sender()
  await Promise.all(deviceIds.map((id) => send(old, id)))
  // What an upgrade does, beneath the old version.
  await database.pool.query(`
    alter table device_states add column tank_l real;
    alter table positions add column tank_l real`)
  const current = await startVersion('new')
  const outcomes: Promise<Outcome>[] = []
  for (let round = 0; round < 7; round++) {
    const ingest = round % 2 === 0 ? current : old
    for (const id of deviceIds) {
      // The last of them are under way when the device connects to the other.
      const sent = Array.from({ length: 7 }, (_, n) => send(ingest, id, n === 0))
      outcomes.push(...sent)
      if (id % 2) await sent[0]
    }
  }
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['committed']))
  const { rows } = await database.pool.query(
    'select count(*)::int4 as stored, count(distinct (device_id, latitude_e7))::int4 as reports from positions',
  )
  expect(rows).toEqual([{ stored: 1000, reports: 1000 }])
  const states = await database.pool.query(
    'select gateway, tank_l, count(*)::int4 from device_states group by 1, 2',
  )
  expect(states.rows).toEqual([{ gateway: 'new', tank_l: 77, count: 20 }])
})

/** Sends reports, each later than the one before and at a place of its own. */
function sender() {
  let sent = 0
  const start = Date.now() - 3_600_000
  return (ingest: Ingest, deviceId: number, isConnecting = true): Promise<Outcome> => {
    const number = sent++
    const presence: Presence = { isConnected: true, remoteAddress: '::1', wire: 'gt06' }
    return new Promise((settled) =>
      ingest.submit({
        device: { deviceId, timeZone: 'Asia/Shanghai', activateTime: 1 },
        receivedTime: Date.now(),
        reports: [
          {
            fixTime: start + number * 1000,
            fix: 'gps',
            latitude: 22 + number * 1e-4,
            longitude: 113.9,
            speedKmh: 40,
          },
        ],
        isFromDevice: true,
        kind: 'reports',
        ...(isConnecting && { presence }),
        settled,
      }),
    )
  }
}
