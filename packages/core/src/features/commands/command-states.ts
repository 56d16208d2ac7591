/** How far a command has come, and what kept it from coming further. */
import type { ReplyClass } from './classify-reply.ts'

/** Each is reached at a time of its own; after `acknowledged` the behaviour of the device may still confirm it. */
export const commandStates = [
  'queued',
  'sent',
  'acknowledged',
  'confirmed',
  'failed',
  'expired',
  'cancelled',
] as const
export type CommandState = (typeof commandStates)[number]

/** The state of a command as people see it: devices that mostly do not reply have acknowledged nothing. */
export const shownState = ({
  state,
  replyClass,
}: {
  state: CommandState
  replyClass: ReplyClass | null
}): CommandState => (state === 'acknowledged' && replyClass === 'unanswered' ? 'sent' : state)

/** Why it may not be delivered now. */
export const commandHolds = ['moving', 'noFreshFix', 'platformAway'] as const
export type CommandHold = (typeof commandHolds)[number]

export const commandFailures = [
  ...commandHolds,
  'timeout', // no answer
  'refused', // the device refused it
  'notUnderstood', // the reply of the device is unknown
  'disconnected', // the connection ended before the answer
  'unsupported', // the protocol of the device has no form of it
  'deviceOffline',
  'platformRefused', // the platform of the device's network did
  'platformUnsure', // it did not report whether it accepted it
  'platformNotSet', // nobody set it up
  'platformIdMissing', // nobody knows what it calls the device
  'replaced', // a newer one of its kind took its place
] as const
export type CommandFailure = (typeof commandFailures)[number]

/** Above this, an engine is not cut, km/h. */
const maxCutSpeedKmh = 20
/** A fix or an ignition report counts as current for so long. */
const freshMs = 120_000

/** What is known of a vehicle when its engine is to be cut. */
interface CutSituation {
  accOn: boolean | null
  /** When the ignition was last reported; null: unknown. */
  accTime: number | null
  speedKmh: number | null
  /** Of the newest position; null: there is none. */
  fixTime: number | null
}

/**
 * An engine is cut only at 20 km/h at most by a fresh fix, or, where there is none, with the ignition just reported off:
 * without its wire it is off at any speed.
 * @returns why not; null: it may be cut now
 */
export function whyNotCut(
  { accOn, accTime, speedKmh, fixTime }: CutSituation,
  now: number,
): CommandHold | null {
  const isFresh = (time: number | null) => time !== null && Math.abs(now - time) <= freshMs
  if (speedKmh !== null && isFresh(fixTime)) return speedKmh <= maxCutSpeedKmh ? null : 'moving'
  return accOn === false && isFresh(accTime) ? null : 'noFreshFix'
}
