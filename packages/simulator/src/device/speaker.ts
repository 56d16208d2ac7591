import type { Report } from '@trackway/protocols/protocol.ts'

/**
 * One protocol from the device's side: what to send and what the server's bytes mean. It has no socket and
 * no clock, so that bytes alone test it.
 */
export interface Speaker {
  /** A new connection begins: the frame to open it with. */
  greet(): Sent
  /** Reports of now; the alarm, if any, is in the report. */
  report(report: Report): Sent
  /** Reports that were kept back, marked as such: as many frames as they take. */
  backlog(reports: readonly Report[]): Sent[]
  heartbeat(report: Report): Sent
  /** The report with the month 13 and a right checksum, as a device with a broken clock sends it. */
  impossibleDate(report: Report): Uint8Array
  /** The file that it was told to fetch is there; null: it is not. */
  fetched?(bytes: Uint8Array | null): ServerMessage
  /** What came in, in order. Bytes of a frame that is not complete yet are kept. */
  receive(chunk: Uint8Array): ServerMessage[]
}

export interface Sent {
  bytes: Uint8Array
  /** What an acknowledgement names. */
  serial: number
  /** The server answers this frame by its serial. */
  isAnswered: boolean
  reports: readonly Report[]
}

export type ServerMessage =
  /** The server knows us: reports may be sent. */
  | { kind: 'welcome' }
  /** The conversation goes on with this frame. */
  | { kind: 'proceed'; sent: Sent }
  /** The device says this, if anything, and restarts; one that does not come back is gone for good. */
  | { kind: 'restart'; sent: Sent | null; comesBack: boolean }
  /** The device says this and reports to another server: at once, or from its next connection on. */
  | { kind: 'move'; sent: Sent; host: string; port: number; isAtOnce: boolean }
  /** The device says this and fetches the file, after which it calls {@link Speaker.fetched}. */
  | { kind: 'fetch'; sent: Sent; url: string }
  /** `isCumulative`: everything that was sent before is received too. */
  | { kind: 'acknowledged'; serial: number; isCumulative: boolean }
  /** The server refuses the device. */
  | { kind: 'refused' }
