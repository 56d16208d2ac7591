/** Kinds, states and problems of frames and connections in the log. */

/** `in`: the device sent it; `out`: the platform did. */
export const frameDirections = ['in', 'out'] as const
export type FrameDirection = (typeof frameDirections)[number]

export const messageKinds = [
  'login', // names the device; positions may come with it
  'reports', // positions and states, alarms among them
  'heartbeat', // a sign of life, perhaps with a state
  'commandReply', // answers something the server sent
  'information', // about the device itself: parameters, versions, media
  'part', // one part of a message that is not complete yet
  'unknown', // a whole, valid frame of a number its codec has no layout for; kept readable
  'malformed', // breaks the protocol, as `problem` states
] as const

/** Why a frame is malformed. */
export const frameProblems = [
  'checksum',
  'length',
  'escape',
  'short',
  'date',
  'coordinates',
  'fields',
  'identity',
  'encrypted',
  'direction',
  'part',
] as const

/** Why a connection ended. */
export const closeReasons = [
  'remote', // the device ended it, or the network did
  'shutdown',
  'replaced', // the device connected again
  'contested', // another connection has the device, and it changed hands too often
  'unproved', // it must say its authentication code first, and did not
  'takenOver', // another process holds the device
  'deleted', // the device is no longer registered
  'noLogin',
  'idle',
  'addressFull',
  'undetected',
  'rubbish',
  'incomplete', // a frame beyond all bounds
  'malformed',
  'slow', // the rest of an HTTP request did not come
  'busy', // an HTTP request could not be stored in time
  'unread',
  'beforeLogin',
  'unknown',
  'tooManyIds',
  'killed', // its process ended without closing it
] as const
export type CloseReason = (typeof closeReasons)[number]

/** Why what somebody sends is refused before it comes to a device. */
export const refusalReasons = [
  'unknown', // no device is registered under the id
  'tooManyUnknown', // the same, and its address tried too many ids in the last minute
  'unproved', // the device must say its authentication code, and did not or said a wrong one
  'contested', // another connection has the device, and it changed hands too often
  'addressFull', // its address has as many connections as it may
] as const
export type RefusalReason = (typeof refusalReasons)[number]
