import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../../testing/builders.ts'
import {
  eventually,
  startTestGateway,
  TestDeviceSocket,
  type TestGateway,
} from '../../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

/** A phone asks over HTTP, and is told what waits for it in the answer. */

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

test('a command goes out with one answer, of which nobody knows what came of it', async () => {
  const device = await aDevice(server.database, account, { device_type_id: traccarClient })
  const ask = async () => {
    const socket = new TestDeviceSocket(gateway.gateway.ports.osmand!)
    const target = `/?id=${device.terminalID}&lat=52.5&lon=13.4`
    socket.send(Buffer.from(`GET ${target} HTTP/1.1\r\nConnection: close\r\n\r\n`))
    await socket.closed()
    const [head, body] = Buffer.from(socket.received, 'hex').toString().split('\r\n\r\n')
    expect(head).toContain('HTTP/1.1 200 OK')
    return body
  }
  const told = (content: string) =>
    server.call(commandCalls.send, { terminalID: device.terminalID, content }, token)
  expect(await ask()).toBe('')
  for (const text of ['hello driver', 'call home']) {
    // The call waits for what becomes of the command.
    const call = told(text)
    expect(await eventually(ask, (body) => body !== '')).toBe(text)
    expect((await call).data).toMatchObject({ state: 'acknowledged', result: null })
    expect(await ask()).toBe('')
  }
})
