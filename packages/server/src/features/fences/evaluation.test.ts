import { roles } from '@trackway/core/codes/roles.ts'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Ingest, startIngest } from '../../ingest/ingest.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { findAbsences } from '../zones/watch/absences.ts'
import { findLateCrossings } from '../zones/watch/late-crossings.ts'
import { findLongStays } from '../zones/watch/long-stays.ts'

const start = Date.UTC(2026, 10, 20, 12)
const place = { lat: 31.2, lon: 121.4 }
const metre = 1 / 111_194.9
const circle = { shape: 'circle', ...place, radiusM: 300 } as const

let now = start
let server: TestServer
let ingest: Ingest
let dealer: TestAccount
let customer: TestAccount
let device: TestDevice
let token: string

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  const { database, bus } = server
  ingest = startIngest({
    database,
    bus,
    log: pino({ level: 'silent' }),
    gateway: 'g',
    gatherMs: 0,
    now: () => now,
  })
})
beforeEach(async () => {
  now = start
  dealer = await anAccount(server.database, { role: roles.agent })
  customer = await anAccount(server.database, { parent: dealer })
  device = await aDevice(server.database, customer)
  token = await signIn(server.database, dealer)
})
afterAll(async () => {
  await ingest.close()
  await server.stop()
})

/** Seconds after the start, metres north of the place. */
type Leg = [at: number, northM: number, more?: Partial<Report>]

async function drive(legs: readonly Leg[], of = device) {
  for (const [at, northM, more] of legs) {
    const fixTime = start + at * 1000
    now = Math.max(now, fixTime)
    const report: Report = {
      fixTime,
      fix: 'gps',
      latitude: place.lat + northM * metre,
      longitude: place.lon,
      speedKmh: 40,
      satellites: 9,
      ...more,
    }
    const { promise, resolve } = Promise.withResolvers<unknown>()
    ingest.submit({
      device: { deviceId: of.id, timeZone: 'UTC', activateTime: null },
      kind: 'reports',
      receivedTime: now,
      reports: [report],
      settled: resolve,
    } as never)
    await promise
  }
}

async function alarmsOf({ id } = device) {
  const { rows } = await server.database.pool.query(
    `select code, subject_id, fix_time, detail, source from alarms where device_id = $1 order by fix_time, code`,
    [id],
  )
  return rows.map(({ code, subject_id, fix_time }) => [
    code,
    subject_id,
    Math.round((fix_time - start) / 1000),
  ])
}

async function add(more: object = {}) {
  const input = { name: 'yard', area: circle, terminalIDs: [device.terminalID], ...more }
  return (await server.call(fenceCalls.add, input, token)).data!.fenceId
}

const through: Leg[] = [
  [0, -2000],
  [50, -1000],
  [70, 0],
  [80, 100],
  [140, 1000],
  [150, 1200],
]

test('a vehicle that drives through a fence raises an alarm as it enters and as it leaves', async () => {
  const fenceId = await add()
  await drive(through)
  expect(await alarmsOf()).toEqual([
    [3, fenceId, 70],
    [4, fenceId, 140],
  ])
  const { data } = await server.call(alarmCalls.find, { terminalIDs: [device.terminalID] }, token)
  expect(data!.list).toMatchObject([
    { code: 4, fenceId, fenceName: 'yard' },
    { code: 3, fenceId, fenceName: 'yard', source: 'platform' },
  ])
})

test('what is added, edited, opened or assigned around a vehicle raises nothing; its leaving does', async () => {
  await drive([[0, 0]])
  const fenceId = await add()
  await drive([
    [10, 0],
    [20, 0],
  ])
  await server.call(fenceCalls.update, { fenceId, area: { ...circle, radiusM: 400 } }, token)
  await drive([
    [30, 0],
    [40, 0],
  ])
  await server.call(fenceCalls.close, { fenceIds: [fenceId] }, token)
  await drive([
    [50, 0],
    [60, 0],
  ])
  await server.call(fenceCalls.open, { fenceIds: [fenceId] }, token)
  await server.call(fenceCalls.unassign, { fenceId, terminalIDs: [device.terminalID] }, token)
  await drive([[70, 0]])
  await server.call(fenceCalls.assign, { fenceId, userIds: [customer.id] }, token)
  await drive([
    [80, 0],
    [90, 0],
  ])
  expect(await alarmsOf()).toEqual([])
  const { data } = await server.call(fenceCalls.devices, { fenceId }, token)
  expect(data!.list).toMatchObject([{ terminalID: device.terminalID, insideSince: start + 80_000 }])
  const around = async (by = token) =>
    (await server.call(fenceCalls.inside, { ids: [device.id] }, by)).data!.list
  const yard = { fenceId, name: 'yard', colour: '#1677ff', insideSince: start + 80_000 }
  expect(await around()).toEqual([{ id: device.id, fences: [yard] }])
  // The fence is the dealer's.
  expect(await around(await signIn(server.database, customer))).toEqual([])
  await drive([
    [200, 2000],
    [210, 2100],
  ])
  expect(await alarmsOf()).toEqual([[4, fenceId, 200]])
  expect(await around()).toEqual([])
})

