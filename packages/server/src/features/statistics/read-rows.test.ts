import { roles } from '@trackway/core/codes/roles.ts'
import { localDays } from '@trackway/core/rules/local-days.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount } from '../../testing/builders.ts'
import { storeDaySums, storeEpisodes } from '../../testing/episode-rows.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { readRows, streamRows } from './read-rows.ts'
import { resolveFilter } from './report-filter.ts'
import { readSums, sumRows } from './sum-queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase(4)
})
afterAll(() => database.drop())

const never = new AbortController().signal
const slow = { text: 'select n, pg_sleep(30) from generate_series(1, 5000) as n', values: [] }

async function running(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend'
       and state <> 'idle' and pid <> pg_backend_pid()`,
  )
  return rows[0]!.count
}

test('what is streamed are the rows of the pages, in their order', async () => {
  const account = await anAccount(database, { role: roles.admin, time_zone: 'Asia/Shanghai' })
  const days = localDays('2026-08-01', '2026-08-31', 'Asia/Shanghai')
  for (let i = 0; i < 70; i++) {
    const device = await aDevice(database, account)
    await storeEpisodes(database, device.id, [])
    await storeDaySums(
      database,
      device.id,
      days.map((day, n) => ({ ...day, distanceM: (i * 31 + n) % 17 })),
    )
  }
  const scope = { accountId: account.id, path: account.path, deviceId: null }
  const period = { first: '2026-08-01', last: '2026-08-31' }
  const reportScope = await resolveFilter(
    database.db,
    scope,
    { ...period, withSubAccounts: true },
    'Asia/Shanghai',
  )
  const order = { sort: 'distanceM', isDescending: true } as const
  const query = { reportScope, groupBy: 'deviceDay', withEmpty: true, ...order } as const
  const streamed = []
  for await (const rows of sumRows(database, query, never)) {
    expect(rows.length).toBeLessThanOrEqual(1_000)
    streamed.push(...rows)
  }
  const paged = []
  for (let pageNum = 1; paged.length < 70 * 31; pageNum++)
    paged.push(...(await readSums(database, { ...query, pageNum, pageSize: 500 }, never)).list)
  expect(streamed).toEqual(paged)
})

test.each([
  ['a page', (signal: AbortSignal) => readRows(database.pool, slow, signal)],
  ['a stream', async (signal: AbortSignal) => void (await streamRows(database.pool, slow, signal).next())],
])('%s that nobody waits for any more ends in the database too', async (_what, read) => {
  const controller = new AbortController()
  const reading = read(controller.signal)
  reading.catch(() => {})
  await expect.poll(running).toBe(1)
  controller.abort()
  await expect(reading).rejects.toThrow(/aborted/)
  await expect.poll(running).toBe(0)
})

test('a stream that nobody waits for any more ends between two statements, too', async () => {
  const late = { text: 'select pg_sleep(case when n > 1000 then 30 end) from generate_series(1, 5000) as n' }
  const controller = new AbortController()
  const stream = streamRows(database.pool, { ...late, values: [] }, controller.signal)
  await stream.next()
  controller.abort()
  await expect.poll(running).toBe(0)
  await expect(stream.next()).rejects.toThrow(/aborted/)
})

test('a stream that is left early gives its connection back', async () => {
  const many = { text: 'select * from generate_series(1, 100000) as n', values: [] }
  for (let i = 0; i < 8; i++)
    for await (const rows of streamRows(database.pool, many, never)) if (rows.length > 0) break
  expect((await database.pool.query('select 1')).rowCount).toBe(1)
  await expect.poll(running).toBe(0)
})
