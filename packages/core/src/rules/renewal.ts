import { addMonths, dayOfMonth } from './wall-time.ts'

/** A term of a device's service: until an instant, without an end, or some months from activation, which may have begun. */
export interface Term {
  /** Null: never, or not yet known. */
  expireTime: number | null
  /** Of a term that counts from activation; null: it ends at an instant, or never. */
  monthsFromActivation: number | null
}

export interface RenewedTerm extends Term {
  /** The day of the month that later renewals keep, where this month is too short for it; null: it has none. */
  anchorDay: number | null
}

/** The longest that a term counts from activation. */
const maxMonths = 1200

/**
 * What a renewal makes of a term. It goes on from the later of its end and now, by calendar months in the zone of the
 * device's account: a buyer loses no day that he has, and pays for none that is over. A term that has not begun gets
 * longer by the months. One that counted from activation ends at an instant afterwards, so that a reset, which begins
 * the months anew, gives away nothing that was paid.
 * @param months null: for life
 * @param anchorDay that of the renewal whose end this is; null: there was none
 * @returns null where the term never ends, or would be longer than any: there is nothing to renew
 */
export function renewTerm(
  { expireTime, monthsFromActivation }: Term,
  months: number | null,
  { now, timeZone, anchorDay }: { now: number; timeZone: string; anchorDay: number | null },
): RenewedTerm | null {
  if (expireTime === null && monthsFromActivation === null) return null
  if (months === null) return { expireTime: null, monthsFromActivation: null, anchorDay: null }
  if (expireTime === null) {
    const longer = monthsFromActivation! + months
    return longer > maxMonths ? null : { expireTime, monthsFromActivation: longer, anchorDay: null }
  }
  const isOver = expireTime < now
  const from = isOver ? now : expireTime
  const day = (isOver ? null : anchorDay) ?? dayOfMonth(from, timeZone)
  return { expireTime: addMonths(from, months, timeZone, day), monthsFromActivation: null, anchorDay: day }
}
