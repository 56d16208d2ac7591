import type { InputOf } from '@trackway/core/api/call.ts'
import { alarms } from '@trackway/core/codes/alarms.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { alarmSettingCalls } from '@trackway/core/features/alarms/setting-calls.ts'
import { alarmStatisticsCalls } from '@trackway/core/features/alarms/statistics-calls.ts'
import { trackSettingCalls } from '@trackway/core/features/track-settings/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aDevice,
  anAccount,
  handOver,
  signIn,
  type TestAccount,
  type TestDevice,
} from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const { sos, vibration, fenceEntered, overspeed } = alarms
const hour = 3_600_000
const noon = Date.UTC(2026, 10, 18, 12)

let server: TestServer
let agent: TestAccount
let agentToken: string
let owner: TestAccount
let token: string
let device: TestDevice

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  agent = await anAccount(server.database)
  agentToken = await signIn(server.database, agent)
  owner = await anAccount(server.database, { parent: agent, role: roles.superUser })
  token = await signIn(server.database, owner)
  device = await aDevice(server.database, owner, { car_number: `B${Date.now() % 1e6}` })
})

interface Raised {
  code?: number
  time?: number
  subject?: number
  of?: { id: number }
  account?: { id: number }
  detail?: object
}

async function raise({
  code = vibration,
  time = 0,
  subject = 0,
  of = device,
  account = owner,
  detail,
}: Raised) {
  await server.database.pool.query(
    `insert into alarms (account_id, device_id, fix_time, code, subject_id, server_time, latitude_e7, longitude_e7, detail)
     values ($1, $2, $3::int8, $4, $5, $3::int8 + 1500, 312345678, 1214567891, $6)`,
    [account.id, of.id, noon + time, code, subject, detail ? JSON.stringify(detail) : null],
  )
}

const find = async (input: InputOf<typeof alarmCalls.find> = {}, as = token) => {
  const { data, meta } = await server.call(alarmCalls.find, input, as)
  if (data === null) throw new Error(JSON.stringify(meta))
  return data
}
const codes = async (input: InputOf<typeof alarmCalls.find> = {}, as = token) =>
  (await find(input, as)).list.map(({ code }) => code)
const handle = async (input: InputOf<typeof alarmCalls.handle>, as = token) =>
  (await server.call(alarmCalls.handle, input, as)).data!

test('an alarm tells when, where, whose and how often', async () => {
  await raise({ code: fenceEntered, subject: 42, detail: { fenceName: 'Depot' } })
  await raise({ code: sos, time: 1 })
  await raise({ code: sos, time: 60_000 })
  const { list, total, isMore } = await find()
  expect({ total, isMore }).toEqual({ total: 2, isMore: false })
  expect(list[0]).toMatchObject({
    terminalID: device.terminalID,
    code: sos,
    startTime: noon + 1,
    endTime: noon + 60_000,
    count: 2,
    lat: 31.2345678,
    lon: 121.4567891,
    state: 'new',
    severity: 'critical',
    fenceId: null,
    username: owner.username,
  })
  expect(list[1]).toMatchObject({ code: fenceEntered, fenceId: 42, fenceName: 'Depot', severity: 'notice' })
})

test('filters narrow the list', async () => {
  const second = await aDevice(server.database, owner, { nickname: 'second of them' })
  await raise({ code: sos })
  await raise({ code: fenceEntered, subject: 7, time: hour })
  await raise({ code: vibration, time: 2 * hour, of: second })
  expect(await codes()).toEqual([vibration, fenceEntered, sos])
  expect(await codes({ pageSize: 1, pageNum: 2 })).toEqual([fenceEntered])
  expect(await codes({ codes: [sos, fenceEntered] })).toEqual([fenceEntered, sos])
  expect(await codes({ codes: [sos, sos] })).toEqual([sos])
  expect(await codes({ terminalIDs: [second.terminalID] })).toEqual([vibration])
  expect(await codes({ search: 'Second Of' })).toEqual([vibration])
  expect(await codes({ search: 'nobody is called so' })).toEqual([])
  expect(await codes({ from: noon + 1, to: noon + 2 * hour })).toEqual([fenceEntered])
  expect(await codes({ severity: 'critical' })).toEqual([sos])
  expect(await codes({ fenceId: 7 })).toEqual([fenceEntered])
  expect(await codes({ state: 'resolved' })).toEqual([])
  expect(await codes({ isOpen: true })).toEqual([])
})

