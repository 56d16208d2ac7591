import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { eachRow } from './each-row.ts'
import type { Tables } from './tables.ts'

let database: TestDatabase
beforeAll(async () => {
  // One connection: one that is not given back is missed by the next test.
  database = await openTestDatabase(1)
})
afterAll(() => database.drop())

const numbers = (db: Kysely<Tables>, last: number) =>
  sql<{
    n: number
    big: number
  }>`select n, n::int8 * 1000 as big from generate_series(1, ${last}::int4) as n`.compile(db)

async function takeAll(query: Parameters<typeof eachRow<{ n: number; big: number }>>[1]) {
  const taken: { n: number; big: number }[] = []
  await eachRow(database.pool, query, (row) => taken.push(row))
  return taken
}

test('hands over all rows in their order, with the values of other queries', async () => {
  const taken = await takeAll(numbers(database.db, 5_000))
  expect(taken).toHaveLength(5_000)
  expect(taken.at(-1)).toEqual({ n: 5_000, big: 5_000_000 })
})

test('there may be none', async () => {
  expect(await takeAll(numbers(database.db, 0))).toEqual([])
})

test('what the taker throws is thrown, and it is handed no more', async () => {
  let taken = 0
  const failing = eachRow(database.pool, numbers(database.db, 100), () => {
    if (++taken === 3) throw new Error('full')
  })
  await expect(failing).rejects.toThrow('full')
  expect(taken).toBe(3)
  expect(await takeAll(numbers(database.db, 1))).toHaveLength(1)
})

test('what the database refuses is thrown, and another connection is there', async () => {
  const broken = sql<{
    n: number
    big: number
  }>`select 1 / (3 - n) as n, 0 as big from generate_series(1, 9) as n`
  await expect(takeAll(broken.compile(database.db))).rejects.toThrow('division by zero')
  expect(await takeAll(numbers(database.db, 2))).toHaveLength(2)
})

test('a connection that ends meanwhile is an error', async () => {
  const ending = sql<{
    n: number
    big: number
  }>`select 1 as n, 0 as big where pg_terminate_backend(pg_backend_pid())`
  await expect(takeAll(ending.compile(database.db))).rejects.toThrow()
  expect(await takeAll(numbers(database.db, 2))).toHaveLength(2)
})
