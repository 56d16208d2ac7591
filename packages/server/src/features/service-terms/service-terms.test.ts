import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import { serviceTermCalls } from '@trackway/core/features/service-terms/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { runNextImport } from '../imports/run-import.ts'

/** Service time costs: only administrators, and whom they exempt, set the platform's terms as they like. */

let server: TestServer
let root: TestAccount
let agent: TestAccount
let rootToken: string
let agentToken: string
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
  rootToken = await signIn(server.database, root)
})
beforeEach(async () => {
  agent = await anAccount(server.database, { parent: root, importCount: 10 })
  agentToken = await signIn(server.database, agent)
})
afterAll(() => server.stop())

let count = 0
const newId = () => String(861_000_000_000_000 + ++count)
const detail = async (terminalID: string) =>
  (await server.call(deviceCalls.detail, { terminalID }, rootToken)).data
const add = (token: string, terminalID = newId()) =>
  server
    .call(deviceCalls.add, { terminalID, deviceType: 'Gt06', userId: agent.id }, token)
    .then(({ meta }) => ({ terminalID, code: meta.code }))
const importContext = () => ({
  db: server.database.db,
  bus: server.bus,
  log: pino({ level: 'silent' }),
  now: Date.now,
})
const exempt = (id: number, freeTerms: boolean) =>
  server.call(subAccountCalls.updateFlags, { id, region: null, group: null, freeTerms }, rootToken)

test('a device that an agent adds gets the term of its import credit; one of an administrator none', async () => {
  const { terminalID } = await add(agentToken)
  expect(await detail(terminalID)).toMatchObject({ platformMode: 'activation', platformMonths: 12 })
  await server.call(serviceTermCalls.save, { monthsPerCredit: 6 }, rootToken)
  const other = await add(agentToken)
  expect(await detail(other.terminalID)).toMatchObject({ platformMonths: 6 })
  expect(await detail(terminalID)).toMatchObject({ platformMonths: 12 })
  await server.call(serviceTermCalls.save, { monthsPerCredit: 12 }, rootToken)
  const free = await add(rootToken)
  expect(await detail(free.terminalID)).toMatchObject({ platformMode: 'lifetime', platformMonths: null })
})

test.each([
  { mode: 'fixed', platformExpireTime: Date.parse('2040-01-01') },
  { mode: 'fixed', platformExpireTime: null },
  { mode: 'lifetime', platformExpireTime: null },
  { mode: 'activation', platformMonths: 240 },
  { mode: 'activation', platformMonths: 240, userMonths: 1 },
] as const)('an agent does not set the platform’s term by %j', async (terms) => {
  const { terminalID } = await aDevice(server.database, agent, { platform_expire_time: 1_000 })
  const { meta } = await server.call(
    deviceServiceCalls.updateTime,
    { terminalIDs: [terminalID], ...terms },
    agentToken,
  )
  expect(meta.code).toBe(1243)
  expect(await detail(terminalID)).toMatchObject({ platformExpireTime: 1_000, userExpireTime: null })
})

test('without naming a term he sets the user’s alone', async () => {
  const columns = { platform_expire_time: 1_000, user_expire_time: 2_000 }
  const { terminalID } = await aDevice(server.database, agent, columns)
  const input = { terminalIDs: [terminalID], mode: 'lifetime' as const }
  expect((await server.call(deviceServiceCalls.updateTime, input, agentToken)).meta.code).toBe(200)
  expect(await detail(terminalID)).toMatchObject({ platformExpireTime: 1_000, userExpireTime: null })
})

test('batches give no platform time either', async () => {
  const { terminalID } = await aDevice(server.database, agent, { platform_expire_time: 1_000 })
  const batches = [
    ['deviceUpdateTime', { terminalID, platformExpireTime: '2040-01-01' }],
    ['deviceUpdateExpireType', { terminalID, platformTerm: 'lifetime' }],
    ['deviceUpdateExpireType', { terminalID, platformTerm: 'activation', platformMonths: '240' }],
    ['deviceImport', { terminalID: newId(), deviceType: 'Gt06', platformExpireTime: '2040-01-01' }],
  ] as const
  for (const [kind, cells] of batches) {
    const { data } = await server.call(importCalls.check, { kind, rows: [cells] }, agentToken)
    expect(data?.findings.map(({ reason }) => reason)).toContain('termNotFree')
    await server.call(importCalls.start, { kind, rows: [cells] }, agentToken)
    await runNextImport(importContext())
  }
  expect(await detail(terminalID)).toMatchObject({ platformExpireTime: 1_000 })
})

test('devices that are imported for credits get their term', async () => {
  const terminalID = newId()
  await server.call(
    importCalls.start,
    { kind: 'deviceImport', rows: [{ terminalID, deviceType: 'Gt06' }] },
    agentToken,
  )
  await runNextImport(importContext())
  expect(await detail(terminalID)).toMatchObject({ platformMode: 'activation', platformMonths: 12 })
})

test('a reset does not begin a paid term anew', async () => {
  const activated = Date.parse('2026-01-15T00:00Z')
  const { terminalID } = await aDevice(server.database, agent, {
    activate_time: activated,
    platform_months: 12,
    platform_from_activation: true,
  })
  await server.call(deviceServiceCalls.reset, { terminalIDs: [terminalID], confirm: 1 }, agentToken)
  expect(await detail(terminalID)).toMatchObject({
    activateTime: null,
    platformMode: 'fixed',
    platformExpireTime: Date.parse('2027-01-15T00:00Z'),
  })
})

test('who is exempt sets terms freely, and so do those below, until it is taken back', async () => {
  const below = await anAccount(server.database, { parent: agent })
  const { terminalID } = await aDevice(server.database, below, { platform_expire_time: 1_000 })
  const setLifetime = async () => {
    const token = await signIn(server.database, below)
    const input = { terminalIDs: [terminalID], platformExpireTime: null }
    return (await server.call(deviceServiceCalls.updateTime, input, token)).meta.code
  }
  await exempt(agent.id, true)
  const { data } = await server.call(accountCalls.self, {}, await signIn(server.database, below))
  expect(data?.permissions).toContain('main:device_terms')
  expect(await setLifetime()).toBe(200)
  await exempt(agent.id, false)
  expect(await setLifetime()).toBe(1243)
  // Nobody exempts himself.
  const own = { id: agent.id, region: null, group: null, freeTerms: true }
  expect((await server.call(subAccountCalls.updateFlags, own, agentToken)).meta.code).toBe(9906)
})
