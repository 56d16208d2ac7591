import { alarms } from '@trackway/core/codes/alarms.ts'
import { deviceTypes } from '@trackway/core/codes/protocols.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { type AlarmFilter, alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { alarmSettingCalls } from '@trackway/core/features/alarms/setting-calls.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import {
  eventually,
  startTestGateway,
  TestDeviceSocket,
  type TestGateway,
} from '../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

/** What a dispatcher has to hear of, and what is only counted, of frames that a device sends. */

const start = Date.UTC(2026, 10, 20, 12)
const minute = 60
let now = start
let server: TestServer
let gateway: TestGateway
let owner: TestAccount
let device: TestDevice
let token: string
let socket: TestDeviceSocket
let devices = 0

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  gateway = await startTestGateway(server.database, {}, { bus: server.bus, now: () => now })
})
beforeEach(async () => {
  now = start
  owner = await anAccount(server.database, { role: roles.agent, nickname: 'North Bakery' })
  token = await signIn(server.database, owner)
  device = await aDevice(server.database, owner, {
    terminal_id: `41090512${(devices++).toString().padStart(2, '0')}`,
    device_type_id: deviceTypes.find(({ wire }) => wire === 'h02')!.id,
  })
  socket = new TestDeviceSocket(gateway.gateway.ports.h02!)
})
afterAll(async () => {
  socket.end()
  await gateway.stop()
  await server.stop()
})

const quiet = 'FFFFFBFF'
/** Bit 1 is the button, which is pressed where it is 0. */
const sosPressed = 'FFFFFBFD'

/** An H02 position so many seconds after the start, minutes of latitude north of 31°, at 22 knots. */
async function send(at: number, minutesNorth: number, status = quiet): Promise<void> {
  now = Math.max(now, start + at * 1000)
  const [day, time] = new Date(start + at * 1000).toISOString().split('T') as [string, string]
  const clock = time.slice(0, 8).replaceAll(':', '')
  const [year, month, date] = day.split('-') as [string, string, string]
  const latitude = `31${minutesNorth.toFixed(4).padStart(7, '0')}`
  socket.send(
    new TextEncoder().encode(
      `*HQ,${device.terminalID},V1,${clock},A,${latitude},N,12124.0000,E,022.00,000,${date}${month}${year.slice(2)},${status}#`,
    ),
  )
  await eventually(
    async () => {
      const { rows } = await server.database.pool.query(
        'select fix_time from device_states where device_id = $1',
        [device.id],
      )
      return rows[0]?.fix_time
    },
    (fixTime) => fixTime === start + at * 1000,
  )
}

const find = async (filter: Partial<AlarmFilter> & { gravestFirst?: boolean } = {}) =>
  (await server.call(alarmCalls.find, filter, token)).data!.list
const counts = async () => (await server.call(alarmCalls.count, {}, token)).data!.counts

async function aYard(): Promise<void> {
  const area = { shape: 'circle', lat: 31 + 10 / 60, lon: 121.4, radiusM: 300 } as const
  await server.call(fenceCalls.add, { name: 'yard', area, terminalIDs: [device.terminalID] }, token)
}

/** Into the yard and out of it, `times` over, one way in two minutes. */
async function shuttle(times: number, from = 0): Promise<void> {
  for (let at = 0; at < times * 2; at++) await send(from + at * 2 * minute, at % 2 === 0 ? 8 : 10)
  await send(from + times * 4 * minute, 12)
}

describe('crossings of a fence', () => {
  test('are notices, and those of a device and a fence that repeat within ten minutes are one', async () => {
    await aYard()
    await shuttle(3)
    expect(await find()).toMatchObject([
      { code: alarms.fenceLeft, severity: 'notice', count: 3, fenceName: 'yard' },
      { code: alarms.fenceEntered, severity: 'notice', count: 3, fenceName: 'yard' },
    ])
    await shuttle(1, 60 * minute)
    expect(await find()).toHaveLength(4)
    // They are counted, and nobody is called.
    expect(await counts()).toMatchObject({ all: 4, fence: 4, unread: 4, urgent: 0, pinned: 0 })
  })

  test('are what somebody has set them to', async () => {
    await aYard()
    const own = { fenceEntered: { severity: 'critical', windowMinutes: 0 } } as const
    await server.call(alarmSettingCalls.set, { userId: owner.id, own }, token)
    await shuttle(2)
    expect(await find({ codes: [alarms.fenceEntered] })).toMatchObject([
      { severity: 'critical', count: 1 },
      { severity: 'critical', count: 1 },
    ])
  })
})

describe('an SOS', () => {
  test('among crossings is first by severity, and waits until somebody acknowledges it', async () => {
    await aYard()
    await send(0, 7)
    await send(minute, 8, sosPressed)
    await shuttle(2, 2 * minute)
    expect((await find({ gravestFirst: true })).map(({ code }) => code)).toEqual([
      alarms.sos,
      alarms.fenceLeft,
      alarms.fenceEntered,
    ])
    expect((await find())[0]!.code).toBe(alarms.fenceLeft)
    expect(await counts()).toMatchObject({ urgent: 1, pinned: 1 })
    const [sos] = await find({ severity: 'critical', state: 'new', isMuted: false })
    expect(sos).toMatchObject({ code: alarms.sos, ownerName: 'North Bakery', speedKmh: 40.7 })
    await server.call(alarmCalls.handle, { ids: [sos!.id], action: 'acknowledge' }, token)
    expect(await counts()).toMatchObject({ urgent: 0, pinned: 0 })
  })

  test('that follows one which was acknowledged is another', async () => {
    await send(0, 4)
    await send(minute, 5, sosPressed)
    await send(2 * minute, 5)
    await send(3 * minute, 5, sosPressed)
    const [first, ...others] = await find({ codes: [alarms.sos] })
    expect([first!.count, others]).toEqual([2, []])
    await server.call(alarmCalls.handle, { ids: [first!.id], action: 'acknowledge' }, token)
    await send(4 * minute, 5)
    await send(5 * minute, 5, sosPressed)
    expect(await find({ codes: [alarms.sos] })).toMatchObject([
      { state: 'new', count: 1 },
      { state: 'acknowledged', count: 2 },
    ])
    expect(await counts()).toMatchObject({ pinned: 1 })
  })
})
