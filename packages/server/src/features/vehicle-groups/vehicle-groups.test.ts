import type { Call, InputOf } from '@trackway/core/api/call.ts'
import { groupsPerAccount } from '@trackway/core/api/group-filter.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { allCalls } from '@trackway/core/contract.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { deviceGroupCalls } from '@trackway/core/features/devices/group-calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { liveShareCalls } from '@trackway/core/features/live-shares/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { notificationRuleCalls } from '@trackway/core/features/notifications/rule-calls.ts'
import { reportScheduleCalls } from '@trackway/core/features/report-schedules/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { trackSettingCalls } from '@trackway/core/features/track-settings/calls.ts'
import { vehicleGroupCalls } from '@trackway/core/features/vehicle-groups/calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { samplesOf } from '../../testing/sample-inputs.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const now = Date.UTC(2026, 10, 20, 12)
const dayMs = 86_400_000
const days = { first: '2026-11-19', last: '2026-11-19' }
const area = { shape: 'circle', lat: 31.2, lon: 121.4, radiusM: 500 } as const

let server: TestServer
let dealer: TestAccount
let customer: TestAccount
let other: TestAccount
let token: string
let customerToken: string
let strangerToken: string
let trucks: TestDevice[]
let van: TestDevice

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.stop())
beforeEach(async () => {
  const { database } = server
  dealer = await anAccount(database, { role: roles.agent })
  customer = await anAccount(database, { parent: dealer, role: roles.user })
  other = await anAccount(database, { parent: dealer, role: roles.user })
  token = await signIn(database, dealer)
  customerToken = await signIn(database, customer)
  strangerToken = await signIn(database, await anAccount(database, { role: roles.agent }))
  trucks = [await aDevice(database, customer, { activate_time: 1 }), await aDevice(database, dealer)]
  van = await aDevice(database, customer)
})

const idsOf = (devices: readonly TestDevice[]) => devices.map(({ terminalID }) => terminalID)
const nameOf = ({ meta }: { meta: { code: number } }) => resultNames[meta.code]

/** A group of the dealer with the trucks. */
async function aGroup(name = 'Trucks', devices: readonly TestDevice[] = trucks, by = token): Promise<number> {
  const reply = await server.call(
    deviceGroupCalls.addDevices,
    { terminalIDs: idsOf(devices), group: name },
    by,
  )
  expect(reply.data).toEqual({ done: devices.length, failed: [] })
  return (await groups({ search: name }, by))[0]!.id
}
const groups = async (input: object = {}, by = token) =>
  (await server.call(vehicleGroupCalls.find, input, by)).data!.list
const listed = async (input: object, by = token) =>
  (await server.call(deviceCalls.find, input, by)).data!.list.map(({ terminalID }) => terminalID).sort()

test('a group is made from a selection in one call, and the same name adds to it', async () => {
  const id = await aGroup()
  await aGroup('trucks', [van])
  expect(await groups()).toEqual([
    {
      id,
      name: 'Trucks',
      colour: '#1677ff',
      place: 1,
      userId: dealer.id,
      username: dealer.username,
      devices: 3,
    },
  ])
  await server.call(deviceGroupCalls.removeDevices, { filter: { userId: customer.id }, groupId: id }, token)
  expect(await listed({ groupIds: [id] })).toEqual([trucks[1]!.terminalID])
})

test('a group holds devices of its account and below, and is seen there and above', async () => {
  const ofDealer = await aGroup()
  const ofCustomer = await aGroup('Mine', [van], customerToken)
  expect((await groups()).map(({ name }) => name)).toEqual(['Trucks', 'Mine'])
  expect((await groups({}, customerToken)).map(({ name }) => name)).toEqual(['Mine'])
  expect(await groups({ terminalID: trucks[0]!.terminalID }, customerToken)).toEqual([])
  const add = (group: number, devices: TestDevice[], by: string) =>
    server.call(deviceGroupCalls.addDevices, { terminalIDs: idsOf(devices), group }, by)
  expect((await add(ofCustomer, [van, trucks[1]!], token)).data).toEqual({
    done: 1,
    failed: [{ id: trucks[1]!.terminalID, result: 'groupOfOther' }],
  })
  expect(nameOf(await add(ofDealer, [van], customerToken))).toBe('notFound')
  const stranger = { terminalIDs: idsOf([van]), group: 'Stolen' }
  expect(nameOf(await server.call(deviceGroupCalls.addDevices, stranger, strangerToken))).toBe('notFound')
  expect(await groups({}, strangerToken)).toEqual([])
  expect(nameOf(await add(ofCustomer, [trucks[1]!], customerToken))).toBe('notFound')
  for (const call of [vehicleGroupCalls.update, vehicleGroupCalls.uses, vehicleGroupCalls.delete] as Call[])
    expect(nameOf(await server.call(call, { id: ofDealer } as never, customerToken)), call.path).toBe(
      'notFound',
    )
})

