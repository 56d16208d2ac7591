import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount } from '../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { Owners } from './owners.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

test('a fleet of many slices is known whole, and nothing else', async () => {
  const owner = await anAccount(database)
  const stranger = await aDevice(database, await anAccount(database))
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into devices (terminal_id, account_id, device_type_id, create_time)
     select 'slice ' || n, $1, (select min(id) from device_types), 0 from generate_series(1, 10001) n returning id`,
    [owner.id],
  )
  const owners = new Owners(database.db)
  await owners.load(owner.path)
  expect(rows.filter(({ id }) => owners.find(id)?.account.path !== owner.path)).toEqual([])
  expect(owners.find(stranger.id)).toBeUndefined()
})
