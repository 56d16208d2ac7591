import { alarms } from '@trackway/core/codes/alarms.ts'
import { toAlarmFields } from '@trackway/core/features/alarms/alarm-settings.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, type TestAccount, type TestDevice } from '../../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { judge } from './checks.ts'
import { watchStates } from './watch-states.ts'

const minute = 60_000
const hour = 60 * minute
const noon = Date.UTC(2026, 10, 18, 12)

let database: TestDatabase
let owner: TestAccount
let device: TestDevice
let changed: number[]

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await database.pool.query('delete from level_settings; delete from devices')
  owner = await anAccount(database)
  device = await aDevice(database, owner)
  changed = []
})
afterAll(() => database.drop())

const watch = (now: number) =>
  watchStates(
    database.pool,
    { publish: (_, message) => changed.push(...(message as unknown as { deviceIds: number[] }).deviceIds) },
    now,
  )

async function state(columns: string, of = device): Promise<void> {
  await database.pool.query(`update device_states set ${columns} where device_id = $1`, [of.id])
}

async function set(
  own: object,
  accountId: number | null = owner.id,
  deviceId: number | null = null,
): Promise<void> {
  await database.pool.query(
    `insert into level_settings (kind, account_id, device_id, own) values ('alarm', $1, $2, $3)`,
    [deviceId === null ? accountId : null, deviceId, JSON.stringify(toAlarmFields(own))],
  )
}

async function found(of = device) {
  const { rows } = await database.pool.query(
    `select code, subject_id as subject, (start_time - $2) / 60000 as begun, is_open as "isOpen", detail
     from alarm_episodes where device_id = $1 order by code, subject_id, start_time`,
    [of.id, noon],
  )
  return rows
}

test('offline for too long, and online again', async () => {
  await state(`is_connected = false, state_time = ${noon}`)
  await watch(noon + 24 * hour - minute)
  expect(await found()).toEqual([])
  await watch(noon + 24 * hour + 5 * minute)
  const begun = { code: alarms.offlineTooLong, begun: 24 * 60, isOpen: true }
  expect(await found()).toMatchObject([begun])
  await watch(noon + 25 * hour)
  expect(await found()).toMatchObject([begun])
  expect(changed).toEqual([device.id])
  await state(`is_connected = true, state_time = ${noon + 30 * hour}`)
  await watch(noon + 30 * hour + minute)
  expect(await found()).toMatchObject([
    { ...begun, isOpen: false },
    { code: alarms.onlineAgain, begun: 30 * 60 },
  ])
  await watch(noon + 31 * hour)
  expect(await found()).toHaveLength(2)
})

test('what has been so for weeks before anybody looked is no news', async () => {
  await state(`is_connected = false, state_time = ${noon}`)
  await watch(noon + 30 * 24 * hour)
  expect(await found()).toEqual([])
})

test('a device whose service ended raises nothing', async () => {
  await database.pool.query('update devices set user_expire_time = $2 where id = $1', [device.id, noon])
  await state(`is_connected = false, state_time = ${noon}`)
  await watch(noon + 25 * hour)
  expect(await found()).toEqual([])
})

test('parked and idling are looked for where somebody set so, by the limit of the nearest level', async () => {
  const other = await aDevice(database, owner)
  const standing = `is_connected = true, state_time = ${noon + 30 * minute}, stopped_since = ${noon}, acc_since = ${noon}, acc_on = `
  await state(`${standing} true`)
  await state(`${standing} true`, other)
  await watch(noon + 30 * minute)
  expect(await found()).toEqual([])
  await set({ idlingTooLong: { byPlatform: true, limit: 20 } })
  await set({ idlingTooLong: { limit: 60 } }, null, other.id)
  await watch(noon + 30 * minute)
  expect(await found()).toMatchObject([{ code: alarms.idlingTooLong, begun: 20, isOpen: true }])
  expect(await found(other)).toEqual([])
  await state('acc_on = false')
  await watch(noon + 31 * minute)
  expect(await found()).toMatchObject([{ isOpen: false }])
})

test('what is switched off ends', async () => {
  await set({ parkedTooLong: { byPlatform: true, limit: 60 } })
  await state(`state_time = ${noon + hour}, is_connected = true, stopped_since = ${noon}, acc_on = false`)
  await watch(noon + 2 * hour)
  expect(await found()).toMatchObject([{ code: alarms.parkedTooLong, begun: 60, isOpen: true }])
  await database.pool.query('delete from level_settings')
  await watch(noon + 2 * hour + minute)
  expect(await found()).toMatchObject([{ isOpen: false }])
})

