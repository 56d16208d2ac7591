import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { countAttempt } from './login-attempts.ts'
import { startAccountMaintenance } from './maintenance.ts'
import { openSession } from './sessions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

test('removes what ran out, and nothing else', async () => {
  const { db } = database
  const { id: accountId } = await anAccount(database)
  const now = Date.now()
  const longAgo = now - 31 * 24 * 3_600_000
  await openSession(db, { accountId, isLong: true, now: longAgo })
  await openSession(db, { accountId, isLong: true, now })
  const stranger = { known: null, signal: AbortSignal.timeout(60_000) }
  await countAttempt(db, { ...stranger, username: 'old', address: '10.0.0.1', now: longAgo })
  await countAttempt(db, { ...stranger, username: 'new', address: '10.0.0.2', now })

  const stop = startAccountMaintenance({ database, log: pino({ level: 'silent' }) })
  const attempts = () => db.selectFrom('login_attempts').select('key').orderBy('key').execute()
  await expect.poll(attempts).toEqual(
    ['address:10.0.0.2/32', 'name:new', 'name:new 10.0.0.2/32', 'network:10.0.0.0/24'].map((key) => ({
      key,
    })),
  )
  await stop()
  expect(await db.selectFrom('sessions').select('create_time').execute()).toEqual([{ create_time: now }])
})
