import { limits } from '@trackway/core/codes/limits.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const now = Date.UTC(2026, 10, 20, 12)
const circle = { shape: 'circle', lat: 31.2, lon: 121.4, radiusM: 500 } as const

let server: TestServer
let dealer: TestAccount
let customer: TestAccount
let other: TestAccount
let token: string
let customerToken: string
let device: TestDevice
let strange: TestDevice
let edited: { deviceIds: number[]; accountIds: number[] }[] = []

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  server.bus.subscribe('device.factsEdited', ({ deviceIds, accountIds }) =>
    edited.push({ deviceIds: [...deviceIds], accountIds }),
  )
})
beforeEach(async () => {
  dealer = await anAccount(server.database, { role: roles.agent })
  customer = await anAccount(server.database, { parent: dealer })
  other = await anAccount(server.database, { parent: dealer })
  token = await signIn(server.database, dealer)
  customerToken = await signIn(server.database, customer)
  device = await aDevice(server.database, customer)
  strange = await aDevice(server.database, await anAccount(server.database, { role: roles.agent }))
  edited = []
})
afterAll(() => server.stop())

async function add(more: Partial<Parameters<typeof server.call<typeof fenceCalls.add>>[1]> = {}, by = token) {
  const { data, meta } = await server.call(fenceCalls.add, { name: 'yard', area: circle, ...more }, by)
  expect(resultNames[meta.code]).toBe('success')
  return data!.fenceId
}
const get = async (fenceId: number) => (await server.call(fenceCalls.get, { fenceId }, token)).data!
const nameOf = ({ meta }: { meta: { code: number } }) => resultNames[meta.code]

test('visits and dry runs look at more devices than one operation may change', async () => {
  const { pool } = server.database
  await pool.query(
    `insert into devices (terminal_id, account_id, device_type_id, create_time)
     select (861000000000000 + n)::text, $1, 13, 0 from generate_series(1, $2::int4) n`,
    [customer.id, limits.devicesPerOperation],
  )
  const looked = limits.devicesPerOperation + 1
  const visits = await server.call(
    fenceCalls.visits,
    { first: '2026-11-19', last: '2026-11-19', pageNum: 1, pageSize: 10 },
    token,
  )
  expect(visits.data).toMatchObject({ total: 0, devices: looked })
  const dryRun = await server.call(
    fenceCalls.dryRun,
    { area: circle, userIds: [customer.id], days: 1 },
    token,
  )
  expect(dryRun.data).toMatchObject({ crossings: 0, devices: looked })
})

test('a fence is added with what it is given, and found by id, name, part, tag, state and device', async () => {
  const fenceId = await add({ name: 'North yard', tags: ['depot'], terminalIDs: [device.terminalID] })
  await add({ name: 'south', state: 'closed' })
  const find = async (input: object) =>
    (await server.call(fenceCalls.find, input, token)).data!.list.map(({ name }) => name).sort()
  expect(await get(fenceId)).toMatchObject({
    name: 'North yard',
    area: circle,
    state: 'opened',
    alarmOn: 'in/out',
    devices: 1,
    userId: dealer.id,
    createTime: now,
    accounts: [],
    assignedDevices: 1,
  })
  expect(await find({})).toEqual(['North yard', 'south'])
  expect(await find({ fenceId })).toEqual(['North yard'])
  expect(await find({ name: 'south' })).toEqual(['south'])
  expect(await find({ search: 'YARD' })).toEqual(['North yard'])
  expect(await find({ search: 'depo' })).toEqual(['North yard'])
  expect(await find({ tags: ['depot'] })).toEqual(['North yard'])
  expect(await find({ state: 'closed' })).toEqual(['south'])
  expect(await find({ terminalID: device.terminalID })).toEqual(['North yard'])
  expect(await find({ sort: 'devices', userId: customer.id })).toEqual([])
})

test.each([
  { what: 'too small', area: { ...circle, radiusM: 99 } },
  { what: 'too wide', area: { ...circle, radiusM: 1_000_001 } },
  { what: 'not drawn', area: null },
  {
    what: 'crossing itself',
    area: {
      shape: 'polygon',
      corners: [
        { lat: 0, lon: 0 },
        { lat: 1, lon: 1 },
        { lat: 1, lon: 0 },
        { lat: 0, lon: 1 },
      ],
    },
  },
])('an area that is $what is refused', async ({ area }) => {
  const reply = await server.call(fenceCalls.add, { name: 'x', area: area as never }, token)
  expect(nameOf(reply)).toBe('invalidInput')
})

test('the widest circle allowed can be a fence', async () => {
  expect(await add({ area: { ...circle, radiusM: 1_000_000 } })).toBeGreaterThan(0)
})

test('devices that it counts for are those assigned and those below assigned accounts, each once', async () => {
  const second = await aDevice(server.database, customer, { car_number: 'CAR 2' })
  const fenceId = await add({ terminalIDs: [device.terminalID] })
  const assigned = await server.call(fenceCalls.assign, { fenceId, userIds: [customer.id, dealer.id] }, token)
  expect(assigned.data).toEqual({ devices: 2 })
  const { data } = await server.call(fenceCalls.devices, { fenceId }, token)
  expect(data!.total).toBe(2)
  expect(data!.list.find(({ terminalID }) => terminalID === second.terminalID)).toMatchObject({
    displayName: 'CAR 2',
    isAssigned: false,
    insideSince: null,
    username: customer.username,
  })
  const some = await server.call(fenceCalls.devices, { fenceId, isAssigned: true }, token)
  expect(some.data!.list.map(({ terminalID }) => terminalID)).toEqual([device.terminalID])
  const left = await server.call(fenceCalls.unassign, { fenceId, userIds: [customer.id, dealer.id] }, token)
  expect(left.data).toEqual({ devices: 1 })
})

