import { bounds } from '../bounds.ts'

interface Change {
  time: number
  /** Remote address that sent for the device before. */
  from: string
}

/**
 * How often each device changed hands lately: another connection sent for it while the one before was not closed. The
 * new one wins, for a device whose connection broke must get in again at once; but with a limit, and a return
 * to an address that lost the device before is not one device on its way through networks.
 */
export class Takeovers {
  /** By device, the latest change at the end. */
  readonly #changes = new Map<number, Change[]>()

  /** May the device change hands once more, from a connection that last sent a frame then? */
  isFree(deviceId: number, lastFrameTime: number, now: number): boolean {
    if (now - lastFrameTime > bounds.takeoverSilenceMs) return true
    return this.#recent(deviceId, now).length < bounds.takeovers
  }

  /** @returns whether two addresses send for it in turn */
  changed(deviceId: number, from: string, to: string, now: number): boolean {
    const changes = this.#recent(deviceId, now)
    this.#changes.delete(deviceId)
    this.#changes.set(deviceId, [...changes, { time: now, from }].slice(-bounds.takeovers))
    this.#forgetOld(now)
    return from !== to && changes.some((change) => change.from === to)
  }

  #recent(deviceId: number, now: number): Change[] {
    const changes = this.#changes.get(deviceId) ?? []
    return changes.filter(({ time }) => now - time < bounds.takeoverWindowMs)
  }

  #forgetOld(now: number): void {
    for (const [deviceId, changes] of this.#changes) {
      if (now - changes.at(-1)!.time < bounds.takeoverWindowMs) return
      this.#changes.delete(deviceId)
    }
  }
}
