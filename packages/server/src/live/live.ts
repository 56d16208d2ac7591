import { limits } from '@trackway/core/codes/limits.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { livePath } from '@trackway/core/live/live.ts'
import { Counter, Gauge } from 'prom-client'
import type { Bus } from '../platform/bus/bus.ts'
import type { Database } from '../platform/database/database.ts'
import type { Mount } from '../platform/http/http-context.ts'
import { cookieToken } from '../platform/http/session-cookie.ts'
import { startIntervalJob } from '../platform/jobs/interval-job.ts'
import type { Log } from '../platform/log.ts'
import { AlarmFeed } from './alarm-feed.ts'
import { catchUp } from './catch-up.ts'
import { ClientConnection, type ClientSocket } from './client-connection.ts'
import { CommandFeed } from './command-feed.ts'
import { type CommittedState, FanOut } from './fan-out.ts'
import { FrameFeed } from './frame-feed.ts'
import { Freshness } from './freshness.ts'
import { Owners } from './owners.ts'
import { devicesChangedByTime, todaySumsSince } from './queries.ts'
import { sendSnapshot } from './snapshot.ts'
import type { Viewer } from './viewer.ts'
import { ViewerSessions } from './viewer-sessions.ts'
import { Viewers } from './viewers.ts'

/** Interval of the search for states that change by time alone. */
const byTimeMs = 10_000
/** Interval of the search for new figures of today from the tracks of devices. */
const todayMs = 5_000
/** Interval of the check for ended sessions and clients that have left. */
const checkViewersMs = 30_000
/** Interval of the check whether what viewers see may be old. */
const freshMs = 1_000
/** Edits of lists gather this long, so that an import is one message. */
const listChangesMs = 1_000
const retryMs = 1_000
/** Means all devices of an account that was moved or deleted. */
const allDevices = 0

const watching = new Gauge({ name: 'trackway_live_viewers', help: 'Live connections that watch devices.' })
const laggingViewers = new Counter({
  name: 'trackway_live_viewers_behind_total',
  help: 'How often a live connection could not take changes as fast as they came.',
})

interface Options {
  database: Pick<Database, 'db' | 'pool'>
  bus: Bus
  log: Log
  /** The committed state of a device connected to this process; others are read from the database. */
  stateOf?: (deviceId: number) => CommittedState | undefined
  now?: () => number
  /** For tests: every how many ms the sweeps run. */
  byTimeEveryMs?: number
  todayEveryMs?: number
  checkViewersEveryMs?: number
}

/** The live connection of `core/live/live.ts`: who watches what, notified by the bus, read from the database. */
export class Live {
  readonly #database: Options['database']
  readonly #log: Log
  readonly #now: () => number
  readonly #viewers = new Viewers()
  /** Those that receive alarms and commands only. */
  readonly #listeners = new Viewers()
  /** Those that receive commands only. */
  readonly #commandViewers = new Viewers()
  readonly #owners: Owners
  readonly #sessions: ViewerSessions
  readonly #fanOut: FanOut
  readonly #alarms: AlarmFeed
  readonly #commands: CommandFeed
  readonly #frames: FrameFeed
  readonly #freshness: Freshness
  /** Devices that came, went or were renamed, each with an owner it has or had. */
  readonly #changedLists = new Set<string>()
  readonly #stopListening: (() => void)[]
  readonly #stopRepeating: (() => Promise<void>)[]
  #byTimeUntil: number
  #todayUntil: number

