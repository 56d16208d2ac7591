import type { Call, Envelope } from '@trackway/core/api/call.ts'
import { holdsAny, permissionsOf } from '@trackway/core/codes/permissions.ts'
import { resultCodes, resultNames } from '@trackway/core/codes/results.ts'
import { type RoleId, roleIds, roleNames, roles } from '@trackway/core/codes/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { aDevice, anAccount, signIn, type TestAccount } from '../testing/builders.ts'
import { sampleInputs, type Target } from '../testing/sample-inputs.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { allHandlers } from './all.ts'

/**
 * Every call of the contract, made by everyone who should not: without a session, with every role, as a demo
 * account, with a device's certificate, and with ids of strangers. New calls are walked as soon as they are
 * mounted.
 */
let server: TestServer
let root: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
})
afterAll(() => server.stop())

const calls = allHandlers.map((handler) => handler.call)
const walked = calls.map((call) => [call.path, call] as const)
const sessionCalls = walked.filter(([, call]) => call.permission !== 'public')

const samplesOf = (call: Call, target: Target) => [sampleInputs[call.path]?.(target) ?? {}].flat()
const make = (call: Call, input: unknown, token?: string) => server.call(call, input as never, token)
const nameOf = ({ meta }: Envelope) => resultNames[meta.code]

/** An account with a device of its own. */
async function aTarget(parent: TestAccount, role: RoleId = roles.agent, isDemo = false): Promise<Target> {
  const account = await anAccount(server.database, { parent, role, is_demo: isDemo })
  return { account, device: await aDevice(server.database, account, { car_number: `CAR${account.id}` }) }
}

/** One statement over all that tenants own: how many rows there are, and which transaction wrote last. */
let changesSql: string
beforeAll(async () => {
  // Sessions and attempts change by merely calling, and what is derived from tracks is found when it is asked for.
  const { rows } = await server.database.pool.query<{ name: string }>(`
    select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
    where nspname = 'public' and relkind in ('r', 'p') and not relispartition
      and relname not in ('sessions', 'login_attempts', 'episode_progress', 'track_episodes', 'day_sums',
        'today_sums', 'contact_spans') order by 1`)
  const parts = rows.map(
    ({ name }) => `select '${name}' as name, count(*), max(xmin::text::int8) from "${name}"`,
  )
  // Parts that are read beside each other come in any order.
  changesSql = `${parts.join(' union all ')} order by name`
})

/** Another answer: something was written in between. */
async function lastChange(): Promise<string> {
  const { rows } = await server.database.pool.query(changesSql)
  return rows.map((row) => Object.values(row).join(' ')).join('\n')
}

test.each(walked)('%s has a sample input that its schema accepts', async (path, call) => {
  expect(sampleInputs, path).toHaveProperty([path])
  for (const input of samplesOf(call, await aTarget(root))) {
    expect(call.input.safeParse(input).error).toBeUndefined()
  }
})

describe('with values no client of ours would send', () => {
  const oddities = [
    null,
    true,
    -1,
    1.5,
    2 ** 31,
    Number.MAX_SAFE_INTEGER,
    '',
    'a\u0000b',
    '\ud800',
    '%_\\\'"',
    'x'.repeat(10_000),
    [],
    {},
    [['a']],
  ]
  test.each(walked)('%s answers, and does not fail', async (_path, call) => {
    let token = ''
    const signInAnew = async () => {
      token = await signIn(server.database, (await aTarget(root, roles.admin)).account)
    }
    await signInAnew()
    for (const sample of samplesOf(call, await aTarget(root))) {
      const fields = { ...sample, ...(call.input as Partial<z.ZodObject>).shape }
      for (const [field, odd] of Object.keys(fields).flatMap((name) => oddities.map((odd) => [name, odd]))) {
        const send = () => make(call, { ...sample, [field as string]: odd }, token)
        let reply = await send()
        // Some calls end the session that made them.
        if (nameOf(reply) === 'sessionExpired') {
          await signInAnew()
          reply = await send()
        }
        expect(nameOf(reply), `${field}: ${JSON.stringify(odd)}`).not.toBe('internal')
      }
    }
  })
})

