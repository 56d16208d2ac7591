import { setTimeout as sleep } from 'node:timers/promises'

/** Questions wait no longer than this for their turn; those that would have to are for somebody else. */
const longestQueueMs = 60_000

/** Lets so many pass a second, one after the other, evenly. */
export function createRateLimit(perSecond: number, signal: AbortSignal) {
  const intervalMs = 1000 / perSecond
  let nextTime = 0
  return {
    /** @returns false, at once, where the queue is too long. @throws when the signal is aborted meanwhile */
    async take(): Promise<boolean> {
      const now = performance.now()
      const turn = Math.max(now, nextTime)
      if (turn - now > longestQueueMs) return false
      nextTime = turn + intervalMs
      if (turn > now) await sleep(turn - now, undefined, { signal })
      return true
    },
  }
}
