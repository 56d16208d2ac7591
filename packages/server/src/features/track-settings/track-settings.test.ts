import { trackSettingCalls } from '@trackway/core/api/episodes.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { trackSettingDefaults } from '@trackway/core/track/segment-settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { explainedSettings, trackSettingsOf } from './resolve.ts'

const now = Date.UTC(2026, 10, 20, 12)

let server: TestServer
let dealer: TestAccount
let customer: TestAccount
let token: string

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  dealer = await anAccount(server.database, { role: roles.superUser, time_zone: 'Asia/Shanghai' })
  customer = await anAccount(server.database, { parent: dealer })
  token = await signIn(server.database, dealer)
})
afterAll(() => server.stop())

const set = async (input: Parameters<typeof send>[0]) => (await send(input)).data!
const send = (input: {
  userId?: number
  deviceType?: number
  terminalID?: string
  own: Partial<typeof trackSettingDefaults>
}) => server.call(trackSettingCalls.set, input, token)

test('the nearest level that sets a field counts, field by field', async () => {
  const device = await aDevice(server.database, customer, { device_type_id: 13 })
  const other = await aDevice(server.database, customer, { device_type_id: 4 })
  await set({ own: { minStopMs: 100_000, overspeedKmh: 90, fuelLPer100Km: 8 } })
  await set({ deviceType: 13, own: { minStopMs: 110_000, offlineMs: 600_000 } })
  await set({ userId: customer.id, own: { overspeedKmh: 80, fuelLPer100Km: null } })
  await set({ terminalID: device.terminalID, own: { overspeedKmh: 70 } })

  const settings = await trackSettingsOf(server.database.db, [device.id, other.id])
  expect(settings.get(device.id)).toEqual({
    ...trackSettingDefaults,
    minStopMs: 110_000,
    offlineMs: 600_000,
    overspeedKmh: 70,
    fuelLPer100Km: null,
  })
  expect(settings.get(other.id)).toMatchObject({ minStopMs: 100_000, overspeedKmh: 80, offlineMs: 3_600_000 })

  const { origins } = await explainedSettings(server.database.pool, device.id)
  expect(origins).toMatchObject({
    minStopMs: 'type',
    overspeedKmh: 'device',
    fuelLPer100Km: 'account',
    gapMs: 'default',
  })
})

test('a vehicle can not begin to drive more slowly than it stops, whichever level says so', async () => {
  const { id } = await anAccount(server.database, { parent: dealer })
  const refused = await send({ userId: id, own: { startKmh: 5, stopKmh: 8 } })
  expect(refused.meta).toMatchObject({ code: 1001, issues: [{ path: 'own.stopKmh', reason: 'above_start' }] })
  await set({ userId: id, own: { startKmh: 30, stopKmh: 20 } })
  const { terminalID } = await aDevice(server.database, { id })
  expect((await send({ terminalID, own: { startKmh: 10 } })).meta.success).toBe(false)
  expect((await send({ terminalID, own: { startKmh: 25 } })).meta.success).toBe(true)
})

test('a level shows what it sets, what it inherits, and both together', async () => {
  await set({ userId: customer.id, own: {} })
  const { own, inherited, effective } = await set({ userId: customer.id, own: { startKmh: 9 } })
  expect(own).toEqual({ startKmh: 9 })
  expect(inherited).toMatchObject({ startKmh: 6, overspeedKmh: 90 })
  expect(effective).toMatchObject({ startKmh: 9, overspeedKmh: 90 })
  const again = await set({ userId: customer.id, own: {} })
  expect(again.effective).toEqual(inherited)
})

test('what is set has today found anew, of the devices it counts for', async () => {
  const device = await aDevice(server.database, customer, { device_type_id: 88 })
  await server.database.pool.query('delete from episode_marks')
  await set({ userId: customer.id, deviceType: 88, own: { minStopMs: 60_000 } })
  const { rows } = await server.database.pool.query('select device_id, from_time from episode_marks')
  expect(rows).toEqual([{ device_id: device.id, from_time: Date.UTC(2026, 10, 19, 16) }])
})

test('a type there is none of is not found', async () => {
  expect((await send({ deviceType: 2 ** 40, own: {} })).meta.code).toBe(1002)
})
