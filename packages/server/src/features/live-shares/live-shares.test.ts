import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { liveShareCalls } from '@trackway/core/features/live-shares/calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { aPosition, storePositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const hour = 3_600_000
let now = noon
let server: TestServer
let dealer: TestAccount
let customer: TestAccount
let token: string
let van: TestDevice
let truck: TestDevice
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  dealer = await anAccount(server.database, { role: roles.agent, time_zone: 'Europe/Berlin' })
  token = await signIn(server.database, dealer)
})
afterAll(() => server.stop())
beforeEach(async () => {
  now = noon
  customer = await anAccount(server.database, { parent: dealer, role: roles.user })
  const state = {
    is_connected: true,
    state_time: noon,
    fix_time: noon,
    speed_kmh: 60,
    course_deg: 90,
    latitude_e7: 482_000_000,
    longitude_e7: 164_000_000,
  }
  van = await aDevice(server.database, customer, { nickname: 'Van', activate_time: 1 }, state)
  truck = await aDevice(server.database, customer, { activate_time: 1 }, { ...state, speed_kmh: 0 })
})

async function make(input: object = {}, bearer = token) {
  const reply = await server.call(
    liveShareCalls.make,
    { terminalIDs: [van.terminalID], hours: 4, ...input },
    bearer,
  )
  return { ...reply.data!, refusal: resultNames[reply.meta.code] }
}

async function open(link: string, isFirst = false) {
  const { meta, data } = await server.call(liveShareCalls.shared, { token: link, isFirst })
  return { refusal: resultNames[meta.code], shown: data }
}

test('a link shows where its vehicles are, and nothing that identifies them', async () => {
  const { token: link, path, expireTime } = await make({ terminalIDs: [van.terminalID, truck.terminalID] })
  expect(path).toBe(`/sharedLive/${link}`)
  expect(expireTime).toBe(noon + 4 * hour)
  const { shown } = await open(link)
  const vehicle = {
    lat: 48.2,
    lon: 16.4,
    courseDeg: 90,
    utcTime: noon,
    distanceM: null,
    arrivalTime: null,
    hasArrived: false,
    carIconState: expect.any(Number),
  }
  const truckName = `…${truck.terminalID.slice(-4)}`
  expect(shown).toEqual({
    title: `Van, ${truckName}`,
    timeZone: 'Europe/Berlin',
    expireTime,
    destination: null,
    time: noon,
    vehicles: [
      { number: 1, name: 'Van', speedKmh: 60, ...vehicle },
      { number: 2, name: truckName, speedKmh: 0, ...vehicle },
    ],
  })
})

test('where vehicles are expected, the link says when they arrive', async () => {
  const minute = 60_000
  await storePositions(
    server.database,
    van.id,
    [12, 6, 0].map((ago) => aPosition({ fix_time: noon - ago * minute, distance_m: 5_000 })),
  )
  const destination = { lat: 48.2, lon: 16.8, name: 'Depot' }
  const { token: link } = await make({ terminalIDs: [van.terminalID, truck.terminalID], destination })
  const { shown } = await open(link)
  expect(shown!.destination).toEqual(destination)
  const [first, second] = shown!.vehicles
  // 29.65 km as the crow flies, 15 km in 12 minutes.
  expect(first!.distanceM).toBeCloseTo(29_646, -2)
  expect((first!.arrivalTime! - noon) / minute).toBeCloseTo((29.646 * 1.3) / (15 / 12), 0)
  expect(second).toMatchObject({ arrivalTime: null, hasArrived: false })
})

test('a link ends with its time, its end, its maker and the sight of its vehicles', async () => {
  const { token: link, id } = await make()
  expect((await open('no-such-token')).refusal).toBe('notFound')
  now = noon + 4 * hour
  expect((await open(link)).refusal).toBe('notFound')
  now = noon + 1
  expect((await open(link)).refusal).toBe('success')

  const elsewhere = await anAccount(server.database, { role: roles.user })
  const { db } = server.database
  await db.updateTable('devices').set({ account_id: elsewhere.id }).where('id', '=', van.id).execute()
  expect((await open(link)).refusal).toBe('notFound')
  await db
    .updateTable('devices')
    .set({ account_id: customer.id, platform_expire_time: now })
    .where('id', '=', van.id)
    .execute()
  expect((await open(link)).refusal).toBe('notFound')
  await db.updateTable('devices').set({ platform_expire_time: null }).where('id', '=', van.id).execute()
  expect((await open(link)).refusal).toBe('success')

  await db.updateTable('accounts').set({ password_reset_time: now }).where('id', '=', dealer.id).execute()
  expect((await open(link)).refusal).toBe('notFound')
  await db.updateTable('accounts').set({ password_reset_time: 0 }).where('id', '=', dealer.id).execute()
  await server.call(liveShareCalls.revoke, { id }, token)
  expect((await open(link)).refusal).toBe('notFound')
})

test('whoever made a link sees how often it was opened, not how often it was asked again', async () => {
  const { token: link, id } = await make({ title: 'Delivery' })
  await open(link, true)
  await open(link)
  now = noon + 1
  await open(link, true)
  const { data } = await server.call(liveShareCalls.find, { terminalID: van.terminalID }, token)
  expect(data!.list).toEqual([
    expect.objectContaining({ id, title: 'Delivery', devices: 1, views: 2, lastViewTime: noon + 1 }),
  ])
})

test('of another’s vehicle there is no link', async () => {
  const stranger = await signIn(server.database, await anAccount(server.database, { role: roles.agent }))
  expect((await make({}, stranger)).refusal).toBe('notFound')
  expect((await make({ terminalIDs: [van.terminalID, '860000000099999'] })).refusal).toBe('notFound')
})
