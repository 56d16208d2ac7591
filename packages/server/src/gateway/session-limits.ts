import type { Message, WireProtocol } from '@trackway/protocols/protocol.ts'
import { bounds, type CloseReason } from './bounds.ts'
import { countMessage, problemsTotal } from './metrics.ts'

const dayMs = 86_400_000
/** Longest wait for parts of a message: `due` is called for this time after a part came. */
const partsDueMs = 150_000

/**
 * Counts what a connection sends and holds it against the bounds. Methods that return a reason say that it is to be
 * closed. A base class and no member: thousands of idle connections have one object less each.
 */
export class SessionLimits {
  readonly #wire: WireProtocol
  #framesThisSecond = 0
  /** The old day that was reported last, and how many changes to another one are still to be waited for. */
  #oldDay = 0
  #oldDays = 0
  #unidentified = 0
  #malformedInARow = 0
  #unknownIds = 0
  #unproved = 0
  #partsDueUntil = 0
  /** When the last good frame came, or the session began. */
  lastFrameTime: number

  constructor(wire: WireProtocol, now: number) {
    this.#wire = wire
    this.lastFrameTime = now
  }

  get isAtFullRate(): boolean {
    return this.#framesThisSecond >= bounds.framesPerSecond || this.#oldDays >= bounds.oldDaysPerSecond
  }

  countFrame(): void {
    this.#framesThisSecond++
  }

  newSecond(): void {
    this.#framesThisSecond = 0
    this.#oldDays = Math.max(0, this.#oldDays - bounds.oldDaysPerSecond)
  }

  /** May parts of a message still be missing? */
  isPartDue(now: number): boolean {
    return now < this.#partsDueUntil
  }

  countMessage({ kind, problem, reports }: Message, receivedTime: number): CloseReason | null {
    countMessage(this.#wire, kind)
    if (problem !== undefined) problemsTotal.inc({ wire: this.#wire, problem })
    if (kind === 'malformed') {
      return ++this.#malformedInARow >= bounds.malformedInARow ? 'malformed' : null
    }
    this.#malformedInARow = 0
    this.lastFrameTime = receivedTime
    for (const { fixTime } of reports) if (fixTime !== null) this.#countOldDay(fixTime, receivedTime)
    if (kind === 'part') this.#partsDueUntil = receivedTime + partsDueMs
    return null
  }

  /** Each old day is packed and its trips are found anew, for one report as for thousands. */
  #countOldDay(fixTime: number, receivedTime: number): void {
    if (receivedTime - fixTime < bounds.oldReportMs) return
    const day = Math.floor(fixTime / dayMs)
    if (day !== this.#oldDay) this.#oldDays++
    this.#oldDay = day
  }

  /** A message came before any device was identified. */
  countUnidentified({ kind }: Message): CloseReason | null {
    if (kind === 'malformed') return null
    return ++this.#unidentified >= bounds.framesBeforeLogin ? 'beforeLogin' : null
  }

  countUnproved(): CloseReason | null {
    return ++this.#unproved >= bounds.unproved ? 'unproved' : null
  }

  countUnknown(): CloseReason | null {
    return ++this.#unknownIds >= bounds.unknownPerConnection ? 'unknown' : null
  }
}
