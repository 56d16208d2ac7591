import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { platformCalls } from '@trackway/core/features/system/calls.ts'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createLocalBus } from '../../platform/bus/bus.ts'
import { startHttp } from '../../platform/http/http.ts'
import { startProcessState } from '../../platform/process-state.ts'
import { anAccount, signIn } from '../../testing/builders.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { accountHandlers } from '../accounts/calls.ts'

const failure = { sinceTime: 1_800_000_000_000, reason: 'No space left on device', clock: null }

test('administrators read which gateway cannot store anything, until it can', async () => {
  let now = Date.now()
  const server = await startTestServer({ now: () => now })
  onTestFinished(() => server.stop())
  const token = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
  const state = async () => (await server.call(platformCalls.state, {}, token)).data?.notStoring
  expect(await state()).toEqual([])
  server.bus.publish('storage.changed', { gateway: 'one', failure })
  server.bus.publish('storage.changed', { gateway: 'two', failure })
  expect(await state()).toEqual([
    { gateway: 'one', ...failure },
    { gateway: 'two', ...failure },
  ])
  server.bus.publish('storage.changed', { gateway: 'one', failure: null })
  expect(await state()).toEqual([{ gateway: 'two', ...failure }])
  const clock = { evidence: 'stored', aheadMs: -259_200_000 } as const
  server.bus.publish('storage.changed', { gateway: 'two', failure: { ...failure, reason: '', clock } })
  expect(await state()).toMatchObject([{ gateway: 'two', clock }])
  const { data } = await server.call(platformCalls.health, {}, token)
  expect(data!.notStoring).toMatchObject([{ gateway: 'two', clock }])
  // A process that was killed writes nothing any more.
  now += 60_000
  expect(await state()).toEqual([])
})

test('a process that cannot store is not ready, and refused sign-ins stand in the log', async () => {
  const server = await startTestServer()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  let notStoring: 'storage' | 'clock' | null = 'storage'
  const http = await startHttp({
    config: { http: { port: 0, host: '127.0.0.1', trustProxy: () => false } },
    database: server.database,
    bus: createLocalBus(log),
    log,
    authenticate: async () => null,
    handlers: accountHandlers,
    notStoring: () => notStoring,
  })
  onTestFinished(async () => {
    await http.close()
    await server.stop()
  })
  const url = `http://127.0.0.1:${http.port}`
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'notReady', reason: 'storage' })
  notStoring = 'clock'
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'notReady', reason: 'clock' })
  notStoring = null
  expect((await fetch(`${url}/readyz`)).status).toBe(200)

  const body = JSON.stringify({ username: 'nobody', password: 'a secret of nobody' })
  const headers = { 'content-type': 'application/json' }
  await fetch(url + accountCalls.login.path, { method: 'POST', headers, body })
  const changes = lines.map((line) => JSON.parse(line)).filter(({ event }) => event !== undefined)
  expect(changes).toMatchObject([
    { event: 'signInRefused', remoteAddress: '127.0.0.1', username: 'nobody', reason: 'wrongCredentials' },
  ])
  expect(lines.join()).not.toContain('secret')
})

test('health names a proxy that is not trusted', async () => {
  const server = await startTestServer({ trustProxy: () => false })
  const { database, bus } = server
  const token = await signIn(database, await anAccount(database, { role: roles.admin }))
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  await fetch(`${server.url}/login`, { headers })
  const config = { roles: ['api' as const] }
  const log = pino({ level: 'silent' })
  const stop = startProcessState({ config, name: 'here', database, bus, log })
  onTestFinished(async () => {
    await stop()
    await server.stop()
  })
  const proxies = async () =>
    (await server.call(platformCalls.health, {}, token)).data?.processes.map((each) => each.untrustedProxy)
  await expect.poll(proxies).toEqual(['127.0.0.1'])
})
