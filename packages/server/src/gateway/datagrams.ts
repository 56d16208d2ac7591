import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Protocol } from '@trackway/protocols/protocol.ts'
import type { KnownDevice } from '../features/devices/device-registry.ts'
import { bounds, type CloseReason } from './bounds.ts'
import { DeviceSession, type Transport } from './device-session.ts'
import type { SessionRegistry } from './session-registry.ts'

/** One remote address and port: whole frames, one or several a datagram; answers go to where they came from. */
class DatagramPeer implements Transport {
  readonly address: string
  readonly isConnection = false
  readonly conversation: DeviceSession
  private readonly socket: Socket
  private readonly port: number
  private readonly hub: SessionRegistry
  private readonly onClosed: () => void
  private backlog: Uint8Array[] = []

  constructor(
    socket: Socket,
    remote: RemoteInfo,
    protocol: Protocol<unknown>,
    hub: SessionRegistry,
    onClosed: () => void,
  ) {
    this.socket = socket
    this.address = remote.address
    this.port = remote.port
    this.hub = hub
    this.onClosed = onClosed
    this.conversation = new DeviceSession(protocol, this, hub, hub.now())
  }

  send(bytes: Uint8Array): void {
    this.socket.send(bytes, this.port, this.address)
  }

  close(_reason: CloseReason): void {
    this.backlog = []
    this.conversation.end()
    this.onClosed()
  }

  goOn(): void {
    while (this.backlog.length > 0 && this.conversation.isReady()) {
      this.conversation.receive(this.backlog.shift()!, this.hub.now())
    }
  }

  receive(datagram: Uint8Array): void {
    const { protocol, session } = this.conversation
    let bytes = datagram
    while (bytes.length > 0) {
      const { frame, consumed, fatal } = protocol.frame(bytes, session)
      // What is left of a datagram never continues in the next one.
      if (fatal || consumed === 0) break
      bytes = bytes.subarray(consumed)
      if (frame && this.hub.ingest.hasRoom() && this.backlog.length < bounds.datagramBacklog) {
        this.backlog.push(frame)
      }
    }
    this.goOn()
  }
}

export interface DatagramListener {
  tick(now: number, idleTimeoutMs: number): void
  /** Devices were edited, or their owner, or deleted. */
  refresh(isEdited: (device: KnownDevice) => boolean): void
  /** Datagrams whose commit is awaited. */
  inFlight(): number
  stopReading(): void
  close(): void
}

/** Listens for datagrams of one protocol. @throws when the port is taken */
export async function listenForDatagrams(
  port: number,
  host: string,
  protocol: Protocol<unknown>,
  hub: SessionRegistry,
): Promise<DatagramListener> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  const peers = new Map<string, DatagramPeer>()
  let isReading = true
  socket.bind(port, host)
  await once(socket, 'listening')
  socket.on('error', () => {})
  socket.on('message', (datagram, remote) => {
    if (!isReading) return
    const key = `${remote.address} ${remote.port}`
    const peer = peers.get(key) ?? new DatagramPeer(socket, remote, protocol, hub, () => peers.delete(key))
    // Moved to the end: the first one is the one silent for longest.
    peers.delete(key)
    peers.set(key, peer)
    if (peers.size > bounds.datagramPeers) peers.values().next().value?.close('idle')
    peer.receive(datagram)
  })
  return {
    tick(now, idleTimeoutMs) {
      for (const peer of peers.values()) {
        if (now - peer.conversation.lastFrameTime > idleTimeoutMs) peer.close('idle')
        else peer.conversation.tick(now)
      }
    },
    refresh(isEdited) {
      for (const { conversation } of peers.values()) void conversation.refresh(isEdited)
    },
    inFlight: () => [...peers.values()].reduce((sum, { conversation }) => sum + conversation.inFlight, 0),
    stopReading() {
      isReading = false
    },
    close: () => socket.close(),
  }
}
