import { episodeKinds } from '@trackway/core/codes/episodes.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { apiKeyCalls } from '@trackway/core/features/api-keys/calls.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { demoAccountCalls } from '@trackway/core/features/demo-account/calls.ts'
import { deviceLinkCalls } from '@trackway/core/features/device-links/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { jobCalls } from '@trackway/core/features/jobs/calls.ts'
import { noticeCalls } from '@trackway/core/features/notices/calls.ts'
import { mailSettingCalls } from '@trackway/core/features/system/mail-setting-calls.ts'
import { trackSettingCalls } from '@trackway/core/features/track-settings/calls.ts'
import { odometerCalls } from '@trackway/core/features/track-settings/odometer-calls.ts'
import { trackShareCalls } from '@trackway/core/features/track-shares/calls.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { aPosition, insertPositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: string
let agent: TestAccount
let agentToken: string
let user: string
let device: TestDevice
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  await server.database.pool.query('delete from audit_events; delete from login_attempts')
  const root = await anAccount(server.database, { role: roles.admin })
  admin = await signIn(server.database, root)
  agent = await anAccount(server.database, { parent: root })
  agentToken = await signIn(server.database, agent)
  const owner = await anAccount(server.database, { parent: agent, role: roles.user })
  user = await signIn(server.database, owner)
  device = await aDevice(server.database, owner)
})
afterAll(() => server.stop())

const events = async (token: string) => (await server.call(auditCalls.find, {}, token)).data?.list

test('an end user may not shorten history, correct the odometer or have the past found anew', async () => {
  const { terminalID } = device
  const replies = [
    await server.call(trackSettingCalls.set, { terminalID, own: { daysKept: 1 } }, user),
    await server.call(odometerCalls.correct, { terminalID, odometerM: 5 }, user),
    await server.call(episodeCalls.recompute, { terminalIDs: [terminalID], from: 0 }, user),
    await server.call(auditCalls.find, {}, user),
  ]
  expect(replies.map(({ meta }) => meta.code)).toEqual(Array(4).fill(resultCodes.noPermission))
  const other = await server.call(trackSettingCalls.set, { terminalID, own: { minStopMs: 60_000 } }, user)
  expect(other.meta.code).toBe(resultCodes.success)
})

test('an agent may, and what was before and after stands recorded with who did it', async () => {
  const { terminalID } = device
  await server.call(trackSettingCalls.set, { terminalID, own: { daysKept: 30 } }, agentToken)
  await server.call(trackSettingCalls.set, { terminalID, own: { daysKept: 7 } }, agentToken)
  await server.call(
    trackSettingCalls.set,
    { terminalID, own: { daysKept: 7, minStopMs: 70_000 } },
    agentToken,
  )
  await server.call(odometerCalls.correct, { terminalID, odometerM: 5_000, note: 'new' }, agentToken)
  await server.call(odometerCalls.correct, { terminalID, odometerM: 6_000 }, agentToken)
  await server.call(episodeCalls.recompute, { terminalIDs: [terminalID], from: 0 }, agentToken)
  const by = { username: agent.username, terminalID, address: '127.0.0.1' }
  const list = await events(agentToken)
  expect(list).toMatchObject([
    { ...by, kind: 'recompute', after: { from: '1970-01-01T00:00:00.000Z', devices: 1 } },
    { ...by, kind: 'odometer', after: { odometerM: 6_000 } },
    { ...by, kind: 'odometer', before: { odometerM: null }, after: { odometerM: 5_000, note: 'new' } },
    { ...by, kind: 'retention', before: { daysKept: 30 }, after: { daysKept: 7 } },
    { ...by, kind: 'retention', before: { daysKept: 'inherited' }, after: { daysKept: 30 } },
  ])
  expect(await events(admin)).toEqual(list)
})

