/** What a session asks the database before it goes on: one question at a time, asked again where there was no answer. */
export class PendingQuestion {
  #ask: (() => Promise<() => void>) | null = null
  /** The database did not answer; asked again in a while. */
  #isDue = false

  get isWaiting(): boolean {
    return this.#ask !== null
  }

  /** @param ask resolves to what is done with the answer */
  start(ask: () => Promise<() => void>): void {
    this.#ask = ask
    ask().then(
      (use) => {
        // The session may have ended in the meantime.
        if (this.#ask !== ask) return
        this.#ask = null
        use()
      },
      () => {
        this.#isDue = this.#ask === ask
      },
    )
  }

  /** Asks again where the database did not answer. */
  retry(): void {
    if (!this.#isDue || this.#ask === null) return
    this.#isDue = false
    this.start(this.#ask)
  }

  cancel(): void {
    this.#ask = null
  }
}
