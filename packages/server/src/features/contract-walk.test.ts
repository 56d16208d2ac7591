import type { Call, Envelope } from '@trackway/core/api/call.ts'
import { holdsAny, permissionsOf } from '@trackway/core/codes/permissions.ts'
import { resultCodes, resultNames } from '@trackway/core/codes/results.ts'
import { type RoleId, roleIds, roleNames, roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { exportCalls } from '@trackway/core/features/exports/calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { lastChangeOf } from '../platform/database/testing/last-change.ts'
import { refusalOf } from '../platform/http/admission.ts'
import { inputIssues } from '../platform/http/input-issues.ts'
import type { Session } from '../platform/http/session.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../testing/builders.ts'
import { type Sample, samplesOf, type Target } from '../testing/sample-inputs.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { allHandlers } from './all.ts'
import { insertKey } from './api-keys/queries.ts'

/**
 * Every call of the contract, made by everyone who should not: without a session, with every role, as a demo
 * account, with a device's certificate, and with ids of strangers: signed in, by an API key, and while a superior
 * acts as the caller. New calls are walked as soon as they are mounted.
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

const make = (call: Call, input: unknown, token?: string) => server.call(call, input as never, token)
const nameOf = ({ meta }: Envelope) => resultNames[meta.code]

/** An account with a device of its own. */
async function aTarget(parent: TestAccount, role: RoleId = roles.agent, isDemo = false): Promise<Target> {
  const account = await anAccount(server.database, { parent, role, is_demo: isDemo })
  return { account, device: await aDevice(server.database, account, { car_number: `CAR${account.id}` }) }
}

let lastChange: () => Promise<string>
/** Of those who must not change anything: one for all calls. What may change something has a target of its own. */
let shared: Target
beforeAll(async () => {
  lastChange = await lastChangeOf(server.database)
  shared = await aTarget(root)
})

test('a change is noticed, and so is that there was none', async () => {
  const before = await lastChange()
  expect(await lastChange()).toBe(before)
  await aDevice(server.database, root)
  expect(await lastChange()).not.toBe(before)
})

test.each(walked)('%s has a sample input that its schema accepts', (path, call) => {
  for (const input of samplesOf(call, shared)) {
    expect(call.input.safeParse(input).error, path).toBeUndefined()
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
  /** What the schema of a call refuses never reaches its handler: of that the refusal is made here, without a request. */
  const isRefusedBySchema = (call: Call, input: Sample) => {
    if (call.method === 'GET' || call.path.includes('{')) return false
    // Lone surrogates and the like are what JSON makes of them.
    const sent = JSON.parse(JSON.stringify(input))
    const { error } = call.input.safeParse(sent)
    return error !== undefined && inputIssues(error, sent).length > 0
  }

  let admin: Target
  beforeAll(async () => {
    admin = await aTarget(root, roles.admin)
  })

  test('what a schema refuses is refused as invalid', async () => {
    const token = await signIn(server.database, admin.account)
    expect(nameOf(await make(subAccountCalls.findById, { id: 'x' }, token))).toBe('invalidInput')
  })

  test.each(walked)('%s answers, and does not fail', async (_path, call) => {
    let token = ''
    let own = admin
    const signInAnew = async () => {
      if (!call.demo) own = await aTarget(root, roles.admin)
      token = await signIn(server.database, own.account)
    }
    await signInAnew()
    for (const sample of samplesOf(call, own)) {
      const fields = { ...sample, ...(call.input as Partial<z.ZodObject>).shape }
      for (const [field, odd] of Object.keys(fields).flatMap((name) => oddities.map((odd) => [name, odd]))) {
        const input = { ...sample, [field as string]: odd }
        if (isRefusedBySchema(call, input)) continue
        let reply = await make(call, input, token)
        // Some calls end the session that made them.
        if (nameOf(reply) === 'sessionExpired') {
          await signInAnew()
          reply = await make(call, input, token)
        }
        expect(nameOf(reply), `${field}: ${JSON.stringify(odd)}`).not.toBe('internal')
      }
    }
  })
})

describe('without a session', () => {
  test.each(sessionCalls)('%s is refused with 9902', async (_path, call) => {
    const before = await lastChange()
    const attempts = [...samplesOf(call, shared), { nonsense: true }].map(
      (input) => [input, undefined] as const,
    )
    for (const [input, token] of [...attempts, [{}, 'no-such-token'] as const]) {
      expect(await make(call, input, token)).toMatchObject({
        status: 401,
        meta: { success: false, code: resultCodes.sessionExpired },
        data: null,
      })
    }
    expect(await lastChange()).toBe(before)
  })
})

describe('by role', () => {
  const isOpenTo = (call: Call, role: RoleId) =>
    call.permission === 'session' || holdsAny(permissionsOf(role), call.permission as never)
  const byRole = {} as Record<RoleId, Target>
  beforeAll(async () => {
    for (const role of roleIds) byRole[role] = await aTarget(root, role)
  })

  test('calls are refused to every role without their permission', () => {
    for (const [path, call] of sessionCalls) {
      for (const role of roleIds) {
        const refusal = isOpenTo(call, role) ? null : 'noPermission'
        expect(refusalOf(call, aSession(role)), `${path} by ${roleNames[role]}`).toBe(refusal)
      }
    }
  })

  test.each(sessionCalls)(
    '%s answers those who hold its permission, and no one else',
    async (_path, call) => {
      const stranger = roleIds.find((role) => !isOpenTo(call, role))
      if (stranger !== undefined) {
        const token = await signIn(server.database, byRole[stranger].account)
        const reply = await make(call, samplesOf(call, byRole[stranger])[0], token)
        expect(reply).toMatchObject({ status: 403, meta: { code: resultCodes.noPermission }, data: null })
      }
      for (const role of roleIds.filter((role) => isOpenTo(call, role))) {
        const own = call.demo ? byRole[role] : await aTarget(root, role)
        const token = await signIn(server.database, own.account)
        for (const input of samplesOf(call, own)) {
          expect(['noPermission', 'internal', 'invalidInput', 'unavailable'], roleNames[role]).not.toContain(
            nameOf(await make(call, input, token)),
          )
        }
      }
    },
  )
})

/** Of an account of this role, signed in. */
function aSession(role: RoleId): Session {
  return {
    tokenHash: Buffer.alloc(32),
    account: { id: 1, path: '/1/', role, isDemo: false, language: null, timeZone: 'UTC' },
    deviceId: null,
    keyId: null,
    actor: null,
    mustChangePassword: false,
    permissions: permissionsOf(role),
    expireTime: Number.MAX_SAFE_INTEGER,
  }
}

/** These store a file for the caller, and change nothing else. */
const filesOfWhatIsSeen = new Set<string>([exportCalls.create.path, exportCalls.createList.path])

describe('a demo account', () => {
  // With every permission, so that nothing but the demo block stands in the way.
  let own: Target
  beforeAll(async () => {
    own = await aTarget(root, roles.admin, true)
  })

  test.each(sessionCalls)(
    '%s changes nothing, and is refused where the contract says so',
    async (path, call) => {
      const token = await signIn(server.database, own.account)
      const before = await lastChange()
      for (const input of samplesOf(call, own)) {
        expect(nameOf(await make(call, input, token)) === 'demoAccount').toBe(!call.demo)
      }
      if (!filesOfWhatIsSeen.has(path)) expect(await lastChange()).toBe(before)
    },
  )
})

describe('a session of a device certificate', () => {
  let own: Target
  let other: TestDevice
  beforeAll(async () => {
    own = await aTarget(root, roles.admin)
    other = await aDevice(server.database, own.account)
  })

  test.each(sessionCalls)('%s reaches that one device at most', async (_path, call) => {
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

/** How somebody calls: signed in, by a program with a key of every scope, or through a superior who acts as him. */
type Way = 'signed in' | 'by a key' | 'acted as'

async function tokenOf(way: Way, own: TestAccount, superior: TestAccount): Promise<string> {
  if (way === 'signed in') return signIn(server.database, own)
  if (way === 'by a key') {
    // An account has few of them, and no call made with one ends it.
    const key = keys.get(own.id) ?? (await insertKey(server.database.db, own.id, aKeyOfAll, Date.now())).key
    keys.set(own.id, key)
    return key
  }
  const by = await signIn(server.database, superior)
  return (await server.call(subAccountCalls.actAs, { id: own.id }, by)).data!.token
}
const keys = new Map<number, string>()
const aKeyOfAll = { name: 'walks', scopes: ['all'], expireTime: null }

const tellWhoActs: readonly Call[] = [accountCalls.self, auditCalls.find]

/** What a call answers to this way of calling before it looks at what is sent; null: it looks. */
function refusalOfWay(call: Call, way: Way): string | null {
  if (way === 'by a key' && call.inPerson) return 'noPermission'
  return way === 'acted as' && !call.acting ? 'notWhileActing' : null
}

/** Branches of one tree: the caller with every permission inside its own subtree, and those who are none of its business. */
async function aTree() {
  const superior = await aTarget(root)
  const own = await aTarget(superior.account, roles.admin)
  const sibling = await aTarget(superior.account)
  const elsewhere = await aTarget(await anAccount(server.database, { parent: root }))
  return { superior, own, sibling, elsewhere }
}
const strangers = { 'another branch': 'elsewhere', 'a sibling': 'sibling', 'a superior': 'superior' } as const

describe.each([
  ['signed in', 'another branch'],
  ['signed in', 'a sibling'],
  ['signed in', 'a superior'],
  ['by a key', 'another branch'],
  ['acted as', 'a superior'],
] as const)('%s, with ids of %s', (way, stranger) => {
  let common: Awaited<ReturnType<typeof aTree>>
  beforeAll(async () => {
    common = await aTree()
  })

  test.each(sessionCalls)('%s neither shows nor changes anything', async (_path, call) => {
    const whom = strangers[stranger]
    // What is not aimed at the stranger may change one's own.
    const mayChange =
      !call.demo && !samplesOf(call, common[whom]).every((input) => isAimedAt(common[whom], input))
    const tree = mayChange ? await aTree() : common
    const target = tree[whom]
    const token = await tokenOf(way, tree.own.account, tree.superior.account)
    const before = await lastChange()
    // The one whom he acts as is shown who acts.
    const isNamed = way === 'acted as' && target === tree.superior && tellWhoActs.includes(call)
    const { id, username } = target.account
    const names = namesOf(target).filter((name) => !isNamed || ![username, String(id)].includes(name))
    for (const input of samplesOf(call, target)) {
      const reply = await make(call, input, token)
      expect(nameOf(reply)).not.toBe('sessionExpired')
      expectNothingOf(reply, names)
      const refusal = refusalOfWay(call, way)
      if (refusal !== null) expect(nameOf(reply)).toBe(refusal)
      else if (isAimedAt(target, input)) expectNotFound(reply)
      else continue
      expect(await lastChange()).toBe(before)
    }
  })
})

describe('with ids of strangers among its own', () => {
  /** Every list of the sample holds the stranger's beside one's own, in either order. */
  const mixed = (own: Sample, other: Sample): Sample =>
    Object.fromEntries(
      Object.entries(own).map(([key, value]) => {
        const others = other[key]
        if (Array.isArray(value) && Array.isArray(others)) return [key, [...others, ...value, ...others]]
        return [key, value]
      }),
    )
  const aimedLists = sessionCalls.filter(([, call]) => {
    const [a, b] = [1, 2].map((id) => samplesOf(call, numbered(id)))
    const lists = (samples: Sample[] = []) => samples.map((each) => Object.values(each).filter(Array.isArray))
    return JSON.stringify(lists(a)) !== JSON.stringify(lists(b))
  })

  test('most calls that take lists are walked', () => expect(aimedLists.length).toBeGreaterThan(20))

  test.each(aimedLists)('%s shows and changes one’s own only', async (_path, call) => {
    const { own, sibling, superior, elsewhere } = await aTree()
    const token = await signIn(server.database, own.account)
    for (const target of [sibling, superior, elsewhere]) {
      const before = await rowsOf(target)
      const inputs = samplesOf(call, own)
      const others = samplesOf(call, target)
      for (const [index, input] of inputs.entries()) {
        const reply = await make(call, mixed(input, others[index] ?? {}), token)
        // What was refused is named as it was sent.
        const { failed: _, ...shown } = (reply.data ?? {}) as Sample
        expectNothingOf({ ...reply, data: shown }, namesOf(target))
        expect(nameOf(reply)).not.toBe('internal')
        expect(await rowsOf(target)).toEqual(before)
      }
    }
  })

  /** All that there is of an account and its device, by which transaction wrote it. */
  async function rowsOf({ account, device }: Target): Promise<unknown[]> {
    const { rows } = await server.database.pool.query(
      `select 'account' as of, xmin::text, to_jsonb(a) as row from accounts a where id = $1
       union all select 'device', xmin::text, to_jsonb(d) from devices d where id = $2 or account_id = $1
       union all select 'state', xmin::text, to_jsonb(s) from device_states s where device_id = $2
       union all select 'limit', xmin::text, to_jsonb(l) from device_limits l where account_id = $1`,
      [account.id, device.id],
    )
    return rows
  }
})

const numbered = (id: number): Target => ({
  account: { id, path: `/${id}/`, username: `name${id}`, role: roles.agent },
  device: { id, terminalID: `86000000000000${id}` },
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