test('who tries to register the device of a stranger learns nothing, and the administrators learn of it', async () => {
  const stranger = await anAccount(server.database, { parent: agent, importCount: 1 })
  const token = await signIn(server.database, stranger)
  await aDevice(server.database, agent, { terminal_id: '860077000712346' })
  const input = { terminalID: '77000712346', deviceType: 13 }
  expect(await server.call(deviceCalls.add, input, token)).toMatchObject({
    meta: { code: resultCodes.terminalIdTaken },
    data: null,
  })
  expect((await events(admin))?.[0]).toMatchObject({
    kind: 'registrationRefused',
    username: stranger.username,
    terminalID: '77000712346',
    before: { terminalId: '860077000712346', holder: agent.username },
  })
  expect(await events(token)).toEqual([])
  // One's own device registered twice is a slip.
  const before = await events(admin)
  await server.call(deviceCalls.add, input, agentToken)
  expect(await events(admin)).toEqual(before)
})

test('a try that is repeated is counted, not listed again', async () => {
  const stranger = await anAccount(server.database, { parent: agent, importCount: 1 })
  const token = await signIn(server.database, stranger)
  await aDevice(server.database, agent, { terminal_id: '860077000712353' })
  const input = { terminalID: '77000712353', deviceType: 13 }
  for (let i = 0; i < 4; i++) await server.call(deviceCalls.add, input, token)
  const ours = (await events(admin))!.filter(({ username }) => username === stranger.username)
  expect(ours).toMatchObject([{ kind: 'registrationRefused', times: 4 }])
})

const guess = (username: string, address: string) =>
  server.post(accountCalls.login.path, { username, password: 'not it' }, { 'x-forwarded-for': address })
const failed = async (token: string) =>
  (await events(token))!
    .filter(({ kind }) => kind === 'signInFailed')
    .map(({ address, after, times }) => ({ address, ...after, times }))

test('failed sign-ins are counted by name and address, for those above the account', async () => {
  const { username } = await anAccount(server.database, { parent: agent })
  for (let i = 0; i < 7; i++) await guess(username, '10.9.0.1')
  await guess(username.toUpperCase(), '10.9.0.2')
  // What was typed in place of a name may be a password.
  for (const name of ['nobody-1', 'nobody-2']) await guess(name, '10.9.0.3')
  const ofName = [
    { address: '10.9.0.2', user: username, times: 1 },
    { address: '10.9.0.1', user: username, times: 7 },
  ]
  expect(await failed(admin)).toEqual([{ address: '10.9.0.3', user: null, times: 2 }, ...ofName])
  expect(await failed(agentToken)).toEqual(ofName)
})

test('a flood of failed sign-ins does not fill the list', async () => {
  await server.database.pool.query(
    `insert into audit_events (time, kind) select $1, 'signInFailed' from generate_series(1, 1000)`,
    [Date.now()],
  )
  for (let i = 1; i < 9; i++) await guess('nobody', `10.10.${i}.1`)
  expect((await failed(admin))[0]).toEqual({ address: null, times: 8 })
  await server.database.pool.query(`delete from audit_events where kind = 'signInFailed'`)
})

