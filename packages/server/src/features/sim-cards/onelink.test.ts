import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { simCardCalls } from '@trackway/core/features/sim-cards/calls.ts'
import { simPlatformCalls } from '@trackway/core/features/sim-cards/platform-calls.ts'
import type { Updateable } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import type { Answer, Request } from '../../testing/fakes/fake-server.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { importCards } from './import-cards.ts'
import { pollPlatforms } from './poll-platforms.ts'
import { type FakeOneLink, htmlAnswer, oneLinkApp, startFakeOneLink } from './testing/fake-onelink.ts'

const minute = 60_000
/** Of the tests; in Beijing it is 12:30. */
const start = Date.UTC(2026, 10, 22, 4, 30)
let now = start
let server: TestServer
let fake: FakeOneLink
let admin: TestAccount
let keeper: string
let bossToken: string
let platformId: number

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
beforeEach(async () => {
  now = start
  fake = await startFakeOneLink(() => now)
  admin = await anAccount(server.database, { role: roles.admin })
  bossToken = await signIn(server.database, admin)
  keeper = await signIn(
    server.database,
    await anAccount(server.database, { parent: admin, role: roles.testStockUser }),
  )
  const { data } = await server.call(
    simPlatformCalls.add,
    {
      provider: 'oneLink',
      name: 'OneLink',
      apiUrl: fake.url,
      ...oneLinkApp,
    } as never,
    bossToken,
  )
  platformId = data!.id
  await setPlatform({ calls_per_second: 10_000 })
})
afterEach(async () => {
  await fake.stop()
  await server.database.db.deleteFrom('sim_platforms').execute()
})
afterAll(() => server.stop())

const setPlatform = (set: Updateable<Tables['sim_platforms']>) =>
  server.database.db.updateTable('sim_platforms').set(set).execute()

let count = 0
/** Cards that the platform has, and we have with it. */
async function haveCards(...statuses: string[]): Promise<{ id: number; iccid: string }[]> {
  const iccids = statuses.map((status) => {
    const n = ++count
    const iccid = `898604${String(5_000_000_000_000 + n)}3`
    const digits = String(n).padStart(8, '0')
    fake.cards.set(iccid, { msisdn: `14400${digits}`, imsi: `4600400${digits}`, status, kb: '2048.5' })
    return iccid
  })
  return ourCards(iccids)
}

async function ourCards(iccids: readonly string[]): Promise<{ id: number; iccid: string }[]> {
  const cards = await server.database.db.transaction().execute((trx) =>
    importCards(
      trx,
      iccids.map((iccid) => ({ iccid, terminalID: null, values: {} })),
      { scope: { accountId: admin.id, path: admin.path, deviceId: null }, operatorId: admin.id, now },
    ),
  )
  const ids = cards.map(({ id }) => id)
  for (let at = 0; at < ids.length; at += 1_000)
    await server.call(simCardCalls.edit, { ids: ids.slice(at, at + 1_000), platformId }, keeper)
  return cards.map(({ id }, at) => ({ id, iccid: iccids[at]! }))
}

const poll = () =>
  pollPlatforms({
    db: server.database.db,
    log: pino({ level: 'silent' }),
    now: () => now,
    isStopped: () => false,
  })
const find = async () =>
  (await server.call(simCardCalls.find, { sort: 'iccid', isDescending: false, pageSize: 100 }, keeper)).data!
    .list
const cardOf = async (iccid: string) => (await find()).find((card) => card.iccid === iccid)!
const platform = async () => (await server.call(simPlatformCalls.list, {}, bossToken)).data!.list[0]!
const order = (ids: number[], action: 'stop' | 'resume') =>
  server.call(simCardCalls.order, { ids, action }, keeper)

