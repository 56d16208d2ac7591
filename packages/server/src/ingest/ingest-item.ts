import type { Extra, Report } from '@trackway/protocols/protocol.ts'
import type { Settings } from './rule-context.ts'

/** What happened to an item. `rejected`: the database refuses its values, and would again. */
export type Outcome = 'committed' | 'rejected'

/** The connection of a device began or ended. */
export type Presence = { isConnected: true; remoteAddress: string; wire: string } | { isConnected: false }

/** What ingest must know of a device. */
export interface IngestDevice extends Settings {
  readonly deviceId: number
  /** Null: this is the first time that it reports. */
  activateTime: number | null
  /** When the platform's service ends; none: never. */
  readonly platformExpireTime?: number | null
}

/** One frame of a known device, to be derived from and written; or only a change of its connection. */
export interface IngestItem {
  readonly device: IngestDevice
  /** Epoch ms; put right where the clock of the machine was set while the item waited. */
  receivedTime: number
  readonly reports: readonly Report[]
  /** A frame of the device itself, and no more than the end of its connection or what is due without one. */
  readonly isFromDevice: boolean
  /** What the frame was, for the log. */
  readonly kind: string
  readonly presence?: Presence
  readonly information?: { [name: string]: Extra }
  /** Called once, after the commit, in the order of submission per device. */
  settled(outcome: Outcome): void
}