describe('what is recorded and what is changed', () => {
  const fail = (table: string) =>
    server.database.pool.query(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$; create trigger fail before insert on ${table} for each row execute function fail()`)
  afterEach(() => server.database.pool.query('drop function if exists fail cascade'))

  const rowsIn = async (table: string) =>
    (await server.database.pool.query(`select r::text from ${table} r order by 1`)).rows
  /** What each makes, changes or removes, and where. */
  const changes = {
    level_settings: async () => () =>
      server.call(trackSettingCalls.set, { terminalID: device.terminalID, own: { daysKept: 9 } }, agentToken),
    odometer_corrections: async () => () =>
      server.call(odometerCalls.correct, { terminalID: device.terminalID, odometerM: 9_000 }, agentToken),
    track_changes: async () => () =>
      server.call(episodeCalls.recompute, { terminalIDs: [device.terminalID], from: 0 }, agentToken),
    devices: async () => () =>
      server.call(deviceCalls.add, { terminalID: '866001112223334', deviceType: 'Gt06' }, admin),
    api_keys: async () => () => server.call(apiKeyCalls.add, { name: 'a', scopes: ['devices'] }, agentToken),
    device_links: async () => () =>
      server.call(deviceLinkCalls.make, { terminalID: device.terminalID, days: 1 }, agentToken),
    track_shares: async () => () => server.call(trackShareCalls.share, aShare(), agentToken),
    platform_settings: async () => () => server.call(mailSettingCalls.save, aMailServer, admin),
    notices: async () => () => server.call(noticeCalls.save, aNotice, admin),
    demo_account: async () => () => {
      const input = { accountId: agent.id, isOffered: true, permissions: null }
      return server.call(demoAccountCalls.save, input, admin)
    },
    jobs: async () => {
      const id = await aJob()
      return () => server.call(jobCalls.cancel, { id }, admin)
    },
  }
  /** The same the other way round. */
  const endings = {
    api_keys: async () => {
      const { data } = await server.call(apiKeyCalls.add, { name: 'a', scopes: ['devices'] }, agentToken)
      return () => server.call(apiKeyCalls.revoke, { id: data!.id }, agentToken)
    },
    device_links: async () => {
      const input = { terminalID: device.terminalID, days: 1 }
      const { data } = await server.call(deviceLinkCalls.make, input, agentToken)
      return () => server.call(deviceLinkCalls.revoke, { id: data!.id }, agentToken)
    },
    track_shares: async () => {
      const { data } = await server.call(trackShareCalls.share, aShare(), agentToken)
      return () => server.call(trackShareCalls.revokeShare, { id: data!.id }, agentToken)
    },
    platform_settings: async () => {
      await server.call(mailSettingCalls.save, aMailServer, admin)
      return () => server.call(mailSettingCalls.remove, {}, admin)
    },
    notices: async () => {
      const { data } = await server.call(noticeCalls.save, aNotice, admin)
      return () => server.call(noticeCalls.delete, { id: data!.id }, admin)
    },
    jobs: async () => {
      const id = await aJob()
      await server.call(jobCalls.cancel, { id }, admin)
      return () => server.call(jobCalls.retry, { id }, admin)
    },
  }
  const aShare = () => ({ terminalIDs: [device.terminalID], from: 0, to: 3_600_000, days: 1 })
  const aNotice = { form: 'banner', texts: { en: 'Soon' }, fromTime: 1, untilTime: 2 } as const
  const aMailServer = {
    host: 'mail.example.org',
    port: 587,
    isEncrypted: false,
    isVerified: true,
    username: null,
    from: 'a@example.org',
    publicUrl: null,
  }
  const aJob = async () => {
    const { rows } = await server.database.pool.query(
      `insert into jobs (queue, account_id, create_time) values ('nobody', $1, 0) returning id`,
      [agent.id],
    )
    return rows[0].id as number
  }

  const all = [...Object.entries(changes), ...Object.entries(endings)]
  test.each(all)('stand together or not at all: %s', async (table, prepare) => {
    const change = await prepare()
    const rows = async () => [await rowsIn(table), await rowsIn('audit_events')]
    const before = await rows()
    await fail('audit_events')
    expect((await change()).meta.code).toBe(resultCodes.internal)
    await server.database.pool.query('drop function fail cascade')
    expect(await rows()).toEqual(before)
    expect((await change()).meta.code).toBe(resultCodes.success)
    const after = await rows()
    // What is found anew is found before the answer.
    if (table !== 'track_changes') expect(after[0]).not.toEqual(before[0])
    expect(after[1]).toHaveLength(before[1]!.length + 1)
  })
})

test('having the past found anew records what was driven before and after', async () => {
  const { id, terminalID } = await aDevice(server.database, agent, {}, { state_time: Date.now() })
  const fix = aPosition({ fix_time: Date.now() - 60_000 })
  await insertPositions(server.database, id, [fix])
  await server.database.pool.query(
    `insert into track_episodes (device_id, kind, from_time, to_time, distance_m, idle_ms, began, ended)
     values ($1, ${episodeKinds.trip}, $2, $3, 12345, 0, 1, 1)`,
    [id, fix.fix_time - 1000, fix.fix_time + 1000],
  )
  await server.call(episodeCalls.recompute, { terminalIDs: [terminalID], from: 0 }, agentToken)
  expect((await events(agentToken))?.[0]).toMatchObject({
    kind: 'recompute',
    before: { distanceKm: 12.3 },
    after: { devices: 1, distanceKm: 0 },
  })
})
