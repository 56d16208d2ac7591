/** What a session asks the database before it goes on; asked again where there was no answer. */
export class RetryingLookup {
  readonly #ask: () => Promise<() => void>
  /** The database did not answer; it is asked again in a while. */
  #isDue = false

  /** @param ask resolves to what is done with the answer; rejects where there was none */
  constructor(ask: () => Promise<() => void>) {
    this.#ask = ask
    this.#start()
  }

  /** Asks again where the database did not answer. */
  retry(): void {
    if (!this.#isDue) return
    this.#isDue = false
    this.#start()
  }

  #start(): void {
    this.#ask().then(
      (use) => use(),
      () => {
        this.#isDue = true
      },
    )
  }
}
