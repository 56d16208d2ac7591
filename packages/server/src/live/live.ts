import { liveClientMessage, livePath } from '@trackway/core/api/live.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { type RefusalName, resultCodes } from '@trackway/core/codes/results.ts'
import { Counter, Gauge } from 'prom-client'
import type { Bus } from '../platform/bus/bus.ts'
import type { Database } from '../platform/database/database.ts'
import type { Mount } from '../platform/http/http-context.ts'
import type { Authenticate, Session } from '../platform/http/session.ts'
import { startIntervalJob } from '../platform/jobs/interval-job.ts'
import type { Log } from '../platform/log.ts'
import { catchUp } from './catch-up.ts'
import { type CommittedState, FanOut } from './fan-out.ts'
import { Owners } from './owners.ts'
import { accountsOf, devicesChangedByTime, todaySumsSince } from './queries.ts'
import { type Socket, Viewer } from './viewer.ts'
import { Viewers } from './viewers.ts'

/** A connection that has not said who it is by then is closed. */
const watchWithinMs = 10_000
/** How often it is looked for states that change by time alone, */
const byTimeMs = 10_000
/** for what was found of today in the tracks of devices, */
const todayMs = 5_000
/** for sessions that ended and clients that are gone, */
const checkViewersMs = 30_000
/** and for lists that changed: edits gather this long, so that an import is one message. */
const listChangesMs = 1_000
const retryMs = 1_000
const maxMessageBytes = 4_096
/** Messages a client may send between two checks; it has little to say. */
const maxMessages = 60

const watching = new Gauge({ name: 'trackway_live_viewers', help: 'Live connections that watch devices.' })
const fallenBehind = new Counter({
  name: 'trackway_live_viewers_behind_total',
  help: 'How often a live connection could not take changes as fast as they came.',
})

export interface Live {
  mount: Mount
  close(): Promise<void>
}

interface Options {
  database: Pick<Database, 'db'>
  bus: Bus
  log: Log
  /** The committed state of a device this process hears itself; others are read from the database. */
  stateOf?: (deviceId: number) => CommittedState | undefined
  now?: () => number
  /** For tests: every how many ms the sweeps run. */
  byTimeEveryMs?: number
  todayEveryMs?: number
  checkViewersEveryMs?: number
}

/** A WebSocket as it comes from the HTTP server. */
interface ClientSocket extends Socket {
  on(event: 'message', listener: (data: Buffer) => void): void
  on(event: 'close' | 'pong', listener: () => void): void
  on(event: 'error', listener: (error: Error) => void): void
}

