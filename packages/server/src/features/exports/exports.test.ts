import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import type { Scope } from '@trackway/core/codes/scopes.ts'
import { apiKeyCalls } from '@trackway/core/features/api-keys/calls.ts'
import { exportCalls } from '@trackway/core/features/exports/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { allHandlers } from '../all.ts'
import { takeExport } from './export-jobs.ts'
import { openReportBy } from './open-report.ts'
import { runExport } from './run-export.ts'

let server: TestServer
let account: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  account = await anAccount(server.database, { time_zone: 'Asia/Bangkok' })
  token = await signIn(server.database, account)
})

const november = { first: '2026-11-01', last: '2026-11-30' }
const create = (input: object, as = token) =>
  server.call(exportCalls.create, { report: 'mileage', format: 'csv', ...november, ...input } as never, as)
const workshop = () => ({
  ...server.database,
  log: pino({ level: 'error' }, pino.destination(2)),
  now: Date.now,
  openReport: openReportBy(allHandlers),
  namePlaces: async (places: readonly object[]) => places.map(() => null),
})
async function work() {
  for (let job = await takeExport(server.database.db, Date.now()); job !== null; ) {
    await runExport(job, workshop())
    job = await takeExport(server.database.db, Date.now())
  }
}

async function download(id: number, as = token): Promise<Response> {
  return await fetch(server.url + exportCalls.download.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${as}` },
    body: JSON.stringify({ id }),
  })
}

test.each(['mileage', 'trips', 'overspeed', 'pastDue'])(
  'a file of %s is asked for, made and downloaded',
  async (report) => {
    await aDevice(server.database, account, { car_number: 'CAR 7', platform_expire_time: Date.now() + 1 })
    const { data: queued } = await create({ report })
    expect(queued).toMatchObject({ state: 'queued', progress: 0, username: account.username })
    await work()
    const { data: page } = await server.call(exportCalls.find, { ids: [queued!.id] }, token)
    expect(page).toMatchObject({ total: 1, list: [{ id: queued!.id, state: 'done', progress: 1 }] })
    const reply = await download(queued!.id)
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(reply.headers.get('content-disposition')).toMatch(
      /^attachment; filename=".*\.csv"; filename\*=UTF-8''/,
    )
    const text = await reply.text()
    expect(text).toContain('Time zone,Asia/Bangkok (UTC+07:00)')
    if (report === 'pastDue') expect(text).toContain('CAR 7')
  },
)

test.each([
  ['a stranger’s account', async () => ({ userId: (await anAccount(server.database)).id }), 'notFound'],
  ['a device that is not there', async () => ({ terminalIDs: ['999999999999999'] }), 'notFound'],
  ['more than a quarter', async () => ({ first: '2026-07-01', last: '2026-10-01' }), 'rangeTooLong'],
] as const)('%s is refused at once', async (_what, input, refusal) => {
  expect((await create(await input())).meta.code).toBe(resultCodes[refusal])
})

test('the report’s own permission is asked for', async () => {
  const admin = await anAccount(server.database, { role: roles.superAgent })
  const reply = await create({ report: 'trips' }, await signIn(server.database, admin))
  expect(reply.meta.code).toBe(resultCodes.noPermission)
})

test.each(['user', 'superUser'] as const)('a %s, who sees reports, has no files of them', async (role) => {
  const own = await anAccount(server.database, { role: roles[role] })
  const as = await signIn(server.database, own)
  const list = { list: 'pastDue', format: 'csv' } as const
  const replies = [
    await create({ report: 'trips' }, as),
    await server.call(exportCalls.createList, list, as),
    await server.call(exportCalls.find, {}, as),
  ]
  for (const { meta } of replies) expect(meta.code).toBe(resultCodes.noPermission)
})

test('a file asked for by an agent who is none any more is not made', async () => {
  const { data: queued } = await create({})
  await server.database.db
    .updateTable('accounts')
    .set({ role: roles.superUser })
    .where('id', '=', account.id)
    .execute()
  await work()
  const { state } = await server.database.db
    .selectFrom('jobs')
    .select('state')
    .where('id', '=', queued!.id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('failed')
})

test('a superior sees only its own files', async () => {
  const child = await anAccount(server.database, { parent: account })
  const { data: queued } = await create({}, await signIn(server.database, child))
  await work()
  const code = async (reply: Response) => ((await reply.json()) as { meta: { code: number } }).meta.code
  expect(await code(await download(queued!.id))).toBe(resultCodes.notFound)
  const { data: page } = await server.call(exportCalls.find, {}, token)
  expect(page).toEqual({ list: [], total: 0 })
  for (const call of [exportCalls.cancel, exportCalls.retry])
    expect((await server.call(call, { id: queued!.id }, token)).meta.code).toBe(resultCodes.notFound)
})

test('what is not finished cannot be downloaded', async () => {
  const { data: queued } = await create({})
  expect(await (await download(queued!.id)).json()).toMatchObject({ meta: { code: resultCodes.notFound } })
})

test('a file of a list holds what its filter finds, in the columns asked for, by the screen’s own words', async () => {
  const found = await aDevice(server.database, account, { nickname: '=Truck', sim: '13800000001' })
  await aDevice(server.database, account, { nickname: 'Van' })
  const { data: queued, meta } = await server.call(
    exportCalls.createList,
    {
      list: 'devices',
      filter: { search: 'truck' },
      columns: ['displayName', 'state', 'terminalID'],
      format: 'csv',
    },
    token,
  )
  expect(meta.success).toBe(true)
  expect(queued).toMatchObject({ report: 'devices', state: 'queued' })
  await work()
  const text = await (await download(queued!.id)).text()
  const lines = text.trim().split('\r\n')
  expect(lines.slice(-2)).toEqual(['Vehicle,State,Device ID', `"'=Truck",Inactive,${found.terminalID}`])
})

test('a file of chosen rows holds these alone', async () => {
  const chosen = await aDevice(server.database, account)
  await aDevice(server.database, account)
  const { data: queued } = await server.call(
    exportCalls.createList,
    { list: 'devices', ids: [chosen.terminalID], columns: ['terminalID'], format: 'csv' },
    token,
  )
  await work()
  const lines = (await (await download(queued!.id)).text()).trim().split('\r\n')
  expect(lines.slice(-2)).toEqual(['Device ID', chosen.terminalID])
})

test('a file of a list shows nothing of strangers, and needs the permission of the list', async () => {
  const stranger = await anAccount(server.database)
  await aDevice(server.database, stranger)
  const { data: queued } = await server.call(
    exportCalls.createList,
    { list: 'devices', filter: { userId: stranger.id }, format: 'csv' },
    token,
  )
  await work()
  const { data: page } = await server.call(exportCalls.find, { ids: [queued!.id] }, token)
  expect(page?.list).toMatchObject([{ state: 'failed', failure: 'notFound' }])
  const user = await signIn(server.database, await anAccount(server.database, { role: roles.user }))
  const refused = await server.call(exportCalls.createList, { list: 'devices', format: 'csv' }, user)
  expect(refused.meta.code).toBe(resultCodes.noPermission)
  const odd = await server.call(
    exportCalls.createList,
    { list: 'devices', filter: { state: 'nonsense' }, format: 'csv' },
    token,
  )
  expect(odd.meta.code).toBe(resultCodes.invalidInput)
})

test('a key is shown, given and lets go of no file whose report or list its scopes do not cover', async () => {
  await aDevice(server.database, account)
  const { data: mileage } = await create({ report: 'mileage' })
  const { data: stops } = await create({ report: 'stops' })
  const devices = await server.call(exportCalls.createList, { list: 'devices', format: 'csv' }, token)
  await work()
  const aKey = async (...scopes: Scope[]) =>
    (await server.call(apiKeyCalls.add, { name: 'k', scopes }, token)).data!.key
  const key = await aKey('main:stat_export', 'main:stat_mileage')
  const page = await server.call(exportCalls.find, {}, key)
  expect(page.data).toMatchObject({ total: 1, list: [{ id: mileage!.id }] })
  expect((await download(mileage!.id, key)).status).toBe(200)
  for (const { id } of [stops!, devices.data!]) {
    expect((await download(id, key)).status).toBe(404)
    for (const call of [exportCalls.cancel, exportCalls.retry])
      expect((await server.call(call, { id }, key)).meta.code).toBe(resultCodes.notFound)
    expect((await download(id)).status).toBe(200)
  }
  const ofDevices = await aKey('main:stat_export', 'devices')
  expect((await server.call(exportCalls.find, {}, ofDevices)).data?.list.map(({ id }) => id)).toEqual([
    devices.data!.id,
  ])
})

test('a session of a demo account has two files under way, which are no other session’s', async () => {
  const demo = await anAccount(server.database, { is_demo: true })
  await aDevice(server.database, demo)
  const [one, two] = [await signIn(server.database, demo), await signIn(server.database, demo)]
  const codes = async (as: string, count: number) => {
    const replies = []
    for (let file = 0; file < count; file++) replies.push((await create({}, as)).meta.code)
    return replies
  }
  const { success, tooManyExports } = resultCodes
  expect(await codes(one, 3)).toEqual([success, success, tooManyExports])
  expect(await codes(two, 3)).toEqual([success, success, tooManyExports])
  await work()
  expect(await codes(one, 1)).toEqual([success])
  await work()
})

test('of the places where files are made, demo accounts have one', async () => {
  const demo = await anAccount(server.database, { is_demo: true })
  await aDevice(server.database, demo)
  await aDevice(server.database, account)
  const asDemo = await signIn(server.database, demo)
  for (let file = 0; file < 2; file++) await create({}, asDemo)
  const first = await takeExport(server.database.db, Date.now())
  expect(first?.account_id).toBe(demo.id)
  expect(await takeExport(server.database.db, Date.now())).toBeNull()
  await create({})
  const other = await takeExport(server.database.db, Date.now())
  expect(other?.account_id).toBe(account.id)
  for (const job of [first!, other!]) await runExport(job, workshop())
  await work()
})