test('a name is unique within its account, and groups are in an order', async () => {
  const [one, two, three] = [await aGroup('one'), await aGroup('two'), await aGroup('three')]
  expect(nameOf(await server.call(vehicleGroupCalls.add, { name: 'ONE' }, token))).toBe('groupNameTaken')
  expect(nameOf(await server.call(vehicleGroupCalls.update, { id: two, name: 'One' }, token))).toBe(
    'groupNameTaken',
  )
  expect(nameOf(await server.call(vehicleGroupCalls.add, { name: 'one', userId: customer.id }, token))).toBe(
    'success',
  )
  const order = async () => (await groups({ withSubAccounts: false })).map(({ id }) => id)
  const move = (id: number, place: number) => server.call(vehicleGroupCalls.update, { id, place }, token)
  await move(three, 1)
  expect(await order()).toEqual([three, one, two])
  await move(three, 2)
  expect(await order()).toEqual([one, three, two])
  expect((await move(one, 3)).data).toMatchObject({ place: 3 })
  expect(await order()).toEqual([three, two, one])
})

test('an account has no more groups than it may', async () => {
  await server.database.pool.query(
    `insert into vehicle_groups (account_id, name, colour, place, create_time)
     select $1, 'group ' || n, '#000000', n, 0 from generate_series(1, $2::int4) n`,
    [dealer.id, groupsPerAccount],
  )
  expect(nameOf(await server.call(vehicleGroupCalls.add, { name: 'one more' }, token))).toBe('tooManyEntries')
})

test('devices that go elsewhere leave the groups of whom they leave', async () => {
  const ofDealer = await aGroup('Trucks', [van])
  const ofCustomer = await aGroup('Mine', [van], customerToken)
  await server.call(deviceServiceCalls.transfer, { terminalIDs: [van.terminalID], userId: other.id }, token)
  expect(await listed({ groupIds: [ofCustomer] })).toEqual([])
  expect(await listed({ groupIds: [ofDealer] })).toEqual([van.terminalID])

  const elsewhere = await anAccount(server.database, { role: roles.agent })
  await server.database.pool.query(
    `update accounts set path = $2 || id || '/', parent_id = $3 where id = $1`,
    [other.id, elsewhere.path, elsewhere.id],
  )
  const { rows } = await server.database.pool.query(
    'select from vehicle_group_members where device_id = $1',
    [van.id],
  )
  expect(rows).toEqual([])
})

test('lists, reports and the monitor find the vehicles of groups, also within a sub-account', async () => {
  const id = await aGroup()
  const [ofCustomer, ofDealer] = trucks
  expect(await listed({ groupIds: [id] })).toEqual(idsOf(trucks).sort())
  expect(await listed({ groupIds: [id], userId: customer.id })).toEqual([ofCustomer!.terminalID])
  expect(await listed({ groupIds: [id, await aGroup('Vans', [van])] })).toHaveLength(3)
  const located = await server.call(locationCalls.find, { groupIds: [id] }, token)
  expect(located.data).toMatchObject({ total: 2 })
  const order = await server.call(locationCalls.order, { groupIds: [id] }, token)
  expect(order.data!.ids.sort()).toEqual([ofCustomer!.id, ofDealer!.id].sort())
  const sums = await server.call(statisticsCalls.sums, { ...days, groupIds: [id], groupBy: 'device' }, token)
  expect(sums.data).toMatchObject({ devices: 2 })
})

/** Calls that find something by groups. */
const filtered = allCalls.filter(
  ({ input, path }) =>
    'groupIds' in ((input as { shape?: object }).shape ?? {}) && !path.startsWith('/api/vehicleGroup'),
)

test('many calls find by groups', () => {
  expect(filtered.length).toBeGreaterThan(18)
})

