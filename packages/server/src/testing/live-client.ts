import { type LiveServerMessage, livePath, liveServerMessage } from '@trackway/core/live/live.ts'
import { type LiveUpdate, readUpdates } from '@trackway/core/live/live-updates.ts'
import { expect } from 'vitest'
import { patience } from './patience.ts'

/** A watching client that keeps what it received. */
export class LiveClient {
  readonly messages: (LiveServerMessage | { type: 'states'; time: number })[] = []
  /** The latest state of each device. */
  readonly states = new Map<number, LiveUpdate>()
  isClosed = false
  readonly #socket: WebSocket

  /** @param serverUrl `http://host:port` @param cookie as a browser sends it */
  constructor(serverUrl: string, cookie?: string) {
    const options = { headers: cookie === undefined ? {} : { cookie } }
    // What Node takes beyond the standard is not in the type.
    this.#socket = new WebSocket(serverUrl.replace('http', 'ws') + livePath, options as never)
    this.#socket.onclose = () => {
      this.isClosed = true
    }
    this.#socket.binaryType = 'arraybuffer'
    this.#socket.onmessage = ({ data }) => {
      if (typeof data === 'string') return this.messages.push(liveServerMessage.parse(JSON.parse(data)))
      const { time, states } = readUpdates(new Uint8Array(data))!
      this.messages.push({ type: 'states', time })
      for (const state of states) {
        const before = this.states.get(state.id)
        const readings = { ...before?.readings, ...state.readings }
        this.states.set(state.id, { ...before, ...state, readings })
      }
    }
  }

  get lastTime(): number {
    return Math.max(...this.messages.map((message) => ('time' in message ? message.time : 0)))
  }

  async send(message: object | string): Promise<void> {
    await expect.poll(() => this.#socket.readyState).toBe(WebSocket.OPEN)
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  async receives(type: LiveServerMessage['type'] | 'states', within = patience.waitMs) {
    await expect.poll(() => this.messages.some((each) => each.type === type), { timeout: within }).toBe(true)
    return this.messages.findLast((each) => each.type === type)!
  }

  close(): void {
    this.#socket.close()
  }
}
