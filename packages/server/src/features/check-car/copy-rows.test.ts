import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { copyRows } from './copy-rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

test('bytes and numbers come as they are, and nothing as null', async () => {
  const query = `select 7::int4 as number, '\\x00ff0d0a5c'::bytea as bytes, null::bytea as nothing
    from generate_series(1, 2)`
  const row = [[0, 0, 0, 7], [0, 255, 13, 10, 92], null].map((bytes) => bytes && new Uint8Array(bytes))
  expect(await copyRows(database.pool, query)).toEqual([row, row])
})

test('more than fits in the first piece of memory comes whole', async () => {
  const rows = await copyRows(
    database.pool,
    `select int4send(n), decode(repeat(lpad(to_hex(n), 4, '0'), 50000), 'hex') from generate_series(1, 60) as n`,
  )
  expect(rows).toHaveLength(60)
  for (const [i, row] of rows.entries()) {
    expect(row[0]).toEqual(new Uint8Array([0, 0, 0, i + 1]))
    expect(row[1]!.every((byte, at) => byte === (at % 2 === 0 ? 0 : i + 1))).toBe(true)
    expect(row[1]).toHaveLength(100_000)
  }
})

test('no rows are none', async () => {
  expect(await copyRows(database.pool, 'select 1 where false')).toEqual([])
})

test('what is wrong with a query is said, at its beginning or after rows, and the pool goes on', async () => {
  await expect(copyRows(database.pool, 'select nowhere')).rejects.toThrow('nowhere')
  await expect(
    copyRows(database.pool, 'select 1 / (5000 - n) from generate_series(1, 9999) n'),
  ).rejects.toThrow('division by zero')
  expect(await copyRows(database.pool, 'select 1')).toHaveLength(1)
})
