import { type RefusalName, resultCodes } from '@trackway/core/codes/results.ts'
import { liveClientMessage } from '@trackway/core/live/live.ts'
import type { Log } from '../platform/log.ts'
import type { Socket, Viewer } from './viewer.ts'

/** A connection that has not identified itself by then is closed. */
const watchWithinMs = 10_000
const maxMessageBytes = 4_096
/** Messages a client may send between two of its signs of life; it has little to say. */
const maxMessages = 60

type Message = ReturnType<typeof liveClientMessage.parse>
/** What a client requests to watch, with its token. */
export type WatchRequest = Extract<Message, { type: 'watch' }>

/** A WebSocket as it comes from the HTTP server. */
export interface ClientSocket extends Socket {
  on(event: 'message', listener: (data: Buffer) => void): void
  on(event: 'close' | 'pong', listener: () => void): void
  on(event: 'error', listener: (error: Error) => void): void
}

interface Options {
  log: Log
  now: () => number
  /** @returns the viewer, not yet among those that are sent changes, or why there can be none */
  admit(socket: Socket, request: WatchRequest): Promise<Viewer | RefusalName>
  /** It is sent changes from here on. @returns false if its session has too many viewers already */
  add(viewer: Viewer): boolean
  remove(viewer: Viewer): void
}

/** Handles the messages of a client on its connection, from opening to closing. */
export class ClientConnection {
  readonly #socket: ClientSocket
  readonly #options: Options
  #viewer: Viewer | null = null
  #isAdmitting = false
  #isClosed = false
  #messages = 0
  readonly #late: NodeJS.Timeout

  constructor(socket: ClientSocket, options: Options) {
    this.#socket = socket
    this.#options = options
    this.#late = setTimeout(() => this.#refuse('sessionExpired'), watchWithinMs)
    socket.on('error', () => socket.terminate())
    socket.on('message', (data) => this.#receive(data))
    socket.on('pong', () => {
      this.#messages = 0
      if (this.#viewer) this.#viewer.isAlive = true
    })
    socket.on('close', () => {
      this.#isClosed = true
      clearTimeout(this.#late)
      if (this.#viewer) options.remove(this.#viewer)
    })
  }

  #receive(data: Buffer): void {
    const message = parseMessage(data)
    if (++this.#messages > maxMessages) this.#refuse('tooManyRequests')
    else if (message === null) this.#refuse('invalidInput')
    else this.#answer(message)
  }

  #answer(message: Message): void {
    if (this.#viewer) this.#viewer.isAlive = true
    if (message.type === 'ping') {
      const time = this.#options.now()
      this.#send({ type: 'pong', time: this.#viewer?.upToDateUntil(time) ?? time })
    } else if (!this.#isAdmitting) {
      this.#isAdmitting = true
      this.#watch(message).catch((error) => {
        this.#options.log.warn({ err: error }, 'live connection: database failed')
        // Nothing is refused: the client comes again.
        this.#socket.close(1013)
      })
    }
  }

  async #watch(request: WatchRequest): Promise<void> {
    const { admit, add, remove } = this.#options
    const admitted = await admit(this.#socket, request)
    if (this.#isClosed) return
    clearTimeout(this.#late)
    if (typeof admitted === 'string') return this.#refuse(admitted)
    if (this.#viewer) {
      this.#viewer.leave()
      remove(this.#viewer)
    }
    this.#viewer = null
    if (!add(admitted)) return this.#refuse('tooManyRequests')
    this.#viewer = admitted
    this.#isAdmitting = false
  }

  #refuse(reason: RefusalName): void {
    this.#send({ type: 'refused', code: resultCodes[reason] })
    this.#socket.close(1008)
  }

  #send(message: object): void {
    this.#socket.send(JSON.stringify(message), { binary: false })
  }
}

function parseMessage(data: Buffer): Message | null {
  if (data.length > maxMessageBytes) return null
  try {
    return liveClientMessage.safeParse(JSON.parse(data.toString())).data ?? null
  } catch {
    return null
  }
}
