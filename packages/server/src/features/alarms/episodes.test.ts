import { alarmDefaults, alarmSeverities, alarms } from '@trackway/core/codes/alarms.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startIngest } from '../../ingest/ingest.ts'
import { createLocalBus } from '../../platform/bus/bus.ts'
import { aDevice, anAccount, type TestAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

const { vibration, overspeed, fenceEntered } = alarms
const noon = Date.UTC(2026, 10, 18, 12)
const minute = 60_000

let database: TestDatabase
let owner: TestAccount
let device: { id: number }

beforeAll(async () => {
  database = await openTestDatabase()
  owner = await anAccount(database)
})
beforeEach(async () => {
  device = await aDevice(database, owner)
})
afterAll(() => database.drop())

interface Occurrence {
  time: number
  code?: number
  subject?: number
  phase?: 'moment' | 'begin' | 'end'
  detail?: Record<string, number | string>
  speedKmh?: number
  of?: { id: number }
  account?: TestAccount
}

/** Stores occurrences with one statement. */
async function raise(...occurrences: Occurrence[]): Promise<void> {
  await database.pool.query(
    `insert into alarms (account_id, device_id, fix_time, code, subject_id, phase, detail, speed_kmh, server_time)
     select account_id, device_id, time, code, subject, phase, detail, speed, time + 1000
     from json_to_recordset($1) as o (account_id int4, device_id int4, time int8, code int2, subject int4, phase text,
       detail json, speed float4)
     on conflict do nothing`,
    [
      JSON.stringify(
        occurrences.map(({ code = vibration, subject = 0, phase = 'moment', of = device, ...each }) => ({
          account_id: (each.account ?? owner).id,
          device_id: of.id,
          time: noon + each.time,
          code,
          subject,
          phase,
          detail: each.detail ?? null,
          speed: each.speedKmh ?? null,
        })),
      ),
    ],
  )
}

async function episodes(of = device) {
  const { rows } = await database.pool.query(
    `select id, code, start_time - $2 as from, end_time - $2 as until, count, is_open as "isOpen" from alarm_episodes
     where device_id = $1 order by start_time, id`,
    [of.id, noon],
  )
  return rows.map(({ id: _, ...row }) => row)
}

async function outboxChanges(of = device): Promise<string[]> {
  const { rows } = await database.pool.query(
    'select change from alarm_news n join alarm_episodes e on e.id = episode_id where device_id = $1 order by n.id',
    [of.id],
  )
  return rows.map(({ change }) => change)
}

const seconds = (count: number) => Array.from({ length: count }, (_, index) => ({ time: index * 60 }))

/** In an order that is the same every time and has nothing to do with theirs. */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item, index) => ({ item, key: (index * 7_919) % 10_007 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

test('the database knows severity and window of every code', async () => {
  const { rows } = await database.pool.query(
    'select code, name, severity, window_ms, is_call from alarm_codes order by code',
  )
  const expected = Object.entries(alarmDefaults).map(([name, rule]) => ({
    code: alarms[name as keyof typeof alarms],
    name,
    severity: alarmSeverities[rule.severity],
    window_ms: rule.windowMinutes * minute,
    is_call: 'isCall' in rule,
  }))
  expect(rows).toEqual(expected.sort((a, b) => a.code - b.code))
})

describe('1,000 vibrations of a minute', () => {
  const flood = seconds(1_000)
  const one = [{ code: vibration, from: 0, until: 999 * 60, count: 1_000, isOpen: false }]

  test.each([
    ['in one commit', [flood]],
    ['one by one', flood.slice(0, 1_000).map((each) => [each])],
    ['a hundred at a time', Array.from({ length: 10 }, (_, at) => flood.slice(at * 100, at * 100 + 100))],
    ['from the last to the first', flood.toReversed().map((each) => [each])],
    ['in any order', shuffled(flood).map((each) => [each])],
  ])('%s are one episode and one piece of news, and all are stored', async (_, commits) => {
    for (const occurrences of commits) await raise(...occurrences)
    expect(await episodes()).toEqual(one)
    expect(await outboxChanges()).toEqual(['opened'])
    const stored = await database.pool.query('select from alarms where device_id = $1', [device.id])
    expect(stored.rowCount).toBe(1_000)
  })

  test('are one episode also where sessions store them at the same time', async () => {
    await Promise.all(shuffled(flood).map((each) => raise(each)))
    expect(await episodes()).toEqual(one)
    expect(await outboxChanges()).toEqual(['opened'])
  })

  test('of two devices do not mix, and neither waits for what the other has', async () => {
    const other = await aDevice(database, owner)
    await Promise.all(
      shuffled(flood).flatMap((each) => [raise(each, { ...each, of: other }), raise({ ...each, of: other })]),
    )
    expect(await episodes()).toEqual(one)
    expect(await episodes(other)).toEqual(one)
  })
})

test('what follows after the window is another episode, in one commit and in two', async () => {
  const window = alarmDefaults.vibration.windowMinutes * minute
  await raise({ time: 0 }, { time: window }, { time: 2 * window + 1 })
  await raise({ time: 4 * window })
  expect(await episodes()).toMatchObject([
    { from: 0, until: window, count: 2 },
    { from: 2 * window + 1, count: 1 },
    { from: 4 * window, count: 1 },
  ])
})

test('the same occurrence again changes nothing', async () => {
  await raise({ time: 0 })
  await raise({ time: 0 })
  expect(await episodes()).toMatchObject([{ count: 1 }])
})

test('crossings of a fence within ten minutes are one, each is counted, and fences do not mix', async () => {
  await raise(
    { time: 0, code: fenceEntered, subject: 7 },
    { time: 5, code: fenceEntered, subject: 8 },
    { time: 10, code: fenceEntered, subject: 7 },
    { time: 30 * minute, code: fenceEntered, subject: 7 },
  )
  expect(await episodes()).toMatchObject([{ count: 2 }, { count: 1 }, { count: 1 }])
})

describe('what lasts', () => {
  const begin = (time: number, detail = {}) => ({ time, code: overspeed, phase: 'begin' as const, detail })
  const end = (time: number, detail = {}) => ({ time, code: overspeed, phase: 'end' as const, detail })

  test('is open until its end, however long that takes', async () => {
    await raise(begin(0, { limitKmh: 80, maxSpeedKmh: 90 }))
    expect(await episodes()).toMatchObject([{ from: 0, until: 0, isOpen: true }])
    await raise(end(60 * minute, { maxSpeedKmh: 131 }))
    expect(await episodes()).toEqual([
      { code: overspeed, from: 0, until: 60 * minute, count: 1, isOpen: false },
    ])
    expect(await outboxChanges()).toEqual(['opened', 'closed'])
    const { rows } = await database.pool.query('select detail from alarm_episodes where device_id = $1', [
      device.id,
    ])
    expect(rows).toEqual([{ detail: { limitKmh: 80, maxSpeedKmh: 131 } }])
  })

  test('is one episode where it comes with its end', async () => {
    await raise(begin(0), end(60 * minute))
    expect(await episodes()).toEqual([
      { code: overspeed, from: 0, until: 60 * minute, count: 1, isOpen: false },
    ])
  })

  test('holds what the device says of the same meanwhile', async () => {
    await raise(begin(0))
    await raise({ time: 30 * minute, code: overspeed, speedKmh: 140 })
    await raise(end(29 * minute))
    expect(await episodes()).toMatchObject([{ from: 0, until: 30 * minute, count: 2, isOpen: false }])
  })

  test('begins again within the window as the same', async () => {
    await raise(begin(0))
    await raise(end(minute))
    await raise(begin(2 * minute))
    expect(await episodes()).toMatchObject([{ from: 0, count: 2, isOpen: true }])
    await raise(end(3 * minute))
    expect(await episodes()).toMatchObject([{ until: 3 * minute, isOpen: false }])
  })

  test('an end of nothing is no episode', async () => {
    await raise(end(0))
    expect(await episodes()).toEqual([])
  })
})

test('after an episode is resolved the next occurrence is another', async () => {
  await raise({ time: 0 })
  await database.pool.query("update alarm_episodes set state = 'resolved' where device_id = $1", [device.id])
  await raise({ time: minute })
  expect(await episodes()).toMatchObject([{ until: 0, count: 1 }, { from: minute }])
})

test('who gets a device does not get its episodes', async () => {
  const next = await anAccount(database)
  await raise({ time: 0 })
  await raise({ time: 1, account: next })
  expect(await episodes()).toHaveLength(2)
})

test('ingest tells of devices with alarms after their commit, and of no others', async () => {
  const log = pino({ level: 'silent' })
  const bus = createLocalBus(log)
  const changed: number[] = []
  bus.subscribe('alarm.changed', ({ deviceIds }) => changed.push(...deviceIds))
  const ingest = startIngest({ database, bus, log, gateway: 'one' })
  const quiet = await aDevice(database, owner)
  const time = Date.now() - 1_000
  await Promise.all(
    [device, quiet].map(
      ({ id }) =>
        new Promise((settled) =>
          ingest.submit({
            device: { deviceId: id, timeZone: 'UTC', activateTime: null },
            receivedTime: Date.now(),
            reports: [{ fixTime: time, fix: 'none', ...(id === device.id && { alarms: [vibration] }) }],
            isFromDevice: true,
            kind: 'reports',
            settled,
          }),
        ),
    ),
  )
  await ingest.close()
  expect(changed).toEqual([device.id])
  expect(await episodes()).toMatchObject([{ code: vibration, count: 1 }])
})
