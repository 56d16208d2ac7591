/** A query that a session needs before it goes on; repeated where the database did not answer. */
export class RetryingLookup {
  readonly #lookUp: () => Promise<() => void>
  /** The database did not answer; the query is repeated in a while. */
  #isDue = false

  /** @param lookUp resolves to what is done with the answer; rejects where there was none */
  constructor(lookUp: () => Promise<() => void>) {
    this.#lookUp = lookUp
    this.#start()
  }

  /** Repeats the query where the database did not answer. */
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
