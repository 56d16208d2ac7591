import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { apiKeyCalls } from '@trackway/core/features/api-keys/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import type { ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import type { ImportKindName } from '@trackway/core/features/imports/kinds.ts'
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

test('exempt is who stands below an administrator, and who is below him: a superior could act as any other', async () => {
  const below = await anAccount(server.database, { parent: agent })
  const { terminalID } = await aDevice(server.database, below, { platform_expire_time: 1_000 })
  expect((await exempt(below.id, true)).meta.code).toBe(1244)
  // As one that was moved there.
  await server.database.db
    .updateTable('accounts')
    .set({ free_terms: true })
    .where('id', '=', below.id)
    .execute()
  const acting = await server.call(subAccountCalls.actAs, { id: below.id }, agentToken)
  const input = { terminalIDs: [terminalID], platformExpireTime: null }
  const { meta } = await server.call(deviceServiceCalls.updateTime, input, acting.data!.token)
  expect(meta.code).toBe(1243)
  const added = await add(await signIn(server.database, below))
  expect(added.code).not.toBe(200)
})

/** Writes a batch as this account, or undoes it. */
async function runBatch(token: string, kind: ImportKindName, rows: ImportCells[]): Promise<number> {
  const { data } = await server.call(importCalls.start, { kind, rows }, token)
  await runNextImport(importContext())
  return data!.jobId
}
async function undoBatch(token: string, jobId: number): Promise<void> {
  await server.call(importCalls.undo, { jobId }, token)
  await runNextImport(importContext())
}

test('who may not set terms freely any more does not bring former ones back by undoing a batch', async () => {
  const { terminalID } = await aDevice(server.database, agent, { nickname: 'before' })
  await exempt(agent.id, true)
  const cells = { terminalID, platformExpireTime: '2030-01-01' }
  const jobId = await runBatch(await signIn(server.database, agent), 'deviceUpdateTime', [cells])
  const { platformExpireTime } = (await detail(terminalID))!
  expect(platformExpireTime).not.toBeNull()
  await exempt(agent.id, false)
  await undoBatch(agentToken, jobId)
  expect(await detail(terminalID)).toMatchObject({ platformExpireTime })
  const { data } = await server.call(importCalls.results, { jobId }, agentToken)
  expect(data?.list).toMatchObject([{ state: 'done', reason: 'termNotFree' }])
})

test('a device that was in use and is reset gives no credit back', async () => {
  const terminalID = newId()
  const jobId = await runBatch(agentToken, 'deviceImport', [{ terminalID, deviceType: 'Gt06' }])
  await server.database.db
    .updateTable('devices')
    .set({ activate_time: Date.parse('2026-01-15T00:00Z') })
    .where('terminal_id', '=', terminalID)
    .execute()
  await server.call(deviceServiceCalls.reset, { terminalIDs: [terminalID], confirm: 1 }, agentToken)
  await undoBatch(agentToken, jobId)
  expect(await detail(terminalID)).toMatchObject({ activateTime: null })
  const self = await server.call(accountCalls.self, {}, agentToken)
  expect(self.data?.importCount).toBe(9)
})

test('a key without the right sets no platform terms by a batch', async () => {
  const { terminalID } = await aDevice(server.database, agent, { platform_expire_time: 1_000 })
  await exempt(agent.id, true)
  const token = await signIn(server.database, agent)
  const scopes = ['main:devices_muti_update_time' as const]
  const { data } = await server.call(apiKeyCalls.add, { name: 'terms', scopes }, token)
  const rows = [{ terminalID, platformExpireTime: '2040-01-01' }]
  const kind = 'deviceUpdateTime' as const
  const reply = await server.call(importCalls.check, { kind, rows }, data!.key)
  expect(reply.data?.findings.map(({ reason }) => reason)).toEqual(['termNotFree'])
  await server.call(importCalls.start, { kind, rows }, data!.key)
  await runNextImport(importContext())
  expect(await detail(terminalID)).toMatchObject({ platformExpireTime: 1_000 })
})