/** The live connection of `core/api/live.ts`: who watches what, told by the bus, read from the database. */
export function createLive(options: Options): Live {
  const { bus, log, stateOf = () => undefined, now = Date.now } = options
  const { db } = options.database
  const viewers = new Viewers()
  const owners = new Owners(db)
  const fanOut = new FanOut({ db, log, viewers, owners, stateOf, now, onBehind })
  /** Owners among whose devices one came, went or was renamed. */
  const changedLists = new Set<string>()
  let authenticate: Authenticate = async () => null
  let byTimeUntil = now()
  let todayUntil = now()

  const stopListening = [
    bus.subscribe('device.changed', ({ deviceIds, time }) => fanOut.changed(deviceIds, time)),
    bus.subscribe('device.edited', ({ deviceId }) => {
      attempt(async () => {
        for (const path of await owners.deviceEdited(deviceId)) changedLists.add(`${deviceId} ${path}`)
      })
      // After the owner was forgotten: what is sent goes to the one it has now.
      fanOut.changed([deviceId])
    }),
    bus.subscribe('account.edited', ({ accountId }) => {
      attempt(async () => {
        for (const path of await owners.accountEdited(accountId)) changedLists.add(`0 ${path}`)
        await checkSessions((viewer) => viewer.session.account.path.includes(`/${accountId}/`))
      })
    }),
    bus.subscribe('messages.missed', ({ since }) => {
      owners.forgetAll()
      for (const viewer of viewers) {
        if (!viewer.missSince(since)) onBehind(viewer)
        viewer.send({ type: 'devicesChanged', time: viewer.toldUntil(now()) })
      }
      attempt(() => checkSessions(() => true))
    }),
  ]
  const stopRepeating = [
    startIntervalJob(options.byTimeEveryMs ?? byTimeMs, () => attempt(findChangedByTime)),
    startIntervalJob(options.todayEveryMs ?? todayMs, () => attempt(findChangedToday)),
    startIntervalJob(options.checkViewersEveryMs ?? checkViewersMs, () => attempt(checkViewers)),
  ]
  const listTimer = setInterval(tellListChanges, listChangesMs)

  function attempt(work: () => Promise<void>): Promise<void> {
    return work().catch((error) => log.warn({ err: error }, 'live connection: database failed'))
  }

  async function findChangedByTime(): Promise<void> {
    const until = now()
    fanOut.changed(owners.dayEnded(byTimeUntil, until))
    if (viewers.size > 0) fanOut.changed(await devicesChangedByTime(db, byTimeUntil, until))
    byTimeUntil = until
  }

  /** Without viewers too: what is known of devices is kept for the next one. */
  async function findChangedToday(): Promise<void> {
    const until = now()
    if (!owners.isEmpty) fanOut.changed(owners.todayChanged(await todaySumsSince(db, todayUntil)))
    todayUntil = until
  }

  async function checkViewers(): Promise<void> {
    for (const viewer of viewers) viewer.checkAlive()
    await checkSessions(() => true)
  }

  /** Ends the viewers whose session ended or no longer covers what they watch. */
  async function checkSessions(isMeant: (viewer: Viewer) => boolean): Promise<void> {
    const meant = [...viewers].filter(isMeant)
    const accounts = await accountsOf(db, [...new Set(meant.map((viewer) => viewer.accountId))])
    for (const viewer of meant) {
      const session = await authenticate(viewer.token)
      const path = accounts.get(viewer.accountId)?.path
      if (session === null) end(viewer, 'sessionExpired')
      else if (!path?.startsWith(session.account.path)) end(viewer, 'notFound')
      else Object.assign(viewer, { session, path })
    }
  }

  function end(viewer: Viewer, reason: RefusalName): void {
    viewers.remove(viewer)
    viewer.refuse(resultCodes[reason])
  }

  function tellListChanges(): void {
    const told = new Set<Viewer>()
    for (const change of changedLists) {
      const [deviceId, path] = change.split(' ') as [string, string]
      for (const group of viewers.watchingOwner(path)) for (const viewer of group) told.add(viewer)
      for (const viewer of viewers.watchingDevice(Number(deviceId), path) ?? []) told.add(viewer)
    }
    changedLists.clear()
    for (const viewer of told) viewer.send({ type: 'devicesChanged', time: viewer.toldUntil(now()) })
  }

  function onBehind(viewer: Viewer): void {
    fallenBehind.inc()
    bringUpToDate(viewer)
  }

  function bringUpToDate(viewer: Viewer): void {
    catchUp(db, viewer, now).catch((error) => {
      log.warn({ err: error }, 'live states could not be read')
      setTimeout(() => bringUpToDate(viewer), retryMs).unref()
    })
  }

  /** @returns the viewer, not yet added, or why there can be none */
  async function admit(socket: ClientSocket, wish: Wish): Promise<Viewer | RefusalName> {
    const session = await authenticate(wish.token)
    if (session === null) return 'sessionExpired'
    if (!holdsAny(session.account.role, ['main:monitor'])) return 'noPermission'
    const accountId = wish.userId ?? session.account.id
    const path = await pathWithin(session, accountId)
    if (path === null) return 'notFound'
    await owners.load(path)
    const time = now()
    return new Viewer(socket, {
      token: wish.token,
      session,
      accountId,
      path,
      since: wish.since === undefined ? null : Math.min(wish.since, time),
      now: time,
    })
  }

  async function pathWithin(session: Session, accountId: number): Promise<string | null> {
    if (accountId === session.account.id) return session.account.path
    const path = (await accountsOf(db, [accountId])).get(accountId)?.path
    return path?.startsWith(session.account.path) ? path : null
  }

  function onConnection(socket: ClientSocket): void {
    let viewer: Viewer | null = null
    let isAdmitting = false
    let messages = 0
    let isClosed = false
    const refuse = (reason: RefusalName) => {
      socket.send(JSON.stringify({ type: 'refused', code: resultCodes[reason] }), { binary: false })
      socket.close(1008)
    }
    const late = setTimeout(() => refuse('sessionExpired'), watchWithinMs)
    socket.on('error', () => socket.terminate())
    socket.on('pong', () => {
      messages = 0
      if (viewer) viewer.isAlive = true
    })
    socket.on('close', () => {
      isClosed = true
      clearTimeout(late)
      if (viewer) viewers.remove(viewer)
      watching.set(viewers.size)
    })
    socket.on('message', (data) => {
      const message = parseMessage(data)
      if (++messages > maxMessages) return refuse('tooManyRequests')
      if (message === null) return refuse('invalidInput')
      if (viewer) viewer.isAlive = true
      if (message.type === 'ping') {
        const time = now()
        socket.send(JSON.stringify({ type: 'pong', time: viewer?.toldUntil(time) ?? time }), {
          binary: false,
        })
      } else if (!isAdmitting) {
        isAdmitting = true
        watch(message).catch((error) => {
          log.warn({ err: error }, 'live connection: database failed')
          // Nothing is refused: the client comes again.
          socket.close(1013)
        })
      }
    })

    async function watch(wish: Wish): Promise<void> {
      const admitted = await admit(socket, wish)
      if (isClosed) return
      clearTimeout(late)
      if (typeof admitted === 'string') return refuse(admitted)
      viewer?.leave()
      if (viewer) viewers.remove(viewer)
      viewer = null
      if (!viewers.add(admitted)) return refuse('tooManyRequests')
      viewer = admitted
      isAdmitting = false
      watching.set(viewers.size)
      viewer.send({ type: 'watching', time: viewer.toldUntil(now()) })
      if (viewer.isBehind) bringUpToDate(viewer)
    }
  }

  return {
    mount(fastify, context) {
      authenticate = context.authenticate
      fastify.get(livePath, { websocket: true }, (socket) => onConnection(socket as unknown as ClientSocket))
    },
    async close() {
      for (const stop of stopListening) stop()
      clearInterval(listTimer)
      fanOut.close()
      for (const viewer of viewers) viewer.close()
      for (const stop of stopRepeating) await stop()
    },
  }
}

type Message = ReturnType<typeof liveClientMessage.parse>
type Wish = Extract<Message, { type: 'watch' }>

function parseMessage(data: Buffer): Message | null {
  if (data.length > maxMessageBytes) return null
  try {
    return liveClientMessage.safeParse(JSON.parse(data.toString())).data ?? null
  } catch {
    return null
  }
}
