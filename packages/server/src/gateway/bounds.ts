import type { closeReasons } from '@trackway/core/codes/frames.ts'

/** Times of a connection that the operator sets. */
export interface Times {
  firstLoginMs: number
  idleTimeoutMs: number
}

/**
 * What a connection may take, each bound with what happens there. Settings of the operator (connections per
 * address, time to the first login, idle time) come from the configuration.
 */
export const bounds = {
  /** Of one frame that is not complete yet: the largest of most protocols has 4,102; others say theirs (`maxFrameBytes`). Beyond: closed. */
  incompleteBytes: 8_192,
  /** From the first byte of an HTTP request to its last. Beyond: answered 408 and closed. */
  requestMs: 15_000,
  /** A request waits for the database. Beyond: answered 503 and closed, before the client gives up by itself. */
  answerMs: 8_000,
  /** An HTTP connection without a request. Beyond: closed. */
  keepAliveMs: 75_000,
  /** Requests that were read and not answered, from clients that do not wait for answers. Beyond: closed. Reading ends above `framesInFlight`, so all the others came with one read of the socket: 64 kB of requests of 70 bytes. */
  requestsWaiting: 1_000,
  /** Received and not yet cut while the connection is held back; one read of the socket may exceed it once. */
  heldBytes: 65_536,
  /** Without a single frame in them, at the beginning of a connection and later. Beyond: closed. */
  rubbishBytesAtFirst: 256,
  rubbishBytes: 4_096,
  /** Bytes the detecting port reads to find the protocol: a whole JT/T 808 frame has its checksum at the end. Beyond: closed. */
  detectBytes: 2_200,
  /** What was written before a connection was closed waits for the device to read it. Beyond: dropped with the socket. */
  lastWordsMs: 5_000,
  /** Replies the device does not read. Beyond: closed. */
  unsentBytes: 65_536,
  /** Valid frames of a device that has not identified itself. Beyond: closed. */
  framesBeforeLogin: 3,
  /** One after another. Beyond: closed. */
  malformedInARow: 20,
  /** Different devices on one socket. Beyond: closed. */
  idsPerConnection: 50,
  /** Ids that are not registered. Beyond: closed. */
  unknownPerConnection: 10,
  /** Messages of devices that must say their code first, or say a wrong one. Beyond: closed. */
  unproved: 3,
  /**
   * Changes of a device from one open connection to another, within `takeoverWindowMs`. Beyond: the connection that has
   * the device keeps it while it sends, and others are closed. One silent for longer than `takeoverSilenceMs` gives way.
   */
  takeovers: 6,
  takeoverWindowMs: 600_000,
  takeoverSilenceMs: 60_000,
  /** Numbers in headers that are learnt for a device. Beyond: not learnt. */
  learntNumbers: 4,
  /** In a minute. Beyond: closed without an answer and not listed; devices that are known still get in. */
  unknownPerAddress: 300,
  /** Devices that register themselves (`REGISTER_UNKNOWN`) in a process in a day. Beyond: listed as unknown. */
  registeredPerDay: 10_000,
  /** Frames received and not committed: its share of a batch. Beyond: the socket waits for the commit. */
  framesInFlight: 64,
  /** Beyond: the socket waits for the next second. */
  framesPerSecond: 400,
  /** Reports of a day that began longer ago than `oldReportMs`, another day than the one before. Beyond: likewise. */
  oldDaysPerSecond: 4,
  oldReportMs: 8 * 86_400_000,
  /** Remote ends of datagrams that are remembered; the ones silent for longest are forgotten. */
  datagramPeers: 20_000,
  /** An address must have been the only one that sends for a device for so long before commands go there, unless the device has proved who it is: anybody can send a datagram that names it. Before: commands wait. */
  datagramTrustMs: 600_000,
  /** Frames of one remote end that wait for the answer who it is. Beyond: dropped, the device repeats them. */
  datagramBacklog: 16,
} as const

/** Why a connection was closed; the label of a counter, so constant. */
export type CloseReason = Exclude<(typeof closeReasons)[number], 'killed'>
