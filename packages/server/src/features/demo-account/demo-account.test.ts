import type { Envelope } from '@trackway/core/api/call.ts'
import type { Permission } from '@trackway/core/codes/permissions.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { demoAccountCalls } from '@trackway/core/features/demo-account/calls.ts'
import { jobCalls } from '@trackway/core/features/jobs/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { noticeCalls } from '@trackway/core/features/notices/calls.ts'
import { platformCalls } from '@trackway/core/features/system/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addJob, failJob, takeNext } from '../../platform/jobs/job-queue.ts'
import { startProcessState } from '../../platform/process-state.ts'
import { anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { forecast } from '../system/queries.ts'

let server: TestServer
let time = Date.now()
let root: TestAccount
let admin: string
let agent: TestAccount
beforeAll(async () => {
  server = await startTestServer({ now: () => time })
  root = await anAccount(server.database, { role: roles.admin })
  admin = await signIn(server.database, root)
  agent = await anAccount(server.database, { parent: root })
})
afterAll(() => server.stop())

const nameOf = ({ meta }: Envelope) => resultNames[meta.code]
const save = (
  accountId: number | null,
  more: { isOffered?: boolean; permissions?: Permission[] | null } = {},
) => server.call(demoAccountCalls.save, { accountId, isOffered: true, permissions: null, ...more }, admin)
const tryOut = () => server.call(demoAccountCalls.signIn, {})
const offers = async () => (await server.call(platformCalls.signIn, {})).data

test('nobody tries out what is not offered', async () => {
  expect(nameOf(await tryOut())).toBe('notFound')
  await save(agent.id, { isOffered: false })
  expect(nameOf(await tryOut())).toBe('notFound')
  expect(await offers()).toEqual({ isDemoOffered: false, canResetPassword: false })
})

test('the account that was chosen is tried out without a password, changes nothing, and may what was left to it', async () => {
  await save(agent.id, { permissions: ['main:monitor', 'main:system_config'] })
  expect(await offers()).toMatchObject({ isDemoOffered: true })
  const { data } = await tryOut()
  expect(data?.user).toMatchObject({ username: agent.username, isDemo: true, permissions: ['main:monitor'] })
  const { token } = data!
  expect(nameOf(await server.call(accountCalls.update, { id: agent.id, nickname: 'mine' }, token))).toBe(
    'demoAccount',
  )
  expect(nameOf(await server.call(locationCalls.find, {}, token))).toBe('success')
  await save(agent.id, { permissions: ['main:track'] })
  expect(nameOf(await server.call(locationCalls.find, {}, token))).toBe('noPermission')
  // By its own password it may no more.
  const login = { username: agent.username, password: 'correct horse' }
  expect((await server.call(accountCalls.login, login)).data?.user.permissions).toEqual(['main:track'])
})

test('no administrator, stranger or factory role becomes the demo account', async () => {
  const other = await anAccount(server.database, { parent: root, role: roles.admin })
  const tester = await anAccount(server.database, { parent: root, role: roles.test })
  const stranger = await anAccount(server.database)
  expect(nameOf(await save(root.id))).toBe('roleNotGrantable')
  expect(nameOf(await save(other.id))).toBe('roleNotGrantable')
  expect(nameOf(await save(tester.id))).toBe('roleNotGrantable')
  expect(nameOf(await save(stranger.id))).toBe('notFound')
})

test('an account that was the demo account stays locked', async () => {
  const next = await anAccount(server.database, { parent: root })
  await save(agent.id)
  await save(next.id)
  const token = await signIn(server.database, agent)
  expect((await server.call(accountCalls.self, {}, token)).data).toMatchObject({ isDemo: true })
  await save(null)
  expect(nameOf(await tryOut())).toBe('notFound')
})

test('a notice is shown from its time until its end, in the language of the reader', async () => {
  const hour = 3_600_000
  const notice = { form: 'dialog', fromTime: time + hour, untilTime: time + 2 * hour } as const
  const saved = await server.call(
    noticeCalls.save,
    { ...notice, texts: { en: 'Soon', cn: '即将维护' } },
    admin,
  )
  const shown = async (language: string) => {
    const response = await fetch(server.url + noticeCalls.current.path, {
      headers: { 'accept-language': language },
    })
    return ((await response.json()) as { data: { list: { text: string }[] } }).data.list.map(
      ({ text }) => text,
    )
  }
  expect(await shown('en')).toEqual([])
  time += hour
  expect(await shown('en')).toEqual(['Soon'])
  expect(await shown('zh-CN')).toEqual(['即将维护'])
  expect(await shown('fr')).toEqual(['Soon'])
  time += hour
  expect(await shown('en')).toEqual([])
  const { id } = saved.data!
  expect((await server.call(noticeCalls.find, {}, admin)).data?.list).toMatchObject([{ id, state: 'over' }])
  await server.call(noticeCalls.delete, { id }, admin)
  const wrong = { ...notice, untilTime: notice.fromTime, texts: { en: 'x' } }
  expect(nameOf(await server.call(noticeCalls.save, wrong, admin))).toBe('invalidInput')
})

test('work is listed with what became of it, begun anew and ended; strangers’ is not there', async () => {
  const { db } = server.database
  const id = (await addJob(db, { queue: 'of-the-test', accountId: agent.id }, time))!
  const job = await takeNext(db, 'of-the-test', time)
  await failJob(db, job!, 'internal', time)
  const find = async () => (await server.call(jobCalls.find, { search: 'of-the-test' }, admin)).data?.list
  expect(await find()).toMatchObject([{ id, state: 'failed', username: agent.username, failure: 'internal' }])
  const stranger = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
  for (const call of [jobCalls.retry, jobCalls.cancel])
    expect(nameOf(await server.call(call, { id }, stranger))).toBe('notFound')
  expect((await server.call(jobCalls.find, { search: 'of-the-test' }, stranger)).data?.total).toBe(0)
  expect(nameOf(await server.call(jobCalls.retry, { id }, admin))).toBe('success')
  expect(await find()).toMatchObject([{ state: 'queued', failure: null }])
  expect(nameOf(await server.call(jobCalls.cancel, { id }, admin))).toBe('success')
  expect(nameOf(await server.call(jobCalls.cancel, { id }, admin))).toBe('notFound')
})

test('health names processes, sizes and growth', async () => {
  const config = { roles: ['api' as const] }
  const { database, bus } = server
  time = Date.now()
  const stop = startProcessState({ config, name: 'here', database, bus, log: pino({ level: 'silent' }) })
  onTestFinished(stop)
  const health = async () => (await server.call(platformCalls.health, {}, admin)).data!
  await expect.poll(async () => (await health()).processes.length).toBe(1)
  const { version, processes, database: size, jobs, backups } = await health()
  expect(version).toBe(processes[0]?.version)
  expect(processes[0]).toMatchObject({
    name: `here ${process.pid}`,
    roles: ['api'],
    version: expect.stringMatching(/^\d/),
  })
  expect(size).toMatchObject({
    version: expect.stringMatching(/^\d/),
    bytes: expect.any(Number),
    freeBytes: null,
  })
  expect(size.tables.length).toBeGreaterThan(3)
  expect(jobs).toMatchObject({ running: 0 })
  expect(backups).toEqual([])
})

test('the forecast follows from the days that are known', () => {
  const day = 86_400_000
  expect(forecast([], 100, 0)).toEqual({ bytesPerDay: null, fullTime: null })
  expect(forecast([{ day: 1, bytes: 5 }], 100, 0)).toEqual({ bytesPerDay: null, fullTime: null })
  const days = [
    { day: 1, bytes: 100 },
    { day: 11, bytes: 200 },
  ]
  expect(forecast(days, 50, 20 * day)).toEqual({ bytesPerDay: 10, fullTime: 25 * day })
  expect(forecast(days, null, 0)).toEqual({ bytesPerDay: 10, fullTime: null })
})
