import type { Call } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { alarmSettingCalls } from '@trackway/core/features/alarms/setting-calls.ts'
import { busCalls } from '@trackway/core/features/bus/calls.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { liveShareCalls } from '@trackway/core/features/live-shares/calls.ts'
import { notificationReceiverCalls } from '@trackway/core/features/notifications/receiver-calls.ts'
import { notificationRuleCalls } from '@trackway/core/features/notifications/rule-calls.ts'
import { riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn } from '../testing/builders.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** What is somebody else's, named among what is one's own: in lists, filters and beside the id that is looked at first. */

let server: TestServer
let mine: Owned
let theirs: Owned

interface Owned {
  token: string
  accountId: number
  terminalID: string
  fenceId: number
  riskPointId: number
  alarmId: number
  shareId: number
  ruleId: number
  receiverId: number
}

const area = { shape: 'circle', lat: 31.2, lon: 121.4, radiusM: 500 } as const
const stops = [
  { name: 'a', lat: 1, lon: 1 },
  { name: 'b', lat: 1.01, lon: 1 },
]
const receiver = { name: 'r', language: 'en', timeZone: 'UTC' } as const
const day = { first: '2026-11-20', last: '2026-11-21' }

beforeAll(async () => {
  server = await startTestServer()
  const dealer = await anAccount(server.database, { role: roles.agent })
  mine = await own(await anAccount(server.database, { parent: dealer, role: roles.agent }))
  theirs = await own(await anAccount(server.database, { parent: dealer, role: roles.agent }))
})
afterAll(() => server.stop())

async function own(account: { id: number }): Promise<Owned> {
  const { database } = server
  const token = await signIn(database, account as never)
  const { id: deviceId, terminalID } = await aDevice(database, account as never, { activate_time: 1 })
  const made = async <C extends Call>(call: C, input: object) => {
    const { meta, data } = await server.call(call, input as never, token)
    if (data === null) throw new Error(resultNames[meta.code])
    return data as Record<string, number>
  }
  await database.pool.query(
    'insert into alarms (account_id, device_id, fix_time, code, server_time) values ($1, $2, $3, 0, $3)',
    [account.id, deviceId, Date.now()],
  )
  const { data } = await server.call(alarmCalls.find, {}, token)
  return {
    token,
    accountId: account.id,
    terminalID,
    alarmId: data!.list[0]!.id,
    fenceId: (await made(fenceCalls.add, { name: 'yard', area, terminalIDs: [terminalID] })).fenceId!,
    riskPointId: (await made(riskPointCalls.add, { name: 'shop', category: 'pawnShop', area })).id!,
    shareId: (await made(liveShareCalls.make, { terminalIDs: [terminalID], hours: 4 })).id!,
    ruleId: (await made(notificationRuleCalls.save, { name: 'n' })).id!,
    receiverId: (await made(notificationReceiverCalls.save, receiver)).id!,
  }
}

const both = (name: 'terminalID' | 'fenceId' | 'riskPointId' | 'alarmId' | 'shareId' | 'receiverId') => [
  mine[name],
  theirs[name],
]