  constructor(options: Options) {
    const { bus, log, stateOf = () => undefined, now = Date.now } = options
    const { db, pool } = options.database
    this.#database = options.database
    this.#log = log
    this.#now = now
    this.#byTimeUntil = this.#todayUntil = now()
    this.#owners = new Owners(db)
    this.#frames = new FrameFeed(db, bus)
    this.#freshness = new Freshness({ bus, pool, now })
    this.#sessions = new ViewerSessions(db, this.#owners, this.#frames, now)
    const onLagging = (viewer: Viewer) => this.#onLagging(viewer)
    this.#fanOut = new FanOut({
      db,
      log,
      viewers: this.#viewers,
      owners: this.#owners,
      stateOf,
      now,
      onLagging,
    })
    this.#alarms = new AlarmFeed({ db, log, viewers: [this.#viewers, this.#listeners] })
    const commandViewers = [this.#viewers, this.#listeners, this.#commandViewers]
    this.#commands = new CommandFeed({ db, log, viewers: commandViewers, now })
    this.#stopListening = [
      bus.subscribe('command.changed', ({ deviceIds }) => this.#commands.changed(deviceIds)),
      bus.subscribe('alarm.changed', ({ deviceIds }) => this.#alarms.changed(deviceIds)),
      bus.subscribe('device.changed', ({ deviceIds, time }) => this.#fanOut.changed(deviceIds, time)),
      bus.subscribe('device.edited', ({ deviceIds }) => this.#devicesEdited(deviceIds)),
      // Names, and what counts as offline: of any device.
      bus.subscribe('deviceType.edited', () => this.#messagesMissed(this.#now())),
      bus.subscribe('account.edited', ({ accountId }) => this.#attempt(() => this.#accountEdited(accountId))),
      bus.subscribe('messages.missed', ({ since }) => this.#messagesMissed(since)),
    ]
    const repeat = (everyMs: number, work: () => Promise<void> | void) =>
      startIntervalJob(everyMs, () => this.#attempt(work))
    this.#stopRepeating = [
      repeat(options.byTimeEveryMs ?? byTimeMs, () => this.#findChangedByTime()),
      repeat(options.todayEveryMs ?? todayMs, () => this.#findChangedToday()),
      repeat(options.checkViewersEveryMs ?? checkViewersMs, () => this.#checkViewers()),
      repeat(listChangesMs, () => this.#sendListChanges()),
      repeat(freshMs, () => this.#checkFreshness()),
    ]
  }

  readonly mount: Mount = (fastify, { authenticate }) => {
    this.#sessions.authenticate = authenticate
    fastify.get(livePath, { websocket: true }, (socket, { headers }) => {
      new ClientConnection(socket as unknown as ClientSocket, {
        log: this.#log,
        now: this.#now,
        // A page names the cookie that holds its token.
        admit: (client, request) => {
          const token = cookieToken(headers.cookie, request.token) ?? request.token
          return this.#sessions.admit(client, { ...request, token })
        },
        add: (viewer) => this.#add(viewer),
        remove: (viewer) => this.#remove(viewer),
      })
    })
  }

  async close(): Promise<void> {
    for (const stop of this.#stopListening) stop()
    this.#fanOut.close()
    this.#alarms.close()
    this.#commands.close()
    this.#frames.close()
    for (const viewer of this.#everybody()) viewer.close()
    for (const stop of this.#stopRepeating) await stop()
  }

  async #attempt(work: () => Promise<void> | void): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#log.warn({ err: error }, 'live connection: database failed')
    }
  }

  #devicesEdited(deviceIds: Int32Array): void {
    this.#attempt(async () => {
      for (const { deviceId, path } of await this.#owners.devicesEdited(deviceIds))
        this.#changedLists.add(`${deviceId} ${path}`)
    })
    const watching = this.#frames.watching(deviceIds)
    if (watching.size > 0) this.#attempt(() => this.#checkSessions((viewer) => watching.has(viewer)))
    // After the owners were forgotten: what is sent goes to those they have now.
    this.#fanOut.changed(deviceIds)
  }

  async #accountEdited(accountId: number): Promise<void> {
    for (const path of await this.#owners.accountEdited(accountId))
      this.#changedLists.add(`${allDevices} ${path}`)
    await this.#checkSessions((viewer) => viewer.session.account.path.includes(`/${accountId}/`))
  }

  #messagesMissed(since: number): void {
    this.#owners.forgetAll()
    this.#alarms.missed()
    this.#commands.missed()
    for (const viewer of this.#viewers) {
      if (!viewer.missSince(since)) this.#onLagging(viewer)
      this.#sendListChanged(viewer)
    }
    this.#attempt(() => this.#checkSessions(() => true))
  }

  async #findChangedByTime(): Promise<void> {
    const until = this.#now()
    this.#fanOut.changed(this.#owners.dayEnded(this.#byTimeUntil, until))
    if (this.#viewers.size > 0)
      this.#fanOut.changed(await devicesChangedByTime(this.#database.db, this.#byTimeUntil, until))
    this.#byTimeUntil = until
  }

  /** Without viewers too: what is known of devices is kept for the next one. */
  async #findChangedToday(): Promise<void> {
    const until = this.#now()
    if (!this.#owners.isEmpty)
      this.#fanOut.changed(
        this.#owners.todayChanged(await todaySumsSince(this.#database.db, this.#todayUntil)),
      )
    this.#todayUntil = until
  }

  /** Tells all viewers when what they see may be old, and when it is so no more. */
  async #checkFreshness(): Promise<void> {
    if (!(await this.#freshness.check())) return
    for (const viewer of this.#everybody()) viewer.send({ type: 'stale', since: this.#freshness.staleSince })
  }

  async #checkViewers(): Promise<void> {
    for (const viewer of this.#everybody()) viewer.checkAlive()
    await this.#checkSessions(() => true)
  }

  /** Ends the viewers whose session ended or no longer covers what they watch. */
  async #checkSessions(isMeant: (viewer: Viewer) => boolean): Promise<void> {
    const ended = await this.#sessions.check([...this.#everybody()].filter(isMeant))
    for (const [viewer, reason] of ended) {
      this.#remove(viewer)
      viewer.refuse(resultCodes[reason])
    }
  }

  #sendListChanges(): void {
    const idsByViewer = new Map<Viewer, Set<number>>()
    for (const change of this.#changedLists) {
      const [deviceId, path] = change.split(' ') as [string, string]
      const groups = [...this.#viewers.watchingOwner(path)].map(({ viewers }) => viewers)
      const ofDevice = this.#viewers.watchingDevice(Number(deviceId), path)
      for (const group of ofDevice ? [...groups, ofDevice] : groups)
        for (const viewer of group)
          idsByViewer.set(viewer, (idsByViewer.get(viewer) ?? new Set()).add(Number(deviceId)))
    }
    this.#changedLists.clear()
    for (const [viewer, ids] of idsByViewer) this.#sendListChanged(viewer, ids)
  }

  /** @param ids which devices; without them, or with one that is `allDevices`, any */
  #sendListChanged(viewer: Viewer, ids = new Set([allDevices])): void {
    const areNamed = !ids.has(allDevices) && ids.size <= limits.devicesPerOperation
    const time = viewer.upToDateUntil(this.#now())
    viewer.send({ type: 'devicesChanged', time, ...(areNamed && { ids: [...ids] }) })
  }

  #onLagging(viewer: Viewer): void {
    laggingViewers.inc()
    this.#bringUpToDate(viewer)
  }

  #bringUpToDate(viewer: Viewer): void {
    catchUp(this.#database.db, viewer, this.#now).catch((error) => {
      this.#log.warn({ err: error }, 'live states could not be read')
      setTimeout(() => this.#bringUpToDate(viewer), retryMs).unref()
    })
  }

  #sendSnapshot(viewer: Viewer): void {
    sendSnapshot(this.#database, this.#owners, viewer, this.#now).catch((error) => {
      this.#log.warn({ err: error }, 'live states could not be read')
      // The client comes again and begins anew.
      viewer.close(1013)
    })
  }

  #add(viewer: Viewer): boolean {
    const isAdded = viewer.frameDevices ? this.#frames.add(viewer) : this.#groupOf(viewer).add(viewer)
    if (!isAdded) return false
    watching.set(this.#viewers.size)
    viewer.send({ type: 'watching', time: viewer.upToDateUntil(this.#now()) })
    const { staleSince: since } = this.#freshness
    if (since !== null) viewer.send({ type: 'stale', since })
    if (viewer.isLagging) this.#bringUpToDate(viewer)
    if (viewer.wantsSnapshot) this.#sendSnapshot(viewer)
    return true
  }

  #remove(viewer: Viewer): void {
    if (viewer.frameDevices) this.#frames.remove(viewer)
    else this.#groupOf(viewer).remove(viewer)
    watching.set(this.#viewers.size)
  }

  #groupOf({ only }: Viewer): Viewers {
    if (only === 'commands') return this.#commandViewers
    return only === 'alarms' ? this.#listeners : this.#viewers
  }

  *#everybody(): Generator<Viewer> {
    yield* this.#viewers
    yield* this.#listeners
    yield* this.#commandViewers
    yield* this.#frames.viewers
  }
}