test('states of both back ends, numbers, and data in bytes with its time', async () => {
  await haveCards('00', '02', '04', '07', '99', '2', '4', '6', '7', '9', 'X')
  await poll()
  expect((await find()).map(({ rawState, state }) => [rawState, state])).toEqual([
    ['00', 'active'],
    ['02', 'suspended'],
    ['04', 'closed'],
    ['07', 'ready'],
    ['99', 'unknown'],
    ['2', 'active'],
    ['4', 'suspended'],
    ['6', 'testable'],
    ['7', 'stock'],
    ['9', 'closed'],
    ['X', 'unknown'],
  ])
  const [card] = await find()
  expect(card).toMatchObject({
    usedBytes: 2_097_664,
    // Yesterday's midnight in Beijing.
    usedTime: Date.UTC(2026, 10, 21, 16),
    stateTime: start,
    msisdn: expect.stringMatching(/^14400/),
    imsi: expect.stringMatching(/^46004/),
  })
  expect(fake.tokens).toBe(1)
  expect(fake.paths().filter((path) => path.includes('batch'))).toHaveLength(2)
})

test('a token that is not known any more costs one new token and one repeat', async () => {
  const [card] = await haveCards('00')
  await poll()
  fake.endToken()
  now += 7 * 60 * minute - 1
  await setPlatform({ token_expire_time: now + 60 * minute })
  const before = fake.requests.length
  await poll()
  expect(fake.tokens).toBe(2)
  // Status refused, token, status, usage.
  expect(fake.requests.slice(before).map(({ path }) => path.split('/').slice(4).join('/'))).toEqual([
    'sim-status',
    'token',
    'sim-status',
    'sim-data-usage-monthly/batch',
  ])
  expect((await cardOf(card!.iccid)).stateTime).toBe(now)
})

test('a token that is refused again stops the turn, and the account rests', async () => {
  await haveCards('00', '00')
  fake.next.push(
    ...Array.from(
      { length: 20 },
      () =>
        async ({ path }: { path: string }) =>
          path.endsWith('get/token')
            ? { status: 200, body: JSON.stringify({ status: '0', result: [{ token: 'dud' }] }) }
            : { status: 200, body: JSON.stringify({ status: '12021', message: 'token' }) },
    ),
  )
  await poll()
  expect(fake.requests.map(({ path }) => path.split('/').at(-1))).toEqual([
    'token',
    'batch',
    'token',
    'batch',
  ])
  expect(await platform()).toMatchObject({ failure: 'token', restUntilTime: start + 2 * minute })
  await poll()
  expect(fake.requests).toHaveLength(4)
})

test('two processes share one token and one bucket, and no card is asked about twice', async () => {
  now = Date.now()
  await haveCards(...Array.from({ length: 120 }, () => '00'))
  await setPlatform({ calls_per_second: 40, calls_left: 0, calls_time: now })
  const worker = fileURLToPath(new URL('testing/poll-worker.ts', import.meta.url))
  const began = Date.now()
  const counts = await Promise.all(
    [1, 2].map(() => promisify(execFile)(process.execPath, [worker, server.database.url])),
  )
  expect(counts.map(({ stdout }) => Number(stdout)).reduce((a, b) => a + b)).toBe(120)
  expect(fake.tokens).toBe(1)
  const statuses = fake.requests.filter(({ path }) => path.endsWith('sim-status'))
  expect(statuses).toHaveLength(120)
  // 40 in each second.
  const mostUntilNow = ((Date.now() - began) / 1_000) * 40
  expect(fake.requests.length).toBeLessThanOrEqual(mostUntilNow)
})

test('no call of a page reaches the platform', async () => {
  const cards = await haveCards('00', '02')
  const ids = cards.map(({ id }) => id)
  await find()
  await platform()
  await server.call(simCardCalls.counts, {}, keeper)
  await server.call(simCardCalls.history, { id: ids[0]! }, keeper)
  await order(ids, 'stop')
  await server.call(
    simPlatformCalls.edit,
    { id: platformId, provider: 'oneLink', name: 'other', apiUrl: fake.url, ...oneLinkApp } as never,
    bossToken,
  )
  await server.call(simCardCalls.fix, { ids }, keeper)
  await server.call(simCardCalls.remove, { ids, confirm: 2 }, keeper)
  await server.call(simPlatformCalls.remove, { id: platformId }, bossToken)
  expect(fake.requests).toEqual([])
})

