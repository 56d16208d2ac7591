import type { Socket } from 'node:net'
import type { Protocol } from '@trackway/protocols/protocol.ts'
import type { KnownDevice } from '../features/devices/device-registry.ts'
import type { Presence } from '../ingest/ingest-item.ts'
import { bounds, type CloseReason, type Times } from './bounds.ts'
import { DeviceSession } from './device-session.ts'
import { endSocket } from './end-socket.ts'
import { countClosed } from './metrics.ts'
import type { OpenConnection, SessionContext, Transport } from './session-context.ts'

const nothing = new Uint8Array(0)

/**
 * A TCP connection of a device: cuts frames out of the stream and hands them over one by one. While none can
 * be taken, the socket is paused and the device keeps what it has.
 */
export class Connection implements Transport, OpenConnection {
  readonly address: string
  readonly #socket: Socket
  readonly #context: SessionContext
  readonly #onClosed: (connection: Connection) => void
  readonly #openTime: number
  readonly #session: DeviceSession
  /** Received, not yet cut. */
  #bytes: Uint8Array = nothing
  #rubbish = 0
  #isPaused = false
  #isWaitingForRoom = false
  #isPumping = false
  #isClosed = false
  #isEnding = false
  #hasHungUp = false

  constructor(
    socket: Socket,
    protocol: Protocol<unknown>,
    context: SessionContext,
    onClosed: (connection: Connection) => void,
  ) {
    this.#socket = socket
    this.#context = context
    this.#onClosed = onClosed
    this.address = socket.remoteAddress ?? ''
    this.#openTime = context.now()
    this.#session = new DeviceSession(protocol, this, context)
    socket.on('data', (chunk: Buffer) => this.receive(chunk))
    socket.on('end', () => this.#hungUp())
    socket.on('close', () => this.#closed('remote'))
    // Whatever went wrong, `close` follows.
    socket.on('error', () => {})
  }

  get bytesReceived(): number {
    return this.#socket.bytesRead
  }

  get bytesSent(): number {
    return this.#socket.bytesWritten
  }

  get inFlight(): number {
    return this.#session.inFlight
  }

  send(bytes: Uint8Array): void {
    if (this.#isClosed) return
    // A copy of our pool: Node would make a buffer of its own of a plain array, which takes longer.
    this.#socket.write(Buffer.from(bytes))
    if (this.#socket.writableLength > bounds.unsentBytes) this.close('unread')
  }

  close(reason: CloseReason): void {
    if (this.#isClosed) return
    this.#closed(reason)
    endSocket(this.#socket, reason)
  }

  /** Submitted with the device's first frame of this connection. */
  claim(device: KnownDevice, now: number): Presence | undefined | 'contested' {
    const isNew = this.#context.sessions.attach(device, this.#session, now)
    if (isNew === 'contested') this.close(isNew)
    if (isNew !== true) return isNew || undefined
    return { isConnected: true, remoteAddress: this.address, wire: this.#session.protocol.name }
  }

  /** Another connection that sends for the device would have closed this one. */
  mayCommand(): boolean {
    return true
  }

  resume(): void {
    this.#pump()
  }

  /** Reads no more; what was cut out already is finished. */
  stopReading(): void {
    this.#isEnding = true
    this.#pause()
  }

  /** Once a second, for all connections: what would otherwise need a timer each. */
  tick(now: number, times: Times): void {
    const reason = this.#timeOut(now, times)
    if (reason) this.close(reason)
    else this.#session.tick(now)
  }

  #timeOut(now: number, { firstLoginMs, idleTimeoutMs }: Times): CloseReason | null {
    const { isWaitingForUs, isIdentified, lastFrameTime } = this.#session
    if (isWaitingForUs || this.#isPaused) return null
    if (this.#hasHungUp) return 'remote'
    if (isIdentified) return now - lastFrameTime > idleTimeoutMs ? 'idle' : null
    return now - this.#openTime > firstLoginMs ? 'noLogin' : null
  }

  /** Nothing more will come. What did come is finished first; `tick` looks whether it is. */
  #hungUp(): void {
    this.#hasHungUp = true
    if (!this.#isPaused && !this.#session.isWaitingForUs) this.close('remote')
  }

  receive(chunk: Uint8Array): void {
    if (this.#isClosed) return
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
    this.#pump()
    if (this.#bytes.length > bounds.heldBytes) this.#pause()
  }

  /** Cuts frames and hands them over while they are taken; then resumes the socket or pauses it. */
  #pump(): void {
    if (this.#isPumping) return
    this.#isPumping = true
    while (this.#isTaking()) if (!this.#cutOne()) break
    if (this.#isTaking()) this.#resume()
    else this.#pause()
    this.#isPumping = false
  }

  #isTaking(): boolean {
    if (this.#isClosed || this.#isEnding || !this.#session.isReady()) return false
    if (this.#context.ingest.hasRoom()) return true
    if (!this.#isWaitingForRoom) {
      this.#isWaitingForRoom = true
      this.#context.ingest.whenRoom(() => {
        this.#isWaitingForRoom = false
        this.#pump()
      })
    }
    return false
  }

  /** @returns false when more bytes are needed */
  #cutOne(): boolean {
    const { protocol, codecSession } = this.#session
    const { frame, consumed, fatal } = protocol.frame(this.#bytes, codecSession)
    const isTooLong = this.#bytes.length > (protocol.maxFrameBytes ?? bounds.incompleteBytes)
    if (fatal || (consumed === 0 && isTooLong)) {
      this.close('incomplete')
      return false
    }
    if (consumed === 0) return false
    this.#bytes = consumed === this.#bytes.length ? nothing : this.#bytes.subarray(consumed)
    if (frame) {
      this.#rubbish = -1
      this.#session.receive(frame, this.#context.now())
    } else this.#countRubbish(consumed)
    return true
  }

  /** `rubbish` is below 0 once there was a frame. */
  #countRubbish(bytes: number): void {
    this.#rubbish += this.#rubbish < 0 ? -bytes : bytes
    if (this.#rubbish > bounds.rubbishBytesAtFirst || this.#rubbish < -bounds.rubbishBytes)
      this.close('rubbish')
  }

  #pause(): void {
    if (this.#isPaused) return
    this.#isPaused = true
    this.#socket.pause()
  }

  #resume(): void {
    if (!this.#isPaused || this.#isEnding) return
    this.#isPaused = false
    this.#socket.resume()
  }

  #closed(reason: CloseReason): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#bytes = nothing
    countClosed(reason)
    this.#session.end(reason)
    this.#onClosed(this)
  }
}
