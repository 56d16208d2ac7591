import type { LiveServerMessage } from '@trackway/core/live/live.ts'
import { onTestFinished, vi } from 'vitest'

/** A socket without a network: a test opens it, speaks for the server, and reads what was sent. */
export class FakeSocket {
  static readonly OPEN = 1
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | null = null
  onclose: (() => void) | null = null

  open(): void {
    this.readyState = 1
    this.onopen?.()
  }

  emit(message: LiveServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.readyState = 3
  }
}

/** @returns the sockets that the page opens until the test is over */
export function startFakeSockets(): FakeSocket[] {
  const sockets: FakeSocket[] = []
  vi.stubGlobal(
    'WebSocket',
    class extends FakeSocket {
      constructor() {
        super()
        sockets.push(this)
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return sockets
}

/** Fakes the page where there is no browser, with time that the test advances. @returns the sockets it opens */
export function startFakePage(now: number): FakeSocket[] {
  vi.useFakeTimers({ now })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('location', { href: 'https://trackway.example/index/home' })
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  onTestFinished(() => void vi.useRealTimers())
  return startFakeSockets()
}
