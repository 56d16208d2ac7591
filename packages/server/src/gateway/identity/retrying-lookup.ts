/** What a session asks the database before it goes on; asked again where there was no answer. */
export class RetryingLookup {
  readonly #lookUp: () => Promise<() => void>
  /** The database did not answer; it is asked again in a while. */
  #isDue = false

  /** @param lookUp resolves to what is done with the answer; rejects where there was none */
  constructor(lookUp: () => Promise<() => void>) {
    this.#lookUp = lookUp
    this.#start()
  }

  /** Asks again where the database did not answer. */
  retry(): void {
    if (!this.#isDue) return
    this.#isDue = false
    this.#start()
  }

  #start(): void {
    this.#lookUp().then(
      (use) => use(),
      () => {
        this.#isDue = true
      },
    )
  }
}
