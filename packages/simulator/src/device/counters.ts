/** What a fleet did, for the status line and for tests. */
export interface Counters {
  connecting: number
  /** Connected and accepted by the server. */
  online: number
  /** Frames with reports or heartbeats. */
  sent: number
  acknowledged: number
  reports: number
  /** Reports that went out later than they were made. */
  buffered: number
  badFrames: number
  reconnects: number
  /** Connections that ended because the server does not know the device. */
  refused: number
  /** The last failure to connect, as the operating system names it. */
  lastFailure: string | null
}

export function newCounters(): Counters {
  return {
    connecting: 0,
    online: 0,
    sent: 0,
    acknowledged: 0,
    reports: 0,
    buffered: 0,
    badFrames: 0,
    reconnects: 0,
    refused: 0,
    lastFailure: null,
  }
}