describe('without a session', () => {
  test.each(sessionCalls)('%s is refused with 9902', async (_path, call) => {
    const inputs = samplesOf(call, await aTarget(root))
    const before = await lastChange()
    for (const input of [...inputs, {}, { nonsense: true }]) {
      for (const token of [undefined, 'no-such-token']) {
        expect(await make(call, input, token)).toMatchObject({
          status: 401,
          meta: { success: false, code: resultCodes.sessionExpired },
          data: null,
        })
      }
    }
    expect(await lastChange()).toBe(before)
  })
})

describe('by role', () => {
  test.each(sessionCalls)(
    '%s is open to those who hold its permission, and to no one else',
    async (_path, call) => {
      for (const role of roleIds) {
        const own = await aTarget(root, role)
        const token = await signIn(server.database, own.account)
        const isPermitted =
          call.permission === 'session' || holdsAny(permissionsOf(role), call.permission as never)
        for (const input of samplesOf(call, own)) {
          const reply = await make(call, input, token)
          expect(nameOf(reply) !== 'noPermission', roleNames[role]).toBe(isPermitted)
          expect(['internal', 'invalidInput', 'unavailable']).not.toContain(nameOf(reply))
          if (!isPermitted) expect(reply).toMatchObject({ status: 403, data: null })
        }
      }
    },
  )
})

describe('a demo account', () => {
  test.each(sessionCalls)(
    '%s changes nothing, and is refused where the contract says so',
    async (_path, call) => {
      // With every permission, so that nothing but the demo block stands in the way.
      const own = await aTarget(root, roles.admin, true)
      const token = await signIn(server.database, own.account)
      const before = await lastChange()
      for (const input of samplesOf(call, own)) {
        expect(nameOf(await make(call, input, token)) === 'demoAccount').toBe(!call.demo)
      }
      expect(await lastChange()).toBe(before)
    },
  )
})

describe('a session of a device certificate', () => {
  test.each(sessionCalls)('%s reaches that one device at most', async (_path, call) => {
    const own = await aTarget(root, roles.admin)
    const other = await aDevice(server.database, own.account)
    const token = await signIn(server.database, own.account, own.device.id)
    const before = await lastChange()
    for (const input of samplesOf(call, { ...own, device: other })) {
      const reply = await make(call, input, token)
      if (call.deviceSession) expectNothingOf(reply, [other.terminalID])
      else expect(nameOf(reply)).toBe('noPermission')
    }
    expect(await lastChange()).toBe(before)
  })
})

describe.each(['another branch', 'a sibling', 'a superior'] as const)('with ids of %s', (stranger) => {
  test.each(sessionCalls)('%s neither shows nor changes anything', async (_path, call) => {
    const superior = await aTarget(root)
    // With every permission inside its own subtree, so that nothing but the scope stands in the way.
    const own = await aTarget(superior.account, roles.admin)
    const sibling = await aTarget(superior.account)
    const elsewhere = await aTarget(await anAccount(server.database, { parent: root }))
    const target = { 'another branch': elsewhere, 'a sibling': sibling, 'a superior': superior }[stranger]

    const token = await signIn(server.database, own.account)
    const before = await lastChange()
    for (const input of samplesOf(call, target)) {
      const reply = await make(call, input, token)
      expectNothingOf(reply, namesOf(target))
      if (!isAimedAt(target, input)) continue
      expectNotFound(reply)
      expect(await lastChange()).toBe(before)
    }
  })
})

function namesOf({ account, device }: Target): string[] {
  return [account.username, String(account.id), device.terminalID, `CAR${account.id}`]
}

function isAimedAt(target: Target, input: unknown): boolean {
  return namesOf(target).some((name) => new RegExp(`\\b${name}\\b`).test(JSON.stringify(input)))
}

function expectNothingOf({ data }: Envelope, names: string[]): void {
  const text = JSON.stringify(data)
  for (const name of names) expect(text).not.toMatch(new RegExp(`\\b${name}\\b`))
}

// A stranger's row does not exist: no such thing, or a list without it.
function expectNotFound(reply: Envelope): void {
  const list = (reply.data as { list?: unknown[] } | null)?.list
  if (list === undefined) expect(nameOf(reply)).toBe('notFound')
  else expect(list).toEqual([])
}
