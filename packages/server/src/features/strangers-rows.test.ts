import type { Call } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { sessionCalls } from '@trackway/core/features/accounts/session-calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { viewCalls } from '@trackway/core/features/accounts/view-calls.ts'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { apiKeyCalls } from '@trackway/core/features/api-keys/calls.ts'
import { busCalls } from '@trackway/core/features/bus/calls.ts'
import { deviceLinkCalls } from '@trackway/core/features/device-links/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { exportCalls } from '@trackway/core/features/exports/calls.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { agentDeviceCountCalls } from '@trackway/core/features/import-counts/calls.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import { jobCalls } from '@trackway/core/features/jobs/calls.ts'
import { liveShareCalls } from '@trackway/core/features/live-shares/calls.ts'
import { notificationReceiverCalls } from '@trackway/core/features/notifications/receiver-calls.ts'
import { notificationRuleCalls } from '@trackway/core/features/notifications/rule-calls.ts'
import { webhookCalls } from '@trackway/core/features/notifications/webhook-calls.ts'
import { riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { trackShareCalls } from '@trackway/core/features/track-shares/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastChangeOf } from '../platform/database/testing/last-change.ts'
import { aDevice, anAccount, signIn } from '../testing/builders.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { insertKey } from './api-keys/queries.ts'
import { runNextImport } from './imports/run-import.ts'

/**
 * What an account has beside devices and sub-accounts, by the ids that these rows really have: the walk of the
 * contract knows no ids that come about by a call.
 */

let server: TestServer
let lastChange: () => Promise<string>
/** By the name of what it is, a call and its input. */
let aims: Record<string, [Call, object]>
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  const { database } = server
  const root = await anAccount(database, { role: roles.admin })
  const superior = await anAccount(database, { parent: root })
  const owner = await anAccount(database, { parent: superior, role: roles.admin })
  const child = await anAccount(database, { parent: owner, role: roles.admin })
  const sibling = await anAccount(database, { parent: superior, role: roles.admin })
  const elsewhere = await anAccount(database, { parent: root, role: roles.admin })
  const holder = await signIn(database, owner)
  const { terminalID } = await aDevice(database, owner)
  const got = async <T>(reply: Promise<{ meta: object; data: T | null }>) => {
    const { data, meta } = await reply
    if (data === null) throw new Error(JSON.stringify(meta))
    return data
  }

  const rows = [{ terminalID, nickname: 'batched' }]
  const { jobId } = await got(
    server.call(importCalls.start, { kind: 'deviceUpdateDeviceInfo', rows }, holder),
  )
  await runNextImport({ db: database.db, bus: server.bus, log: pino({ level: 'silent' }), now: Date.now })
  const list = 'devices'
  const view = await got(server.call(viewCalls.save, { list, name: 'v', filter: {}, columns: null }, holder))
  const file = await got(server.call(exportCalls.createList, { list, format: 'csv' }, holder))
  const span = { terminalIDs: [terminalID], from: 0, to: 86_400_000, days: 7 }
  await got(server.call(trackShareCalls.share, span, holder))
  const share = (await got(server.call(trackShareCalls.shares, {}, holder))).list[0]!
  const liveShare = await got(
    server.call(liveShareCalls.make, { terminalIDs: [terminalID], hours: 4 }, holder),
  )
  await got(server.call(deviceLinkCalls.make, { terminalID, days: 7 }, holder))
  const link = (await got(server.call(deviceLinkCalls.find, { terminalID }, holder))).list[0]!
  const key = await got(server.call(apiKeyCalls.add, { name: 'k', scopes: ['all'] }, holder))
  const session = (await got(server.call(sessionCalls.find, {}, holder))).list[0]!
  const place = { shape: 'circle', lat: 31.2, lon: 121.4, radiusM: 500 } as const
  const { fenceId } = await got(
    server.call(fenceCalls.add, { name: 'yard', area: place, terminalIDs: [terminalID] }, holder),
  )
  const riskPoint = await got(
    server.call(riskPointCalls.add, { name: 'shop', category: 'pawnShop', area: place }, holder),
  )
  const limit = { userId: child.id, totalDeviceCount: 5 }
  const { id: limitId } = await got(server.call(agentDeviceCountCalls.add, limit, holder))
  await database.pool.query(
    `insert into alarms (account_id, device_id, fix_time, code, server_time)
     select account_id, id, $2, 0, $2 from devices where terminal_id = $1`,
    // After the reset below, which hides what was before it.
    [terminalID, Date.now() + 3_600_000],
  )
  const alarm = (await got(server.call(alarmCalls.find, {}, holder))).list[0]!
  const handled = { ids: [alarm.id], action: 'resolve' as const }
  const { undoId } = await got(server.call(alarmCalls.handle, handled, holder))
  await got(server.call(deviceServiceCalls.reset, { terminalIDs: [terminalID], confirm: 1 }, holder))
  const reset = (await got(server.call(deviceServiceCalls.resets, {}, holder))).list[0]!
  const stops = [
    { name: 'a', lat: 1, lon: 1 },
    { name: 'b', lat: 1.01, lon: 1 },
  ]
  const bus = await got(server.call(busCalls.add, { name: '12', stops }, holder))
  const busShare = await got(server.call(busCalls.share, { id: bus.id, days: 7 }, holder))

  const aReceiver = { name: 'r', language: 'en' as const, timeZone: 'UTC' }
  const receiver = await got(server.call(notificationReceiverCalls.save, aReceiver, holder))
  const rule = await got(server.call(notificationRuleCalls.save, { name: 'n' }, holder))
  const aHook = { url: 'https://8.8.8.8/hook', events: ['alarm' as const] }
  const hook = await got(server.call(webhookCalls.add, aHook, holder))

  aims = {
    'how far a batch is': [importCalls.find, { jobId }],
    'the rows of a batch': [importCalls.results, { jobId }],
    'the undo of a batch': [importCalls.undo, { jobId }],
    'a saved view': [viewCalls.delete, { id: view.id }],
    'a file': [exportCalls.download, { id: file.id }],
    'the end of a file': [exportCalls.cancel, { id: file.id }],
    'the job of a file': [jobCalls.cancel, { id: file.id }],
    'a shared track': [trackShareCalls.revokeShare, { id: share.id }],
    'a shared live position': [liveShareCalls.revoke, { id: liveShare.id }],
    'the link of a device': [deviceLinkCalls.revoke, { id: link.id }],
    'an API key': [apiKeyCalls.revoke, { id: key.id }],
    'a session': [sessionCalls.revoke, { id: session.id }],
    'a device limit': [agentDeviceCountCalls.edit, { id: limitId, totalDeviceCount: 6 }],
    'the end of a device limit': [agentDeviceCountCalls.delete, { ids: [limitId] }],
    'a reset': [deviceServiceCalls.restore, { id: reset.id }],
    'an alarm': [alarmCalls.get, { id: alarm.id }],
    'the occurrences of an alarm': [alarmCalls.occurrences, { id: alarm.id }],
    'the mute of an alarm': [alarmCalls.mute, { id: alarm.id, until: '1h' }],
    'the address of an alarm': [alarmCalls.saveAddress, { id: alarm.id, address: 'elsewhere' }],
    'what was done about alarms': [alarmCalls.undo, { undoId }],
    'a rule of notifications': [notificationRuleCalls.delete, { id: rule.id }],
    'a change of a rule': [notificationRuleCalls.save, { id: rule.id, name: 'x' }],
    'a rule with a receiver': [notificationRuleCalls.save, { name: 'x', receiverIds: [receiver.id] }],
    'a receiver': [notificationReceiverCalls.delete, { id: receiver.id }],
    'a webhook': [webhookCalls.delete, { id: hook.id }],
    'the secret of a webhook': [webhookCalls.rotate, { id: hook.id }],
    'a fence': [fenceCalls.get, { fenceId }],
    'an edit of a fence': [fenceCalls.update, { fenceId, state: 'closed' }],
    'who is in a fence': [fenceCalls.devices, { fenceId }],
    'the end of a fence': [fenceCalls.delete, { fenceId, detach: true }],
    'a risk point': [riskPointCalls.inside, { id: riskPoint.id }],
    'an edit of a risk point': [riskPointCalls.update, { id: riskPoint.id, minutes: 1 }],
    'the end of a risk point': [riskPointCalls.delete, { id: riskPoint.id }],
    'a bus line': [busCalls.detail, { id: bus.id }],
    'the change of a bus line': [busCalls.edit, { id: bus.id, name: '13' }],
    'the end of a bus line': [busCalls.delete, { id: bus.id }],
    'the vehicles of a bus line': [busCalls.progress, { id: bus.id }],
    'a link to a bus line': [busCalls.share, { id: bus.id, days: 7 }],
    'the end of a link to a bus line': [busCalls.revokeShare, { id: busShare.id }],
  }
  tokens.sibling = await signIn(database, sibling)
  tokens['account of another branch'] = await signIn(database, elsewhere)
  tokens['account below'] = await signIn(database, child)
  const aKey = { name: 'walks', scopes: ['all'], expireTime: null }
  tokens['key of a sibling'] = (await insertKey(database.db, sibling.id, aKey, Date.now())).key
  const by = await signIn(database, superior)
  const acting = await got(server.call(subAccountCalls.actAs, { id: sibling.id }, by))
  tokens['superior who acts as a sibling'] = acting.token
  lastChange = await lastChangeOf(database)
})
afterAll(() => server.stop())

