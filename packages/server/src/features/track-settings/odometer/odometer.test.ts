import { roles } from '@trackway/core/codes/roles.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { odometerCalls } from '@trackway/core/features/track-settings/odometer-calls.ts'
import { livePath } from '@trackway/core/live/live.ts'
import { readUpdates } from '@trackway/core/live/live-updates.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Live } from '../../../live/live.ts'
import { aDevice, anAccount, signIn, type TestDevice } from '../../../testing/builders.ts'
import { MonthDevice } from '../../../testing/month-device.ts'
import { vehicleOf } from '../../../testing/month-plan.ts'
import { startTestGateway, type TestGateway } from '../../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let gateway: TestGateway
let live: Live
let token: string
let device: TestDevice
let sender: MonthDevice
let socket: WebSocket
/** As the live connection sent it last. */
let shownM: number | null | undefined

const start = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000

beforeAll(async () => {
  server = await startTestServer({
    mount: [
      (fastify, context) => {
        const log = pino({ level: 'silent' })
        live = new Live({
          database: context,
          bus: context.bus,
          log,
          stateOf: (id) => gateway.ingest.stateOf(id),
        })
        return live.mount(fastify, context)
      },
    ],
  })
  gateway = await startTestGateway(server.database)
  gateway.bus.subscribe('device.changed', (message) => server.bus.publish('device.changed', message))
  const owner = await anAccount(server.database, { role: roles.agent })
  token = await signIn(server.database, owner)
  device = await aDevice(server.database, owner, { device_type_id: 4 })
  sender = new MonthDevice({
    terminalId: device.terminalID,
    protocol: 'jt808',
    vehicle: vehicleOf(0),
    port: gateway.gateway.ports.jt808!,
  })
  socket = new WebSocket(server.url.replace('http', 'ws') + livePath)
  socket.binaryType = 'arraybuffer'
  socket.onopen = () => socket.send(JSON.stringify({ type: 'watch', token }))
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') return
    for (const state of readUpdates(new Uint8Array(data))!.states) shownM = state.odometerM ?? shownM
  }
})
afterAll(async () => {
  socket.close()
  sender.stop()
  await gateway.stop()
  await live.close()
  await server.stop()
})

const at = (minute: number, odometerM: number): Report => ({
  fixTime: start + minute * 60_000,
  fix: 'gps',
  latitude: 31.2 + minute / 1_000,
  longitude: 121.4,
  speedKmh: 40,
  courseDeg: 0,
  accOn: true,
  odometerM,
})

const listedM = async () => {
  const { data } = await server.call(locationCalls.find, { terminalIDs: [device.terminalID] }, token)
  return data!.list[0]!.odometerM
}

test('a correction is shown at once and counted on from, list and live, while the device is connected', async () => {
  for (const minute of [0, 1, 2, 3]) await sender.deliver([at(minute, 10_000_000 + minute * 100)])
  await expect.poll(() => shownM).toBe(10_000_300)

  const correction = { terminalID: device.terminalID, odometerM: 50_000_000, note: 'new dashboard' }
  expect((await server.call(odometerCalls.correct, correction, token)).meta.code).toBe(200)
  await expect.poll(() => shownM).toBe(50_000_000)
  expect(await listedM()).toBe(50_000_000)

  await sender.deliver([at(4, 10_000_900)])
  await expect.poll(() => shownM).toBe(50_000_600)
  expect(await listedM()).toBe(50_000_600)

  await server.call(odometerCalls.correct, { terminalID: device.terminalID, odometerM: 7 }, token)
  const { data } = await server.call(odometerCalls.corrections, { terminalID: device.terminalID }, token)
  expect(data).toMatchObject({
    total: 2,
    list: [
      { beforeM: 50_000_600, odometerM: 7, note: '' },
      { beforeM: 10_000_300, odometerM: 50_000_000, note: 'new dashboard' },
    ],
  })
  expect(await listedM()).toBe(7)
})
