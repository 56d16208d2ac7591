/**
 * The interface every codec implements and the Report they all produce.
 *
 * A codec is pure: bytes, a session and the receive time go in, messages come out. It has no socket,
 * timer, logger or database, so bytes alone test it. Nothing a device sends makes it throw.
 */
import type { frameProblems, messageKinds } from '@trackway/core/codes/frames.ts'
import type { wireProtocols } from '@trackway/core/codes/protocols.ts'
import type { Command, CommandCode } from '@trackway/core/features/commands/commands.ts'
import type { ReportedReadings } from '@trackway/core/readings/readings.ts'

export type WireProtocol = (typeof wireProtocols)[number]

/**
 * Where a position comes from. `none`: the device had no position; `latitude` and `longitude`, if
 * present, are then only the last place it knew and never move the vehicle.
 */
export type FixKind = 'gps' | 'lbs' | 'wifi' | 'none'

/** A mobile network cell in range of the device. */
export interface Cell {
  mcc: number
  mnc: number
  /** Location area code (2G, 3G) or tracking area code (4G). */
  lac: number
  cellId: number
  /** Received power in dBm, negative; absent where the device did not say. */
  rssiDbm?: number
}

/** A Wi-Fi access point in range of the device. `mac` is lower case with colons. */
export interface WifiPoint {
  mac: string
  rssiDbm?: number
}

/** A value of `extra`: readable, small, and safe to keep as JSON. */
export type Extra = string | number | boolean | null | Extra[] | { [name: string]: Extra }

/**
 * What a device reports of one moment: the one normal form of all protocols. Its readings are the rows of
 * `core/readings/readings.ts`; of several wheels, sensors or packs they are lists by place, the first at 0.
 * A key that is absent was not reported. Angles are degrees, positions WGS-84, instants epoch milliseconds UTC.
 */
export interface Report extends ReportedReadings {
  /** The device's time of this report, or null where it gave none that can be believed. */
  fixTime: number | null
  /** The date that the device gave where it is too far ahead of our clock to be believed. */
  aheadTime?: number
  fix: FixKind
  latitude?: number
  longitude?: number
  speedKmh?: number
  /** 0 to 359, clockwise from north. */
  courseDeg?: number
  altitudeM?: number
  satellites?: number
  accOn?: boolean
  odometerM?: number
  charging?: boolean
  oilCut?: boolean
  /** Armed against theft. */
  armed?: boolean
  doorOpen?: boolean
  /**
   * Codes of `core/codes/alarms.ts` that are active in this report. Empty: none is, which only a report
   * with a field of alarm bits can state. Absent: unknown.
   */
  alarms?: number[]
  /** The device sent it because of these alarms, which happened again. Otherwise they may have lasted for long. */
  isAlarmEvent?: boolean
  iccid?: string
  cells?: Cell[]
  wifi?: WifiPoint[]
  /** True when the device kept this report back and sends it late; it then never moves the live state. */
  isBuffered?: boolean
  /** Whatever else was reported, under the names the log view shows. */
  extra?: { [name: string]: Extra }
}

/**
 * The sender of a frame: what its device may be registered under, likeliest first. Which device that leads to
 * the server decides; a shortened or padded IMEI leads to the whole one. It is a claim, not a proof.
 */
export interface Identity {
  terminalIds: string[]
  /** The one of them that was in a body and not the header. */
  bodyId?: string
}

export type MessageKind = (typeof messageKinds)[number]

/** What a device answered to a command. */
export interface CommandReply {
  /**
   * What the reply names as the request: the server flag of GT06, the answered serial of JT/T 808, the word of the
   * command in text protocols. Null: the reply names nothing.
   */
  correlation: number | string | null
  /** The device's own verdict, where the protocol has one. */
  result?: 'success' | 'failed' | 'unsupported' | 'wrong' | 'busy'
  text?: string
  /** The progress reported by the platform of the device's network, and not by the device. */
  network?: 'sent' | 'delivered' | 'successful' | 'failed' | 'timeout' | 'expired' | 'cancelled'
}

/** What a device says of a file that it is sent. */
export type FileAnswer =
  /** Of the part with this serial. */
  | { kind: 'part'; serial: number; result: NonNullable<CommandReply['result']> }
  /** It lacks these parts, from 1, of the file whose first part has this serial. */
  | { kind: 'missing'; firstSerial: number; numbers: readonly number[] }
  /** What became of the file: `success`, or why it was not installed. */
  | { kind: 'installed'; result: string }

