/** One message on its way from bytes to `Message`, and the rows that say how it is read and answered. */

import type { DeviceProfile, Message, MessageKind, Problem } from '../protocol.ts'
import type { BodyReader } from './body.ts'

/** What every codec remembers of one connection. */
export interface WireSession {
  profile: DeviceProfile
  /** The offset that the device itself reports. */
  reportedOffsetMinutes: number | null
  /** A dialect that the content gave away; the profile's comes first. */
  seenDialect: string | null
}

export const newWireSession = (profile: DeviceProfile = {}): WireSession => ({
  profile,
  reportedOffsetMinutes: null,
  seenDialect: null,
})

/** The name of a dialect; empty: none is known. */
export const dialectOf = ({ profile, seenDialect }: WireSession): string =>
  profile.dialect ?? seenDialect ?? ''

export interface Decoding<S> {
  session: S
  /** When the frame was received, epoch ms. */
  now: number
  message: Message
}

/** A message of a protocol by its number: what it is called, how its body is read and what it is answered. */
export interface MessageRow<D, A> {
  name: string
  kind: MessageKind
  answer?: A
  /** Reads the body into `decoding.message`. */
  read: (reader: BodyReader, decoding: D) => void
}

export const newMessage = (kind: MessageKind, type: string, name: string): Message => ({
  kind,
  type,
  name,
  reports: [],
  replies: [],
  refusals: [],
})

/** Turns the message into one that breaks the protocol. */
export function malform({ message }: { message: Message }, problem: Problem): void {
  message.kind = 'malformed'
  message.problem = problem
}

/** What most codecs do with the facts of a device: they keep them with the session and look there. */
export function keepProfile(session: { profile: DeviceProfile }, profile: DeviceProfile): void {
  session.profile = profile
}
