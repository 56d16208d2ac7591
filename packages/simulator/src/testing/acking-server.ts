import { createServer, type Socket } from 'node:net'
import { detectProtocol } from '@trackway/protocols/detect.ts'
import type { Message, Protocol } from '@trackway/protocols/protocol.ts'
import { protocols } from '@trackway/protocols/registry.ts'

/** A server that decodes with our own codecs, answers as set up, and remembers what it was sent. */
export interface AckingServer {
  port: number
  messages: Message[]
  /** While false nothing is answered. */
  answers: boolean
  /** Ends all connections, as a lost network does. */
  dropAll(): void
  close(): Promise<void>
}

export async function startAckingServer(): Promise<AckingServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let talk: ReturnType<typeof conversation> | null = null
    let head: Uint8Array = new Uint8Array(0)
    socket.on('data', (chunk: Uint8Array) => {
      head = talk ? chunk : Buffer.concat([head, chunk])
      const detected = talk ? null : detectProtocol(head, protocols)
      if (detected && typeof detected !== 'string') talk = conversation(detected.protocol)
      for (const message of talk?.(head) ?? []) {
        acking.messages.push(message)
        if (acking.answers) for (const reply of message.replies) socket.write(reply)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const acking: AckingServer = {
    port: (server.address() as { port: number }).port,
    messages: [],
    answers: true,
    dropAll: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: () => {
      acking.dropAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return acking
}

function conversation<S>(protocol: Protocol<S>): (chunk: Uint8Array) => Message[] {
  const session = protocol.newSession()
  let received: Uint8Array = new Uint8Array(0)
  return (chunk) => {
    received = Buffer.concat([received, chunk])
    const messages: Message[] = []
    for (;;) {
      const { frame, consumed } = protocol.frame(received, session)
      if (frame) messages.push(...protocol.decode(frame, session, Date.now() + 3 * 86_400_000))
      received = received.subarray(consumed)
      if (consumed === 0 || received.length === 0) return messages
    }
  }
}