test('another name, or a form sent as it was, begins nothing anew', async () => {
  const input = { name: 'pawn shop', category: 'pawnShop', area: circle, minutes: 1 } as const
  const { id } = (await server.call(riskPointCalls.add, input, token)).data!
  const fenceId = await add()
  await drive(through.slice(0, 4))
  const { data } = await server.call(fenceCalls.get, { fenceId }, token)
  const { area, state, alarmOn, schedule, dwellS, confirmPoints, confirmS, allowLbs, mustBeInside } = data!
  const form = { area, state, alarmOn, schedule, dwellS, confirmPoints, confirmS, allowLbs, mustBeInside }
  await server.call(fenceCalls.update, { fenceId, ...form, name: 'depot', colour: '#722ed1' }, token)
  await server.call(riskPointCalls.update, { id, ...input, note: 'closed on Sundays' }, token)
  await drive([
    [140, 0],
    [200, 2000],
    [210, 2100],
  ])
  expect(await alarmsOf()).toEqual([
    [3, fenceId, 70],
    [43, id, 130],
    [4, fenceId, 200],
  ])
})

test('a closed fence, one of another device and one of another branch raise nothing', async () => {
  const other = await aDevice(server.database, customer)
  await add({ state: 'closed' })
  await add({ terminalIDs: [other.terminalID] })
  await drive(through)
  expect(await alarmsOf()).toEqual([])
})

test('a risk point of a superior raises alarm 43 for a long stay, and says who is inside', async () => {
  const input = { name: 'pawn shop', category: 'pawnShop', area: circle, minutes: 1 } as const
  const { id } = (await server.call(riskPointCalls.add, input, token)).data!
  await drive([...through.slice(0, 4), [100, 0], [140, 0]])
  expect(await alarmsOf()).toEqual([[43, id, 130]])
  const { data } = await server.call(riskPointCalls.inside, {}, token)
  expect(data).toMatchObject({
    list: [{ terminalID: device.terminalID, riskPointId: id, since: start + 70_000, isAlarmed: true }],
    total: 1,
  })
})

test('the state of a device holds only where it is', async () => {
  for (let i = 0; i < 12; i++) await add({ area: { ...circle, lat: 32 + i } })
  const here = await add()
  await drive(through.slice(0, 4))
  const { rows } = await server.database.pool.query(
    `select derivation -> 'zones' -> 'at' as at from device_states where device_id = $1`,
    [device.id],
  )
  expect(Object.keys(rows[0].at)).toEqual([String(here)])
})

test('a dry run counts what the fence would have, with the stays that were too short', async () => {
  const other = await aDevice(server.database, customer)
  await drive(through)
  await drive(through.slice(0, 4), other)
  now = start + 3_600_000
  const run = async (more: object) =>
    (await server.call(fenceCalls.dryRun, { area: circle, days: 2, ...more }, token)).data!
  expect(await run({})).toMatchObject({
    devices: 2,
    crossings: 3,
    shortStays: 0,
    vehicles: [
      { terminalID: device.terminalID, crossings: 2, firstTime: start + 70_000, lastTime: start + 140_000 },
      { terminalID: other.terminalID, crossings: 1 },
    ],
  })
  expect(await run({ alarmOn: 'out', terminalIDs: [device.terminalID] })).toMatchObject({
    devices: 1,
    crossings: 1,
  })
  expect(await run({ dwellS: 600, userIds: [customer.id] })).toMatchObject({ crossings: 0, shortStays: 1 })
  expect(await alarmsOf()).toEqual([])
})

test('visits are the stays that alarms tell of, with those before the fence was there', async () => {
  await drive(through)
  now = start + 3_600_000
  const fenceId = await add()
  const question = { first: '2026-11-20', last: '2026-11-21' }
  const { data } = await server.call(fenceCalls.visits, question, token)
  expect(data).toMatchObject({
    total: 1,
    devices: 1,
    sum: { durationMs: 70_000, visits: 1 },
    list: [
      {
        terminalID: device.terminalID,
        fenceId,
        fenceName: 'yard',
        userId: customer.id,
        from: start + 70_000,
        to: start + 140_000,
        isEntrySeen: true,
        isExitSeen: true,
      },
    ],
  })
  const risk = { name: 'pawn shop', category: 'pawnShop', area: circle, minutes: 1 } as const
  const { id } = (await server.call(riskPointCalls.add, risk, token)).data!
  expect((await server.call(riskPointCalls.visits, question, token)).data).toMatchObject({
    total: 1,
    list: [
      { terminalID: device.terminalID, riskPointId: id, riskPointName: 'pawn shop', to: start + 140_000 },
    ],
  })
  const stranger = await signIn(server.database, await anAccount(server.database, { parent: dealer }))
  expect((await server.call(fenceCalls.visits, question, stranger)).data).toMatchObject({
    total: 0,
    devices: 0,
  })
  expect(
    (await server.call(fenceCalls.visits, { ...question, fenceIds: [fenceId] }, stranger)).meta.success,
  ).toBe(false)
})

