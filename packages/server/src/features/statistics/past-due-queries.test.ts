import type { InputOf } from '@trackway/core/api/call.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const dayMs = 86_400_000
const now = Date.parse('2026-08-15T12:00:00Z')
let server: TestServer
let token: string
let below: TestAccount
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  const root = await anAccount(server.database, { role: roles.admin })
  const account = await anAccount(server.database, { parent: root, role: roles.agent })
  below = await anAccount(server.database, { parent: account, role: roles.user })
  const term = (days: number) => now + days * dayMs
  const devices: [TestAccount, string, number | null, number | null][] = [
    [account, 'ended', term(-3), term(100)],
    [account, 'ends first by the user', term(40), term(5)],
    [below, 'ends this moment', null, now],
    [account, 'ends later', term(31), null],
    [account, 'never ends', null, null],
    [await anAccount(server.database, { parent: root }), 'a stranger’s', term(-1), null],
  ]
  for (const [owner, car_number, platform_expire_time, user_expire_time] of devices)
    await aDevice(server.database, owner, { car_number, platform_expire_time, user_expire_time })
  const { db } = server.database
  token = await signIn({ db }, account)
  // Signed in by the clock on the wall; the server's runs elsewhere.
  await db
    .updateTable('sessions')
    .set({ expire_time: term(1_000) })
    .execute()
})
afterAll(() => server.stop())

async function ask(input: InputOf<typeof statisticsCalls.pastDue> = {}) {
  const { data } = await server.call(statisticsCalls.pastDue, input, token)
  return { names: data!.list.map(({ displayName }) => displayName), ...data! }
}

test('the earlier of both terms counts, the earliest comes first', async () => {
  const { names, list, total, expired, expiring } = await ask()
  expect(names).toEqual(['ended', 'ends this moment', 'ends first by the user'])
  expect(list.map(({ expireTime }) => (expireTime - now) / dayMs)).toEqual([-3, 0, 5])
  expect({ total, expired, expiring }).toEqual({ total: 3, expired: 2, expiring: 1 })
})

test.each([
  [{ state: 'expired' as const }, ['ended', 'ends this moment'], 2],
  [{ state: 'expiring' as const, withinDays: 31 }, ['ends first by the user', 'ends later'], 2],
  [{ search: 'LATER', withinDays: 40 }, ['ends later'], 1],
  [{ withSubAccounts: false }, ['ended', 'ends first by the user'], 2],
  [{ pageNum: 2, pageSize: 2 }, ['ends first by the user'], 3],
])('%j', async (input, expected, count) => {
  const { names, total } = await ask(input)
  expect([names, total]).toEqual([expected, count])
})

test('is narrowed to one account below', async () => {
  expect((await ask({ userId: below.id })).names).toEqual(['ends this moment'])
})

test.each([
  { state: 'both' as const, withinDays: 31 },
  { state: 'expired' as const, withinDays: 30 },
  { state: 'expiring' as const, withinDays: 30 },
  { state: 'both' as const, withinDays: 7, withSubAccounts: false, search: 'end' },
])('the device list finds exactly those: %j', async ({ state, ...question }) => {
  const due = await ask({ state, ...question })
  const { data } = await server.call(deviceCalls.find, { due: state, ...question }, token)
  const ids = (list: { terminalID: string }[]) => list.map(({ terminalID }) => terminalID).sort()
  expect(data?.total).toBe(due.total)
  expect(ids(data!.list)).toEqual(ids(due.list))
})
