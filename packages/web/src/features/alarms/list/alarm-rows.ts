import { type AlarmSeverity, alarmSeverities } from '@trackway/core/codes/alarms.ts'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { isPinned, merged, newestFirst } from '../live/recent-alarms.ts'

/** What the list shows; a new object each time it changes. */
export interface AlarmRowsView {
  rows: readonly AlarmEpisode[]
  /** How many the filter finds. */
  total: number
  /** There are more than `total`. */
  isMore: boolean
  /** All pages have been read. */
  isWhole: boolean
  /** Undefined: the first page is on its way; null: it was read. */
  error: unknown
}

export const alarmsPerPage = 100
/** The list is requested at most this often, however many alarms come. */
const refreshEveryMs = 2_000

interface Part {
  gravestFirst?: boolean
  severity?: AlarmSeverity
  to?: number
  pageNum: number
  pageSize: number
}
interface Page {
  list: readonly AlarmEpisode[]
  total: number
  isMore: boolean
}

/** From the gravest on. */
const severities = ['critical', 'warning', 'notice'] as const

/**
 * The alarms that a filter finds, newest or gravest first, those that wait to be acknowledged on top, read as far as they were looked at. Alarms that change are replaced
 * in place; an alarm that the filter finds no longer stays until the list is read anew, so that nothing moves
 * from under the pointer.
 */
export class AlarmRows {
  readonly #find: (part: Part) => Promise<Page>
  readonly #listeners = new Set<() => void>()
  #view: AlarmRowsView = { rows: [], total: 0, isMore: false, isWhole: false, error: undefined }
  readonly #isGravestFirst: boolean
  #isReading = false
  #isClosed = false
  #refreshTime = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param ofFilter the severity that the filter finds alone */
  constructor(
    find: (part: Part) => Promise<Page>,
    {
      isGravestFirst = false,
      ofFilter,
    }: { isGravestFirst?: boolean; ofFilter?: AlarmSeverity | undefined } = {},
  ) {
    this.#find = find
    this.#isGravestFirst = isGravestFirst && ofFilter === undefined
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getView = (): AlarmRowsView => this.#view

  open(): void {
    this.#isClosed = false
    void this.refresh()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Reads the newest anew; older ones that were read stay. */
  readonly refresh = async (): Promise<void> => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#refreshTime = Date.now()
    try {
      const { list, total, isMore } = await this.#find({
        pageNum: 1,
        pageSize: alarmsPerPage,
        ...(this.#isGravestFirst && { gravestFirst: true }),
      })
      const known = new Set(this.#view.rows.map(({ id }) => id))
      // With nothing in common there may be others between.
      const isApart = list.length === alarmsPerPage && !list.some(({ id }) => known.has(id))
      if (known.size === 0 || isApart)
        this.#show({
          rows: this.#merged([], list),
          isWhole: list.length < alarmsPerPage,
          total,
          isMore,
          error: null,
        })
      else this.#show({ rows: this.#merged(this.#view.rows, list), total, isMore, error: null })
    } catch (error) {
      if (this.#view.rows.length === 0) this.#show({ error })
    }
  }

  /** Reads on where the list ends so far. */
  readonly more = async (): Promise<void> => {
    const { isWhole } = this.#view
    const last = this.#last()
    if (this.#isReading || isWhole || !last) return
    this.#isReading = true
    try {
      // By time, not by page: pages shift while alarms come and go. Several may have begun at the same instant.
      const [first, ...others] = this.#isGravestFirst
        ? severities.slice(severities.indexOf(last.severity)).map((severity): Partial<Part> => ({ severity }))
        : [{}]
      for (const part of [{ ...first, to: last.startTime + 1 }, ...others]) {
        const isEnd = await this.#readOn(part)
        const isLastPart = part.severity === undefined || part.severity === 'notice'
        if (isEnd && isLastPart) this.#show({ isWhole: true })
        if (!isEnd) break
      }
    } catch {
      // Scrolling on tries again.
    } finally {
      this.#isReading = false
    }
  }

  /** Reads pages until one has something new. @returns true: there is no more of it */
  async #readOn(part: Partial<Part>): Promise<boolean> {
    for (let pageNum = 1; ; pageNum++) {
      const { list } = await this.#find({ ...part, pageNum, pageSize: alarmsPerPage })
      const before = this.#view.rows.length
      this.#show({ rows: this.#merged(this.#view.rows, list) })
      if (list.length < alarmsPerPage) return true
      if (this.#view.rows.length > before) return false
    }
  }

  /** Where the list ends so far: the last in the server's order, which knows of nothing on top. */
  #last(): AlarmEpisode | undefined {
    return this.#view.rows.toSorted((a, b) => this.#bySeverity(a, b) || newestFirst(a, b)).at(-1)
  }

  #bySeverity(a: AlarmEpisode, b: AlarmEpisode): number {
    return this.#isGravestFirst ? alarmSeverities[b.severity] - alarmSeverities[a.severity] : 0
  }

  #merged(known: readonly AlarmEpisode[], changed: readonly AlarmEpisode[]): readonly AlarmEpisode[] {
    const now = Date.now()
    const isOnTop = (alarm: AlarmEpisode) => Number(isPinned(alarm, now))
    return merged(known, changed).toSorted((a, b) => isOnTop(b) - isOnTop(a) || this.#bySeverity(a, b))
  }

  /** Takes alarms that changed; for those not listed the server decides whether the filter matches them. */
  take(changed: readonly AlarmEpisode[]): void {
    const known = new Set(this.#view.rows.map(({ id }) => id))
    const listed = changed.filter(({ id }) => known.has(id))
    if (listed.length > 0) this.#show({ rows: this.#merged(this.#view.rows, listed) })
    const waitMs = Math.max(0, this.#refreshTime + refreshEveryMs - Date.now())
    this.#timer ??= setTimeout(() => void this.refresh(), waitMs)
  }

  /** Shows the expected result of an action until the server sends the actual one. */
  patch(isMeant: (id: number) => boolean, part: Partial<AlarmEpisode>): void {
    this.#show({ rows: this.#view.rows.map((row) => (isMeant(row.id) ? { ...row, ...part } : row)) })
  }

  #show(part: Partial<AlarmRowsView>): void {
    if (this.#isClosed) return
    this.#view = { ...this.#view, ...part }
    for (const listener of this.#listeners) listener()
  }
}