test.each(filtered.map(({ path }) => path))('%s refuses the group of a stranger', async (path) => {
  const call = filtered.find((each) => each.path === path)!
  const groupIds = [await aGroup()]
  const target = { account: dealer, device: trucks[0]! }
  const [sample] = samplesOf(call, target)
  const input = { ...filler(path), ...sample }
  expect(nameOf(await server.call(call, { ...input, groupIds } as never, strangerToken))).toBe('notFound')
  if (!call.demo) return
  const { terminalIDs: _, ...whole } = input as Record<string, unknown>
  const found = await server.call(call, { ...whole, groupIds: [await emptyGroup()] } as never, token)
  expect(nameOf(found)).toBe('success')
  const { list = [], total = 0, devices = 0 } = (found.data ?? {}) as Record<string, unknown>
  expect({ list, total, devices }, 'an empty group').toEqual({ list: [], total: 0, devices: 0 })
})

let emptied = 0
async function emptyGroup(): Promise<number> {
  return (await server.call(vehicleGroupCalls.add, { name: `empty ${++emptied}` }, token)).data!.id
}

const filler = (path: string) =>
  /statistics|visits|days$/.test(path) && !path.includes('pastDue') ? days : {}

test('a fence of a group counts for the vehicles that are in it, whenever they came', async () => {
  const edited: number[] = []
  const stop = server.bus.subscribe('device.factsEdited', ({ deviceIds }) => edited.push(...deviceIds))
  const vehicleGroupIds = [await aGroup()]
  const { data } = await server.call(fenceCalls.add, { name: 'yard', area, vehicleGroupIds }, token)
  const { fenceId } = data!
  expect(edited.sort()).toEqual(trucks.map(({ id }) => id).sort())
  stop()
  const get = async () => (await server.call(fenceCalls.get, { fenceId }, token)).data!
  expect(await get()).toMatchObject({
    devices: 2,
    assignedDevices: 0,
    groups: [{ name: 'Trucks', devices: 2 }],
  })
  await server.call(fenceCalls.assign, { fenceId, terminalIDs: [trucks[0]!.terminalID] }, token)
  await aGroup('Trucks', [van])
  expect(await get()).toMatchObject({ devices: 3, assignedDevices: 1 })
  const [groupId] = vehicleGroupIds
  await server.call(
    deviceGroupCalls.removeDevices,
    { terminalIDs: idsOf([...trucks, van]), groupId: groupId! },
    token,
  )
  expect(await get()).toMatchObject({ devices: 1, assignedDevices: 1 })
  await aGroup('Trucks', trucks)
  await server.call(fenceCalls.unassign, { fenceId, terminalIDs: [trucks[0]!.terminalID] }, token)
  expect(await get()).toMatchObject({ devices: 2, assignedDevices: 0 })
  expect(nameOf(await server.call(fenceCalls.delete, { fenceId }, token))).toBe('fenceInUse')
  await server.call(fenceCalls.unassign, { fenceId, vehicleGroupIds }, token)
  expect(await get()).toMatchObject({ devices: 0, groups: [] })
  expect(nameOf(await server.call(fenceCalls.assign, { fenceId, vehicleGroupIds }, strangerToken))).toBe(
    'notFound',
  )
})

test('a setting of a group counts before accounts and types, behind the device, by the order of groups', async () => {
  const [trucksId, fastId] = [await aGroup(), await aGroup('Fast', [trucks[0]!])]
  const [truck] = trucks
  const set = (level: object, overspeedKmh?: number) =>
    server.call(trackSettingCalls.set, { ...level, own: overspeedKmh ? { overspeedKmh } : {} }, token)
  const limit = async () => {
    const { data } = await server.call(trackSettingCalls.find, { terminalID: truck!.terminalID }, token)
    return [data!.effective.overspeedKmh, data!.origins.overspeedKmh?.group]
  }
  await set({ userId: customer.id }, 100)
  await set({ userId: customer.id, deviceType: 13 }, 90)
  const { data } = await set({ groupId: trucksId }, 80)
  expect(data).toMatchObject({ own: { overspeedKmh: 80 }, effective: { overspeedKmh: 80 } })
  expect(await limit()).toEqual([80, 'Trucks'])
  await set({ groupId: fastId }, 110)
  expect(await limit()).toEqual([80, 'Trucks'])
  await server.call(vehicleGroupCalls.update, { id: fastId, place: 1 }, token)
  expect(await limit()).toEqual([110, 'Fast'])
  // The customer sees what counts, and nothing of the group of his dealer.
  const seen = await server.call(trackSettingCalls.find, { terminalID: truck!.terminalID }, customerToken)
  expect(seen.data!.origins.overspeedKmh).toEqual({ level: 'group', username: null, group: null })
  await aGroup('Own', [truck!], customerToken)
  await set({ groupId: (await groups({ search: 'Own' }))[0]!.id }, 70)
  expect(await limit()).toEqual([70, 'Own'])
  await server.call(
    trackSettingCalls.set,
    { terminalID: truck!.terminalID, own: { overspeedKmh: 60 } },
    token,
  )
  expect(await limit()).toEqual([60, 'Own'])
  expect(nameOf(await server.call(trackSettingCalls.find, { groupId: trucksId }, customerToken))).toBe(
    'notFound',
  )
})