test('a page of a proxy instead of an answer: nothing is lost, and the account is asked again later', async () => {
  const [card] = await haveCards('00')
  await poll()
  now += 7 * 60 * minute
  fake.next.push(htmlAnswer, htmlAnswer)
  await poll()
  expect(await platform()).toMatchObject({
    failure: 'answer',
    failureText: expect.stringContaining('502 Bad Gateway'),
  })
  expect(await cardOf(card!.iccid)).toMatchObject({ state: 'active', stateTime: start })
  fake.next.length = 0
  const before = fake.requests.length
  await poll()
  expect(fake.requests).toHaveLength(before)
  now += 2 * minute
  await poll()
  expect(await platform()).toMatchObject({ failure: null, restUntilTime: null, successTime: now })
  expect((await cardOf(card!.iccid)).stateTime).toBe(now)
})

test.each([
  [{ status: 503, body: 'busy' }, 'busy'],
  ['cut' as const, 'noAnswer'],
])('an account whose platform is down rests: %j', async (answer, failure) => {
  await haveCards('00')
  fake.next.push(answer)
  await poll()
  expect(await platform()).toMatchObject({ failure, restUntilTime: start + 2 * minute })
})

test('a wrong password is said, rests long, and is forgiven once it is changed', async () => {
  const [card] = await haveCards('00')
  const save = (password: string) =>
    server.call(
      simPlatformCalls.edit,
      {
        id: platformId,
        provider: 'oneLink',
        name: 'OneLink',
        apiUrl: fake.url,
        appId: oneLinkApp.appId,
        password,
      } as never,
      bossToken,
    )
  await save('wrong')
  await poll()
  expect(await platform()).toMatchObject({ failure: 'credentials', restUntilTime: start + 30 * minute })
  await save(oneLinkApp.password)
  await poll()
  expect(await platform()).toMatchObject({ failure: null })
  expect((await cardOf(card!.iccid)).state).toBe('active')
  const shown = JSON.stringify(await platform())
  expect(shown).not.toContain(oneLinkApp.password)
  const { rows } = await server.database.pool.query(
    'select settings::text || encode(coalesce(token, secret), $1) as all from sim_platforms',
    ['escape'],
  )
  expect(rows[0].all).not.toContain(oneLinkApp.password)
  expect(rows[0].all).not.toContain('token-1')
})

