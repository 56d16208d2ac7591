import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpAnswer, Protocol } from '@trackway/protocols/protocol.ts'
import { newRequest } from '@trackway/protocols/wire/http/request.ts'
import {
  headersOf,
  maxRequestBytes,
  messageBytes,
  methods,
} from '@trackway/protocols/wire/http/request-text.ts'
import { bounds, type CloseReason } from '../bounds.ts'
import type { ConnectionLog } from '../connection-log.ts'
import { endSocket } from '../end-socket.ts'
import { countClosed } from '../metrics.ts'
import type { OpenConnection, SessionContext } from '../session-context.ts'
import { SessionLimits } from '../session-limits.ts'
import type { RequestIntake } from './request-intake.ts'

const retryAfterS = 30

/**
 * A connection of HTTP requests, perhaps of many devices through a proxy. They are taken one after the other, each once
 * the one before is answered, so that those of one device are stored in their order.
 */
export class RequestConnection extends SessionLimits implements OpenConnection {
  readonly address: string
  readonly protocol: Protocol<unknown>
  readonly frames: ConnectionLog
  readonly #socket: Socket
  readonly #context: SessionContext
  readonly #intake: RequestIntake
  readonly #onClosed: (connection: RequestConnection) => void
  /** The request that is taken, and those after it. */
  #waiting = 0
  #lastTaken: Promise<void> = Promise.resolve()
  #response: ServerResponse | null = null
  /** `receiving`: the rest of a request is due; `answering`: an answer is, from us. */
  #phase: 'idle' | 'receiving' | 'answering' = 'idle'
  #phaseTime: number
  #bytesBefore = 0
  #nextSecond: (() => void)[] = []
  /** With which status the rest of what comes is refused. */
  #refusal: number | null = null
  #isStopping = false
  #isClosed = false

