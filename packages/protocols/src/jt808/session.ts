/**
 * What is remembered of one connection.
 * Source: JT/T 808-2013 and -2019, 4.4.3 "Message header" and 6 "Message handling".
 */

import type { DeviceProfile, Identity } from '../protocol.ts'
import type { WireContext } from '../wire/body.ts'
import { dialectOf, newWireSession, type WireSession } from '../wire/message.ts'
import { buildFrame, type Layout } from './envelope.ts'
import type { PartSet } from './parts.ts'

/** What the cutter must know of the bytes before: see `frame.ts`. */
export interface CutterState {
  /** Which flag this stream uses, once a frame has shown it. */
  framing: 'open' | 'standard' | 'sister'
  /** The last flag that ended a frame may begin the next one too. */
  isFlagShared: boolean
  /** Bytes since the last frame whose length was right. */
  idleBytes: number
}

export interface KnownLayout extends Layout {
  /** Who the id bytes name. Shared by messages: never changed in place. */
  identity: Identity
}

export interface Jt808Session extends WireSession {
  /** Of the platform's next frame, 0 to 65535. */
  nextSerial: number
  /** Serials of the parts of a file, which no other message takes. */
  reserved: { first: number; count: number } | null
  /** Layout and id bytes of the device's last frame: everything sent to it is shaped like that. */
  layout: KnownLayout | null
  cutter: CutterState
  /** The first number that the device gave a frame of its own since it connected or logged in, and when that came. */
  numbering: { serial: number; time: number } | null
  partSets: PartSet[]
  /** What was sent in parts lately, by its first serial, in case the device requests some again. */
  sentParts: Map<number, Uint8Array[]>
}

export const newSession = (profile: DeviceProfile = {}): Jt808Session => ({
  ...newWireSession(profile),
  nextSerial: 0,
  reserved: null,
  layout: null,
  cutter: { framing: 'open', isFlagShared: false, idleBytes: 0 },
  numbering: null,
  partSets: [],
  sentParts: new Map(),
})

/** The standard's clock is GMT+8, that of AOVX is UTC; the device type and then the device itself may say otherwise. */
export function wireContext(session: Jt808Session, is2019: boolean): WireContext {
  const dialect = dialectOf(session)
  const { reportedOffsetMinutes, profile } = session
  const utcOffsetMinutes = reportedOffsetMinutes ?? profile.utcOffsetMinutes ?? (dialect === 'aovx' ? 0 : 480)
  return { is2019, utcOffsetMinutes, dialect }
}

/** Takes a number for a frame to the device: they count up from 0 and wrap. */
export function takeSerial(session: Jt808Session): number {
  const { nextSerial, reserved } = session
  const isReserved = reserved !== null && ((nextSerial - reserved.first) & 0xffff) < reserved.count
  const serial = isReserved ? (reserved.first + reserved.count) & 0xffff : nextSerial
  session.nextSerial = (serial + 1) & 0xffff
  return serial
}

/** Devices take up to 1023 bytes a body; many clones stop well below. */
const maxPartBytes = 900
/** Sets of sent parts that are kept for asking again. */
const maxSentSets = 4

/**
 * Frames of a message to the device, in the layout of its last frame: several where the body is long.
 * @throws {Error} when the device has sent nothing in this session, so that its layout is unknown.
 */
export function framesToDevice(
  session: Jt808Session,
  id: number,
  body: Uint8Array,
): { frames: Uint8Array[]; serial: number } {
  const { layout } = session
  if (layout === null) throw new Error('no frame of this device has come yet')
  const serial = takeSerial(session)
  if (body.length <= maxPartBytes) return { frames: [buildFrame(layout, id, serial, body)], serial }
  const total = Math.ceil(body.length / maxPartBytes)
  const frames: Uint8Array[] = []
  for (let number = 1; number <= total; number++) {
    const part = body.subarray((number - 1) * maxPartBytes, number * maxPartBytes)
    frames.push(buildFrame(layout, id, number === 1 ? serial : takeSerial(session), part, { total, number }))
  }
  session.sentParts.set(serial, frames)
  for (const oldest of session.sentParts.keys()) {
    if (session.sentParts.size <= maxSentSets) break
    session.sentParts.delete(oldest)
  }
  return { frames, serial }
}