describe('a late batch', () => {
  const findLate = () => findLateCrossings(server.database.pool, server.bus, now)

  test('tells of crossings at their own time, each once, and notifies of none that is old', async () => {
    const fenceId = await add()
    await drive([
      [0, -2000],
      [7200, 2000],
      [7210, 2000],
    ])
    expect(await alarmsOf()).toEqual([])
    await drive(through.map(([at, northM]) => [at + 600, northM]))
    await findLate()
    const crossings = [
      [3, fenceId, 670],
      [4, fenceId, 740],
    ]
    expect(await alarmsOf()).toEqual(crossings)
    // Once more, with another late fix between them.
    await drive([[675, 10]])
    await findLate()
    expect(await alarmsOf()).toEqual(crossings)
    const { rows } = await server.database.pool.query('select from late_fixes where device_id = $1', [
      device.id,
    ])
    expect(rows).toEqual([])
  })

  test('raises nothing again that ingest raised from fewer fixes, and what lay between', async () => {
    const fenceId = await add()
    await drive([
      [0, -2000],
      [3600, 0],
      [3610, 0],
      [7200, 2000],
      [7210, 2000],
    ])
    const raised = [
      [3, fenceId, 3600],
      [4, fenceId, 7200],
    ]
    expect(await alarmsOf()).toEqual(raised)
    await drive([
      [1800, 0],
      [1810, 0],
      [4000, 2000],
      [4010, 2000],
      [5000, 0],
      [5010, 0],
    ])
    await findLate()
    expect(await alarmsOf()).toEqual([
      ...raised.slice(0, 1),
      [4, fenceId, 4000],
      [3, fenceId, 5000],
      ...raised.slice(1),
    ])
  })

  test('raises nothing of before the fence counted', async () => {
    await drive([
      [0, -2000],
      [7200, 2000],
    ])
    await add()
    await drive(through.map(([at, northM]) => [at + 600, northM]))
    await findLate()
    expect(await alarmsOf()).toEqual([])
  })
})

test('a long stay raises its alarm by the clock, and once though the vehicle is heard again', async () => {
  const fenceId = await add({ dwellS: 600, alarmOn: 'in' })
  const input = { name: 'port', category: 'port', area: circle, minutes: 20 } as const
  const { id } = (await server.call(riskPointCalls.add, input, token)).data!
  await drive(through.slice(0, 4))
  const look = async (second: number) => {
    await findLongStays(server.database.pool, server.bus, start + second * 1000)
    return alarmsOf()
  }
  expect(await look(70 + 600)).toEqual([])
  const first = [[3, fenceId, 670]]
  expect(await look(70 + 660)).toEqual(first)
  const both = [...first, [43, id, 1270]]
  expect(await look(70 + 1260)).toEqual(both)
  await drive([
    [3000, 0],
    [3010, 0],
  ])
  expect(await look(3100)).toEqual(both)
})

test('a stay that became long days ago, while nobody looked, is no news', async () => {
  await add({ dwellS: 600, alarmOn: 'in' })
  await drive(through.slice(0, 4))
  await findLongStays(server.database.pool, server.bus, start + 3 * 86_400_000)
  expect(await alarmsOf()).toEqual([])
})

test('a vehicle that is not inside as the hours begin raises alarm 4 once; one that is there does not', async () => {
  await drive([[0, 5000]])
  const there = await aDevice(server.database, customer)
  await aDevice(server.database, customer)
  await drive([[0, 0]], there)
  // The dealer's clocks show UTC; it is a Friday.
  const mustBeInside = { days: [5], fromMinute: 12 * 60 + 30, untilMinute: 60 }
  await server.database.pool.query(`update accounts set time_zone = 'UTC' where id = $1`, [dealer.id])
  const fenceId = await add({ alarmOn: 'in', mustBeInside, terminalIDs: [], userIds: [customer.id] })
  const look = async (minute: number) => {
    await findAbsences(server.database.pool, server.bus, start + minute * 60_000)
    return [await alarmsOf(), await alarmsOf(there)]
  }
  expect(await look(30)).toEqual([[], []])
  const raised = [[[4, fenceId, 1800]], []]
  expect(await look(31)).toEqual(raised)
  expect(await look(32)).toEqual(raised)
  await server.database.pool.query('update fences set looked_time = 0 where id = $1', [fenceId])
  expect(await look(33)).toEqual(raised)
  // Who leaves while they last is told of as it leaves.
  await drive(
    [
      [2300, 0],
      [2400, 2000],
      [2410, 2100],
    ],
    there,
  )
  expect(await alarmsOf(there)).toEqual([[4, fenceId, 2400]])
})
