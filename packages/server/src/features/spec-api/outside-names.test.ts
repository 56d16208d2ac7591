import { roles } from '@trackway/core/codes/roles.ts'
import { qualityBits, trackStates } from '@trackway/core/codes/states.ts'
import { specApiCalls } from '@trackway/core/features/spec-api/calls.ts'
import { trackState } from '@trackway/core/rules/vehicle-state.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { writeOwnerRecords } from '../owner-records/queries.ts'
import { runStateText } from './run-state-text.ts'

let server: TestServer
let agent: TestAccount
let customer: TestAccount
let device: TestDevice
let parked: TestDevice
let token: string
const minute = 60_000
const now = Date.now()

beforeAll(async () => {
  // A stopped clock: a vehicle that drives now does so however long the tests take.
  server = await startTestServer({ now: () => now })
  const { database } = server
  const admin = await anAccount(database, { role: roles.admin })
  agent = await anAccount(database, { parent: admin, language: 'en' })
  customer = await anAccount(database, { parent: agent, role: roles.user })
  const state = { is_connected: true, connected_time: now, state_time: now, fix_time: now }
  device = await aDevice(
    database,
    customer,
    { activate_time: now - minute, nickname: 'Van', car_number: '粤B12345' },
    {
      ...state,
      latitude_e7: 225_000_000,
      longitude_e7: 1_139_000_000,
      speed_kmh: 70,
      change_time: now - 2_000,
    },
  )
  parked = await aDevice(
    database,
    customer,
    { activate_time: 1 },
    { change_time: now - 1_000, state_time: now - 180 * minute },
  )
  await writeOwnerRecords(
    database.db,
    [{ deviceId: device.id, realName: '张伟', telephone: '13800138000', idCard: '440301199001011234' }],
    now,
  )
  token = await signIn(database, agent)
})
afterAll(() => server.stop())

test('a device list item has the fields of the specification, and no others', async () => {
  const { data } = await server.call(specApiCalls.devices, { terminalIDs: [device.terminalID] }, token)
  const [item] = data!.list
  expect(Object.keys(item!).sort()).toEqual(
    [
      'id',
      'displayName',
      'address',
      'ancestors',
      'idCard',
      'carNumber',
      'username',
      'role',
      'realname',
      'nickname',
      'telephone',
      'terminalID',
      'user_id',
      'state',
      'expire',
      'carIconState',
      'markerIcon',
      'runState',
      'device',
      'location',
    ].sort(),
  )
  expect(Object.keys(item!.device)).toEqual(['deviceType', 'iconType'])
  expect(Object.keys(item!.location)).toEqual([
    'lat',
    'lon',
    'speed',
    'stateTime',
    'utcTime',
    'deviceProtocol',
  ])
  expect(item).toMatchObject({
    displayName: '粤B12345',
    state: 'online',
    runState: 'Driving',
    carIconState: 2,
    markerIcon: 'car-2',
    role: roles.user,
    ancestors: String(agent.id),
    realname: '张***',
    telephone: '138***00',
    idCard: '440***34',
    location: { lat: 22.5, lon: 113.9, speed: 70, deviceProtocol: 'gt06' },
  })
})

test('who may not see owner records is not told of owners', async () => {
  const own = await signIn(server.database, customer)
  const { data } = await server.call(specApiCalls.devices, { terminalIDs: [device.terminalID] }, own)
  expect(data!.list[0]).toMatchObject({ realname: null, telephone: null, idCard: null })
})

test('who asks again and again is told what changed since', async () => {
  const first = (await server.call(specApiCalls.updates, { since: 0 }, token)).data!
  expect(first.list.map(({ terminalID }) => terminalID)).toEqual([device.terminalID, parked.terminalID])
  expect(first).toMatchObject({ time: now - 1_000, hasMore: false })
  await server.database.pool.query('update device_states set change_time = $1 where device_id = $2', [
    now,
    device.id,
  ])
  const second = (await server.call(specApiCalls.updates, { since: first.time + 1 }, token)).data!
  expect(second.list.map(({ terminalID }) => terminalID)).toEqual([device.terminalID])
})

test('track users, statistics and stay points have the names of the specification', async () => {
  const users = await server.call(specApiCalls.trackUsers, {}, token)
  expect(users.data).toMatchObject({
    total: 2,
    list: [
      { terminalID: device.terminalID, userId: customer.id, nickname: 'Van', carNumber: '粤B12345' },
      {},
    ],
  })
  const days = { first: '2026-01-01', last: '2026-01-02' }
  const statistics = await server.call(
    specApiCalls.statistics,
    { ...days, terminalIDs: [device.terminalID] },
    token,
  )
  expect(statistics.meta.success).toBe(true)
  for (const row of statistics.data!.list) {
    expect(row).toMatchObject({ id: `${device.terminalID}-${row.statsticDate}`, statsticState: 1 })
  }
  const range = { terminalID: device.terminalID, from: now - minute, to: now }
  expect((await server.call(specApiCalls.stayPoints, range, token)).data).toEqual({ list: [] })
  expect((await server.call(specApiCalls.track, range, token)).data).toEqual({ list: [], next: null })
})

test.each([
  [{ speedKmh: 50, quality: 0 }, trackStates.normal],
  [{ speedKmh: 61, quality: 0 }, trackStates.fast],
  [{ speedKmh: 121, quality: 0 }, trackStates.overspeed],
  [{ speedKmh: 10, quality: 0 }, trackStates.stop],
  [{ speedKmh: null, quality: 0 }, trackStates.stop],
  [{ speedKmh: 50, quality: qualityBits.late }, trackStates.normal],
  [{ speedKmh: 130, quality: qualityBits.jump }, trackStates.abnormal],
])('a point of %j has the track state %i', (point, state) => expect(trackState(point)).toBe(state))

test.each([
  [{ state: 'online', runState: 1, stateTime: now }, 'Driving', '行驶'],
  [{ state: 'online', runState: 2, stateTime: now }, 'Stopped', '静止'],
  [{ state: 'online', runState: 3, stateTime: now }, 'Online', '在线'],
  [{ state: 'offline', runState: 4, stateTime: now - 180 * minute }, 'Offline 3 h', '离线 3 小时'],
  [{ state: 'expired', runState: 4, stateTime: now - 50 * 60 * minute }, 'Offline 2 d', '离线 2 天'],
  [{ state: 'inactive', runState: 4, stateTime: null }, 'Inactive', '未激活'],
] as const)('%j reads %s', (vehicle, en, cn) => {
  expect(runStateText(vehicle, 'en', now)).toBe(en)
  expect(runStateText(vehicle, 'cn', now)).toBe(cn)
})
