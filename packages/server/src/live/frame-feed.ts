import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import type { RefusalName } from '@trackway/core/codes/results.ts'
import { frameCalls } from '@trackway/core/features/frames/calls.ts'
import { gw005Permission } from '@trackway/core/features/gw005/calls.ts'
import { notDecoded } from '../features/frames/decode-frame.ts'
import { findLoggedDevices } from '../features/frames/queries.ts'
import { watchedMs } from '../features/frames/watch/watched-frames.ts'
import type { Bus, WatchedFrame } from '../platform/bus/bus.ts'
import type { Db } from '../platform/database/database.ts'
import { type Session, scopeOf } from '../platform/http/session.ts'
import type { Viewer } from './viewer.ts'
import { Viewers } from './viewers.ts'

const seenBy = frameCalls.find.permission as readonly Permission[]
/** Who tests one device watches it, too, if it speaks JT/T 808. */
const testers: readonly Permission[] = gw005Permission
const decodedTo = [...(frameCalls.connections.permission as readonly Permission[]), ...testers]

/** Sends viewers the frames of chosen devices, which gateways put on the bus while somebody watches them. */
export class FrameFeed {
  readonly viewers = new Viewers()
  readonly #db: Db
  readonly #bus: Bus
  readonly #ofDevice = new Map<number, Set<Viewer>>()
  readonly #stopListening: () => void
  readonly #timer: NodeJS.Timeout
  #count = 0

  constructor(db: Db, bus: Bus) {
    this.#db = db
    this.#bus = bus
    this.#stopListening = bus.subscribe('frame.came', ({ frames, missed }) =>
      this.#sendFrames(frames, missed),
    )
    this.#timer = setInterval(() => this.#requestFrames([...this.#ofDevice.keys()]), watchedMs / 3).unref()
  }

  /** @returns the devices by their ids, or why the session may not watch them */
  async find(session: Session, terminalIDs: readonly string[]): Promise<Map<number, string> | RefusalName> {
    const seesAll = holdsAny(session.permissions, seenBy)
    if (!seesAll && !holdsAny(session.permissions, testers)) return 'noPermission'
    const devices = await findLoggedDevices(this.#db, scopeOf(session, seenBy), terminalIDs)
    if (devices.length < new Set(terminalIDs).size) return 'notFound'
    if (!seesAll && devices.some(({ wire }) => wire !== 'jt808')) return 'notJt808'
    return new Map(devices.map(({ deviceId, terminalID }) => [deviceId, terminalID]))
  }

  /** @returns false if its session has too many connections already */
  add(viewer: Viewer): boolean {
    if (!this.viewers.add(viewer)) return false
    const deviceIds = [...viewer.frameDevices!.keys()]
    for (const id of deviceIds) this.#ofDevice.set(id, (this.#ofDevice.get(id) ?? new Set()).add(viewer))
    this.#requestFrames(deviceIds)
    return true
  }

  remove(viewer: Viewer): void {
    this.viewers.remove(viewer)
    for (const id of viewer.frameDevices!.keys()) {
      const viewers = this.#ofDevice.get(id)
      viewers?.delete(viewer)
      if (viewers?.size === 0) this.#ofDevice.delete(id)
    }
  }

  /** The viewers of one of these devices. */
  watching(deviceIds: Iterable<number>): Set<Viewer> {
    return new Set([...deviceIds].flatMap((id) => [...(this.#ofDevice.get(id) ?? [])]))
  }

  close(): void {
    this.#stopListening()
    clearInterval(this.#timer)
  }

  #requestFrames(deviceIds: readonly number[]): void {
    if (deviceIds.length > 0) this.#bus.publish('frame.watched', { deviceIds: Int32Array.from(deviceIds) })
  }

  #sendFrames(frames: readonly WatchedFrame[], missed: readonly (readonly [number, number])[]): void {
    const viewers = this.watching([...frames.map(({ deviceId }) => deviceId), ...missed.map(([id]) => id)])
    for (const viewer of viewers) {
      const devices = viewer.frameDevices!
      const isRaw = !holdsAny(viewer.session.permissions, decodedTo)
      const own = frames.flatMap(({ deviceId, ...frame }) => {
        const terminalID = devices.get(deviceId)
        const id = `${frame.connectionId}.${frame.time}.w${this.#count++}`
        return terminalID === undefined ? [] : { id, terminalID, ...frame, ...(isRaw && notDecoded) }
      })
      const ownMissed = missed.reduce((sum, [id, count]) => sum + (devices.has(id) ? count : 0), 0)
      viewer.sendFrames(own, ownMissed)
    }
  }
}