describe('who sees what', () => {
  test('a superior sees the alarms of those below, and only his own if he asks so', async () => {
    await raise({ code: sos })
    expect(await codes({}, agentToken)).toEqual([sos])
    expect(await codes({ userId: owner.id }, agentToken)).toEqual([sos])
    expect(await codes({ withSubAccounts: false }, agentToken)).toEqual([])
  })

  test('a stranger sees none, finds none by its id, and handles none', async () => {
    await raise({ code: sos })
    const [{ id } = { id: 0 }] = (await find()).list
    const stranger = await signIn(server.database, await anAccount(server.database))
    expect(await codes({}, stranger)).toEqual([])
    for (const call of [alarmCalls.get, alarmCalls.occurrences])
      expect((await server.call(call, { id }, stranger)).meta.code).toBe(resultCodes.notFound)
    expect(await handle({ ids: [id], action: 'resolve' }, stranger)).toEqual({
      done: 0,
      failed: [{ id, result: 'notFound' }],
      undoId: null,
    })
    expect((await find()).list[0]!.state).toBe('new')
  })

  test('after a transfer each sees the alarms of its own time', async () => {
    const next = await anAccount(server.database, { parent: agent })
    const nextToken = await signIn(server.database, next)
    await raise({ code: sos })
    await handOver(server.database, device, next, noon + hour)
    await raise({ code: vibration, time: hour, account: next })
    expect(await codes()).toEqual([sos])
    expect((await find()).list[0]!.displayName).toBe(device.terminalID)
    expect(await codes({}, nextToken)).toEqual([vibration])
    expect(await codes({}, agentToken)).toEqual([vibration, sos])
  })

  test('nobody sees what a reset hid, nor an end user what came after the end of his service', async () => {
    await raise({ code: sos })
    await raise({ code: vibration, time: hour })
    const set = (columns: string) =>
      server.database.pool.query(`update devices set ${columns} where id = $1`, [device.id])
    await set(`history_from_time = ${noon + 1}`)
    expect(await codes()).toEqual([vibration])
    await set(`history_from_time = null, user_expire_time = ${noon + 1}`)
    expect(await codes()).toEqual([sos])
    expect(await codes({}, agentToken)).toEqual([vibration, sos])
  })
})

test('every occurrence stands beneath its alarm, with both times', async () => {
  for (let i = 0; i < 20; i++) await raise({ time: i * 1_000 })
  const { id } = (await find()).list[0]!
  const { data } = await server.call(alarmCalls.occurrences, { id, pageNum: 2, pageSize: 15 }, token)
  expect(data!.total).toBe(20)
  expect(data!.list).toHaveLength(5)
  expect(data!.list[0]).toMatchObject({ fixTime: noon + 15_000, serverTime: noon + 16_500, phase: 'moment' })
})

