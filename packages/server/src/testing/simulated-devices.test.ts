import type { InputOf } from '@trackway/core/api/call.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { createClock } from '@trackway/simulator/device/clock.ts'
import type { Conduct } from '@trackway/simulator/device/conduct.ts'
import { Fleet } from '@trackway/simulator/fleet.ts'
import { type AckingServer, startAckingServer } from '@trackway/simulator/testing/acking-server.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from './builders.ts'
import { eventually, startTestGateway, type TestGateway } from './test-gateway.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** Simulated devices against the real server: what they answer to commands, and that they go where they are told. */

let server: TestServer
let gateway: TestGateway
let admin: TestAccount
let token: string
let elsewhere: AckingServer
let fleet: Fleet | null = null

beforeAll(async () => {
  server = await startTestServer()
  gateway = await startTestGateway(server.database, {}, { bus: server.bus, name: 'g' })
  admin = await anAccount(server.database, { role: roles.admin })
  token = await signIn(server.database, admin)
  elsewhere = await startAckingServer()
})
afterEach(() => fleet?.stop())
afterAll(async () => {
  await elsewhere.close()
  await gateway.stop()
  await server.stop()
})

async function drive(protocol: 'gt06' | 'jt808', conducts: readonly Conduct[]): Promise<string[]> {
  const devices = await Promise.all(
    conducts.map(() => aDevice(server.database, admin, { device_type_id: protocol === 'gt06' ? 13 : 14 })),
  )
  const clock = createClock(1)
  fleet = new Fleet({
    members: devices.map(({ terminalID }, seed) => ({
      terminalId: terminalID,
      protocol,
      vehicle: { seed, character: 'taxi', city: 'Lisbon' },
      odometerM: 0,
      since: clock.now(),
      conduct: conducts[seed]!,
    })),
    host: '127.0.0.1',
    ports: { gt06: gateway.gateway.ports.gt06!, jt808: gateway.gateway.ports.jt808! },
    clock,
    movingSeconds: 10,
  })
  await eventually(
    () => fleet!.counters.online,
    (online) => online === conducts.length,
  )
  return devices.map(({ terminalID }) => terminalID)
}

type Request = Omit<InputOf<typeof commandCalls.send>, 'terminalID'>

/** What a device says to a command, once it said something. */
async function answer(terminalID: string, request: Request): Promise<string | null> {
  const { data, meta } = await server.call(commandCalls.send, { terminalID, ...request } as never, token)
  expect(meta.success).toBe(true)
  const command = await eventually(
    async () => (await server.call(commandCalls.get, { id: data!.id }, token)).data!,
    ({ state }) => state === 'acknowledged' || state === 'confirmed',
  )
  return command.reply
}

test('devices say which version and card they have, or the wrong one, or none', async () => {
  const [good, old, cardless, newer] = await drive('gt06', [
    {},
    { faults: ['wrongVersion'] },
    { faults: ['noIccid'] },
    { firmware: 'TW06-9' },
  ])
  expect(await answer(good!, { code: 'version' })).toBe('[VERSION]TW06-2.4')
  expect(await answer(old!, { code: 'version' })).toBe('[VERSION]TW-OLD-1.0')
  expect(await answer(newer!, { code: 'version' })).toBe('[VERSION]TW06-9')
  expect(await answer(good!, { code: 'iccid' })).toBe('ICCID:89860012345678901234')
  expect(await answer(cardless!, { code: 'iccid' })).toBe('ICCID:')
})

test('one that is mute takes commands and answers none', async () => {
  const [mute] = await drive('gt06', [{ faults: ['mute'] }])
  const { data } = await server.call(
    commandCalls.send,
    { terminalID: mute!, code: 'version' } as never,
    token,
  )
  const state = async () => (await server.call(commandCalls.get, { id: data!.id }, token)).data!.state
  await eventually(state, (each) => each === 'sent')
  expect(await state()).toBe('sent')
})

const arrived = (terminalID: string) =>
  eventually(
    () => elsewhere.messages,
    (messages) =>
      messages.some(({ identity }) => identity?.terminalIds.some((id) => id.endsWith(terminalID))),
  )
const address = () => ({ host: '127.0.0.1', port: elsewhere.port, transport: 'tcp' })

test('a GT06 device that is told to report elsewhere goes there at once', async () => {
  const [device] = await drive('gt06', [{}])
  expect(await answer(device!, { code: 'server', parameters: address() } as never)).toBe('OK!')
  await arrived(device!)
})

test('a JT/T 808 device goes to the address it was given with its next connection', async () => {
  const [device] = await drive('jt808', [{}])
  await answer(device!, { code: 'server', parameters: address() } as never)
  expect(fleet!.counters.reconnects).toBe(0)
  await answer(device!, { code: 'reset' })
  await arrived(device!)
})