  constructor(
    socket: Socket,
    protocol: Protocol<unknown>,
    context: SessionContext,
    intake: RequestIntake,
    onClosed: (connection: RequestConnection) => void,
  ) {
    super(protocol.name, context.now())
    this.#socket = socket
    this.#context = context
    this.#intake = intake
    this.#onClosed = onClosed
    this.#phaseTime = context.now()
    this.protocol = protocol
    this.address = socket.remoteAddress ?? ''
    this.frames = context.frameLog.open(this.address, protocol.name)
    socket.on('close', () => this.#closed('remote'))
  }

  get inFlight(): number {
    return this.#waiting
  }

  /** True while nothing may be read, even where `node:http` resumes the socket. */
  get isHeldBack(): boolean {
    return this.#isStopping || this.#refusal !== null || this.#waiting > bounds.framesInFlight
  }

  /** Once a second, for all connections. */
  tick(now: number): void {
    this.newSecond()
    for (const resume of this.#nextSecond.splice(0)) resume()
    const waitedMs = now - this.#phaseTime
    if (this.#phase === 'answering') {
      // Before the client gives up by itself: it keeps its report.
      if (waitedMs > bounds.answerMs) this.#refuse(503, 'busy')
    } else if (this.#phase === 'receiving') {
      if (waitedMs > bounds.requestMs) this.#refuse(408, 'slow')
    } else if (this.#socket.bytesRead !== this.#bytesBefore) this.#enter('receiving')
    else if (waitedMs > bounds.keepAliveMs) this.close('idle')
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    this.#waiting++
    if (this.#waiting > bounds.requestsWaiting) this.close('incomplete')
    else if (this.isHeldBack) this.#socket.pause()
    this.#lastTaken = this.#lastTaken.then(() => this.#take(request, response))
  }

  /** Refuses all later requests, which cannot be read; those read before are answered first. */
  refuseRest(status: number): void {
    this.#refusal = status
    this.#socket.pause()
    const isOfBody = this.#response?.req.complete === false
    if (this.#waiting === 0 || isOfBody) this.#refuse(status, 'incomplete')
  }

  stopReading(): void {
    this.#isStopping = true
    this.#socket.pause()
  }

  close(reason: CloseReason): void {
    if (this.#isClosed) return
    this.#closed(reason)
    endSocket(this.#socket, reason)
  }

  /** @returns false: the connection is closed, and the client was sent another answer, or none */
  answer(answer: HttpAnswer): boolean {
    if (this.#isClosed || this.#response === null) return false
    send(this.#response, answer)
    return true
  }

  /** Resolves with the next second; never once the connection is closed. */
  nextSecond(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#isClosed) this.#nextSecond.push(resolve)
    })
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#isClosed) return
    this.#response = response
    if (this.#phase === 'idle') this.#enter('receiving')
    if (this.#refusal !== null && !request.complete) return this.#refuse(this.#refusal, 'incomplete')
    if (!methods.includes(request.method ?? '')) return this.#refuse(405, 'incomplete')
    try {
      const body = await bodyOf(request)
      if (this.#isClosed) return
      if (body === null) return this.#refuse(413, 'incomplete')
      if (!this.#context.ingest.hasRoom()) return this.#refuse(503, 'busy')
      this.#enter('answering')
      await this.#handOver(request, body)
    } catch (error) {
      // The client went amid its request.
      if (this.#isClosed || !request.complete) return
      this.#context.log.error({ err: error }, 'a request of a device could not be answered')
      return this.#refuse(500, 'incomplete')
    }
    if (!this.#isClosed) this.#taken()
  }

  async #handOver(
    { method = '', url = '', httpVersion, headers, rawHeaders }: IncomingMessage,
    body: Uint8Array,
  ): Promise<void> {
    this.countFrame()
    while (this.isAtFullRate) await this.nextSecond()
    const request = newRequest(method, url, headers, body)
    const line = `${method} ${url} HTTP/${httpVersion}`
    await this.#intake.take(this, request, messageBytes(line, keptHeaders(rawHeaders, body), body))
  }

  #taken(): void {
    this.#response = null
    this.#waiting--
    if (this.#socket.writableLength > bounds.unsentBytes) this.close('unread')
    if (this.#waiting > 0) this.#enter('receiving')
    else {
      this.#enter('idle')
      if (this.#refusal !== null) this.#refuse(this.#refusal, 'incomplete')
    }
    if (this.#waiting === bounds.framesInFlight && !this.isHeldBack) this.#socket.resume()
  }

  #enter(phase: 'idle' | 'receiving' | 'answering'): void {
    this.#phase = phase
    this.#phaseTime = this.#context.now()
    this.#bytesBefore = this.#socket.bytesRead
  }

  /** Answers why nothing more of the client is taken, and ends the connection. */
  #refuse(status: number, reason: CloseReason): void {
    if (this.#isClosed) return
    const response = this.#response
    if (response === null)
      this.#socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      )
    else if (!response.headersSent) send(response, { status }, true)
    this.close(reason)
  }

  #closed(reason: CloseReason): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const { bytesRead, bytesWritten } = this.#socket
    countClosed(reason)
    this.frames.end(reason, bytesRead, bytesWritten, this.#context.now())
    this.#onClosed(this)
  }
}

/** @returns null for one that is too long; its rest is not read */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxRequestBytes) return null
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    length += part.length
    if (length > maxRequestBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function send(response: ServerResponse, answer: HttpAnswer, isLast = false): void {
  const body = Buffer.from(answer.text ?? '')
  response.sendDate = false
  for (const [name, value] of headersOf(answer, body.length)) response.setHeader(name, value)
  if (answer.status === 405) response.setHeader('Allow', methods.join(', '))
  if (answer.status === 503) response.setHeader('Retry-After', retryAfterS)
  if (isLast) response.setHeader('Connection', 'close')
  response.statusCode = answer.status
  response.end(body)
}

/** Headers as they came, for the log; of a body that came in chunks its length is kept instead. */
function keptHeaders(rawHeaders: readonly string[], body: Uint8Array): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at]!, rawHeaders[at + 1]!]
    const isChunked = name.toLowerCase() === 'transfer-encoding'
    pairs.push(isChunked ? ['Content-Length', String(body.length)] : [name, value])
  }
  return pairs
}
