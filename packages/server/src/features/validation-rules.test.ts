import type { Call, InputOf } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { ownerRecordCalls } from '@trackway/core/features/owner-records/calls.ts'
import { trackSettingCalls } from '@trackway/core/features/track-settings/calls.ts'
import { type RuleName, ruleText } from '@trackway/core/rules/rule-texts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../testing/builders.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** The formats of the trade by API, a row each: what is sent, and the rule that refuses it with its message. */

let server: TestServer
let root: TestAccount
let account: TestAccount
let device: TestDevice
let token: string
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
  account = await anAccount(server.database, { parent: root })
  device = await aDevice(server.database, account)
  token = await signIn(server.database, root)
})
afterAll(() => server.stop())

const row = <C extends Call>(rule: RuleName, call: C, path: string, input: () => object) => ({
  rule,
  call: call as Call,
  path,
  input,
})
const ofDevice = (more: Partial<InputOf<typeof deviceCalls.update>>) => () => ({
  terminalID: device.terminalID,
  ...more,
})
const add = (terminalID: string, deviceType: string) => () => ({ terminalID, deviceType })
const term = (userExpireTime: number | string) => () => ({ terminalIDs: [device.terminalID], userExpireTime })
const insert = (more: object) => () => ({
  parentId: account.id,
  username: 'rule-of-s2',
  password: 'long enough',
  role: roles.user,
  ...more,
})
const fuel = (fuelLPer100Km: number) => () => ({ userId: account.id, own: { fuelLPer100Km } })

const rows = [
  row('imei', deviceCalls.add, 'terminalID', add('12345', 'Gt06')),
  row('imei', deviceServiceCalls.updateTime, 'terminalIDs.0', () => ({ terminalIDs: ['86-1'] })),
  row('id808', deviceCalls.add, 'terminalID', add('861234567890123', 'Y808')),
  row('id808', deviceCalls.add, 'terminalID', add('1380013800', 'Y808')),
  row('sim', deviceCalls.update, 'sim', ofDevice({ sim: '139123456789' })),
  row('iccid', deviceCalls.update, 'iccid', ofDevice({ iccid: '8986' })),
  row('plate', deviceCalls.update, 'carNumber', ofDevice({ carNumber: '京12345' })),
  row('hidden', deviceCalls.update, 'nickname', ofDevice({ nickname: 'a\u202eb' })),
  row('tooLong', deviceCalls.update, 'nickname', ofDevice({ nickname: 'x'.repeat(65) })),
  row('host', deviceServiceCalls.updateHost, 'host', () => ({
    terminalIDs: [device.terminalID],
    host: '203.0.113.7',
  })),
  row('date', deviceServiceCalls.updateTime, 'userExpireTime', term(Date.UTC(2100, 0, 1))),
  row('date', deviceServiceCalls.updateTime, 'userExpireTime', term('2100-01-01T00:00:00Z')),
  row('date', accountCalls.update, 'expireTime', () => ({
    id: account.id,
    expireTime: Date.UTC(2100, 0, 1),
  })),
  row('telephone', accountCalls.update, 'telephone', () => ({ id: account.id, telephone: '12345' })),
  row('email', accountCalls.update, 'email', () => ({ id: account.id, email: 'nobody' })),
  row('telephone', subAccountCalls.insert, 'telephone', insert({ telephone: '12345' })),
  row('telephone', subAccountCalls.import, 'rows.0.telephone', () => ({
    parentId: account.id,
    rows: [{ username: 'rule-of-s2', role: roles.user, telephone: '12345' }],
  })),
  row('username', subAccountCalls.insert, 'username', insert({ username: 'a b' })),
  row('required', subAccountCalls.insert, 'username', insert({ username: undefined })),
  row('username', subAccountCalls.updateUsername, 'username', () => ({ id: account.id, username: 'x' })),
  row('telephone', ownerRecordCalls.save, 'telephone', () => ({
    terminalID: device.terminalID,
    telephone: 'call me',
  })),
  ...[0.9, 30, 1.05].map((litres) => row('fuel', trackSettingCalls.set, 'own.fuelLPer100Km', fuel(litres))),
]

test.each(rows)('$rule: $path of $call.path', async ({ rule, call, path, input }) => {
  const reply = await server.call(call, input() as never, token)
  expect(resultNames[reply.meta.code]).toBe('invalidInput')
  const issue = reply.meta.issues?.find((each) => each.path === path)
  expect(issue?.reason).toBe(rule === 'tooLong' ? 'too_big' : rule)
  expect(issue?.message).toBe(ruleText(rule, 'en', { count: 64 }))
})

test('what holds to the rules is taken', async () => {
  const good = { sim: '1064912345678', iccid: '8986001234567890123', carNumber: '粤B·D1234' }
  const update = await server.call(deviceCalls.update, { terminalID: device.terminalID, ...good }, token)
  expect(update.data).toMatchObject(good)
  const own = { fuelLPer100Km: 29.9 }
  expect((await server.call(trackSettingCalls.set, { userId: account.id, own }, token)).data?.own).toEqual(
    own,
  )
  const last = { terminalIDs: [device.terminalID], userExpireTime: Date.UTC(2100, 0, 1) - 1 }
  expect((await server.call(deviceServiceCalls.updateTime, last, token)).data?.done).toBe(1)
  const profile = { id: account.id, telephone: '+86 138 0013 8000', email: 'a@example.org' }
  expect((await server.call(accountCalls.update, profile, token)).data).toMatchObject(profile)
})

test('an 808 device that said another id itself is registered by it', async () => {
  const terminalID = '00000000013912345678'
  await server.database.pool.query(
    `insert into unknown_devices (terminal_id, wire, remote_address, attempts, first_time, last_time)
     values ($1, 'jt808', '', 1, 0, 0)`,
    [terminalID],
  )
  const added = await server.call(deviceCalls.add, { terminalID, deviceType: 'Y808' }, token)
  expect(added.data).toMatchObject({ terminalID })
})
