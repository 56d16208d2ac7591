import { createSocket, type Socket } from 'node:dgram'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { terminalLayout } from '@trackway/protocols/jt808/encode.ts'
import { buildFrame } from '@trackway/protocols/jt808/envelope.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bounds } from '../../../gateway/bounds.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../../testing/builders.ts'
import { startTestGateway, type TestGateway } from '../../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

/** Whoever knows an id can send datagrams that name it: what waits for the device is not for them. */

let server: TestServer
let gateway: TestGateway
let account: TestAccount
let token: string
let ahead = 0
let count = 0
const now = () => Date.now() + ahead
beforeAll(async () => {
  server = await startTestServer({ now })
  account = await anAccount(server.database)
  token = await signIn(server.database, account)
  gateway = await startTestGateway(server.database, {}, { now, bus: server.bus })
})
afterAll(async () => {
  await gateway.stop()
  await server.stop()
})

/** A device for which a command waits. */
async function aDeviceWithCommand(columns: object = {}): Promise<string> {
  const terminal_id = `144073${String(++count).padStart(5, '0')}`
  const { terminalID } = await aDevice(server.database, account, {
    terminal_id,
    device_type_id: 14,
    ...columns,
  })
  const input = { terminalID, code: 'oilRestore', offline: true, waitSeconds: 0 }
  const { meta } = await server.call(commandCalls.send, input as never, token)
  expect(meta.success).toBe(true)
  return terminalID
}

interface Sender {
  socket: Socket
  received: string[]
}
function aSender(): Sender {
  const socket = createSocket('udp4')
  const received: string[] = []
  socket.on('message', (bytes) => received.push(bytes.toString('hex')))
  onTestFinished(() => void socket.close())
  return { socket, received }
}

let serial = 0
const heartbeat = ({ socket }: Sender, id: string) =>
  socket.send(
    buildFrame(terminalLayout(id), 0x0002, ++serial, new Uint8Array()),
    gateway.gateway.ports.jt808!,
    '127.0.0.1',
  )
const commandsIn = ({ received }: Sender) => received.filter((frame) => frame.startsWith('7e8105'))

/** Sends until the last datagram is answered, and goes on as long as a command that waits would take. */
async function keepSending(sender: Sender, id: string): Promise<void> {
  for (let beat = 0; beat < 5; beat++) {
    const before = sender.received.length
    heartbeat(sender, id)
    await expect.poll(() => sender.received.length).toBeGreaterThan(before)
    ahead += 1_000
  }
  await new Promise((resolve) => setTimeout(resolve, 2_500))
}

test('a command that waits is not handed to a new address; one that has sent for a while gets it', async () => {
  const id = await aDeviceWithCommand()
  const sender = aSender()
  await keepSending(sender, id)
  expect(commandsIn(sender)).toEqual([])
  ahead += bounds.datagramTrustMs
  await keepSending(sender, id)
  expect(commandsIn(sender)).toHaveLength(1)
})
