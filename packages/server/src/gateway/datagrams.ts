import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Protocol } from '@trackway/protocols/protocol.ts'
import type { KnownDevice } from '../features/devices/device-registry.ts'
import { bounds, type CloseReason } from './bounds.ts'
import { DeviceSession } from './device-session.ts'
import type { SessionContext, Transport } from './session-context.ts'
import type { IsEdited } from './session-registry.ts'

/** One remote address and port: whole frames, one or several a datagram; answers go to where they came from. */
class DatagramPeer implements Transport {
  readonly address: string
  readonly session: DeviceSession
  readonly #socket: Socket
  readonly #port: number
  readonly #context: SessionContext
  readonly #onClosed: () => void
  bytesReceived = 0
  bytesSent = 0
  #backlog: Uint8Array[] = []

  constructor(
    socket: Socket,
    remote: RemoteInfo,
    protocol: Protocol<unknown>,
    context: SessionContext,
    onClosed: () => void,
  ) {
    this.#socket = socket
    this.address = remote.address
    this.#port = remote.port
    this.#context = context
    this.#onClosed = onClosed
    this.session = new DeviceSession(protocol, this, context)
  }

  send(bytes: Uint8Array): void {
    this.bytesSent += bytes.length
    this.#socket.send(bytes, this.#port, this.address)
  }

  close(reason: CloseReason): void {
    this.#backlog = []
    this.session.end(reason)
    this.#onClosed()
  }

  /** Every datagram is complete in itself, and nobody is connected. */
  claim(device: KnownDevice, now: number): undefined | 'contested' {
    return this.#context.sessions.takesDatagram(device, this.address, now) ? undefined : 'contested'
  }

  mayCommand(device: KnownDevice, now: number): boolean {
    return this.#context.sessions.isKnownAddress(device, this.address, now)
  }

  resume(): void {
    while (this.#backlog.length > 0 && this.session.isReady()) {
      this.session.receive(this.#backlog.shift()!, this.#context.now())
    }
  }

  receive(datagram: Uint8Array): void {
    this.bytesReceived += datagram.length
    const { protocol, codecSession } = this.session
    let bytes = datagram
    while (bytes.length > 0) {
      const { frame, consumed, fatal } = protocol.frame(bytes, codecSession)
      // What is left of a datagram never continues in the next one.
      if (fatal || consumed === 0) break
      bytes = bytes.subarray(consumed)
      if (frame && this.#context.ingest.hasRoom() && this.#backlog.length < bounds.datagramBacklog) {
        this.#backlog.push(frame)
      }
    }
    this.resume()
  }
}

export interface DatagramListener {
  tick(now: number, idleTimeoutMs: number): void
  /** Devices were edited, or their owner, or deleted. */
  refresh(isEdited: IsEdited): void
  /** Datagrams whose commit is awaited. */
  inFlight(): number
  stopReading(): void
  close(): void
}

/**
 * Listens for datagrams of one protocol. @throws when the port is taken
 * @param options with `reusePort` others listen at the port, too: all from one address and port come to the same
 */
export async function listenForDatagrams(options: {
  port: number
  host: string
  reusePort: boolean
  protocol: Protocol<unknown>
  context: SessionContext
}): Promise<DatagramListener> {
  const { port, host, reusePort, protocol, context } = options
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', reusePort })
  const peers = new Map<string, DatagramPeer>()
  let isReading = true
  socket.bind(port, host)
  await once(socket, 'listening')
  socket.on('error', () => {})
  socket.on('message', (datagram, remote) => {
    if (!isReading) return
    const key = `${remote.address} ${remote.port}`
    const peer =
      peers.get(key) ?? new DatagramPeer(socket, remote, protocol, context, () => peers.delete(key))
    // Moved to the end: the first one is the one silent for longest.
    peers.delete(key)
    peers.set(key, peer)
    if (peers.size > bounds.datagramPeers) peers.values().next().value?.close('idle')
    peer.receive(datagram)
  })
  return {
    tick(now, idleTimeoutMs) {
      for (const peer of peers.values()) {
        if (now - peer.session.lastFrameTime > idleTimeoutMs) peer.close('idle')
        else peer.session.tick(now)
      }
    },
    refresh(isEdited) {
      for (const { session } of peers.values()) void session.refresh(isEdited)
    },
    inFlight: () => [...peers.values()].reduce((sum, { session }) => sum + session.inFlight, 0),
    stopReading() {
      isReading = false
    },
    close: () => socket.close(),
  }
}