test('each sensor has an alarm of its own, which ends with the limit well behind', async () => {
  const readings = {
    temperatureC: { time: noon, value: [4, 12, null, 9.5] },
    fuelPercent: { time: noon, value: 5 },
  }
  await set({ temperatureHigh: { byPlatform: true, limit: 8 }, fuelLow: { byPlatform: true } })
  await state(`state_time = ${noon}, readings = '${JSON.stringify(readings)}'`)
  await watch(noon + minute)
  expect(await found()).toMatchObject([
    { code: alarms.temperatureHigh, subject: 2, detail: { valueC: 12, limit: 8 } },
    { code: alarms.temperatureHigh, subject: 4 },
    { code: alarms.fuelLow, subject: 0, detail: { valuePercent: 5, limit: 10 } },
  ])
  readings.temperatureC.value[1] = 5
  await state(`state_time = ${noon + 2 * minute}, readings = '${JSON.stringify(readings)}'`)
  await watch(noon + 3 * minute)
  const high = (await found()).filter(({ code }) => code === alarms.temperatureHigh)
  expect(high).toMatchObject([
    { subject: 2, isOpen: false },
    { subject: 4, isOpen: true },
  ])
})

test('two devices of one vehicle that are apart', async () => {
  const other = await aDevice(database, owner)
  const at = (latitude: number) =>
    `fix_time = ${noon}, state_time = ${noon}, latitude_e7 = ${latitude * 1e7}, longitude_e7 = 0`
  await database.pool.query('insert into device_pairs values ($1, $2)', [device.id, other.id])
  await state(at(50))
  await state(at(50.005), other)
  await watch(noon + minute)
  expect(await found()).toEqual([])
  await state(at(50.02), other)
  // An alarm of a transferred device does not show where it is.
  const give = (to: { id: number }) =>
    database.pool.query('update devices set account_id = $2 where id = $1', [other.id, to.id])
  await give(await anAccount(database))
  await watch(noon + 2 * minute)
  expect(await found()).toEqual([])
  await give(owner)
  await watch(noon + 2 * minute)
  const [apart] = await found()
  expect(apart).toMatchObject({ code: alarms.pairedDevicesApart, isOpen: true })
  expect(apart!.detail.distanceM).toBeCloseTo(2_224, -1)
})

test('speeding of a device that fell silent ends, and what was open ends with a transfer', async () => {
  await database.pool.query(
    `insert into alarms (device_id, account_id, fix_time, code, server_time, source, phase)
     values ($1, $2, $3, $4, $3, 'platform', 'begin')`,
    [device.id, owner.id, noon, alarms.overspeed],
  )
  await state(`fix_time = ${noon + minute}, state_time = ${noon + minute}, is_connected = true`)
  await watch(noon + 5 * minute)
  expect(await found()).toMatchObject([{ isOpen: true }])
  await watch(noon + 12 * minute)
  expect(await found()).toMatchObject([{ isOpen: false }])

  await state(`is_connected = false`)
  await watch(noon + 25 * hour)
  const next = await anAccount(database)
  await database.pool.query('update devices set account_id = $2 where id = $1', [device.id, next.id])
  await watch(noon + 26 * hour)
  const offline = (
    await database.pool.query(
      'select account_id, is_open from alarm_episodes where code = 29 and device_id = $1 order by id',
      [device.id],
    )
  ).rows
  expect(offline).toEqual([
    { account_id: owner.id, is_open: false },
    { account_id: next.id, is_open: true },
  ])
})

describe('a value at its limit', () => {
  test.each([
    ['above', 101, false, 'begin'],
    ['above', 100, false, null],
    ['above', 98, true, null],
    ['above', 96, true, 'end'],
    ['below', 99, false, 'begin'],
    ['below', 102, true, null],
    ['below', 104, true, 'end'],
    ['above', null, true, null],
  ] as const)('%s: %d while open is %s gives %s', (kind, value, isOpen, expected) => {
    expect(judge({ kind }, { value, limit: 100, isOpen })).toBe(expected)
  })

  test('ends where nobody looks for it any more', () => {
    expect(judge({ kind: 'above' }, { value: 500, limit: null, isOpen: true })).toBe('end')
  })
})
