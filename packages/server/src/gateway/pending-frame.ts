import type { Extra, Message, Report } from '@trackway/protocols/protocol.ts'
import type { KnownDevice } from '../features/devices/device-registry.ts'
import type { IngestItem, Outcome, Presence } from '../ingest/ingest-item.ts'
import type { DeviceSession } from './device-session.ts'

/** A frame between its arrival and its reply: one object through ingest and back. */
export class PendingFrame implements IngestItem {
  readonly device: KnownDevice
  readonly receivedTime: number
  readonly reports: readonly Report[]
  readonly frame: Uint8Array | null
  readonly kind: string
  readonly presence: Presence | undefined
  readonly information: { [name: string]: Extra } | undefined
  readonly replies: readonly Uint8Array[]
  isSettled = false
  private readonly conversation: DeviceSession

  constructor(
    conversation: DeviceSession,
    device: KnownDevice,
    message: Message,
    frame: Uint8Array | null,
    receivedTime: number,
    presence: Presence | undefined,
  ) {
    this.conversation = conversation
    this.device = device
    this.receivedTime = receivedTime
    this.reports = message.reports
    this.frame = frame
    this.kind = message.kind
    this.presence = presence
    this.information = message.information
    this.replies = message.replies
  }

  /** Also a frame the database refused is answered: it is kept, and would only come again. */
  settled(outcome: Outcome): void {
    this.isSettled = true
    if (outcome === 'committed') this.device.activateTime ??= this.receivedTime
    this.conversation.settled()
  }
}
