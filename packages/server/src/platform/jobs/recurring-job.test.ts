import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { takeTurn } from './recurring-job.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

test('of all processes one does the work, at the times of its zone', async () => {
  const daily = { name: 'daily', cron: '0 3 * * *', timeZone: 'Asia/Shanghai' }
  const turn = (time: string) => takeTurn(database.db, daily, Date.parse(time))
  const first = await Promise.all(Array.from({ length: 8 }, () => turn('2026-11-20T00:00:00Z')))
  expect(first.filter(Boolean)).toHaveLength(1)
  expect(await turn('2026-11-20T18:59:59Z')).toBe(false)
  const next = await Promise.all(Array.from({ length: 8 }, () => turn('2026-11-20T19:00:00Z')))
  expect(next.filter(Boolean)).toHaveLength(1)
})
