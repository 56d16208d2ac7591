import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import type { CommandRecord } from '@trackway/core/features/commands/calls.ts'
import type { Frame } from '@trackway/core/features/frames/calls.ts'
import {
  type FleetOverview,
  type LiveClientMessage,
  type LiveServerMessage,
  livePath,
  liveServerMessage,
} from '@trackway/core/live/live.ts'
import { type LiveUpdate, readUpdates, type SnapshotState } from '@trackway/core/live/live-updates.ts'
import { urlOf } from '../web-paths.ts'

export type LiveStatus =
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** The connection is there, and the server says that what is shown may be old since then. */
  | { kind: 'stale'; since: number }
  /** The connection is lost; the next attempt is made at `retryTime`. */
  | { kind: 'paused'; retryTime: number }

export interface LiveHandlers {
  onSnapshot?(overview: FleetOverview): void
  onSnapshotStates?(states: SnapshotState[]): void
  onComplete?(): void
  onStates?(states: LiveUpdate[]): void
  /** Without ids: the snapshot has to be read anew. */
  onDevicesChanged?(ids: number[] | undefined): void
  /** Alarms as they are now. @param isMore there are others that changed */
  onAlarms?(episodes: AlarmEpisode[], isMore: boolean): void
  /** Commands as they are now. @param isMore there are others that changed */
  onCommands?(commands: CommandRecord[], isMore: boolean): void
  /** Frames of the devices that are watched, oldest first. @param missed so many more came */
  onFrames?(frames: Frame[], missed: number): void
  /** The server sends changes from here on. @param time of the server, epoch ms */
  onWatching?(time: number): void
  onStatus?(status: LiveStatus): void
  onRefused(code: number): void
}

interface LiveOptions extends LiveHandlers {
  token: string
  userId: number | undefined
  /** `alarms`: alarms and commands are sent, and no devices. `commands`: nothing but those. `frames`: nothing but the frames of `terminalIDs`. */
  only?: 'alarms' | 'commands' | 'frames'
  terminalIDs?: string[]
}

const retryAfterMs = [1000, 2000, 4000, 8000, 16_000, 30_000]
const pingEveryMs = 20_000
/** Longer silence than two pings: the connection is dead, though no close event came. */
const silenceMs = 45_000
/** A page in the background gives its connection back after this long. */
const hiddenMs = 5 * 60_000

/**
 * Keeps the live connection up: reads the snapshot, then what changes, and resumes where it broke off, so that no state
 * is missed.
 */
export class LiveConnection {
  readonly #options: LiveOptions
  #socket: WebSocket | null = null
  /** Up to when everything is known; null: the snapshot is not whole yet. */
  #since: number | null = null
  #failures = 0
  #isClosed = false
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined
  readonly #heartbeat: ReturnType<typeof setInterval>
  #heardTime = 0

  constructor(options: LiveOptions) {
    this.#options = options
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

  /** Reads the snapshot anew. */
  readonly restart = (): void => {
    this.#since = null
    this.#watch()
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
    this.#options.onStatus?.({ kind: 'connecting' })
    const url = urlOf(livePath)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(url.href)
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    this.#heardTime = Date.now()
    socket.onopen = () => this.#watch()
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

  #watch(): void {
    const { token, userId, only, terminalIDs } = this.#options
    const from = this.#since === null ? { snapshot: true } : { since: this.#since }
    this.#send({
      type: 'watch',
      token,
      ...(only ? { only } : from),
      ...(userId !== undefined && { userId }),
      ...(terminalIDs && { terminalIDs }),
    })
  }

  #receiveStates(data: ArrayBuffer): void {
    const updates = readUpdates(new Uint8Array(data))
    if (updates?.kind === 'snapshot') this.#options.onSnapshotStates?.(updates.states)
    else if (updates) {
      if (this.#since !== null) this.#since = updates.time
      this.#options.onStates?.(updates.states)
    }
  }

  #receive(text: string): void {
    const message = readMessage(text)
    if (!message) return
    if (message.type === 'refused') {
      this.close()
      this.#options.onRefused(message.code)
      return
    }
    if (message.type === 'snapshot') this.#options.onSnapshot?.(message)
    else if (message.type === 'complete') {
      this.#since = message.time
      this.#options.onComplete?.()
    } else if (message.type === 'watching') {
      this.#failures = 0
      this.#options.onStatus?.({ kind: 'live' })
      this.#options.onWatching?.(message.time)
    } else if (message.type === 'stale')
      this.#options.onStatus?.(
        message.since === null ? { kind: 'live' } : { kind: 'stale', since: message.since },
      )
    else if (message.type === 'alarms') this.#options.onAlarms?.(message.alarms, message.isMore)
    else if (message.type === 'commands') this.#options.onCommands?.(message.commands, message.isMore)
    else if (message.type === 'frames') this.#options.onFrames?.(message.frames, message.missed)
    else if (message.type === 'devicesChanged') this.#options.onDevicesChanged?.(message.ids)
  }

  #lost(): void {
    this.#drop()
    if (this.#isClosed) return
    const waitMs = retryAfterMs[Math.min(this.#failures, retryAfterMs.length - 1)]!
    this.#failures++
    this.#options.onStatus?.({ kind: 'paused', retryTime: Date.now() + waitMs })
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

  /** The browser reports a cut cable long before the ping timeout does. */
  readonly #onOffline = (): void => {
    if (this.#socket) this.#lost()
  }

  readonly #onVisibility = (): void => {
    clearTimeout(this.#hiddenTimer)
    // Alarms sound also while another tab is in front.
    if (document.hidden && this.#options.only !== 'alarms')
      this.#hiddenTimer = setTimeout(() => this.#drop(), hiddenMs)
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