describe('an answer that is not as documented', () => {
  const text = (value: unknown) => ({ status: 200, body: JSON.stringify(value) })
  /** What a platform answers to requests of a path; others as usual. */
  const instead = (path: string, answer: Answer) =>
    fake.next.push(
      ...Array.from(
        { length: 10 },
        () => async (request: Request) => (request.path.endsWith(path) ? answer : fake.usual(request)),
      ),
    )
  const turn = async (path: string, answer: Answer) => {
    const [card] = await haveCards('00')
    instead(path, answer)
    await poll()
    return { card: await cardOf(card!.iccid), platform: await platform() }
  }
  const found = (...result: unknown[]) => text({ status: '0', message: 'ok', result })

  test('is bounded', async () => {
    const { platform } = await turn('get/token', { status: 200, body: 'x'.repeat(3 << 20) })
    expect(platform).toMatchObject({ failure: 'answer', failureText: expect.stringContaining('too long') })
  })

  test.each([
    ['nothing', null],
    ['an object', { cardStatus: { code: '00' } }],
    ['what no text may hold', { cardStatus: '0\u0000' }],
    ['a novel', { cardStatus: '0'.repeat(10_000) }],
    ['another card', { cardStatus: '02', iccid: '89860499999999999999' }],
  ])('leaves a card as it was: %s for its state', async (_, row) => {
    const { card, platform } = await turn('sim-status', found(row))
    expect(platform).toMatchObject({ failure: 'answer', restUntilTime: start + 2 * minute })
    expect(card).toMatchObject({ state: 'unknown', rawState: null })
  })

  test.each([
    ['a list that is none', { dataAmountList: {} }],
    ['nothing', null],
    ['no card', { dataAmountList: [null] }],
    ['no amount', { dataAmountList: [{ iccid: 'own', dataAmount: null }] }],
    ['too much', { dataAmountList: [{ iccid: 'own', dataAmount: '1e300' }] }],
    ['less than none', { dataAmountList: [{ iccid: 'own', dataAmount: -5 }] }],
    ['another card', { dataAmountList: [{ iccid: '89860499999999999999', dataAmount: '5' }] }],
  ])('leaves data as it was: %s for its amount', async (_, row) => {
    const [card] = await haveCards('00')
    const own = JSON.parse(JSON.stringify(row).replace('own', card!.iccid))
    fake.next.push(
      ...Array.from({ length: 10 }, () => async (request: Request) => {
        if (request.path.endsWith('usage-monthly/batch')) return found(own)
        return request.path.endsWith('sim-data-usage') ? found({ dataAmount: {} }) : fake.usual(request)
      }),
    )
    await poll()
    expect(await cardOf(card!.iccid)).toMatchObject({ state: 'active', usedBytes: null })
    expect(await platform()).toMatchObject({ failure: null, successTime: start })
  })

  test('is no number of a card', async () => {
    const [card] = await haveCards('00')
    instead(
      'card-info/batch',
      found({ iccid: card!.iccid, msisdn: '1\u0000', imsi: { is: 'none' } }, null, { iccid: 7 }),
    )
    await poll()
    expect(await cardOf(card!.iccid)).toMatchObject({ state: 'active', msisdn: null, imsi: null })
  })

  test('of a card with 19 digits is one of the card with 20', async () => {
    const [card] = await haveCards('00')
    const iccid = card!.iccid.slice(0, 19)
    const answers: Record<string, Answer> = {
      'card-info/batch': found({ iccid, msisdn: '1440000000001', imsi: '460040000000001' }),
      'usage-monthly/batch': found({ dataAmountList: [{ iccid, dataAmount: '1' }] }),
    }
    fake.next.push(
      ...Array.from({ length: 6 }, () => async (request: Request) => {
        const path = Object.keys(answers).find((end) => request.path.endsWith(end))
        return path ? answers[path]! : fake.usual(request)
      }),
    )
    await poll()
    expect(await cardOf(card!.iccid)).toMatchObject({ msisdn: '1440000000001', usedBytes: 1_024 })
  })

  test('by a proxy in JSON says nothing of cards', async () => {
    const body = JSON.stringify({ status: 404, error: 'Not Found', path: '/v5/ec' })
    const { card, platform } = await turn('sim-status', { status: 404, body })
    expect(platform).toMatchObject({ failure: 'answer' })
    expect(card.pollFailure).toBeNull()
  })

  test.each([
    ['a token where none is expected', '{"code":"0","result":[{"token":"onelink-token"}]}'],
    ['a request that is repeated', `<html>appid=1&password=${oneLinkApp.password}</html>`],
  ])('discloses no secret: %s', async (_, body) => {
    const { platform } = await turn('get/token', { status: 200, body })
    expect(platform.failure).toBe('answer')
    expect(platform.failureText).not.toMatch(/onelink-/)
  })

  test('that refuses every card alike is of the account: it rests, and says so', async () => {
    await haveCards(...Array.from({ length: 12 }, () => '00'))
    const refused = text({ status: '12016', message: '无此接口权限', result: [] })
    fake.next.push(
      ...Array.from(
        { length: 40 },
        () => async (request: Request) =>
          request.path.endsWith('get/token') ? fake.usual(request) : refused,
      ),
    )
    await poll()
    expect(fake.paths().filter((path) => path === 'query/sim-status')).toHaveLength(5)
    expect(await platform()).toMatchObject({
      failure: 'refused',
      failureText: '12016 无此接口权限',
      restUntilTime: start + 2 * minute,
    })
  })

  test('that knows a token no more as credentials: the next turn has another one', async () => {
    await haveCards('00')
    instead('sim-status', text({ status: '12004', message: 'token', result: [] }))
    await poll()
    expect(await platform()).toMatchObject({ failure: 'credentials' })
    fake.next.splice(0)
    now += 31 * minute
    await poll()
    expect(await platform()).toMatchObject({ failure: null })
    expect(fake.tokens).toBe(2)
  })
})

