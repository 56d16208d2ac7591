import type { InputOf } from '@trackway/core/api/call.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { selectionSettingCalls } from '@trackway/core/features/alarms/selection-calls.ts'
import { alarmSettingCalls } from '@trackway/core/features/alarms/setting-calls.ts'
import { trackSettingCalls } from '@trackway/core/features/track-settings/calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: TestAccount
let token: string
let devices: TestDevice[]

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await anAccount(server.database, { role: roles.agent })
  token = await signIn(server.database, owner)
  devices = []
  for (const nickname of ['Van 1', 'Van 2', 'Van 3'])
    devices.push(await aDevice(server.database, owner, { nickname }))
})
afterAll(() => server.stop())

const ids = () => devices.map(({ terminalID }) => terminalID)
const set = async (input: InputOf<typeof selectionSettingCalls.set>, as = token) =>
  (await server.call(selectionSettingCalls.set, input, as)).data!
const preview = async (input: InputOf<typeof selectionSettingCalls.preview>, as = token) =>
  server.call(selectionSettingCalls.preview, input, as)
const ownOf = async (at: number) => {
  const { terminalID } = devices[at]!
  const track = await server.call(trackSettingCalls.find, { terminalID }, token)
  const alarm = await server.call(alarmSettingCalls.find, { terminalID }, token)
  return { track: track.data!.own, alarm: alarm.data!.own }
}

test('the preview says whom a limit changes, and what holds for them now', async () => {
  await server.call(trackSettingCalls.set, { terminalID: ids()[0]!, own: { overspeedKmh: 80 } }, token)
  await server.call(trackSettingCalls.set, { terminalID: ids()[1]!, own: { overspeedKmh: 90 } }, token)
  const { data } = await preview({ terminalIDs: ids(), track: { overspeedKmh: 80 } })
  expect(data).toMatchObject({
    changed: 2,
    unchanged: 1,
    devices: [
      { displayName: 'Van 2', before: { 'track.overspeedKmh': 90 } },
      { displayName: 'Van 3', before: { 'track.overspeedKmh': 120 } },
    ],
  })
  expect(data!.shared).toMatchObject({ 'track.startKmh': 6, 'alarm.sos.severity': 'critical' })
  expect(data!.shared).not.toHaveProperty('track.overspeedKmh')
})

test('what is named is set for each, and all else stays as it is', async () => {
  await server.call(trackSettingCalls.set, { terminalID: ids()[0]!, own: { minTripM: 50 } }, token)
  const change = { overspeed: { limit: 80, severity: 'critical' } } as const
  expect(await set({ terminalIDs: ids(), alarm: change })).toEqual({ done: 3, failed: [] })
  expect(await ownOf(0)).toEqual({ track: { minTripM: 50, overspeedKmh: 80 }, alarm: change })
  expect(await ownOf(2)).toEqual({ track: { overspeedKmh: 80 }, alarm: change })
  expect((await preview({ terminalIDs: ids(), alarm: change })).data).toMatchObject({
    changed: 0,
    unchanged: 3,
  })
})

test('all that a filter finds are meant, and none of a stranger', async () => {
  expect(await set({ filter: { search: 'Van 2' }, track: { overspeedKmh: 70 } })).toEqual({
    done: 1,
    failed: [],
  })
  expect((await ownOf(1)).track).toEqual({ overspeedKmh: 70 })
  expect((await ownOf(0)).track).toEqual({})
  const stranger = await signIn(server.database, await anAccount(server.database, { role: roles.agent }))
  const input = { terminalIDs: [ids()[0]!], track: { overspeedKmh: 60 } }
  expect(await set(input, stranger)).toBe(null)
  expect((await preview(input, stranger)).meta.success).toBe(false)
  expect((await ownOf(0)).track).toEqual({})
})

test('a device that would stop before it starts is refused, and limits have their bounds', async () => {
  await server.call(trackSettingCalls.set, { terminalID: ids()[0]!, own: { startKmh: 30 } }, token)
  const reply = await set({ terminalIDs: ids(), track: { stopKmh: 20 } })
  expect(reply.done).toBe(1)
  expect(reply.failed.map(({ result }) => result)).toEqual(['invalidInput', 'invalidInput'])
  const beyond = await server.call(
    selectionSettingCalls.set,
    { terminalIDs: ids(), alarm: { overspeed: { limit: 900 } } },
    token,
  )
  expect(beyond.meta.success).toBe(false)
})
