import { createServer, type Socket } from 'node:net'
import { gt06 } from '@trackway/protocols/gt06/gt06.ts'
import { jt808 } from '@trackway/protocols/jt808/jt808.ts'
import type { Message, Protocol } from '@trackway/protocols/protocol.ts'

/** A server that decodes with our own codecs, answers as told, and remembers what it was sent. */
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
    socket.on('data', (chunk: Uint8Array) => {
      talk ??= chunk[0] === 0x7e ? conversation(jt808) : conversation(gt06)
      for (const message of talk(chunk)) {
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
