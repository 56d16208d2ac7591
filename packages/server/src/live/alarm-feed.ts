import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { type Audience, shownRange } from '@trackway/core/rules/service-terms.ts'
import { type ChangedEpisode, changedEpisodes, maxChanged } from '../features/alarms/changed-episodes.ts'
import type { Db } from '../platform/database/database.ts'
import { scopeOf } from '../platform/http/session.ts'
import type { Log } from '../platform/log.ts'
import type { Viewer } from './viewer.ts'
import type { Viewers } from './viewers.ts'

/** Changes gather this long, so that a flood is a few messages a second. */
const pauseMs = 300
/** Most in one message; beyond it viewers are only notified that there are more. */
const maxPerMessage = 50
/** Episodes whose last change that was sent is remembered. */
const maxRemembered = 20_000
const retryMs = 1_000

interface Options {
  db: Db
  log: Log
  /** Those that watch devices, and those that receive alarms only. */
  viewers: readonly Viewers[]
}

/** Sends viewers the alarms that occurred, ended or were handled, read from the database after their commit. */
export class AlarmFeed {
  readonly #options: Options
  readonly #devices = new Set<number>()
  /** By episode, the change that was sent last. */
  readonly #sent = new Map<number, number>()
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  changed(deviceIds: Iterable<number>): void {
    if (this.#options.viewers.every(({ size }) => size === 0)) return
    for (const id of deviceIds) this.#devices.add(id)
    this.#schedule(pauseMs)
  }

  /** Messages of others were missed: whoever shows alarms queries them again. */
  missed(): void {
    for (const viewers of this.#options.viewers)
      for (const viewer of viewers) if (seesAlarms(viewer)) sendAlarms(viewer, [])
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #schedule(afterMs: number): void {
    if (this.#isClosed || this.#timer !== null || this.#devices.size === 0) return
    this.#timer = setTimeout(() => {
      this.#flush().catch((error) => this.#options.log.warn({ err: error }, 'live alarms could not be read'))
    }, afterMs)
    this.#timer.unref()
  }

  async #flush(): Promise<void> {
    const deviceIds = [...this.#devices]
    this.#devices.clear()
    let nextMs = pauseMs
    try {
      const changed = await changedEpisodes(this.#options.db, deviceIds)
      // Somebody handled more than can be sent one by one.
      if (changed.length === maxChanged) this.missed()
      else this.#send(changed.filter((each) => this.#isNew(each)))
    } catch (error) {
      for (const id of deviceIds) this.#devices.add(id)
      nextMs = retryMs
      throw error
    } finally {
      this.#timer = null
      this.#schedule(nextMs)
    }
  }

  #isNew({ alarm: { id, sequence } }: ChangedEpisode): boolean {
    if (this.#sent.get(id) === sequence) return false
    this.#sent.delete(id)
    this.#sent.set(id, sequence)
    if (this.#sent.size > maxRemembered) this.#sent.delete(this.#sent.keys().next().value!)
    return true
  }

  #send(changed: readonly ChangedEpisode[]): void {
    const byViewer = new Map<Viewer, ChangedEpisode['alarm'][]>()
    for (const each of changed)
      for (const viewer of this.#watching(each)) {
        const ofViewer = byViewer.get(viewer)
        if (ofViewer === undefined) byViewer.set(viewer, [each.alarm])
        else ofViewer.push(each.alarm)
      }
    for (const [viewer, alarms] of byViewer) sendAlarms(viewer, alarms)
  }

  *#watching({ deviceId, alarm: { startTime: at }, ownerPath, terms }: ChangedEpisode): Generator<Viewer> {
    const isShownTo = (audience: Audience) => shownRange(terms, audience, { from: at, to: at }) !== null
    for (const viewers of this.#options.viewers) {
      for (const group of viewers.watchingOwner(ownerPath)) {
        if (!isShownTo(group.audience)) continue
        for (const viewer of group.viewers) if (seesAlarms(viewer)) yield viewer
      }
      if (!isShownTo('endUser')) continue
      for (const viewer of viewers.watchingDevice(deviceId, ownerPath) ?? [])
        if (seesAlarms(viewer)) yield viewer
    }
  }
}

function seesAlarms({ session }: Viewer): boolean {
  return holdsAny(session.permissions ?? [], ['main:alarms']) && !scopeOf(session).isOfFactoryTypes
}

function sendAlarms(viewer: Viewer, alarms: ChangedEpisode['alarm'][]): void {
  const isAll = alarms.length > 0 && alarms.length <= maxPerMessage && !viewer.isLagging
  viewer.send({ type: 'alarms', alarms: isAll ? alarms : [], isMore: !isAll })
}