const names = [
  'how far a batch is',
  'the rows of a batch',
  'the undo of a batch',
  'a saved view',
  'a file',
  'the end of a file',
  'the job of a file',
  'a shared track',
  'a shared live position',
  'the link of a device',
  'an API key',
  'a session',
  'a device limit',
  'the end of a device limit',
  'a reset',
  'an alarm',
  'the occurrences of an alarm',
  'the mute of an alarm',
  'the address of an alarm',
  'what was done about alarms',
  'a rule of notifications',
  'a change of a rule',
  'a rule with a receiver',
  'a receiver',
  'a webhook',
  'the secret of a webhook',
  'a fence',
  'an edit of a fence',
  'who is in a fence',
  'the end of a fence',
  'a risk point',
  'an edit of a risk point',
  'the end of a risk point',
  'a bus line',
  'the change of a bus line',
  'the end of a bus line',
  'the vehicles of a bus line',
  'a link to a bus line',
  'the end of a link to a bus line',
]
test('each of them is asked for', () => expect(Object.keys(aims)).toEqual(names))

describe.each([
  'sibling',
  'account of another branch',
  'account below',
  'key of a sibling',
  'superior who acts as a sibling',
])('a %s', (who) => {
  test.each(names)('does not find %s', async (name) => {
    const [call, input] = aims[name]!
    const before = await lastChange()
    const reply = await server.call(call, input as never, tokens[who])
    const isClosed = (call.inPerson && who.startsWith('key')) || (!call.acting && who.startsWith('superior'))
    const refusals = isClosed ? ['noPermission', 'notWhileActing'] : ['notFound']
    expect(refusals).toContain(resultNames[reply.meta.code])
    expect(reply.data).toBeNull()
    expect(await lastChange()).toBe(before)
  })
})