/** What a codec needs beside the session to write a command. */
export interface CommandRequest {
  /** 1 to 2^31 - 1, another one for each command of a device; comes back in replies of protocols that have room for it. */
  flag: number
  /** What the device is registered under. */
  terminalId: string
  /** Epoch ms. */
  now: number
}

/** A command in the bytes of a protocol. */
export interface EncodedCommand {
  /** What is sent, for people and for the history: the text, or the number of the message with its values. */
  content: string
  /** In their order. */
  frames: Uint8Array[]
  /** `CommandReply.correlation` of its reply is one of these; empty: the protocol has none, and the text decides. */
  correlations: readonly (number | string)[]
  /**
   * A reply with a correlation and no text only means that the command arrived (JT/T 808, 0001 to a text): it is
   * acknowledged by the text that follows.
   */
  isTextAnswered?: boolean
  /** Its devices mostly do not answer it (GPS103): silence is no failure, and no success either. */
  isUnanswered?: boolean
  /** A reply without a text means that the message was taken, not that the device obeyed (JT/T 808, 0001 to 8105). */
  isOnlyTaken?: boolean
}

/** The protocol, or the dialect of the device, has no form of the command, or not with these parameters. */
export interface Unsupported {
  unsupported: 'command' | 'parameters'
  /** Parameters that the protocol has no room for; left out where it is another matter. */
  unread?: string[]
}

/** What a device says of a picture, of sound or of video that it hands over. */
export interface MediaFacts {
  /** The device's own number of it, which begins anew when the device does. */
  mediaId?: number
  kind?: 'image' | 'audio' | 'video'
  /** Why it was taken. */
  event?: string
  channel?: number
  /** When and where it was taken; absent: the device did not say. */
  time?: number
  latitude?: number
  longitude?: number
}

/**
 * A piece of a file that a device hands over. No codec keeps the bytes: the server stores each piece before it is
 * acknowledged, and puts the file together once all are there.
 */
export interface MediaPiece {
  /** Tells the file from others that the device hands over; the same in all its pieces, also after it has connected again. */
  transfer: string
  /** What places are counted in: bytes of the file, or parts of any length. */
  unit: 'byte' | 'part'
  /** The first place of the piece, and one past its last. A piece that only announces the file has none. */
  start: number
  end: number
  /** Of the whole file. Null: said by another piece alone. */
  total: number | null
  bytes: Uint8Array
  /** No piece of the file came before this instant, from which on the device gives such names anew. */
  sinceTime?: number
  /** With the piece that says it. */
  facts?: MediaFacts
  /** Over the whole file, in hex. */
  check?: { kind: 'crc16' | 'md5'; value: string }
  /** Sent in place of the replies of the message where the piece was not kept, or the check of the file fails. */
  again?: Uint8Array[]
}

/** How far a file has come, once a piece of it is stored. */
export interface MediaProgress {
  /** Places that are missing, in order: the first, and one past the last. Empty: the file is whole. */
  missing: readonly (readonly [start: number, end: number])[]
  facts: MediaFacts
}

/** Why a frame is malformed. The gateway counts by it. */
export type Problem = (typeof frameProblems)[number]

export interface Message {
  kind: MessageKind
  /** The protocol's own number in hex, as its document prints it: `12`, `0200`. */
  type: string
  /** A readable name of that number: `location`, `register`. */
  name: string
  /** Present on every frame that states its sender. */
  identity?: Identity
  /** In the order the device listed them; empty where the message holds none. */
  reports: Report[]
  /** Sent once the device is known and all reports are committed, in order. */
  replies: Uint8Array[]
  /** Sent instead when the device is not known, or not believed; empty: stay silent. */
  refusals: Uint8Array[]
  command?: CommandReply
  file?: FileAnswer
  /** What the device proves itself with. */
  code?: string
  /** It requests a code; the reply hands out `newCode` of the profile. */
  isRegistration?: boolean
  /** Facts about the device: ICCID, IMSI, IMEI, firmware, model, settings. Kept with the device. */
  information?: { [name: string]: Extra }
  /** A piece of a file: it is acknowledged once it is stored. */
  media?: MediaPiece
  /** Of a malformed frame, or of what had to be left out of a sound one: a record, a place, a date. */
  problem?: Problem
}

/** A value of a frame, for people: the log view shows it beside the bytes it came from. */
export interface Field {
  /** Of the first byte, in the frame as it was received (escapes included). */
  offset: number
  /** In received bytes. */
  length: number
  name: string
  value: string
}

/** A request of a device, or of the platform of a maker. */
export interface HttpRequest {
  method: string
  /** Of the address, with its slash. */
  path: string
  /** What follows the question mark, as it was sent. */
  query: string
  /** By their names in lower case. */
  headers: { readonly [name: string]: string | readonly string[] | undefined }
  body: Uint8Array
}