test('one bad card fails no other, also where a list is refused for its sake', async () => {
  const good = await haveCards('00', '2')
  const [stranger] = await ourCards(['89860499999999999993'])
  await poll()
  expect(await cardOf(stranger!.iccid)).toMatchObject({ state: 'unknown', pollFailure: 'notYours' })
  for (const { iccid } of good) expect((await cardOf(iccid)).usedBytes).toBe(2_097_664)
})

test('where a list is refused for the sake of one card, each is asked about by itself', async () => {
  const [pb, ct] = await haveCards('00', '2')
  await poll()
  now += 7 * 60 * minute
  for (const { iccid } of [pb!, ct!]) fake.cards.get(iccid)!.kb = '4096'
  fake.refuseUsageLists()
  await poll()
  expect(fake.paths().filter((path) => path === 'query/sim-data-usage')).toHaveLength(2)
  // One back end counts up to midnight, the other up to now.
  expect(await cardOf(pb!.iccid)).toMatchObject({
    usedBytes: 4_194_304,
    usedTime: Date.UTC(2026, 10, 21, 16),
  })
  expect(await cardOf(ct!.iccid)).toMatchObject({ usedBytes: 4_194_304, usedTime: now })
})

test('the oldest are asked about first, each again after its hours', async () => {
  const cards = await haveCards(...Array.from({ length: 150 }, () => '00'))
  expect(await poll()).toBe(100)
  expect(await poll()).toBe(50)
  expect(await poll()).toBe(0)
  now += 6 * 60 * minute - 1
  expect(await poll()).toBe(0)
  now += 2
  expect(await poll()).toBe(100)
  expect(cards).toHaveLength(150)
})

test('a card is suspended by a job, once, and resumed when the platform takes another change', async () => {
  const [card] = await haveCards('00')
  await poll()
  expect((await order([card!.id], 'stop')).data).toEqual({ done: 1, failed: [] })
  await order([card!.id], 'stop')
  expect(await cardOf(card!.iccid)).toMatchObject({ action: 'stop', actionStage: 'waiting', state: 'active' })
  await poll()
  const changes = () => fake.paths().filter((path) => path === 'change/sim-status')
  expect(changes()).toHaveLength(1)
  expect(await cardOf(card!.iccid)).toMatchObject({ action: 'stop', actionStage: 'sent' })
  now += minute
  await poll()
  expect(await cardOf(card!.iccid)).toMatchObject({ action: null, state: 'suspended', rawState: '02' })
  // The platform takes no second change within half an hour: it waits here.
  await order([card!.id], 'resume')
  expect(await cardOf(card!.iccid)).toMatchObject({ actionTime: start + 30 * minute })
  await poll()
  expect(changes()).toHaveLength(1)
  now = start + 30 * minute
  await poll()
  now += minute
  await poll()
  expect(changes()).toHaveLength(2)
  expect(await cardOf(card!.iccid)).toMatchObject({ action: null, state: 'active' })
  const { data } = await server.call(simCardCalls.history, { id: card!.id }, keeper)
  expect(data!.list.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ['stateChanged', 'suspended', 'active'],
    ['ordered', null, 'resume'],
    ['stateChanged', 'active', 'suspended'],
    ['ordered', null, 'stop'],
    ['added', null, null],
  ])
})

test('an order that the platform refuses says so; one without an answer is looked after, not repeated', async () => {
  const cards = await haveCards('00', '2')
  await poll()
  fake.cards.get(cards[0]!.iccid)!.changedTime = now
  await order([cards[0]!.id], 'stop')
  await poll()
  expect(await cardOf(cards[0]!.iccid)).toMatchObject({ actionStage: 'failed', actionFailure: 'refused' })
  await order([cards[1]!.id], 'stop')
  fake.next.push('cut')
  await poll()
  expect(await cardOf(cards[1]!.iccid)).toMatchObject({ actionStage: 'sent' })
  now += minute
  await poll()
  now += 30 * minute
  await poll()
  expect(await cardOf(cards[1]!.iccid)).toMatchObject({
    actionStage: 'failed',
    actionFailure: 'noAnswer',
    state: 'active',
  })
  expect(fake.paths().filter((path) => path === 'change/sim-status')).toHaveLength(2)
})

