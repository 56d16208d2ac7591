import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createLocalBus } from '../platform/bus/bus.ts'
import { aDevice, anAccount, type TestAccount } from '../testing/builders.ts'
import { patience } from '../testing/patience.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type Ingest, startIngest } from './ingest.ts'
import type { Outcome } from './ingest-item.ts'

/** A process at work while a newer version changes the database beneath it. */

const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
let database: TestDatabase
let owner: TestAccount
let ingest: Ingest
let time = Math.floor(Date.now() / 1000) * 1000 - 600_000

beforeAll(async () => {
  database = await openTestDatabase()
  owner = await anAccount(database)
})
afterAll(() => database.drop())
beforeEach(() => {
  ingest = startIngest({ database, bus: createLocalBus(log), log, gateway: 'old', gatherMs: 0 })
})
afterEach(() => ingest.close())

/** Submits one fix of a device. */
function submit(deviceId: number, fixTime: number): { outcome: Outcome | null; settled: Promise<Outcome> } {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const sent: { outcome: Outcome | null; settled: Promise<Outcome> } = { outcome: null, settled: promise }
  ingest.submit({
    device: { deviceId, timeZone: 'Asia/Shanghai', activateTime: null },
    receivedTime: Date.now(),
    reports: [{ fixTime, fix: 'gps', latitude: 22.5, longitude: 113.9, speedKmh: 40, alarms: [0] }],
    isFromDevice: true,
    kind: 'reports',
    settled: (outcome) => {
      sent.outcome = outcome
      resolve(outcome)
    },
  })
  return sent
}

const stored = async (deviceId: number) =>
  (await database.pool.query('select from positions where device_id = $1', [deviceId])).rowCount

test.each([
  {
    what: 'a new column that must have a value',
    change:
      "alter table positions add column heading_source text not null default ''; alter table positions alter heading_source drop default",
    undo: 'alter table positions drop column heading_source',
  },
  {
    what: 'a column that must have a value from now on',
    change: 'update positions set course_deg = 0; alter table positions alter course_deg set not null',
    undo: 'alter table positions alter course_deg drop not null',
  },
  {
    what: 'a new check',
    change: 'alter table positions add constraint positions_speed_check check (speed_kmh < 0) not valid',
    undo: 'alter table positions drop constraint positions_speed_check',
  },
  {
    what: 'a new unique key',
    change:
      'delete from positions where fix_time < (select max(fix_time) from positions); create unique index positions_places on positions (fix_time, latitude_e7)',
    undo: 'drop index positions_places',
  },
  {
    what: 'a new check of device states',
    change: 'alter table device_states add constraint device_states_day check (day_m < 0) not valid',
    undo: 'alter table device_states drop constraint device_states_day',
  },
  {
    what: 'a column that is gone',
    change: 'alter table positions rename satellites to satellite_count',
    undo: 'alter table positions rename satellite_count to satellites',
  },
])('$what: what comes waits, is not acknowledged, and is stored once it can be', async ({ change, undo }) => {
  const [first, second] = [await aDevice(database, owner), await aDevice(database, owner)]
  time += 1000
  expect(await submit(first.id, time).settled).toBe('committed')
  await database.pool.query(change)
  lines.length = 0
  const sent = submit(second.id, time)
  await vi.waitUntil(() => ingest.notStoring() === 'storage', { timeout: patience.waitMs })
  expect(sent.outcome).toBeNull()
  expect(lines.join()).toContain('the database refuses what this version writes')
  await database.pool.query(undo)
  expect(await sent.settled).toBe('committed')
  await vi.waitUntil(() => ingest.notStoring() === null, { timeout: patience.waitMs })
  expect(await stored(second.id)).toBe(1)
})

test('a commit after a breaking migration fails, also before the process has noticed it and stops', async () => {
  const { id } = await aDevice(database, owner)
  await database.pool.query("insert into migrations values ('9998-later.sql', '', 0, true)")
  lines.length = 0
  const sent = submit(id, time)
  await vi.waitUntil(() => lines.length > 0, { timeout: patience.waitMs })
  expect(lines[0]).toContain('trackway.version_is_too_old')
  expect(sent.outcome).toBeNull()
  await database.pool.query("delete from migrations where name like '9998%'")
  expect(await sent.settled).toBe('committed')
})
