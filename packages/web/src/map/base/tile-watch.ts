import type TileSource from 'ol/source/Tile'

/** So many tiles may fail while none arrives, within this time, before the map counts as unreachable. */
const mostFailures = 8
const windowMs = 10_000

/** Notices that a provider's tiles do not come, by failures only: a slow line is no failure. */
export class TileWatch {
  readonly #onFailure: () => void
  #failures: number[] = []
  #isStopped = false

  constructor(onFailure: () => void) {
    this.#onFailure = onFailure
  }

  add(source: TileSource): void {
    source.on('tileloadend' as 'change', () => this.succeeded())
    source.on('tileloaderror' as 'change', () => this.failed(performance.now()))
    // Google's source fails before it requests a tile.
    source.on('change', () => source.getState() === 'error' && this.#giveUp())
  }

  succeeded(): void {
    this.#failures = []
  }

  failed(nowMs: number): void {
    this.#failures = [...this.#failures.filter((time) => nowMs - time < windowMs), nowMs]
    if (this.#failures.length >= mostFailures) this.#giveUp()
  }

  stop(): void {
    this.#isStopped = true
  }

  #giveUp(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#onFailure()
  }
}
