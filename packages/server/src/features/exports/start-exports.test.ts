import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, type TestAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createExport, findExport } from './queries.ts'
import { startExports } from './start-exports.ts'

let database: TestDatabase
let account: TestAccount
beforeAll(async () => {
  database = await openTestDatabase()
  account = await anAccount(database)
})
afterAll(() => database.drop())

const log = pino({ level: 'error' }, pino.destination(2))
const addresses = { providers: [], timeoutMs: 1_000, cacheMs: 1_000 }
const start = () =>
  startExports(
    { databaseUrl: database.url, addresses, dataDir: tmpdir(), logLevel: 'error' },
    { database, log },
  )
const queue = (format: 'csv' | 'xlsx' | 'pdf') =>
  createExport(
    database.db,
    account.id,
    {
      question: {
        report: 'trips',
        groupBy: 'deviceDay',
        withSubAccounts: true,
        first: '2026-11-01',
        last: '2026-11-02',
      },
      format,
      language: 'cn',
      timeZone: 'Asia/Shanghai',
    },
    Date.now(),
  )
const stateOf = async (id: number) => (await findExport(database.db, account.id, id)).state

test('files are made in threads, in every format', async () => {
  const files = await Promise.all([queue('csv'), queue('xlsx'), queue('pdf')])
  const stop = start()
  for (const { id } of files) await expect.poll(() => stateOf(id)).toBe('done')
  await stop()
})

test('what is being made when the server stops is begun anew by the next one', async () => {
  // Whoever reads episodes waits for this lock, so that the file is under way until it is stopped.
  const holder = await database.pool.connect()
  await holder.query('begin; lock table track_episodes')
  const { id } = await queue('csv')
  const stop = start()
  await expect.poll(() => stateOf(id)).toBe('running')
  await stop()
  await holder.query('rollback')
  holder.release()
  expect(await stateOf(id)).toBe('queued')
  const stopNext = start()
  await expect.poll(() => stateOf(id)).toBe('done')
  await stopNext()
})
