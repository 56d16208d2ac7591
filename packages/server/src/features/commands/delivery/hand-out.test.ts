import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../../testing/builders.ts'
import {
  eventually,
  startTestGateway,
  TestDeviceSocket,
  type TestGateway,
} from '../../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { CommandHandOut } from './hand-out.ts'

/** A phone polls over HTTP, and gets its queued commands in the answer. */

const traccarClient = 120
let server: TestServer
let gateway: TestGateway
let account: TestAccount
let token: string

beforeAll(async () => {
  server = await startTestServer()
  gateway = await startTestGateway(server.database, {}, { bus: server.bus })
  account = await anAccount(server.database)
  token = await signIn(server.database, account)
})
afterAll(async () => {
  await gateway.stop()
  await server.stop()
})

const sentTo = (device: TestDevice, content: string) =>
  server.call(commandCalls.send, { terminalID: device.terminalID, content }, token)

function request({ terminalID }: TestDevice): TestDeviceSocket {
  const socket = new TestDeviceSocket(gateway.gateway.ports.osmand!)
  socket.send(Buffer.from(`GET /?id=${terminalID}&lat=52.5&lon=13.4 HTTP/1.1\r\nConnection: close\r\n\r\n`))
  return socket
}

/** @returns what the answer to a request holds */
async function ask(device: TestDevice): Promise<string | undefined> {
  const socket = request(device)
  await socket.closed()
  const [head, body] = Buffer.from(socket.received, 'hex').toString().split('\r\n\r\n')
  expect(head).toContain('HTTP/1.1 200 OK')
  return body
}

test('a command goes out with one answer, of which nobody knows what came of it', async () => {
  const device = await aDevice(server.database, account, { device_type_id: traccarClient })
  expect(await ask(device)).toBe('')
  for (const text of ['hello driver', 'call home']) {
    // The call waits for what becomes of the command.
    const call = sentTo(device, text)
    expect(
      await eventually(
        () => ask(device),
        (body) => body !== '',
      ),
    ).toBe(text)
    expect((await call).data).toMatchObject({ state: 'acknowledged', result: null })
    expect(await ask(device)).toBe('')
  }
})

test('a command for a device that hung up before its answer goes out with the next one', async () => {
  const device = await aDevice(server.database, account, { device_type_id: traccarClient })
  const take = CommandHandOut.prototype.take
  let taken = false
  const spy = vi.spyOn(CommandHandOut.prototype, 'take').mockImplementation(async function (
    this: CommandHandOut,
    ...args
  ) {
    const command = await take.apply(this, args)
    if (command === null || taken) return command
    taken = true
    socket?.socket.resetAndDestroy()
    await eventually(
      () => gateway.gateway.connectionCount,
      (count) => count === 0,
    )
    return command
  })
  const call = sentTo(device, 'hello driver')
  let socket: TestDeviceSocket | undefined
  await eventually(
    async () => {
      socket = request(device)
      await socket.closed()
      return taken
    },
    (is) => is,
  )
  expect(
    await eventually(
      () => ask(device),
      (body) => body !== '',
    ),
  ).toBe('hello driver')
  await call
  spy.mockRestore()
})