test('what waits is taken back, what the platform has is not; a failure is put away', async () => {
  const [card] = await haveCards('00')
  await poll()
  const cancel = async () =>
    resultNames[(await server.call(simCardCalls.cancelOrder, { ids: [card!.id] }, keeper)).meta.code]
  expect(await cancel()).toBe('simActionImpossible')
  await order([card!.id], 'stop')
  expect(await cancel()).toBe('success')
  await poll()
  expect(fake.paths()).not.toContain('change/sim-status')
  expect(await cardOf(card!.iccid)).toMatchObject({ action: null, actionStage: null })
  const { data } = await server.call(simCardCalls.history, { id: card!.id }, keeper)
  expect(data!.list.map(({ kind, from, to }) => [kind, from, to]).slice(0, 2)).toEqual([
    ['ordered', 'stop', 'cancelled'],
    ['ordered', null, 'stop'],
  ])
  await order([card!.id], 'stop')
  await poll()
  expect(await cancel()).toBe('simActionImpossible')
  now += 32 * minute
  fake.cards.get(card!.iccid)!.status = '00'
  await poll()
  expect(await cardOf(card!.iccid)).toMatchObject({ actionStage: 'failed' })
  expect(await cancel()).toBe('success')
  expect(await cardOf(card!.iccid)).toMatchObject({ action: null, actionFailure: null })
})

test('what is not to be done any more by its turn is not done', async () => {
  const cards = await haveCards('00', '00', '00', '00')
  await poll()
  await order(
    cards.map(({ id }) => id),
    'stop',
  )
  const [first, gone, moved, off] = cards
  fake.next.push(async (request: Request) => {
    await server.call(simCardCalls.remove, { ids: [gone!.id], confirm: 1 }, keeper)
    await server.call(simCardCalls.edit, { ids: [moved!.id], platformId: null }, keeper)
    await setPlatform({ is_enabled: false })
    return fake.usual(request)
  })
  await poll()
  const statusOf = ({ iccid }: { iccid: string }) => fake.cards.get(iccid)!.status
  expect([first!, gone!, moved!, off!].map(statusOf)).toEqual(['02', '00', '00', '00'])
  expect(await cardOf(moved!.iccid)).toMatchObject({ action: null, platformId: null })
  expect(await cardOf(off!.iccid)).toMatchObject({ actionStage: 'waiting' })
})

test('nothing is ordered of an account that is switched off, or whose password is missing', async () => {
  const [card] = await haveCards('00')
  await poll()
  const resultOf = async () => resultNames[(await order([card!.id], 'stop')).meta.code]
  await setPlatform({ is_enabled: false })
  expect(await resultOf()).toBe('simWithoutPlatform')
  await setPlatform({ is_enabled: true, secret: null })
  expect(await resultOf()).toBe('simWithoutPlatform')
})

test('a card is given to an account of its own holder alone', async () => {
  const [own] = await haveCards('00')
  const agent = await anAccount(server.database, { parent: admin, role: roles.admin })
  const [theirs] = await server.database.db.transaction().execute((trx) =>
    importCards(trx, [{ iccid: '89860455555555555553', terminalID: null, values: {} }], {
      scope: { accountId: agent.id, path: agent.path, deviceId: null },
      operatorId: agent.id,
      now,
    }),
  )
  const reply = await server.call(
    simCardCalls.edit,
    { ids: [own!.id, theirs!.id], platformId, plan: '30 MB' },
    bossToken,
  )
  expect(reply.data).toEqual({ done: 1, failed: [{ id: theirs!.id, result: 'notFound' }] })
  expect(await cardOf('89860455555555555553')).toMatchObject({ platformId: null, plan: null })
})

