/** What comes within this time is shown together. */
const gatherMs = 50
/** While days arrive, the page is drawn again no more often, of however many devices they are. */
const intervalMs = 800

/** When a page that shows what arrives is drawn again. */
export class RenewalThrottle {
  readonly #renew: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #renewedAtMs = Number.NEGATIVE_INFINITY

  constructor(renew: () => void) {
    this.#renew = renew
  }

  /** Something has arrived. @param isUrgent people wait for it: the first of a device, or how it ended */
  fetchBlocks(isUrgent: boolean): void {
    if (isUrgent) this.stop()
    else if (this.#timer !== undefined) return
    const restMs = this.#renewedAtMs + intervalMs - performance.now()
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#renewedAtMs = performance.now()
        this.#renew()
      },
      isUrgent ? gatherMs : Math.max(gatherMs, restMs),
    )
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
