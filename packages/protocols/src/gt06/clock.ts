/**
 * Device times of GT06: six bytes without a zone.
 * Makers mean 10, 11, 12, 16, 18 and 1A to be device-local and the rest UTC, but clones do either in both,
 * so live frames are held against the receive time and may change the rule for the connection.
 * Source: GT06 V1.8.1, "Date Time"; the firmware's switch between its sets of messages; Traccar's decoder
 * for what clones do.
 */
import type { Clock, Gt06Session } from './session.ts'

const minuteMs = 60_000

/** Offsets a country can have. */
const isZone = (minutes: number) => minutes >= -720 && minutes <= 840

/** The first live fix decides between the offsets that are known; against what was seen before, it takes several. */
const fixesAgainst = 3

/**
 * Holds a live fix against the receive time. Three in a row that are off by the same quarter hours, and by
 * an offset that is the login's, the configured one, none, or ahead of us, change the clock. (Behind us
 * and of no known zone may as well be a report that the device kept back.)
 */
export function observe(session: Gt06Session, clock: Clock, deviceTime: number, now: number): void {
  const minutes = (deviceTime - now) / minuteMs
  const offset = Math.round(minutes / 15) * 15
  const isKnown =
    offset === 0 || offset === session.reportedOffsetMinutes || offset === session.profile.utcOffsetMinutes
  const isLikely = isZone(offset) && Math.abs(minutes - offset) <= 3
  const isSame = offset === clock.offsetMinutes
  if (isLikely && isSame) clock.isSeen = true
  if (!isLikely || isSame || !(isKnown || offset >= 60)) {
    clock.streak = 0
    return
  }
  clock.streak = offset === clock.suggestedMinutes ? clock.streak + 1 : 1
  clock.suggestedMinutes = offset
  if (clock.streak >= fixesAgainst || (isKnown && !clock.isSeen)) {
    clock.offsetMinutes = offset
    clock.isSeen = true
    clock.streak = 0
  }
}
