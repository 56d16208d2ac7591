import type { Socket } from 'node:net'
import { detectProtocol } from '@trackway/protocols/detect.ts'
import type { Protocol } from '@trackway/protocols/protocol.ts'
import { protocols } from '@trackway/protocols/registry.ts'
import { bounds, type CloseReason } from './bounds.ts'
import { DeviceSession, type Transport } from './device-session.ts'
import { countClosed } from './metrics.ts'
import type { SessionRegistry } from './session-registry.ts'

/** Times of a connection that the operator sets. */
export interface Times {
  firstLoginMs: number
  idleTimeoutMs: number
}

const nothing = new Uint8Array(0)

/**
 * A TCP connection of a device: cuts frames out of the stream and hands them over one by one. While none can
 * be taken, the socket is paused and the device keeps what it has.
 */
export class Connection implements Transport {
  readonly address: string
  readonly isConnection = true
  private readonly socket: Socket
  private readonly hub: SessionRegistry
  private readonly onClosed: (connection: Connection) => void
  private readonly openTime: number
  /** Null on the detecting port until the first bytes have told. */
  private conversation: DeviceSession | null = null
  /** Received, not yet cut. */
  private bytes: Uint8Array = nothing
  private rubbish = 0
  private isPaused = false
  private isWaitingForRoom = false
  private isPumping = false
  private isClosed = false
  private isEnding = false
  private hasHungUp = false

  /** @param protocol of the port; null: the first bytes tell */
  constructor(
    socket: Socket,
    protocol: Protocol<unknown> | null,
    hub: SessionRegistry,
    onClosed: (connection: Connection) => void,
  ) {
    this.socket = socket
    this.hub = hub
    this.onClosed = onClosed
    this.address = socket.remoteAddress ?? ''
    this.openTime = hub.now()
    if (protocol) this.speak(protocol)
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.receive(chunk))
    socket.on('end', () => this.hungUp())
    socket.on('close', () => this.closed('remote'))
    // Whatever went wrong, `close` follows.
    socket.on('error', () => {})
  }

  get inFlight(): number {
    return this.conversation?.inFlight ?? 0
  }

  send(bytes: Uint8Array): void {
    if (this.isClosed) return
    // A copy of our pool: Node would make a buffer of its own of a plain array, which takes longer.
    this.socket.write(Buffer.from(bytes))
    if (this.socket.writableLength > bounds.unsentBytes) this.close('unread')
  }

  close(reason: CloseReason): void {
    if (this.isClosed) return
    this.closed(reason)
    this.socket.destroySoon()
    // A device that neither reads nor ends would keep the socket for ever.
    if (reason === 'unread') this.socket.destroy()
  }

  goOn(): void {
    this.pump()
  }

  /** Reads no more; what was cut out already is finished. */
  stopReading(): void {
    this.isEnding = true
    this.pause()
  }

  /** Once a second, for all connections: what would otherwise need a timer each. */
  tick(now: number, times: Times): void {
    const reason = this.timeOut(now, times)
    if (reason) this.close(reason)
    else this.conversation?.tick(now)
  }

  private timeOut(now: number, { firstLoginMs, idleTimeoutMs }: Times): CloseReason | null {
    const { conversation } = this
    if (conversation?.isWaitingForUs || this.isPaused) return null
    if (this.hasHungUp) return 'remote'
    if (conversation?.isIdentified) return now - conversation.lastFrameTime > idleTimeoutMs ? 'idle' : null
    return now - this.openTime > firstLoginMs ? 'noLogin' : null
  }

  /** Nothing more will come. What did come is finished first; `tick` looks whether it is. */
  private hungUp(): void {
    this.hasHungUp = true
    if (!this.isPaused && !this.conversation?.isWaitingForUs) this.close('remote')
  }

  private speak(protocol: Protocol<unknown>): DeviceSession {
    this.conversation = new DeviceSession(protocol, this, this.hub, this.openTime)
    return this.conversation
  }

  private receive(chunk: Buffer): void {
    if (this.isClosed) return
    this.bytes = this.bytes.length === 0 ? chunk : Buffer.concat([this.bytes, chunk])
    this.pump()
    if (this.bytes.length > bounds.heldBytes) this.pause()
  }

  /** Cuts and hands over as long as frames are taken; then lets the socket run or stops it. */
  private pump(): void {
    if (this.isPumping) return
    this.isPumping = true
    const conversation = this.conversation ?? this.detect()
    if (conversation) {
      while (this.isTaking(conversation)) if (!this.cutOne(conversation)) break
      if (this.isTaking(conversation)) this.resume()
      else this.pause()
    }
    this.isPumping = false
  }

  private isTaking(conversation: DeviceSession): boolean {
    if (this.isClosed || this.isEnding || !conversation.isReady()) return false
    if (this.hub.ingest.hasRoom()) return true
    if (!this.isWaitingForRoom) {
      this.isWaitingForRoom = true
      this.hub.ingest.whenRoom(() => {
        this.isWaitingForRoom = false
        this.pump()
      })
    }
    return false
  }

  /** @returns false when more bytes are needed */
  private cutOne(conversation: DeviceSession): boolean {
    const { frame, consumed, fatal } = conversation.protocol.frame(this.bytes, conversation.session)
    if (fatal) {
      this.close('incomplete')
      return false
    }
    if (consumed === 0) {
      if (this.bytes.length > bounds.incompleteBytes) this.close('incomplete')
      return false
    }
    this.bytes = consumed === this.bytes.length ? nothing : this.bytes.subarray(consumed)
    if (frame) {
      this.rubbish = -1
      conversation.receive(frame, this.hub.now())
    } else this.countRubbish(consumed)
    return true
  }

  /** `rubbish` is below 0 once there was a frame. */
  private countRubbish(bytes: number): void {
    this.rubbish += this.rubbish < 0 ? -bytes : bytes
    if (this.rubbish > bounds.rubbishBytesAtFirst || this.rubbish < -bounds.rubbishBytes)
      this.close('rubbish')
  }

  private detect(): DeviceSession | null {
    const detected = detectProtocol(this.bytes, protocols)
    if (typeof detected !== 'string') return this.speak(detected.protocol)
    if (detected === 'none' || this.bytes.length > bounds.detectBytes) this.close('undetected')
    return null
  }

  private pause(): void {
    if (this.isPaused) return
    this.isPaused = true
    this.socket.pause()
  }

  private resume(): void {
    if (!this.isPaused || this.isEnding) return
    this.isPaused = false
    this.socket.resume()
  }

  private closed(reason: CloseReason): void {
    if (this.isClosed) return
    this.isClosed = true
    this.bytes = nothing
    countClosed(reason)
    this.conversation?.end()
    this.onClosed(this)
  }
}