describe('handling', () => {
  const alarmId = async () => (await find()).list[0]!.id
  const get = async (id: number) => (await server.call(alarmCalls.get, { id }, token)).data!

  test('sets the state, says who and when, and marks as read', async () => {
    await raise({})
    const id = await alarmId()
    await handle({ ids: [id], action: 'acknowledge', note: 'on my way' }, agentToken)
    await handle({ ids: [id], action: 'assign', assigneeId: owner.id }, agentToken)
    await handle({ ids: [id], action: 'resolve' })
    const { alarm, history } = await get(id)
    expect(alarm).toMatchObject({
      state: 'resolved',
      handler: owner.username,
      assignee: owner.username,
      note: 'on my way',
      readTime: expect.any(Number),
    })
    expect(history).toMatchObject([
      { action: 'resolve', username: owner.username },
      { action: 'assign', username: agent.username, assignee: owner.username },
      { action: 'acknowledge', username: agent.username, note: 'on my way' },
    ])
    const { rows } = await server.database.pool.query(
      'select change from alarm_news where episode_id = $1 order by id',
      [id],
    )
    expect(rows.map(({ change }) => change)).toEqual(['opened', 'acknowledged', 'assigned', 'resolved'])
  })

  test('a second click, or a page that knows no better, changes nothing that stands', async () => {
    await raise({})
    const id = await alarmId()
    await handle({ ids: [id], action: 'resolve' }, agentToken)
    expect(await handle({ ids: [id], action: 'resolve' })).toEqual({ done: 1, failed: [], undoId: null })
    expect(await handle({ ids: [id], action: 'acknowledge' })).toMatchObject({ done: 1, undoId: null })
    await handle({ ids: [id], action: 'acknowledge', note: 'seen' })
    const { alarm, history } = await get(id)
    expect(alarm).toMatchObject({ state: 'resolved', note: 'seen', handler: agent.username })
    expect(history).toMatchObject([{ note: 'seen' }, { action: 'resolve' }])
    const { rows } = await server.database.pool.query('select change from alarm_news where episode_id = $1', [
      id,
    ])
    expect(rows.map(({ change }) => change)).toEqual(['opened', 'resolved'])
  })

  test('of all that a filter finds is taken back whole', async () => {
    for (let i = 0; i < 30; i++) await raise({ code: fenceEntered, time: i * 700_000 })
    await raise({ code: sos })
    const { done, undoId } = await handle({ filter: { codes: [fenceEntered] }, action: 'false' })
    expect(done).toBe(30)
    expect((await find({ state: 'false' })).total).toBe(30)
    const [kept] = (await find({ state: 'false' })).list
    await handle({ ids: [kept!.id], action: 'reopen' })
    const undo = () => server.call(alarmCalls.undo, { undoId: undoId! }, token)
    expect((await undo()).data).toEqual({ done: 29 })
    expect((await find({ state: 'new', isRead: false })).total).toBe(30)
    expect((await undo()).meta.code).toBe(resultCodes.notFound)
    expect((await get(kept!.id)).alarm.readTime).not.toBeNull()
  })

  test('as read is nobody’s news, nor is taking it back', async () => {
    await raise({})
    const { undoId } = await handle({ ids: [await alarmId()], action: 'read' })
    expect((await server.call(alarmCalls.undo, { undoId: undoId! }, token)).data).toEqual({ done: 1 })
    const { rows } = await server.database.pool.query('select change from alarm_news where episode_id = $1', [
      await alarmId(),
    ])
    expect(rows).toEqual([{ change: 'opened' }])
  })

  test('is taken back though somebody read it then', async () => {
    await raise({})
    const ids = [await alarmId()]
    for (const handling of [{ action: 'acknowledge' }, { action: 'assign', assigneeId: agent.id }] as const) {
      const { undoId } = await handle({ ids, ...handling }, agentToken)
      await handle({ ids, action: 'read' })
      expect((await server.call(alarmCalls.undo, { undoId: undoId! }, agentToken)).data).toEqual({ done: 1 })
    }
  })

  test('by another account cannot be taken back', async () => {
    await raise({})
    const { undoId } = await handle({ ids: [await alarmId()], action: 'resolve' })
    const reply = await server.call(alarmCalls.undo, { undoId: undoId! }, agentToken)
    expect(reply.meta.code).toBe(resultCodes.notFound)
  })

  test('nobody is assigned who is not in the scope', async () => {
    await raise({})
    const stranger = await anAccount(server.database)
    const input = { ids: [await alarmId()], action: 'assign' as const, assigneeId: stranger.id }
    expect((await server.call(alarmCalls.handle, input, token)).meta.code).toBe(resultCodes.notFound)
  })

  test('needs an assignee, a note, or rows', async () => {
    const inputs: InputOf<typeof alarmCalls.handle>[] = [
      { ids: [1], action: 'assign' },
      { ids: [1], action: 'note' },
      { action: 'read' },
      { ids: [1], filter: {}, action: 'read' },
    ]
    for (const input of inputs)
      expect((await server.call(alarmCalls.handle, input, token)).meta.code).toBe(resultCodes.invalidInput)
  })
})

test('views are counted, and all is marked as read', async () => {
  await raise({ code: sos })
  await raise({ code: fenceEntered, time: 1 })
  await raise({ code: overspeed, time: 2 })
  await handle({ filter: { codes: [sos] }, action: 'assign', assigneeId: owner.id })
  const counts = async () => (await server.call(alarmCalls.count, {}, token)).data!.counts
  expect(await counts()).toEqual({
    pinned: 1,
    urgent: 2,
    unread: 3,
    sos: 1,
    powerCut: 0,
    fence: 1,
    speed: 1,
    open: 0,
    mine: 1,
    all: 3,
  })
  expect((await server.call(alarmCalls.markAllRead, {}, token)).data).toEqual({ done: 3 })
  expect(await counts()).toMatchObject({ unread: 0, all: 3 })
})

