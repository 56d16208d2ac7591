import {
  type LiveClientMessage,
  type LiveServerMessage,
  livePath,
  liveServerMessage,
} from '@trackway/core/api/live.ts'
import { type LiveUpdate, readUpdates } from '@trackway/core/live-record/live-updates.ts'

export type LiveStatus =
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** The connection is lost; the next attempt is made at `retryTime`. */
  | { kind: 'paused'; retryTime: number }

export interface LiveHandlers {
  onStates(states: LiveUpdate[]): void
  onDevicesChanged(): void
  onStatus(status: LiveStatus): void
  onRefused(code: number): void
}

interface LiveOptions extends LiveHandlers {
  token: string
  userId: number | undefined
  /** Server time of the snapshot that was read; what changed since then is sent first. */
  since: number
  /** For tests. */
  open?: (url: string) => WebSocket
}

const retryAfterMs = [1000, 2000, 4000, 8000, 16_000, 30_000]
const pingEveryMs = 20_000
/** Longer silence than two pings: the line is dead, though nobody said so. */
const silenceMs = 45_000
/** A page in the background gives its connection back after this long. */
const hiddenMs = 5 * 60_000

/** Keeps the live connection up, and resumes it where it broke off, so that no state is missed. */
export class LiveConnection {
  readonly #options: LiveOptions
  #socket: WebSocket | null = null
  #since: number
  #failures = 0
  #isClosed = false
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined
  readonly #heartbeat: ReturnType<typeof setInterval>
  #heardTime = 0

  constructor(options: LiveOptions) {
    this.#options = options
    this.#since = options.since
    this.#heartbeat = setInterval(() => this.#beat(), pingEveryMs)
    document.addEventListener('visibilitychange', this.#onVisibility)
    addEventListener('online', this.retry)
    addEventListener('offline', this.#onOffline)
    this.#connect()
  }

  /** Tries again now instead of at `retryTime`. */
  readonly retry = (): void => {
    if (this.#isClosed || this.#socket) return
    clearTimeout(this.#retryTimer)
    this.#connect()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#hiddenTimer)
    clearInterval(this.#heartbeat)
    document.removeEventListener('visibilitychange', this.#onVisibility)
    removeEventListener('online', this.retry)
    removeEventListener('offline', this.#onOffline)
    this.#drop()
  }

  #connect(): void {
    this.#options.onStatus({ kind: 'connecting' })
    const url = new URL(livePath, location.href)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const open = this.#options.open ?? ((address) => new WebSocket(address))
    const socket = open(url.href)
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    this.#heardTime = Date.now()
    socket.onopen = () => {
      const { token, userId } = this.#options
      this.#send({ type: 'watch', token, since: this.#since, ...(userId !== undefined && { userId }) })
    }
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return
      this.#heardTime = Date.now()
      if (data instanceof ArrayBuffer) this.#receiveStates(data)
      else this.#receive(String(data))
    }
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost()
    }
  }

  #receiveStates(data: ArrayBuffer): void {
    const updates = readUpdates(new Uint8Array(data))
    if (!updates) return
    this.#since = updates.time
    this.#options.onStates(updates.states)
  }

  #receive(text: string): void {
    const message = readMessage(text)
    if (!message) return
    if (message.type === 'refused') {
      this.close()
      this.#options.onRefused(message.code)
      return
    }
    // A pong may overtake states that are still being gathered; only what was sent counts as had.
    if (message.type !== 'pong') this.#since = message.time
    if (message.type === 'watching') {
      this.#failures = 0
      this.#options.onStatus({ kind: 'live' })
    } else if (message.type === 'devicesChanged') this.#options.onDevicesChanged()
  }

  #lost(): void {
    this.#drop()
    if (this.#isClosed) return
    const waitMs = retryAfterMs[Math.min(this.#failures, retryAfterMs.length - 1)]!
    this.#failures++
    this.#options.onStatus({ kind: 'paused', retryTime: Date.now() + waitMs })
    this.#retryTimer = setTimeout(() => this.#connect(), waitMs)
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }

  #beat(): void {
    if (!this.#socket) return
    if (Date.now() - this.#heardTime > silenceMs) this.#lost()
    else this.#send({ type: 'ping' })
  }

  #send(message: LiveClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** The browser knows of a cut cable long before the silence tells. */
  readonly #onOffline = (): void => {
    if (this.#socket) this.#lost()
  }

  readonly #onVisibility = (): void => {
    clearTimeout(this.#hiddenTimer)
    if (document.hidden) this.#hiddenTimer = setTimeout(() => this.#drop(), hiddenMs)
    else this.retry()
  }
}

function readMessage(text: string): LiveServerMessage | null {
  try {
    return liveServerMessage.parse(JSON.parse(text))
  } catch {
    return null
  }
}
