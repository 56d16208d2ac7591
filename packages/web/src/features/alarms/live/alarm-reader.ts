import { resultCodes } from '@trackway/core/codes/results.ts'
import { type AlarmEpisode, alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { api } from '../../../base/api.ts'
import { LiveConnection } from '../../../base/live/live-connection.ts'
import { endSession } from '../../../base/session.ts'
import { takeChanges, useRecentAlarms } from './recent-alarms.ts'

const firstAlarms = 30
/** The number of unread alarms is requested at most this often, however many come. */
const countEveryMs = 3_000
/** So many ids of alarms that are not new are remembered. */
const mostSeen = 5_000

interface Options {
  token: string
  /** Alarms that were not there before. */
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
    this.#count()
  }

  close(): void {
    this.#aborter.abort()
    clearTimeout(this.#countTimer)
    this.#connection.close()
    useRecentAlarms.setState({ latest: undefined, unread: 0, toasts: [] })
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
    this.#countTimer ??= setTimeout(() => this.#count(), countEveryMs)
  }

  #isFresh({ id, state, readTime, isMuted, serverTime }: AlarmEpisode): boolean {
    const isUntouched = state === 'new' && readTime === null && !isMuted
    return isUntouched && !this.#seen.has(id) && this.#since !== null && serverTime >= this.#since
  }

  #count(): void {
    clearTimeout(this.#countTimer)
    this.#countTimer = undefined
    const { signal } = this.#aborter
    api(alarmCalls.count, { views: ['unread'] }, { signal }).then(
      ({ counts }) => useRecentAlarms.setState({ unread: counts.unread ?? 0 }),
      () => {},
    )
  }
}
