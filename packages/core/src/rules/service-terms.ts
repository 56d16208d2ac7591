import { type RoleId, roles } from '../codes/roles.ts'

/**
 * The only place that decides what the end of a device's service means, and to whom. The platform's term is set by the
 * platform and its agents, the user's own by his agents. Live data, commands, shares, alarms to people and the API all
 * ask here.
 */

/** The terms that limit what a viewer of devices sees. */
export type Audience = 'administrator' | 'agent' | 'endUser'

/** A session of one device, by a link or its password, is that of an end user. */
export function audienceOf(role: RoleId | undefined, { isOfDevice = false } = {}): Audience {
  if (isOfDevice) return 'endUser'
  if (role === roles.admin) return 'administrator'
  return role === roles.agent || role === roles.superAgent ? 'agent' : 'endUser'
}

/** Instants; null: never. */
export interface ServiceTerms {
  platformExpireTime: number | null
  userExpireTime: number | null
}

/**
 * Until when this audience sees what a device does, live and afterwards as history; null: without end. End users until
 * the earlier of both terms, agents until the platform's; administrators see everything.
 */
export function viewEnd(
  { platformExpireTime, userExpireTime }: ServiceTerms,
  audience: Audience,
): number | null {
  if (audience === 'administrator') return null
  if (audience === 'agent') return platformExpireTime
  const ends = [platformExpireTime, userExpireTime].filter((time) => time !== null)
  return ends.length > 0 ? Math.min(...ends) : null
}

/** Is the device shown live, may it be sent commands and raise alarms to this audience? */
export function isInService(terms: ServiceTerms, audience: Audience, now: number): boolean {
  const end = viewEnd(terms, audience)
  return end === null || end > now
}

/**
 * The part of a range of history that is shown.
 * @param historyFromTime what was reported before is in the archive of a reset
 * @returns null where all of it lies outside
 */
export function shownRange(
  terms: ServiceTerms & { historyFromTime: number | null },
  audience: Audience,
  { from, to }: { from: number; to: number },
): { from: number; to: number } | null {
  const begin = Math.max(from, terms.historyFromTime ?? from)
  const end = Math.min(to, viewEnd(terms, audience) ?? to)
  return begin <= end ? { from: begin, to: end } : null
}

const dayMs = 86_400_000

/**
 * Are reports stored? They are for some days after the platform's term, so that they appear on renewal; then only
 * contact is kept.
 */
export function isStored(platformExpireTime: number | null, now: number, keptDays: number): boolean {
  return platformExpireTime === null || now < platformExpireTime + keptDays * dayMs
}

/**
 * The ends that this audience is warned of, each once: an end user of the one that ends his view, those above of both
 * terms, which they renew.
 */
export function expiriesToAnnounce(terms: ServiceTerms, audience: Audience): number[] {
  const ends =
    audience === 'endUser' ? [viewEnd(terms, audience)] : [terms.platformExpireTime, terms.userExpireTime]
  return [...new Set(ends)].filter((end) => end !== null)
}

/** Days before the end on which people are warned. */
export const warningDays = [30, 7, 1] as const
export type WarningDays = (typeof warningDays)[number]
/** The days before on which an end is announced; 0: the day itself. */
export const noticeDays = [...warningDays, 0] as const

/** The warning that holds at an instant: within how many days the end comes; null: none, or it has come. */
export function warningOf(end: number | null, now: number): WarningDays | null {
  if (end === null || end <= now) return null
  return warningDays.findLast((days) => end <= now + days * dayMs) ?? null
}
