import { roles } from '@trackway/core/codes/roles.ts'
import { trackSettingCalls } from '@trackway/core/features/track-settings/calls.ts'
import { trackSettingDefaults } from '@trackway/core/track/track-settings.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { explainedSettings, trackSettingsOf } from './resolve.ts'

const now = Date.UTC(2026, 10, 20, 12)

let server: TestServer
let dealer: TestAccount
let customer: TestAccount
let token: string

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  dealer = await anAccount(server.database, { role: roles.agent, time_zone: 'Asia/Shanghai' })
  customer = await anAccount(server.database, { parent: dealer })
  token = await signIn(server.database, dealer)
})
afterEach(async () => {
  await server.database.pool.query('delete from level_settings')
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

test('a vehicle cannot begin to drive more slowly than it stops, whichever level says so', async () => {
  const { id } = await anAccount(server.database, { parent: dealer })
  const refused = await send({ userId: id, own: { startKmh: 5, stopKmh: 8 } })
  expect(refused.meta).toMatchObject({ code: 1001, issues: [{ path: 'own.stopKmh', reason: 'above_start' }] })
  await set({ userId: id, own: { startKmh: 30, stopKmh: 20 } })
  const { terminalID } = await aDevice(server.database, { id })
  expect((await send({ terminalID, own: { startKmh: 10 } })).meta.success).toBe(false)
  expect((await send({ terminalID, own: { startKmh: 25 } })).meta.success).toBe(true)
})

test('a level shows what it sets, what it inherits, and both together', async () => {
  await set({ own: { overspeedKmh: 90 } })
  const { own, inherited, effective } = await set({ userId: customer.id, own: { startKmh: 9 } })
  expect(own).toEqual({ startKmh: 9 })
  expect(inherited).toMatchObject({ startKmh: 6, overspeedKmh: 90 })
  expect(effective).toMatchObject({ startKmh: 9, overspeedKmh: 90 })
  const again = await set({ userId: customer.id, own: {} })
  expect(again.effective).toEqual(inherited)
})

test('what is set has today found anew, of the devices it counts for', async () => {
  const device = await aDevice(server.database, customer, { device_type_id: 89 })
  await server.database.pool.query('delete from track_changes')
  await set({ userId: customer.id, deviceType: 89, own: { minStopMs: 60_000 } })
  const { rows } = await server.database.pool.query('select device_id, from_time from track_changes')
  expect(rows).toEqual([{ device_id: device.id, from_time: Date.UTC(2026, 10, 19, 16) }])
})

test('a level is an account or a device, not both', async () => {
  const { terminalID } = await aDevice(server.database, customer)
  for (const beside of [{ userId: customer.id }, { deviceType: 13 }]) {
    const input = { terminalID, ...beside }
    const issues = [{ path: 'terminalID', reason: 'beside_account' }]
    expect((await server.call(trackSettingCalls.find, input, token)).meta).toMatchObject({ issues })
    expect((await send({ ...input, own: {} })).meta).toMatchObject({ issues })
  }
})

describe('how long tracks are kept', () => {
  let below: TestAccount
  let device: TestDevice
  const keep = (who: Omit<Parameters<typeof send>[0], 'own'>, daysKept?: number | null) =>
    send({ ...who, own: daysKept === undefined ? {} : { daysKept } })
  const keptOf = async ({ id }: TestDevice) => {
    const settings = await trackSettingsOf(server.database.db, [id])
    return settings.get(id)!.daysKept
  }

  beforeAll(async () => {
    below = await anAccount(server.database, { parent: customer })
    device = await aDevice(server.database, below, { device_type_id: 88 })
  })

  test('no longer than any account above keeps, though it was set longer before', async () => {
    await keep({ terminalID: device.terminalID }, 500)
    await keep({ userId: below.id }, 400)
    expect(await keptOf(device)).toBe(500)
    await keep({ userId: customer.id }, 300)
    expect(await keptOf(device)).toBe(300)
    await keep({}, 90)
    expect(await keptOf(device)).toBe(90)
    const { data } = await server.call(trackSettingCalls.find, { userId: below.id }, token)
    expect(data).toMatchObject({ own: { daysKept: 400 }, inherited: { daysKept: 90 }, mostDaysKept: 90 })
    expect(data!.effective.daysKept).toBe(90)
    const { settings, origins } = await explainedSettings(server.database.pool, device.id)
    expect([settings.daysKept, origins.daysKept]).toEqual([90, 'account'])
  })

  test('a device keeps longer or shorter than the account that owns it', async () => {
    await keep({ userId: customer.id }, 90)
    await keep({ userId: below.id }, 30)
    expect((await keep({ terminalID: device.terminalID }, 60)).data).toMatchObject({ mostDaysKept: 90 })
    expect(await keptOf(device)).toBe(60)
    await keep({ terminalID: device.terminalID }, 10)
    expect(await keptOf(device)).toBe(10)
  })

  test('what an account above sets for the type counts before what it sets for all', async () => {
    await keep({}, 30)
    await keep({ deviceType: 88 }, 365)
    expect(await keptOf(device)).toBe(365)
    expect((await keep({ userId: below.id, deviceType: 88 }, 200)).meta.success).toBe(true)
    expect((await keep({ userId: below.id }, 200)).meta.success).toBe(false)
    await keep({ deviceType: 88 }, null)
    const { data } = await server.call(trackSettingCalls.find, { terminalID: device.terminalID }, token)
    expect(data).toMatchObject({ mostDaysKept: null, effective: { daysKept: 200 } })
  })

  test('to keep all is no limit, and does not lift one', async () => {
    await keep({ userId: customer.id }, null)
    expect((await keep({ userId: below.id }, 400)).meta.success).toBe(true)
    await keep({ userId: below.id }, null)
    await keep({}, 90)
    expect(await keptOf(device)).toBe(90)
  })

  test('what is longer than the accounts above keep is refused', async () => {
    await keep({}, 90)
    const issues = [{ path: 'own.daysKept', reason: 'above_superior' }]
    for (const days of [91, null]) {
      expect((await keep({ userId: below.id }, days)).meta).toMatchObject({ code: 1001, issues })
      expect((await keep({ userId: below.id, deviceType: 88 }, days)).meta).toMatchObject({ issues })
      expect((await keep({ terminalID: device.terminalID }, days)).meta).toMatchObject({ issues })
    }
    expect((await keep({ userId: below.id }, 90)).data).toMatchObject({ own: { daysKept: 90 } })
    expect((await keep({}, 400)).meta.success).toBe(true)
  })
})

test('a type there is none of is not found', async () => {
  expect((await send({ deviceType: 2 ** 31 - 1, own: {} })).meta.code).toBe(1002)
})
