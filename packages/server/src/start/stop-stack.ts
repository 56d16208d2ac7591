import { StartError } from '../platform/start-error.ts'

/** What was started, to be stopped in the opposite order; also while the start still goes on. */
export class StopStack {
  readonly #stops: (() => Promise<unknown>)[] = []
  #isStopped = false

  /** @throws {StartError} when everything was stopped meanwhile: then this is stopped at once */
  async add(stop: () => Promise<unknown>): Promise<void> {
    if (!this.#isStopped) {
      this.#stops.push(stop)
      return
    }
    await stop()
    throw new StartError('Stopped before it was ready.')
  }

  async stopAll(): Promise<void> {
    this.#isStopped = true
    for (const stop of this.#stops.splice(0).reverse()) await stop()
  }
}
