import type { Extra, MediaPiece, Message, Report } from '@trackway/protocols/protocol.ts'
import type { KnownDevice } from '../features/devices/device-registry.ts'
import type { IngestItem, Outcome, Presence } from '../ingest/ingest-item.ts'

/** Queues whose frames settled in this turn of the event loop. */
let due: ReplyQueue[] = []

/**
 * The frames of a session whose replies are not sent, in the order of arrival. A base class and no member: thousands of
 * idle connections have one object less each.
 */
export abstract class ReplyQueue {
  /** Linked by `next`: an array for each session would be made anew for almost every frame. */
  #first: PendingFrame | null = null
  #last: PendingFrame | null = null
  #length = 0
  #isDue = false

  /** Called when replies can be taken; once for all frames of a commit, so that they leave in one write. */
  protected abstract sendReplies(): void

  /** Stores the piece of a file that a committed frame holds, and calls `finished` of the frame. */
  abstract storeMedia(frame: PendingFrame, piece: MediaPiece): void

  get inFlight(): number {
    return this.#length
  }

  protected addPending(frame: PendingFrame): void {
    if (this.#last === null) this.#first = frame
    else this.#last.next = frame
    this.#last = frame
    this.#length++
  }

  /** Called by the frames themselves. */
  frameSettled(): void {
    if (this.#isDue) return
    this.#isDue = true
    if (due.length === 0) queueMicrotask(callAllDue)
    due.push(this)
  }

  callDue(): void {
    this.#isDue = false
    this.sendReplies()
  }

  /** The replies of all frames that are committed, up to the first one that is not; null: none. */
  protected takeReplies(): Uint8Array | null {
    let replies: readonly Uint8Array[] = []
    for (let frame = this.#first; frame?.isSettled; frame = this.#first) {
      replies = replies.length === 0 ? frame.replies : [...replies, ...frame.replies]
      this.#first = frame.next
      this.#length--
    }
    if (this.#first === null) this.#last = null
    if (replies.length <= 1) return replies[0] ?? null
    return Buffer.concat(replies)
  }
}

function callAllDue(): void {
  const queues = due
  due = []
  for (const queue of queues) queue.callDue()
}

/** A frame between its arrival and its reply: one object through ingest and back. */
export class PendingFrame implements IngestItem {
  readonly device: KnownDevice
  receivedTime: number
  readonly reports: readonly Report[]
  readonly isFromDevice: boolean
  readonly kind: string
  readonly presence: Presence | undefined
  readonly information: { [name: string]: Extra } | undefined
  readonly media: MediaPiece | undefined
  replies: readonly Uint8Array[]
  /** The next frame in the queue. */
  next: PendingFrame | null = null
  isSettled = false
  readonly #queue: ReplyQueue

  constructor(
    queue: ReplyQueue,
    device: KnownDevice,
    message: Message,
    isFromDevice: boolean,
    receivedTime: number,
    presence: Presence | undefined,
  ) {
    this.#queue = queue
    this.device = device
    this.receivedTime = receivedTime
    // As long as what they hold: a list that grew by `push` has room for sixteen more, and thousands wait.
    this.reports = message.reports.slice()
    this.isFromDevice = isFromDevice
    this.kind = message.kind
    this.presence = presence
    this.information = message.information
    this.media = message.media
    this.replies = message.replies.slice()
  }

  /** Also a frame the database refused is answered: it is kept, and would only come again. */
  settled(outcome: Outcome): void {
    if (outcome === 'committed') this.device.activateTime ??= this.receivedTime
    if (this.media !== undefined && outcome === 'committed') this.#queue.storeMedia(this, this.media)
    else this.finished(this.replies)
  }

  finished(replies: readonly Uint8Array[]): void {
    this.replies = replies
    this.isSettled = true
    this.#queue.frameSettled()
  }
}
