import { batterySettingKind } from '@trackway/core/features/batteries/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settingsOf } from '../../platform/level-settings.ts'
import { aDevice, anAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

test('a stored field or value that this version does not take counts as not set', async () => {
  const account = await anAccount(database)
  const { id } = await aDevice(database, account)
  await database.pool.query(
    `insert into level_settings (kind, account_id, own) values ('battery', $1, '{"hotC": 70, "coldC": 9e9, "old": 1}')`,
    [account.id],
  )
  const settings = await settingsOf(database.pool, batterySettingKind, [id])
  expect(settings.get(id)).toEqual({ ...batterySettingKind.defaults, hotC: 70 })
})

test('devices with the same levels share one object', async () => {
  const account = await anAccount(database)
  const [a, b, own] = [
    await aDevice(database, account),
    await aDevice(database, account),
    await aDevice(database, account),
  ]
  await database.pool.query(
    `insert into level_settings (kind, account_id, device_id, own)
     values ('battery', $1, null, '{"hotC": 70}'), ('battery', null, $2, '{"coldC": 0}')`,
    [account.id, own.id],
  )
  const settings = await settingsOf(database.pool, batterySettingKind, [a.id, b.id, own.id])
  expect(settings.get(a.id)).toBe(settings.get(b.id))
  expect(settings.get(own.id)).toMatchObject({ hotC: 70, coldC: 0 })
})
