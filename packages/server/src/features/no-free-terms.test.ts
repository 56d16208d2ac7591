import type { Call } from '@trackway/core/api/call.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../testing/builders.ts'
import { samplesOf, type Target } from '../testing/sample-inputs.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { allHandlers } from './all.ts'
import { insertKey } from './api-keys/queries.ts'
import { runNextImport } from './imports/run-import.ts'

/**
 * Every call of the contract, made by an agent without cards, money, credits or the right to set terms, with whatever an
 * input might take for a term: the platform's terms of his devices never end later. New calls are walked by themselves.
 */

const end = Date.parse('2027-01-31T08:00:00Z')
const far = Date.parse('2099-01-01T00:00:00Z')
let server: TestServer
let root: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
  // What would be paid has a price, so that nothing but the money is missing.
  await server.database.pool.query(
    `insert into renew_prices (account_id, device_type_id, duration, currency, amount, change_time)
     select null, null, n, 'USD', 1000, 0 from generate_series(1, 6) n`,
  )
})
afterAll(() => server.stop())

/** What an input might take for a term, or for the means to pay it. */
const terms = {
  platformExpireTime: far,
  expireTime: far,
  userExpireTime: far,
  endTime: far,
  platformMonths: 240,
  userMonths: 240,
  months: 240,
  platformFromActivation: true,
  platformTerm: 'lifetime',
  activateTime: null,
  duration: 6,
  freeTerms: true,
  isPaid: true,
  amount: 1,
  count: -1,
  role: roles.admin,
}
const strange: Record<string, unknown>[] = [
  terms,
  { ...terms, platformExpireTime: null, expireTime: null, mode: 'lifetime' },
  { ...terms, mode: 'activation', terminalIDs: undefined },
  { platformExpireTime: far, mode: 'fixed' },
  { duration: 6, payType: 'card', confirm: 1 },
  { duration: 6, payType: 'balance', currency: 'USD', confirm: 1 },
  { duration: 6, payType: 'sandbox', target: 'platform', confirm: 1 },
]

interface Walker extends Target {
  superior: TestAccount
  fresh: { id: number; terminalID: string }
}

/** An agent below another one, with a device whose term runs and one that is not activated. */
async function aWalker(): Promise<Walker> {
  const superior = await anAccount(server.database, { parent: root, role: roles.superAgent })
  const account = await anAccount(server.database, { parent: superior, role: roles.agent })
  const device = await aDevice(server.database, account, {
    platform_expire_time: end,
    platform_from_activation: false,
    activate_time: Date.parse('2026-01-31T08:00:00Z'),
  })
  const fresh = await aDevice(server.database, account, {
    platform_expire_time: null,
    platform_from_activation: true,
    platform_months: 12,
  })
  return { account, superior, device, fresh }
}

/** Devices of the agent whose term is longer than what was paid for; those he never paid for, too. */
async function gainsOf({ superior, device, fresh }: Walker): Promise<unknown[]> {
  const { rows } = await server.database.pool.query(
    `select d.terminal_id, platform_expire_time, platform_from_activation, platform_months
     from devices d join accounts a on a.id = d.account_id
     where (starts_with(a.path, $1) or d.id in ($2, $3)) and not coalesce(case d.id
       when $2 then platform_expire_time <= $4 and not platform_from_activation
       when $3 then platform_expire_time is null and platform_from_activation and platform_months <= 12 end, false)`,
    [superior.path, device.id, fresh.id, end],
  )
  return rows
}

async function importsRun(): Promise<void> {
  const log = pino({ level: 'silent' })
  while (await runNextImport({ db: server.database.db, bus: server.bus, log, now: Date.now }));
}

/** All but those that only read. */
const calls = allHandlers
  .map(({ call }) => call)
  .filter(({ permission, demo }) => permission !== 'public' && demo !== true)
const inputsOf = (call: Call, walker: Walker): object[] => {
  const samples = [
    ...samplesOf(call, walker),
    ...samplesOf(call, { account: walker.account, device: walker.fresh }),
  ]
  const [first = {}] = samples
  const both = { terminalIDs: [walker.device.terminalID, walker.fresh.terminalID] }
  return [...samples, ...strange.map((more) => ({ ...both, ...first, ...more }))]
}
/** As himself, by a key that may all that he may, and as his superior who acts as him. */
const ways: [string, (walker: Walker) => Promise<string>][] = [
  ['signed in', ({ account }) => signIn(server.database, account)],
  [
    'by a key',
    async ({ account }) => {
      const key = { name: 'walks', scopes: ['all'], expireTime: null }
      return (await insertKey(server.database.db, account.id, key, Date.now())).key
    },
  ],
  [
    'acted as',
    async ({ account, superior }) => {
      const { data } = await server.call(
        subAccountCalls.actAs,
        { id: account.id },
        await signIn(server.database, superior),
      )
      return data!.token
    },
  ],
]

/** @returns the calls that gave platform time, and how many did what they were told */
async function walk(
  calls: readonly Call[],
  walkerOf: () => Promise<Walker>,
  tokenOf: (walker: Walker) => Promise<string>,
): Promise<{ gains: string[]; answered: number }> {
  const gains: string[] = []
  let answered = 0
  for (const call of calls) {
    const walker = await walkerOf()
    let token = await tokenOf(walker)
    for (const input of inputsOf(call, walker)) {
      const { meta } = await server.call(call, input as never, token)
      if (meta.success) answered++
      // Some calls end the session, and some the account.
      if (meta.code !== resultCodes.sessionExpired) continue
      const again = await tokenOf(walker).catch(() => null)
      if (again === null) break
      token = again
    }
    await importsRun()
    if ((await gainsOf(walker)).length > 0) gains.push(call.path)
  }
  return { gains, answered }
}

test.each(ways)('no call gives platform time for nothing: %s', async (_name, tokenOf) => {
  const { gains, answered } = await walk(calls, aWalker, tokenOf)
  expect(gains).toEqual([])
  expect(answered).toBeGreaterThan(100)
})

test('the walk notices who may set terms', async () => {
  const anExempt = async () => {
    const walker = await aWalker()
    await server.database.pool.query('update accounts set free_terms = true where id = $1', [
      walker.superior.id,
    ])
    return walker
  }
  const { gains } = await walk(
    calls.filter(({ path }) => path.startsWith('/api/device/update')),
    anExempt,
    ways[0]![1],
  )
  expect(gains).toContain('/api/device/updateTime')
})