test('whoever is concerned has the rules read again', async () => {
  const fenceId = await add({ terminalIDs: [device.terminalID], userIds: [other.id] })
  const all = { deviceIds: [device.id], accountIds: [other.id] }
  expect(edited).toEqual([all])
  await server.call(fenceCalls.update, { fenceId, state: 'closed' }, token)
  await server.call(fenceCalls.delete, { fenceId, detach: true }, token)
  expect(edited).toEqual([all, all, all])
})

test('a device that was moved away from below the owner of the fence no longer counts', async () => {
  const fenceId = await add({ userId: customer.id, terminalIDs: [device.terminalID] })
  await server.database.pool.query('update devices set account_id = $1 where id = $2', [other.id, device.id])
  expect(await get(fenceId)).toMatchObject({ devices: 0, assignedDevices: 0 })
  expect(nameOf(await server.call(fenceCalls.delete, { fenceId }, token))).toBe('success')
})

test('a fence in use is not deleted, and says how much of it is; detached it is', async () => {
  const fenceId = await add({ terminalIDs: [device.terminalID], userIds: [other.id] })
  const refused = await server.call(fenceCalls.delete, { fenceId }, token)
  expect(nameOf(refused)).toBe('fenceInUse')
  expect(refused.meta.count).toBe(2)
  expect((await get(fenceId)).accounts).toEqual([{ userId: other.id, username: other.username }])
  expect(nameOf(await server.call(fenceCalls.delete, { fenceId, detach: true }, token))).toBe('success')
  expect(nameOf(await server.call(fenceCalls.get, { fenceId }, token))).toBe('notFound')
})

test('many are assigned, opened, closed and deleted; those in use say so', async () => {
  const ids = [await add({ terminalIDs: [device.terminalID] }), await add()]
  const second = await aDevice(server.database, customer, { car_number: 'CAR 3' })
  const both = { filter: { search: 'yard' }, terminalIDs: [second.terminalID] }
  const assigned = await server.call(fenceCalls.assignMany, both, token)
  expect(assigned.data).toEqual({ done: 2, failed: [] })
  expect((await get(ids[0]!)).devices).toBe(2)
  const detached = { fenceId: ids[1]!, terminalIDs: [second.terminalID] }
  expect((await server.call(fenceCalls.unassign, detached, token)).data).toEqual({ devices: 0 })
  await server.call(fenceCalls.close, { fenceIds: ids }, token)
  expect((await get(ids[0]!)).state).toBe('closed')
  await server.call(fenceCalls.open, { filter: { state: 'closed' } }, token)
  expect((await get(ids[1]!)).state).toBe('opened')
  const { data } = await server.call(fenceCalls.deleteMany, { fenceIds: ids }, token)
  expect(data).toEqual({ done: 1, failed: [{ id: ids[0], result: 'fenceInUse' }] })
})

describe('a stranger', () => {
  test('neither sees nor changes a fence, and cannot assign what is not theirs', async () => {
    const fenceId = await add()
    for (const call of [fenceCalls.get, fenceCalls.update, fenceCalls.delete, fenceCalls.devices])
      expect(nameOf(await server.call(call, { fenceId } as never, customerToken))).toBe('notFound')
    for (const call of [fenceCalls.assign, fenceCalls.unassign])
      expect(
        nameOf(await server.call(call, { fenceId, terminalIDs: [device.terminalID] }, customerToken)),
      ).toBe('notFound')
    expect((await server.call(fenceCalls.find, {}, customerToken)).data!.list).toEqual([])
    expect((await server.call(fenceCalls.map, {}, customerToken)).data).toEqual({ list: [], total: 0 })
    const strangers = { fenceId, terminalIDs: [strange.terminalID] }
    expect(nameOf(await server.call(fenceCalls.assign, strangers, token))).toBe('notFound')
  })

  test('a fence of one customer is not assigned to a device of another', async () => {
    const fenceId = await add({ userId: other.id })
    const reply = await server.call(fenceCalls.assign, { fenceId, terminalIDs: [device.terminalID] }, token)
    expect(nameOf(reply)).toBe('notFound')
  })
})

test('versions grow in the order of commits, so that none is passed over', async () => {
  const [one, two] = [await server.database.pool.connect(), await server.database.pool.connect()]
  const insert = `insert into fences (account_id, name, colour, tags, is_open, area, alarm_on, dwell_s, allow_lbs,
    create_time, change_time, since_time) values ($1, 'x', '', '{}', true, '{}', 'in', 0, false, 0, 0, 0) returning version`
  try {
    await one.query('begin')
    const first = await one.query(insert, [dealer.id])
    const second = two.query(insert, [dealer.id])
    await one.query('commit')
    expect((await second).rows[0].version).toBeGreaterThan(first.rows[0].version)
  } finally {
    one.release()
    two.release()
  }
})
