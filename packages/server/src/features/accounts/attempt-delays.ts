import { setTimeout as sleep } from 'node:timers/promises'

const firstDelayMs = 250
const longestDelayMs = 4_000
/** Of one address at a time, and of all together: each holds a request, and nothing else. */
const mostWaiting = { ofAddress: 20, inAll: 500 }

/** How long an address waits for its answer: twice as long each time a fifth more than the free attempts were made. */
export function delayOf(attempts: number, { freeAttempts }: { freeAttempts: number }): number {
  if (attempts <= freeAttempts) return 0
  const doublings = Math.floor((attempts - freeAttempts) / (freeAttempts / 5))
  return Math.min(longestDelayMs, firstDelayMs * 2 ** doublings)
}

const waiting = new Map<string, number>()
let waitingInAll = 0

/**
 * Waits so long before an address is answered.
 * @param signal aborted when the caller goes away, who then gets no answer
 * @returns false at once when too many requests of this address, or of all, wait already
 */
export async function waitInLine(address: string, delayMs: number, signal: AbortSignal): Promise<boolean> {
  if (delayMs === 0) return true
  const ofAddress = waiting.get(address) ?? 0
  if (ofAddress >= mostWaiting.ofAddress || waitingInAll >= mostWaiting.inAll) return false
  waiting.set(address, ofAddress + 1)
  waitingInAll++
  try {
    await sleep(delayMs, undefined, { signal })
  } finally {
    waitingInAll--
    const left = waiting.get(address)! - 1
    if (left > 0) waiting.set(address, left)
    else waiting.delete(address)
  }
  return true
}
