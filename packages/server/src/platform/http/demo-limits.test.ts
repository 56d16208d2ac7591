import { roles } from '@trackway/core/codes/roles.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let demo: TestAccount
let other: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  demo = await anAccount(server.database, { role: roles.agent, is_demo: true })
  other = await anAccount(server.database, { role: roles.agent })
  await aDevice(server.database, demo)
  await aDevice(server.database, other)
})
afterAll(() => server.stop())

const sums = (token: string) =>
  server.call(
    statisticsCalls.sums,
    { first: '2026-11-01', last: '2026-11-20', groupBy: 'device' } as never,
    token,
  )
const waitingCount = async () => {
  const { rows } = await server.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.count
}

test('a session of the demo account asks two heavy questions at a time, which holds up nobody else', async () => {
  const tokens = [
    await signIn(server.database, demo),
    await signIn(server.database, demo),
    await signIn(server.database, other),
  ] as const
  const lock = await server.database.pool.connect()
  await lock.query('begin; lock table day_sums')
  const replies: ReturnType<typeof sums>[] = []
  try {
    for (let count = 0; count < 5; count++) replies.push(sums(tokens[0]))
    await expect.poll(waitingCount).toBe(2)
    replies.push(sums(tokens[1]))
    await expect.poll(waitingCount).toBe(3)
    for (let count = 0; count < 3; count++) replies.push(sums(tokens[2]))
    await expect.poll(waitingCount).toBe(6)
  } finally {
    await lock.query('rollback')
    lock.release()
  }
  // The others have had their turn.
  expect((await Promise.all(replies)).map(({ meta }) => meta.success)).toEqual(Array(9).fill(true))
})

test('one that asks for far more is refused, and may ask again afterwards', async () => {
  const token = await signIn(server.database, demo)
  const lock = await server.database.pool.connect()
  await lock.query('begin; lock table day_sums')
  const statuses: number[] = []
  const replies = Array.from({ length: 20 }, async () => statuses.push((await sums(token)).status))
  // Two are asked, ten wait.
  await expect.poll(() => statuses).toEqual(Array(8).fill(503))
  await lock.query('rollback')
  lock.release()
  await Promise.all(replies)
  expect(statuses.slice(8)).toEqual(Array(12).fill(200))
  expect((await sums(token)).status).toBe(200)
})