test('a muted alarm goes on to be listed, and makes no news', async () => {
  await raise({ code: vibration })
  const { id } = (await find()).list[0]!
  await server.call(alarmCalls.mute, { id, until: '1h' }, token)
  await server.database.pool.query('update alarm_mutes set until_time = $1', [noon + 2_001 * hour])
  await raise({ code: vibration, time: 2_000 * hour })
  await raise({ code: sos, time: 2_000 * hour })
  const muted = (await find()).list.filter(({ isMuted }) => isMuted)
  expect(muted).toMatchObject([{ code: vibration, startTime: noon + 2_000 * hour }])
  const { rows } = await server.database.pool.query(
    'select code from alarm_news join alarm_episodes e on e.id = episode_id where device_id = $1 order by code',
    [device.id],
  )
  expect(rows.map(({ code }) => code)).toEqual([sos, vibration])
})

test('muted until it moves: as long as the vehicle stands where it stood', async () => {
  await server.database.pool.query('update device_states set stopped_since = 1000 where device_id = $1', [
    device.id,
  ])
  await raise({})
  const { id } = (await find()).list[0]!
  await server.call(alarmCalls.mute, { id, until: 'moved' }, token)
  expect((await server.call(alarmCalls.get, { id }, token)).data).toMatchObject({ mutedUntilMoved: true })
  await raise({ time: 5 * hour })
  expect((await find()).list[0]!.isMuted).toBe(true)
  await server.database.pool.query('update device_states set stopped_since = $2 where device_id = $1', [
    device.id,
    Date.now() + hour,
  ])
  await raise({ time: 10 * hour })
  expect((await find()).list[0]!.isMuted).toBe(false)
})

test('the address of an alarm is saved', async () => {
  await raise({})
  const { id } = (await find()).list[0]!
  await server.call(alarmCalls.saveAddress, { id, address: 'Dock Road 14' }, token)
  expect((await find()).list[0]!.address).toBe('Dock Road 14')
})

describe('settings', () => {
  const set = (input: InputOf<typeof alarmSettingCalls.set>, as = token) =>
    server.call(alarmSettingCalls.set, input, as)

  test('count from the device up, field by field', async () => {
    await set(
      { userId: agent.id, own: { vibration: { severity: 'critical', windowMinutes: 60 } } },
      agentToken,
    )
    await set({ userId: owner.id, own: { vibration: { windowMinutes: 5 } } })
    const { terminalID } = device
    const { data } = await server.call(alarmSettingCalls.find, { terminalID }, token)
    expect(data).toMatchObject({
      own: {},
      effective: { vibration: { severity: 'critical', windowMinutes: 5 } },
      // The accounts above are not shown.
      origins: {
        'vibration.severity': { level: 'account', username: null },
        'vibration.windowMinutes': { level: 'account', username: owner.username },
      },
    })
    await raise({})
    await raise({ time: 6 * 60_000 })
    expect((await find()).list).toMatchObject([{ severity: 'critical' }, { severity: 'critical' }])
  })

  test('the limit of speeding is the speed limit of the track settings, and stays where it is left out', async () => {
    const { terminalID } = device
    const limits = async () => {
      const { data } = await server.call(alarmSettingCalls.find, { terminalID }, token)
      const track = await server.call(trackSettingCalls.find, { terminalID }, token)
      return [
        data!.own.overspeed?.limit,
        data!.effective.overspeed!.limit,
        track.data!.effective.overspeedKmh,
      ]
    }
    expect(await limits()).toEqual([undefined, 120, 120])
    await set({ terminalID, own: { overspeed: { limit: 80, severity: 'critical' } } })
    expect(await limits()).toEqual([80, 80, 80])
    await server.call(trackSettingCalls.set, { terminalID, own: { overspeedKmh: 70, minTripM: 50 } }, token)
    await set({ terminalID, own: { overspeed: { severity: 'notice' } } })
    expect(await limits()).toEqual([70, 70, 70])
    await set({ terminalID, own: { overspeed: { limit: null } } })
    expect(await limits()).toEqual([undefined, 120, 120])
    const { data } = await server.call(trackSettingCalls.find, { terminalID }, token)
    expect(data!.own).toEqual({ minTripM: 50 })
    expect((await set({ terminalID, own: { overspeed: { limit: 500 } } })).meta.issues).toEqual([
      { path: 'own.overspeed.limit', reason: 'too_big' },
    ])
  })

  test('an alarm that is off is stored and makes no episode', async () => {
    await set({ terminalID: device.terminalID, own: { vibration: { isOn: false } } })
    await raise({})
    expect(await codes()).toEqual([])
    const { rowCount } = await server.database.pool.query('select from alarms where device_id = $1', [
      device.id,
    ])
    expect(rowCount).toBe(1)
  })

  test('a limit keeps to its bounds', async () => {
    for (const own of [{ fuelLow: { limit: 500 } }, { sos: { limit: 1 } }, { fuelLow: { limit: null } }])
      expect((await set({ own })).meta.code).toBe(resultCodes.invalidInput)
  })

  test('two devices of one vehicle are paired', async () => {
    const other = await aDevice(server.database, owner)
    const input = { terminalID: device.terminalID, own: {}, pairedWith: other.terminalID }
    expect((await set(input)).data).toMatchObject({ pairedWith: other.terminalID })
    const stranger = await aDevice(server.database, await anAccount(server.database))
    expect((await set({ ...input, pairedWith: stranger.terminalID })).meta.code).toBe(resultCodes.notFound)
    // One that was handed on is no business of who had it.
    const { pool } = server.database
    await pool.query('update devices set account_id = $2 where id = $1', [other.id, agent.id])
    const { data } = await server.call(alarmSettingCalls.find, { terminalID: device.terminalID }, token)
    expect(data).toMatchObject({ pairedWith: null })
    const asAgent = await server.call(
      alarmSettingCalls.set,
      { ...input, pairedWith: other.terminalID },
      agentToken,
    )
    expect(asAgent.meta.code).toBe(resultCodes.notFound)
  })
})