export interface HttpAnswer {
  status: number
  text?: string
  /** Of the text, where it is not plain. */
  type?: string
}

/** The messages of a request, and its answers, in place of replies and refusals. */
export interface RequestReading {
  message: Message
  /** Once it is stored. */
  taken: HttpAnswer
  /** Where its device is not known, or not believed. */
  refused: HttpAnswer
  /** It came by a platform of a network, by the name that we have for that. */
  platform?: string
}

/** What the cutter found. `consumed` bytes are done with, whether they were a frame or rubbish. */
export interface Cut {
  frame?: Uint8Array
  consumed: number
  /** The stream cannot be followed any further (a frame beyond all bounds): close the connection. */
  fatal?: boolean
}

/** What the platform knows of the device and the codec may need. Set once the device is known. */
export interface DeviceProfile {
  /** Offset of device-local times from UTC, where the protocol sends local time and the device type has one. */
  utcOffsetMinutes?: number
  /** Name of a documented dialect of the codec: a maker's alarm table, scales, acknowledgements. */
  dialect?: string
  /** Accept frames whose checksum is wrong, for models known to fill it with rubbish. */
  isChecksumOptional?: boolean
  /** The authentication code for a device that requests one in this session. */
  newCode?: string
  /** Part of the address that a maker's platform must push to; absent: any will do. */
  pushKey?: string
  /**
   * Texts of commands where those of the model differ, for protocols whose commands are text: `{movingS}` stands for
   * the parameter of that name.
   */
  commandTexts?: { readonly [C in CommandCode]?: string }
}

/** One wire protocol. `S` is what the codec remembers of one connection. */
export interface Protocol<S> {
  name: WireProtocol
  /**
   * `http`: each request is complete and gets one answer, also where it is malformed; devices come and go over
   * one connection. The log of frames keeps a request as its text: line, headers as they came, body without chunks.
   */
  transports: readonly ('tcp' | 'udp' | 'http')[]
  /** Default port of its devices; the setting `<NAME>_PORT` overrides it. */
  defaultPort: number
  /** Of its longest frames, where they are longer than a few kilobytes: voice and pictures. */
  maxFrameBytes?: number
  /** Does a stream that begins with these bytes speak this protocol? `more`: too few bytes to decide. */
  detect(head: Uint8Array): 'yes' | 'no' | 'more'
  newSession(profile?: DeviceProfile): S
  /** What a device's clock is taken to be ahead of UTC, where the protocol itself says something. Absent: UTC. */
  clockOffsetMinutes?(profile: DeviceProfile): number
  /** Takes up what is known of the device once it has logged in. */
  applyProfile(session: S, profile: DeviceProfile): void
  /**
   * Cuts the next frame off the front of the buffer and finds the next start mark after rubbish.
   * Nothing to cut yet: `{ consumed: 0 }`. The same bytes give the same frames wherever the stream is cut.
   */
  frame(buffer: Uint8Array, session: S): Cut
  /**
   * Reads one frame that `frame` cut. Never throws; never returns an empty list.
   * @param now receive time, epoch ms: for frames without a time of their own and for checking dates
   */
  decode(frame: Uint8Array, session: S, now: number): Message[]
  /** Reads one request. Never throws. Protocols over HTTP have it; their frames are for logs and tools. */
  readRequest?(request: HttpRequest, profile: DeviceProfile, now: number): RequestReading
  /** A position as a device sends it, for tests: place, time, speed, course and ACC, where the protocol has it, come back by `decode`. */
  encode(report: Report, serial: number): Uint8Array
  /** Every field of a frame with its place, for people. Never throws. Does not change the session. */
  describe(frame: Uint8Array, session: S): Field[]
  /**
   * Writes a command in the dialect of the session, and takes the numbers of frames from it. Absent: its devices take
   * no commands. It is also called with a new session, before anything is sent and for devices that are not
   * connected: whether there is a form of the command, and its `content`, must not depend on what a device sent.
   */
  encodeCommand?(command: Command, session: S, request: CommandRequest): EncodedCommand | Unsupported
  /** Commands are handed to the platform of the devices' network, and not to them. */
  isReachedByPlatform?: true
  /** What is sent after the replies of a message whose piece was stored: the end of the file, or what it still lacks. */
  answerMedia?(session: S, piece: MediaPiece, progress: MediaProgress): Uint8Array[]
  /**
   * Does what is due without a new frame: requests missing parts, drops sets that will not complete.
   * Called about once a second while the connection is open.
   */
  due?(session: S, now: number): Message[]
}