/** The inputs of the calls, by name. */
const refused: Record<string, () => [Call, object]> = {
  'a fence for their vehicle': () => [fenceCalls.add, { name: 'x', area, terminalIDs: both('terminalID') }],
  'a fence for all of theirs': () => [fenceCalls.add, { name: 'x', area, userIds: [theirs.accountId] }],
  'a fence that their rule tells of': () => [
    fenceCalls.add,
    { name: 'x', area, ruleIds: [mine.ruleId, theirs.ruleId] },
  ],
  'a fence of mine that their rule tells of': () => [
    fenceCalls.update,
    { fenceId: mine.fenceId, ruleIds: [theirs.ruleId] },
  ],
  'their vehicle for my fence': () => [
    fenceCalls.assign,
    { fenceId: mine.fenceId, terminalIDs: both('terminalID') },
  ],
  'a dry run over their vehicle': () => [
    fenceCalls.dryRun,
    { area, days: 1, terminalIDs: both('terminalID') },
  ],
  'a dry run over all of theirs': () => [fenceCalls.dryRun, { area, days: 1, userIds: [theirs.accountId] }],
  'visits to their fence': () => [fenceCalls.visits, { ...day, fenceIds: both('fenceId') }],
  'visits to their risk point': () => [riskPointCalls.visits, { ...day, ids: both('riskPointId') }],
  'a bus line for their vehicle': () => [busCalls.add, { name: '1', stops, terminalIDs: both('terminalID') }],
  'a bus line of theirs': () => [busCalls.add, { userId: theirs.accountId, name: '1', stops }],
  'a live link to their vehicle': () => [liveShareCalls.make, { terminalIDs: both('terminalID'), hours: 1 }],
  'a rule that tells their receiver': () => [
    notificationRuleCalls.save,
    { name: 'x', receiverIds: both('receiverId') },
  ],
  'a rule that escalates to their receiver': () => [
    notificationRuleCalls.save,
    { name: 'x', escalateMinutes: 5, escalateTo: [theirs.receiverId] },
  ],
  'a change of my rule to their receiver': () => [
    notificationRuleCalls.save,
    { id: mine.ruleId, name: 'x', receiverIds: [theirs.receiverId] },
  ],
  'a receiver at their account': () => [
    notificationReceiverCalls.save,
    { ...receiver, userId: theirs.accountId },
  ],
  'alarms of their vehicle': () => [alarmCalls.find, { terminalIDs: both('terminalID') }],
  'alarms of their account': () => [alarmCalls.find, { userId: theirs.accountId }],
  'an alarm assigned to them': () => [
    alarmCalls.handle,
    { ids: [mine.alarmId], action: 'assign', assigneeId: theirs.accountId },
  ],
  'alarms handled by a filter of theirs': () => [
    alarmCalls.handle,
    { filter: { userId: theirs.accountId }, action: 'resolve' },
  ],
  'a vehicle of mine paired with theirs': () => [
    alarmSettingCalls.set,
    { terminalID: mine.terminalID, own: {}, pairedWith: theirs.terminalID },
  ],
}

test.each(Object.keys(refused))('%s is refused, and changes nothing', async (name) => {
  const state = async () =>
    (
      await server.database.pool.query(
        `select (select count(*)::int4 from fences) as fences, (select count(*)::int4 from fence_devices) as assigned,
           (select count(*)::int4 from bus_lines) as lines, (select count(*)::int4 from live_shares) as shares,
           (select count(*)::int4 from notification_rules) as rules, (select count(*)::int4 from alarm_handlings) as handled,
           (select count(*)::int4 from notification_receivers) as receivers, (select count(*)::int4 from device_pairs) as pairs`,
      )
    ).rows
  const before = await state()
  const [call, input] = refused[name]!()
  const { meta, data } = await server.call(call, input as never, mine.token)
  expect([resultNames[meta.code], data]).toEqual(['notFound', null])
  expect(await state()).toEqual(before)
})

/** Calls that do what they may and say of each other id that it is not there. */
const partly: Record<string, () => [Call, object, id: number]> = {
  'fences switched off': () => [fenceCalls.close, { fenceIds: both('fenceId') }, theirs.fenceId],
  'alarms resolved': () => [alarmCalls.handle, { ids: both('alarmId'), action: 'resolve' }, theirs.alarmId],
  'risk points deleted': () => [riskPointCalls.deleteMany, { ids: both('riskPointId') }, theirs.riskPointId],
  'live links ended': () => [liveShareCalls.revokeMany, { ids: both('shareId') }, theirs.shareId],
  'fences deleted': () => [
    fenceCalls.deleteMany,
    { fenceIds: both('fenceId'), detach: true },
    theirs.fenceId,
  ],
}

test.each(Object.keys(partly))('%s: mine alone, theirs stay as they are', async (name) => {
  const theirState = async () =>
    (
      await server.database.pool.query(
        `select (select is_open from fences where id = $1), (select state from alarm_episodes where id = $2),
           (select name from risk_points where id = $3), (select id from live_shares where id = $4) as share`,
        [theirs.fenceId, theirs.alarmId, theirs.riskPointId, theirs.shareId],
      )
    ).rows
  const before = await theirState()
  const [call, input, id] = partly[name]!()
  const { data } = await server.call(call, input as never, mine.token)
  expect(data).toMatchObject({ done: 1, failed: [{ id, result: 'notFound' }] })
  expect(await theirState()).toEqual(before)
})
