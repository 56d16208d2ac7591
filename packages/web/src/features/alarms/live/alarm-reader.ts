import { resultCodes } from '@trackway/core/codes/results.ts'
import {
  type AlarmEpisode,
  alarmCalls,
  alarmViews,
  waitingAlarmsMs,
} from '@trackway/core/features/alarms/calls.ts'
import { api } from '../../../base/api.ts'
import { LiveConnection } from '../../../base/live/live-connection.ts'
import { endSession } from '../../../base/session.ts'
import { mostPinned, noRecentAlarms, setPinned, takeChanges, useRecentAlarms } from './recent-alarms.ts'

const firstAlarms = 30
/** What is unread and pinned is requested at most this often, however many alarms come. */
const countEveryMs = 3_000
/** So many ids of alarms that are not new are remembered. */
const mostSeen = 5_000

interface Options {
  token: string
  /** Warnings and critical alarms that were not there before. */
  onFresh: (episodes: readonly AlarmEpisode[]) => void
}

/** Keeps what the page knows of alarms current, for as long as somebody is signed in. */
export class AlarmReader {
  readonly #options: Options
  readonly #connection: LiveConnection
  readonly #aborter = new AbortController()
  readonly #seen = new Set<number>()
  /** Alarms that the server received before then are not shown as new. */
  #since: number | null = null
  #countTimer: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options) {
    this.#options = options
    this.#connection = new LiveConnection({
      token: options.token,
      userId: undefined,
      only: 'alarms',
      onWatching: (time) => {
        this.#since ??= time
        this.read()
      },
      onAlarms: (episodes, isMore) => {
        this.#take(episodes)
        if (isMore) this.read()
      },
      onRefused: (code) => code === resultCodes.sessionExpired && endSession('expired'),
    })
  }

  /** Reads the newest alarms anew: what a connection that was lost has missed is among them. */
  readonly read = (): void => {
    const { signal } = this.#aborter
    api(alarmCalls.find, { pageSize: firstAlarms }, { signal }).then(
      ({ list }) => {
        if (useRecentAlarms.getState().latest) this.#take(list)
        else {
          for (const { id } of list) this.#seen.add(id)
          useRecentAlarms.setState({ latest: list })
        }
      },
      () => {}, // the next change tries again
    )
    this.#readUrgent()
  }

  close(): void {
    this.#aborter.abort()
    clearTimeout(this.#countTimer)
    this.#connection.close()
    useRecentAlarms.setState(noRecentAlarms)
  }

  #take(episodes: readonly AlarmEpisode[]): void {
    const fresh = episodes.filter((episode) => this.#isFresh(episode))
    for (const { id } of episodes) this.#seen.add(id)
    if (this.#seen.size > mostSeen) {
      const oldest = [...this.#seen].slice(0, this.#seen.size - mostSeen)
      for (const id of oldest) this.#seen.delete(id)
    }
    takeChanges(episodes)
    if (fresh.length > 0) this.#options.onFresh(fresh)
    this.#countTimer ??= setTimeout(() => this.#readUrgent(), countEveryMs)
  }

  #isFresh({ id, severity, state, readTime, isMuted, serverTime }: AlarmEpisode): boolean {
    const isUntouched = state === 'new' && readTime === null && !isMuted
    return (
      severity !== 'notice' &&
      isUntouched &&
      !this.#seen.has(id) &&
      this.#since !== null &&
      serverTime >= this.#since
    )
  }

  /** How many warnings and critical alarms are unread, and which critical ones nobody has acknowledged. */
  #readUrgent(): void {
    clearTimeout(this.#countTimer)
    this.#countTimer = undefined
    const { signal } = this.#aborter
    const from = Date.now() - waitingAlarmsMs
    api(alarmCalls.count, { views: ['urgent'], from }, { signal }).then(
      ({ counts }) => useRecentAlarms.setState({ unread: counts.urgent ?? 0 }),
      () => {},
    )
    api(alarmCalls.find, { ...alarmViews.pinned, from, pageSize: mostPinned }, { signal }).then(
      ({ list, total }) => setPinned(list, total),
      () => {},
    )
  }
}
