import { StartError } from '../platform/start-error.ts'

const stoppedBefore = 'Stopped before it was ready.'

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
    throw new StartError(stoppedBefore)
  }

  /**
   * Runs a start; what it started is stopped again where it fails.
   * @throws {StartError} also where it stumbled over something that a stop had ended meanwhile
   */
  async during<T>(start: () => Promise<T>): Promise<T> {
    try {
      return await start()
    } catch (error) {
      const wasStopped = this.#isStopped
      await this.stopAll()
      throw wasStopped ? new StartError(stoppedBefore, { cause: error }) : error
    }
  }

  async stopAll(): Promise<void> {
    this.#isStopped = true
    for (const stop of this.#stops.splice(0).reverse()) await stop()
  }
}