test('a rule and a scheduled report of a group are switched off with it, others go on without it', async () => {
  const [one, two] = [await aGroup('one'), await aGroup('two')]
  const rule = async (groupIds: number[]) => {
    const reply = await server.call(notificationRuleCalls.save, { name: 'n', groupIds }, token)
    return reply.data!.id
  }
  const rules = [await rule([one]), await rule([one, two])]
  const schedule: InputOf<typeof reportScheduleCalls.save> = {
    name: 'every morning',
    report: 'mileage',
    format: 'xlsx',
    rhythm: 'daily',
    onDay: 1,
    atMinute: 480,
    receivers: ['fleet@example.com'],
    language: 'en',
    timeZone: 'UTC',
    groupIds: [one],
  }
  expect(nameOf(await server.call(reportScheduleCalls.save, schedule, strangerToken))).toBe('notFound')
  expect((await server.call(reportScheduleCalls.save, schedule, token)).data).toMatchObject({
    groupIds: [one],
  })
  await server.call(fenceCalls.add, { name: 'yard', area, vehicleGroupIds: [one] }, token)
  const share = await server.call(liveShareCalls.make, { vehicleGroupId: one, hours: 1 }, token)
  await server.call(trackSettingCalls.set, { groupId: one, own: { overspeedKmh: 80 } }, token)
  const uses = await server.call(vehicleGroupCalls.uses, { id: one }, token)
  expect(uses.data).toEqual({ fences: 1, rules: 2, schedules: 1, shares: 1, settings: 1 })

  await server.call(vehicleGroupCalls.delete, { id: one }, token)
  const { data } = await server.call(notificationRuleCalls.find, {}, token)
  expect(data!.list.map(({ id, isEnabled, groupIds }) => ({ id, isEnabled, groupIds }))).toEqual([
    { id: rules[0], isEnabled: false, groupIds: [one] },
    { id: rules[1], isEnabled: true, groupIds: [two] },
  ])
  const schedules = await server.call(reportScheduleCalls.find, {}, token)
  expect(schedules.data!.list).toMatchObject([{ isEnabled: false, groupIds: [one] }])
  const opened = await server.call(liveShareCalls.shared, { token: share.data!.token })
  expect(nameOf(opened)).toBe('notFound')
})

test('a rule of a sub-account takes no group of another', async () => {
  const groupIds = [await aGroup()]
  const save = { name: 'n', userId: customer.id, groupIds }
  expect(nameOf(await server.call(notificationRuleCalls.save, save, token))).toBe('notFound')
})

test('a live link to a group shows who is in it as it is opened', async () => {
  const id = await aGroup('Trucks', [trucks[0]!])
  const made = await server.call(liveShareCalls.make, { vehicleGroupId: id, hours: 1 }, token)
  await server.database.pool.query('update devices set activate_time = 1')
  const shown = async () =>
    (await server.call(liveShareCalls.shared, { token: made.data!.token })).data!.vehicles.length
  expect(await shown()).toBe(1)
  await aGroup('Trucks', [van])
  expect(await shown()).toBe(2)
  const found = await server.call(liveShareCalls.find, {}, token)
  expect(found.data!.list).toMatchObject([{ title: 'Trucks', devices: 2 }])
})

test('devices are found by how long they have been silent, and by when their service ends', async () => {
  const { database } = server
  const silent = await aDevice(database, customer, {}, { state_time: now - 4 * dayMs })
  await aDevice(database, customer, {}, { state_time: now - 2 * dayMs })
  expect(await listed({ silentDays: 3 })).toEqual([silent.terminalID])
  const order = await server.call(locationCalls.order, { silentDays: 3 }, token)
  expect(order.data!.ids).toEqual([silent.id])
  const [from, to] = [Date.UTC(2026, 11, 1), Date.UTC(2027, 0, 1)]
  const ends = (platform: number | null, user: number | null) =>
    aDevice(database, customer, { platform_expire_time: platform, user_expire_time: user })
  const december = [await ends(from, null), await ends(to, to - 1)]
  await ends(to, null)
  await ends(from, from - 1)
  expect(await listed({ expiresFrom: from, expiresTo: to })).toEqual(idsOf(december).sort())
})
