import type { PendingFrame } from './pending-frame.ts'

/** The frames of a conversation whose replies are not sent, in the order of arrival. */
export class PendingReplies {
  private frames: PendingFrame[] = []

  get length(): number {
    return this.frames.length
  }

  add(frame: PendingFrame): void {
    this.frames.push(frame)
  }

  /** The replies of all frames that are committed, up to the first one that is not; null: none. */
  take(): Uint8Array | null {
    const replies: Uint8Array[] = []
    let count = 0
    while (this.frames[count]?.isSettled) {
      for (const reply of this.frames[count]!.replies) replies.push(reply)
      count++
    }
    if (count === this.frames.length) this.frames.length = 0
    else this.frames.splice(0, count)
    if (replies.length <= 1) return replies[0] ?? null
    return Buffer.concat(replies)
  }
}
