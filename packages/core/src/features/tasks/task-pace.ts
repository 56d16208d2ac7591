import { zoneOffsetMs } from '../../rules/wall-time.ts'
import { countOf, type ItemCounts, underWay } from './task-states.ts'

/** How a task is allowed to go on: pure, asked by the server before each device and by the web for its forecast. */

const dayMs = 86_400_000
const minuteMs = 60_000

/** Minutes of the day by the clocks of a zone; across midnight where the end comes first. */
export interface TaskWindow {
  fromMinute: number
  toMinute: number
  timeZone: string
}

/** Is the window open? Without one it always is, and so is one that ends as it begins. */
export function isOpen(window: TaskWindow | null, time: number): boolean {
  if (window === null || window.fromMinute === window.toMinute) return true
  const minute = localMsOfDay(time, window) / minuteMs
  return window.fromMinute < window.toMinute
    ? minute >= window.fromMinute && minute < window.toMinute
    : minute >= window.fromMinute || minute < window.toMinute
}

/** The next instant at which the window is open: this one, or when it opens. */
export function nextOpenTime(window: TaskWindow | null, time: number): number {
  if (window === null || isOpen(window, time)) return time
  const waitMs = (window.fromMinute * minuteMs - localMsOfDay(time, window) + dayMs) % dayMs
  const opens = time + waitMs
  // Clocks that change meanwhile are another hour away.
  return opens + zoneOffsetMs(time, window.timeZone) - zoneOffsetMs(opens, window.timeZone)
}

function localMsOfDay(time: number, { timeZone }: TaskWindow): number {
  return (((time + zoneOffsetMs(time, timeZone)) % dayMs) + dayMs) % dayMs
}

export interface TaskPace {
  /** Devices that begin a second; null: no bound. */
  perSecond: number | null
  maxUnderWay: number | null
  window: TaskWindow | null
  startTime: number
}

/** A pace that nobody watched for longer than this is not made up for. */
const maxBehindMs = 2_000

/**
 * How many devices may begin now.
 * @param nextOfferTime the pace lets the next one begin then
 */
export function allowance(
  { perSecond, maxUnderWay, window, startTime }: TaskPace,
  { counts, nextOfferTime }: { counts: ItemCounts; nextOfferTime: number },
  now: number,
): number {
  if (now < startTime || !isOpen(window, now)) return 0
  const places = maxUnderWay === null ? Number.POSITIVE_INFINITY : maxUnderWay - countOf(counts, underWay)
  if (perSecond === null) return Math.max(0, places)
  if (now < nextOfferTime) return 0
  const behindMs = Math.min(now - nextOfferTime, maxBehindMs)
  return Math.max(0, Math.min(places, Math.floor((behindMs * perSecond) / 1_000) + 1))
}

/** When the pace lets the next device begin, after so many began now. */
export function offerTimeAfter(
  perSecond: number | null,
  { begun, nextOfferTime }: { begun: number; nextOfferTime: number },
  now: number,
): number {
  if (perSecond === null || begun === 0) return nextOfferTime
  return Math.max(nextOfferTime, now - maxBehindMs) + Math.ceil((begun * 1_000) / perSecond)
}

export interface FailureBound {
  maxFailurePercent: number | null
  minSample: number
}

/**
 * Did more devices fail than the task may go on with?
 * @param ended of those that ended since the task was last resumed
 */
export function isFailingTooOften(
  { maxFailurePercent, minSample }: FailureBound,
  ended: { done: number; failed: number },
): boolean {
  const all = ended.done + ended.failed
  return (
    maxFailurePercent !== null &&
    all > 0 &&
    all >= minSample &&
    (ended.failed * 100) / all > maxFailurePercent
  )
}

/**
 * When the last device will have begun at this pace, were all of them there; null: there is no pace.
 * @param devices that have not begun
 */
export function lastBeginTime(
  { perSecond, window, startTime }: Omit<TaskPace, 'maxUnderWay'>,
  devices: number,
  now: number,
): number | null {
  if (perSecond === null) return null
  let time = nextOpenTime(window, Math.max(now, startTime))
  if (devices <= 1) return time
  let leftMs = ((devices - 1) * 1_000) / perSecond
  if (window === null || window.fromMinute === window.toMinute) return Math.round(time + leftMs)
  const openMs = ((window.toMinute - window.fromMinute) * minuteMs + dayMs) % dayMs
  // The window that is open now has been open for some time already.
  const sinceMs = (localMsOfDay(time, window) - window.fromMinute * minuteMs + dayMs) % dayMs
  const firstMs = openMs - sinceMs
  if (leftMs < firstMs) return Math.round(time + leftMs)
  leftMs -= firstMs
  const days = Math.floor(leftMs / openMs)
  time += firstMs + (dayMs - openMs) + days * dayMs
  return Math.round(time + (leftMs - days * openMs))
}
