/**
 * What the codec remembers of one GT06 connection.
 * Source: GT06 V1.8.1 "Login packet"; Jimi "Type identification code" for the zone.
 */
import type { DeviceProfile } from '../protocol.ts'
import { newWireSession, type WireSession } from '../wire/message.ts'

/** How the device times of one family of messages relate to UTC, and what live frames suggest instead. */
export interface Clock {
  /** Device time minus UTC. */
  offsetMinutes: number
  /** A live fix has agreed with it. */
  isSeen: boolean
  /** An offset that the last `streak` live frames agree on. */
  suggestedMinutes: number
  streak: number
}

/** A picture that an X1 camera announced and hands over block by block. */
export interface Picture {
  pictureId: number
  length: number
  /** Of the block that was requested last, when that was or a block came, and how often it was since then. */
  offset: number
  requestTime: number
  requests: number
}

/** `reportedOffsetMinutes` is the zone of an extended login. */
export interface Gt06Session extends WireSession {
  /** Of the messages that makers' documents define as device-local time: 10, 11, 12, 16, 18, 1A. */
  localClock: Clock
  /** Of all others, which those documents define as UTC. */
  utcClock: Clock
  /** The device logged in without serial number and CRC: the Topin/365GPS dialect. */
  hasNoCrc: boolean
  picture: Picture | null
}

const utc = (): Clock => ({ offsetMinutes: 0, isSeen: false, suggestedMinutes: 0, streak: 0 })

export function newSession(profile: DeviceProfile = {}): Gt06Session {
  const session = {
    ...newWireSession(),
    localClock: utc(),
    utcClock: utc(),
    hasNoCrc: false,
    picture: null,
  }
  applyProfile(session, profile)
  return session
}

export function applyProfile(session: Gt06Session, profile: DeviceProfile): void {
  const { utcOffsetMinutes = 0 } = profile
  const isNew = utcOffsetMinutes !== (session.profile.utcOffsetMinutes ?? 0)
  session.profile = profile
  // What live fixes have shown stays where only something else was edited.
  if (isNew) setOffset(session.utcClock, utcOffsetMinutes)
  if (isNew && session.reportedOffsetMinutes === null) setOffset(session.localClock, utcOffsetMinutes)
}

/** Takes up the zone of an extended login; a frame of today outranks what was once configured. */
export function applyZone(session: Gt06Session, zoneMinutes: number): void {
  session.reportedOffsetMinutes = zoneMinutes
  setOffset(session.localClock, zoneMinutes)
}

function setOffset(clock: Clock, minutes: number): void {
  clock.offsetMinutes = minutes
  clock.isSeen = false
}