test('an account that is slow keeps no other waiting for long', async () => {
  const cards = await haveCards('00', '00', '00', '00')
  fake.next.push(
    ...Array.from({ length: 20 }, () => async (request: Request) => {
      now += 11_000
      return fake.usual(request)
    }),
  )
  expect(await poll()).toBeGreaterThan(0)
  const asked = fake.paths().filter((path) => path === 'query/sim-status')
  expect(asked.length).toBeLessThan(cards.length)
  fake.next.splice(0)
  await poll()
  for (const { iccid } of cards) expect((await cardOf(iccid)).state).toBe('active')
})

test('more accounts than connections to the database', async () => {
  await haveCards('00')
  const { data: first } = await server.call(simPlatformCalls.list, {}, bossToken)
  for (let n = 0; n < 12; n++) {
    const { data } = await server.call(
      simPlatformCalls.add,
      { provider: 'oneLink', name: `${n}`, apiUrl: fake.url, ...oneLinkApp } as never,
      bossToken,
    )
    const [card] = await haveCards('00')
    await server.call(simCardCalls.edit, { ids: [card!.id], platformId: data!.id }, keeper)
  }
  await setPlatform({ calls_per_second: 10_000 })
  // All of them are the same application there, whose token counts for each.
  let token: Promise<Answer> | null = null
  fake.next.push(
    ...Array.from({ length: 100 }, () => (request: Request) => {
      if (!request.path.endsWith('get/token')) return fake.usual(request)
      token ??= fake.usual(request)
      return token
    }),
  )
  const { db, pool } = openDatabase(server.database.url, 4)
  const began = Date.now()
  const count = await pollPlatforms({
    db,
    log: pino({ level: 'silent' }),
    now: () => now,
    isStopped: () => false,
  })
  expect(first!.list).toHaveLength(1)
  expect(count).toBe(13)
  expect(Date.now() - began).toBeLessThan(5_000)
  await pool.end()
})

test('what makes no sense is not ordered', async () => {
  const [stopped] = await haveCards('02')
  await poll()
  const [without] = await ourCards(['89860477777777777773'])
  await server.call(simCardCalls.edit, { ids: [without!.id], platformId: null }, keeper)
  const { meta } = await order([stopped!.id], 'stop')
  expect(resultNames[meta.code]).toBe('simActionImpossible')
  const mixed = await haveCards('00')
  await poll()
  const reply = await order([stopped!.id, without!.id, mixed[0]!.id], 'stop')
  expect(reply.data!.failed).toEqual([
    { id: stopped!.id, result: 'simActionImpossible' },
    { id: without!.id, result: 'simWithoutPlatform' },
  ])
})

test('a stranger sees no account at a platform, and changes and uses none', async () => {
  const stranger = await anAccount(server.database, { role: roles.admin })
  const token = await signIn(server.database, stranger)
  const list = await server.call(simPlatformCalls.list, {}, token)
  expect(list.data!.list).toEqual([])
  const given = {
    id: platformId,
    provider: 'oneLink',
    name: 'mine',
    apiUrl: 'http://127.0.0.1:1',
    appId: 'x',
  }
  expect(resultNames[(await server.call(simPlatformCalls.edit, given as never, token)).meta.code]).toBe(
    'notFound',
  )
  expect(resultNames[(await server.call(simPlatformCalls.remove, { id: platformId }, token)).meta.code]).toBe(
    'notFound',
  )
  const [card] = await server.database.db.transaction().execute((trx) =>
    importCards(trx, [{ iccid: '89860466666666666663', terminalID: null, values: {} }], {
      scope: { accountId: stranger.id, path: stranger.path, deviceId: null },
      operatorId: stranger.id,
      now,
    }),
  )
  const reply = await server.call(simCardCalls.edit, { ids: [card!.id], platformId }, token)
  expect(resultNames[reply.meta.code]).toBe('notFound')
})

test('a password has to be given again where it would be sent elsewhere', async () => {
  const elsewhere = {
    id: platformId,
    provider: 'oneLink',
    name: 'OneLink',
    apiUrl: 'http://127.0.0.1:1',
    appId: oneLinkApp.appId,
  }
  await server.call(simPlatformCalls.edit, elsewhere as never, bossToken)
  expect(await platform()).toMatchObject({ isReady: false })
})
