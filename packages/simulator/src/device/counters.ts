/** What a fleet did, for the status line and for tests. */
export class Counters {
  connecting = 0
  /** Connected and accepted by the server. */
  online = 0
  /** Frames with reports or heartbeats. */
  sent = 0
  acknowledged = 0
  reports = 0
  /** Reports that went out later than they were made. */
  buffered = 0
  badFrames = 0
  /** Frames in either direction that never arrived. */
  lost = 0
  reconnects = 0
  /** Connections that ended because the server does not know the device. */
  refused = 0
  /** The last failure to connect, as the operating system names it. */
  lastFailure: string | null = null
}
