import { alarmDefaults, alarmNameOf, alarmSeverities } from '@trackway/core/codes/alarms.ts'
import { type AlarmEpisode, waitingAlarmsMs } from '@trackway/core/features/alarms/calls.ts'
import { create } from 'zustand'

/** What this page knows of the newest alarms, whichever screen is open. */
interface RecentAlarms {
  /** Newest first; undefined: not read yet. */
  latest: readonly AlarmEpisode[] | undefined
  /** How many warnings and critical ones nobody has read; 10,001 means more than 10,000. */
  unread: number
  /** The warnings shown as toasts, newest first. */
  toasts: readonly AlarmEpisode[]
  /** Critical alarms that nobody has acknowledged, those that call for help first: on top of every screen. */
  pinned: readonly AlarmEpisode[]
  /** How many of them there are, with those that are not listed. */
  pinnedTotal: number
}

/** Older ones are in the alarm centre only. */
const mostLatest = 50
/** Beyond that only their number is shown. */
const mostToasts = 1_000
export const mostPinned = 50

export const noRecentAlarms: RecentAlarms = {
  latest: undefined,
  unread: 0,
  toasts: [],
  pinned: [],
  pinnedTotal: 0,
}
export const useRecentAlarms = create<RecentAlarms>(() => noRecentAlarms)

type Listener = (episodes: readonly AlarmEpisode[]) => void
const listeners = new Set<Listener>()

/** Calls `listener` for every alarm that begins, goes on, ends or is handled. @returns unsubscribes */
export function onAlarmChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes alarms that changed, and calls all listeners of the page. */
export function takeChanges(changed: readonly AlarmEpisode[]): void {
  const { latest, toasts, pinned, pinnedTotal } = useRecentAlarms.getState()
  const stillPinned = merged(pinned, changed).filter((alarm) => isPinned(alarm, Date.now()))
  useRecentAlarms.setState({
    pinned: stillPinned.toSorted(callsFirst).slice(0, mostPinned),
    pinnedTotal: Math.max(stillPinned.length, pinnedTotal + stillPinned.length - pinned.length),
    ...(latest && { latest: merged(latest, changed).slice(0, mostLatest) }),
    // Alarms that somebody handled or read need no toast any more.
    toasts: toasts
      .map((toast) => changed.find(({ id }) => id === toast.id) ?? toast)
      .filter(({ state, readTime }) => state === 'new' && readTime === null),
  })
  for (const listener of listeners) listener(changed)
}

/** Takes the pinned alarms as the server has them. */
export function setPinned(list: readonly AlarmEpisode[], total: number): void {
  useRecentAlarms.setState({ pinned: list.toSorted(callsFirst), pinnedTotal: total })
}

/** Critical, and nobody has acknowledged it. */
export function isPinned({ severity, state, isMuted, startTime }: AlarmEpisode, now: number): boolean {
  return severity === 'critical' && state === 'new' && !isMuted && startTime >= now - waitingAlarmsMs
}

/** Is it raised by a person or an accident? */
function isCall({ code }: AlarmEpisode): boolean {
  return 'isCall' in (alarmDefaults[alarmNameOf(code) as 'sos'] ?? {})
}

/** Those that call for help first, and the newest of each. */
export function callsFirst(a: AlarmEpisode, b: AlarmEpisode): number {
  return Number(isCall(b)) - Number(isCall(a)) || newestFirst(a, b)
}

export function showToasts(fresh: readonly AlarmEpisode[]): void {
  const { toasts } = useRecentAlarms.getState()
  useRecentAlarms.setState({ toasts: merged(toasts, fresh).slice(0, mostToasts) })
}

/** Closes toasts. @param ids by default all */
export function dropToasts(ids?: readonly number[]): void {
  const { toasts } = useRecentAlarms.getState()
  useRecentAlarms.setState({ toasts: ids ? toasts.filter(({ id }) => !ids.includes(id)) : [] })
}

/** Both, each alarm as it was last, newest first. */
export function merged(
  known: readonly AlarmEpisode[],
  changed: readonly AlarmEpisode[],
): readonly AlarmEpisode[] {
  const byId = new Map(known.map((episode) => [episode.id, episode]))
  for (const episode of changed) {
    const before = byId.get(episode.id)
    if (!before || episode.sequence >= before.sequence) byId.set(episode.id, episode)
  }
  return [...byId.values()].sort(newestFirst)
}

/** As the server orders them. */
export function newestFirst(a: AlarmEpisode, b: AlarmEpisode): number {
  return b.startTime - a.startTime || b.id - a.id
}

/** The alarm of these that matters most. */
export function gravest(episodes: readonly AlarmEpisode[]): AlarmEpisode | undefined {
  return episodes.reduce<AlarmEpisode | undefined>(
    (most, episode) =>
      !most || alarmSeverities[episode.severity] > alarmSeverities[most.severity] ? episode : most,
    undefined,
  )
}
