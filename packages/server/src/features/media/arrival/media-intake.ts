import type { MediaPiece } from '@trackway/protocols/protocol.ts'
import type pg from 'pg'
import { Counter } from 'prom-client'
import { commitFailureOf } from '../../../ingest/commit-failure.ts'
import type { Log } from '../../../platform/log.ts'
import { mediaBounds } from '../bounds.ts'
import { type PieceOutcome, storePieces } from './store-pieces.ts'

const piecesTotal = new Counter({
  name: 'trackway_media_pieces_total',
  help: 'Pieces of pictures, sound and video from devices, by what became of them.',
  labelNames: ['outcome'],
})

interface WaitingPiece {
  piece: MediaPiece
  receivedTime: number
  settled(outcome: PieceOutcome): void
}

/** Devices whose pieces are stored at the same time. */
const writers = 3
/** Pieces that one transaction stores. */
const piecesAtOnce = 64
const retryMs = 1_000

/**
 * Stores pieces of files that devices hand over: those of a device one after the other, so many at once as have come
 * meanwhile. While the database is away they wait, unanswered; devices stop once their frames in flight are used up.
 */
export class MediaIntake {
  readonly #pool: pg.Pool
  readonly #log: Log
  /** By device, in the order of the first that waits. */
  readonly #waiting = new Map<number, WaitingPiece[]>()
  readonly #busy = new Set<number>()
  #waitingBytes = 0
  #isClosed = false

  constructor({ pool, log }: { pool: pg.Pool; log: Log }) {
    this.#pool = pool
    this.#log = log
  }

  /** `settled` is called once the piece is durable, or was refused. */
  take(deviceId: number, waiting: WaitingPiece): void {
    const { length } = waiting.piece.bytes
    if (this.#isClosed || this.#waitingBytes + length > mediaBounds.waitingBytes) {
      settle(waiting, { kind: 'refused' })
      return
    }
    this.#waitingBytes += length
    const others = this.#waiting.get(deviceId)
    if (others === undefined) this.#waiting.set(deviceId, [waiting])
    else others.push(waiting)
    this.#startNext()
  }

  /** What waits is given up: nobody is told that it was stored. */
  close(): void {
    this.#isClosed = true
    this.#waiting.clear()
  }

  #startNext(): void {
    if (this.#busy.size >= writers) return
    for (const deviceId of this.#waiting.keys()) {
      if (this.#busy.has(deviceId)) continue
      this.#busy.add(deviceId)
      void this.#store(deviceId)
      if (this.#busy.size >= writers) return
    }
  }

  async #store(deviceId: number): Promise<void> {
    const all = this.#waiting.get(deviceId) ?? []
    const pieces = all.splice(0, piecesAtOnce)
    if (all.length === 0) this.#waiting.delete(deviceId)
    const outcomes = await this.#tryToStore(deviceId, pieces)
    this.#busy.delete(deviceId)
    for (const [at, waiting] of pieces.entries()) {
      this.#waitingBytes -= waiting.piece.bytes.length
      if (outcomes !== null) settle(waiting, outcomes[at]!)
    }
    this.#startNext()
  }

  /** Null: the process ends, and nothing is known of them. */
  async #tryToStore(deviceId: number, pieces: readonly WaitingPiece[]): Promise<PieceOutcome[] | null> {
    while (!this.#isClosed) {
      try {
        return await storePieces(this.#pool, deviceId, pieces)
      } catch (error) {
        const isOver = commitFailureOf(error) !== 'wait'
        this.#log.warn({ err: error, deviceId, isOver }, 'pieces of a file could not be stored')
        if (isOver) return pieces.map(() => ({ kind: 'refused' }))
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
      }
    }
    return null
  }
}

function settle(waiting: WaitingPiece, outcome: PieceOutcome): void {
  piecesTotal.inc({ outcome: outcome.kind })
  waiting.settled(outcome)
}
