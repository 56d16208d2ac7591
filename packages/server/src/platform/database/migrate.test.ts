import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { StartError } from '../start-error.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

test('applies nothing twice', async () => {
  expect(await migrate(database.pool)).toEqual([])
})

test('several processes may migrate at once', async () => {
  expect(await Promise.all([migrate(database.pool), migrate(database.pool)])).toEqual([[], []])
})

test('refuses a database that a newer version has used', async () => {
  await database.pool.query("insert into migrations values ('999-from-the-future.sql', '', 0)")
  await expect(migrate(database.pool)).rejects.toThrow(StartError)
  await database.pool.query("delete from migrations where name like '999%'")
})

test('refuses a database that other files of the same names have made', async () => {
  const { rows } = await database.pool.query(
    "update migrations set digest = 'x' || digest where name like '003%' returning name",
  )
  expect(rows).toHaveLength(1)
  await expect(migrate(database.pool)).rejects.toThrow(/another build/)
})
