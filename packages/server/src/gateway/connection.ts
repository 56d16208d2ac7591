import type { Socket } from 'node:net'
import { detectProtocol } from '@trackway/protocols/detect.ts'
import type { Protocol } from '@trackway/protocols/protocol.ts'
import { protocols } from '@trackway/protocols/registry.ts'
import { bounds, type CloseReason } from './bounds.ts'
import { DeviceSession } from './device-session.ts'
import { countClosed } from './metrics.ts'
import { isOverHttp, requestAnswers } from './requests.ts'
import type { SessionContext, Transport } from './session-context.ts'

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
  readonly #socket: Socket
  readonly #context: SessionContext
  readonly #onClosed: (connection: Connection) => void
  readonly #openTime: number
  /** Null on the detecting port until the first bytes have told. */
  #session: DeviceSession | null = null
  /** Received, not yet cut. */
  #bytes: Uint8Array = nothing
  #rubbish = 0
  /** When the first byte came of what is not cut yet, or the last frame was cut. */
  #waitsSince: number
  #isPaused = false
  #isWaitingForRoom = false
  #isPumping = false
  #isClosed = false
  #isEnding = false
  #hasHungUp = false

  /** @param protocol of the port; null: the first bytes tell */
  constructor(
    socket: Socket,
    protocol: Protocol<unknown> | null,
    context: SessionContext,
    onClosed: (connection: Connection) => void,
  ) {
    this.#socket = socket
    this.#context = context
    this.#onClosed = onClosed
    this.address = socket.remoteAddress ?? ''
    this.#openTime = context.now()
    this.#waitsSince = this.#openTime
    if (protocol) this.#speak(protocol)
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('end', () => this.#hungUp())
    socket.on('close', () => this.#closed('remote'))
    // Whatever went wrong, `close` follows.
    socket.on('error', () => {})
  }

  /** Over HTTP each request stands for itself. */
  get isConnection(): boolean {
    return !this.#isHttp
  }

  get bytesReceived(): number {
    return this.#socket.bytesRead
  }

  get bytesSent(): number {
    return this.#socket.bytesWritten
  }

  get inFlight(): number {
    return this.#session?.inFlight ?? 0
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
    this.#socket.destroySoon()
    // A device that neither reads nor ends would keep the socket for ever.
    if (reason === 'unread') this.#socket.destroy()
  }

  goOn(): void {
    this.#pump()
  }

  /** Reads no more; what was cut out already is finished. */
  stopReading(): void {
    this.#isEnding = true
    this.#pause()
  }

  /** Once a second, for all connections: what would otherwise need a timer each. */
  tick(now: number, times: Times): void {
    const reason = this.#isHttp ? this.#requestTimeOut(now) : this.#timeOut(now, times)
    if (reason) this.close(reason)
    else this.#session?.tick(now)
  }

  #timeOut(now: number, { firstLoginMs, idleTimeoutMs }: Times): CloseReason | null {
    const session = this.#session
    if (session?.isWaitingForUs || this.#isPaused) return null
    if (this.#hasHungUp) return 'remote'
    if (session?.isIdentified) return now - session.lastFrameTime > idleTimeoutMs ? 'idle' : null
    return now - this.#openTime > firstLoginMs ? 'noLogin' : null
  }

  get #isHttp(): boolean {
    return this.#session !== null && isOverHttp(this.#session.protocol)
  }

  #requestTimeOut(now: number): CloseReason | null {
    const waitedMs = now - this.#waitsSince
    if (this.#session?.isWaitingForUs) {
      if (waitedMs > bounds.answerMs) this.#answerAndClose('busy')
      return null
    }
    if (this.#hasHungUp) return 'remote'
    if (this.#bytes.length === 0) return waitedMs > bounds.keepAliveMs ? 'idle' : null
    if (waitedMs > bounds.requestMs && !this.#isPaused) this.#answerAndClose('slow')
    return null
  }

  /** Tells the client of an HTTP request why it is not taken. */
  #answerAndClose(reason: 'busy' | 'slow' | 'incomplete'): void {
    this.send(requestAnswers[reason === 'incomplete' ? 'notRead' : reason])
    this.close(reason)
  }

  /** Nothing more will come. What did come is finished first; `tick` looks whether it is. */
  #hungUp(): void {
    this.#hasHungUp = true
    if (!this.#isPaused && !this.#session?.isWaitingForUs) this.close('remote')
  }

  #speak(protocol: Protocol<unknown>): DeviceSession {
    this.#session = new DeviceSession(protocol, this, this.#context)
    return this.#session
  }

  #receive(chunk: Buffer): void {
    if (this.#isClosed) return
    if (this.#bytes.length === 0) this.#waitsSince = this.#context.now()
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
    this.#pump()
    if (this.#bytes.length > bounds.heldBytes) this.#pause()
  }

  /** Cuts and hands over as long as frames are taken; then lets the socket run or stops it. */
  #pump(): void {
    if (this.#isPumping) return
    this.#isPumping = true
    const session = this.#session ?? this.#detect()
    if (session) {
      while (this.#isTaking(session)) if (!this.#cutOne(session)) break
      if (this.#isTaking(session)) this.#resume()
      else this.#pause()
    }
    this.#isPumping = false
  }

  #isTaking(session: DeviceSession): boolean {
    if (this.#isClosed || this.#isEnding || !session.isReady()) return false
    if (this.#context.ingest.hasRoom()) return true
    if (this.#isHttp) {
      if (this.#bytes.length > 0) this.#answerAndClose('busy')
      return false
    }
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
  #cutOne(session: DeviceSession): boolean {
    const { frame, consumed, fatal } = session.protocol.frame(this.#bytes, session.codecSession)
    if (fatal) {
      if (this.#isHttp) this.#answerAndClose('incomplete')
      else this.close('incomplete')
      return false
    }
    if (consumed === 0) {
      if (this.#bytes.length > (session.protocol.maxFrameBytes ?? bounds.incompleteBytes) && !this.#isHttp)
        this.close('incomplete')
      return false
    }
    this.#waitsSince = this.#context.now()
    this.#bytes = consumed === this.#bytes.length ? nothing : this.#bytes.subarray(consumed)
    if (frame) {
      this.#rubbish = -1
      session.receive(frame, this.#context.now())
    } else this.#countRubbish(consumed)
    return true
  }

  /** `rubbish` is below 0 once there was a frame. */
  #countRubbish(bytes: number): void {
    this.#rubbish += this.#rubbish < 0 ? -bytes : bytes
    if (this.#rubbish > bounds.rubbishBytesAtFirst || this.#rubbish < -bounds.rubbishBytes)
      this.close('rubbish')
  }

  #detect(): DeviceSession | null {
    const detected = detectProtocol(this.#bytes, protocols)
    if (typeof detected !== 'string') return this.#speak(detected.protocol)
    if (detected === 'none' || this.#bytes.length > bounds.detectBytes) this.close('undetected')
    return null
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
    this.#session?.end(reason)
    this.#onClosed(this)
  }
}