describe('statistics', () => {
  const count = async (input: Partial<InputOf<typeof alarmStatisticsCalls.count>> = {}, as = token) =>
    (await server.call(alarmStatisticsCalls.count, { first: '2026-11-17', last: '2026-11-19', ...input }, as))
      .data!
  const day = 24 * hour

  test('count by code, device, day and account, and compare with the days before', async () => {
    await server.database.pool.query("update accounts set time_zone = 'UTC' where id = any($1)", [
      [owner.id, agent.id],
    ])
    const second = await aDevice(server.database, owner)
    await raise({ code: sos })
    await raise({ code: sos, time: 60_000 })
    await raise({ code: vibration, time: day })
    await raise({ code: sos, time: day, of: second })
    await raise({ code: sos, time: -3 * day })
    const byCode = await count({ withPrevious: true })
    expect(byCode.list).toMatchObject([
      { code: sos, alarms: 2, occurrences: 3, critical: 2, devices: 2, durationMs: 60_000 },
      { code: vibration, alarms: 1, occurrences: 1, critical: 0, unhandled: 1 },
    ])
    expect(byCode).toMatchObject({
      total: 2,
      sum: { alarms: 3 },
      previous: { alarms: 1 },
      devices: 2,
      devicesWithData: 2,
    })
    expect(await count({ deviceType: 14 })).toMatchObject({ total: 0, devices: 0, devicesWithData: 0 })
    expect(byCode.byDay.map(({ day, alarms }) => [day, alarms])).toEqual([
      ['2026-11-17', 0],
      ['2026-11-18', 1],
      ['2026-11-19', 2],
    ])
    const rows = async (groupBy: 'device' | 'day' | 'account' | 'deviceCode') =>
      (await count({ groupBy }, agentToken)).list.map(({ terminalID, day, username, code, alarms }) =>
        [terminalID, day, username, code, alarms].filter((part) => part !== null),
      )
    expect(await rows('device')).toEqual([
      [device.terminalID, 2],
      [second.terminalID, 1],
    ])
    expect(await rows('day')).toEqual([
      ['2026-11-19', 2],
      ['2026-11-18', 1],
    ])
    expect(await rows('account')).toEqual([[owner.username, 3]])
    expect(await rows('deviceCode')).toHaveLength(3)
  })

  test('span a quarter at most', async () => {
    const reply = await server.call(
      alarmStatisticsCalls.count,
      { first: '2026-07-01', last: '2026-10-01' },
      token,
    )
    expect(reply.meta.code).toBe(resultCodes.rangeTooLong)
  })
})
