import type { Report } from '@trackway/protocols/protocol.ts'
import type { Sent } from './speaker.ts'

/** What a device remembers until the server has it: frames that are not acknowledged, reports not sent. */

/** Most reports in a device's memory; the oldest give way. */
const maxKept = 5_000
const maxPending = 1_000

export interface Waiting extends Sent {
  sentMs: number
  attempts: number
}

export class Outbox {
  private waiting: Waiting[] = []
  private kept: Report[] = []

  /** A frame went out. */
  sent(sent: Sent, nowMs: number): void {
    this.waiting.push({ ...sent, sentMs: nowMs, attempts: 1 })
    if (this.waiting.length > maxPending) this.waiting.shift()
  }

  keep(report: Report): void {
    this.kept.push(report)
    if (this.kept.length > maxKept) this.kept.shift()
  }

  /** @returns how many frames this acknowledgement settles */
  acknowledge(serial: number, isCumulative: boolean): number {
    const at = this.waiting.findIndex((one) => one.serial === serial && one.isAnswered)
    if (at < 0) return 0
    const from = isCumulative ? 0 : at
    return this.waiting.splice(from, at - from + 1).length
  }

  /** The connection is gone: what it had not acknowledged is as good as not sent. */
  takeBack(): void {
    const reports = this.waiting.flatMap((one) => one.reports)
    this.waiting = []
    this.kept = [...reports, ...this.kept].slice(-maxKept)
  }

  /** Up to `count` of the oldest kept reports; they are no longer kept. */
  takeKept(count: number): Report[] {
    return this.kept.splice(0, count)
  }

  get keptCount(): number {
    return this.kept.length
  }

  get waitingCount(): number {
    return this.waiting.length
  }

  /** The frame whose answer has been awaited longest. */
  get oldestAnswered(): Waiting | undefined {
    return this.waiting.find((one) => one.isAnswered)
  }
}
