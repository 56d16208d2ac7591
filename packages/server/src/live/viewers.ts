import type { Viewer } from './viewer.ts'

/** Connections one session may have open: screens, tabs and reconnects of one user. */
export const maxPerSession = 10

/**
 * Who watches, found by what is watched, so that a change costs as much as there are viewers interested in
 * it: viewers of a subtree by its account, those of a single device by the device.
 */
export class Viewers {
  readonly #all = new Set<Viewer>()
  readonly #ofAccount = new Map<number, Set<Viewer>>()
  readonly #ofDevice = new Map<number, Set<Viewer>>()
  readonly #perSession = new Map<string, number>()

  get size(): number {
    return this.#all.size
  }

  [Symbol.iterator](): Iterator<Viewer> {
    return this.#all.values()
  }

  /** @returns false if its session has too many connections already */
  add(viewer: Viewer): boolean {
    const key = sessionKey(viewer)
    const count = this.#perSession.get(key) ?? 0
    if (count >= maxPerSession) return false
    this.#perSession.set(key, count + 1)
    this.#all.add(viewer)
    const [index, id] = this.#placeOf(viewer)
    const set = index.get(id) ?? new Set()
    index.set(id, set.add(viewer))
    return true
  }

  remove(viewer: Viewer): void {
    if (!this.#all.delete(viewer)) return
    const key = sessionKey(viewer)
    const count = this.#perSession.get(key)! - 1
    if (count > 0) this.#perSession.set(key, count)
    else this.#perSession.delete(key)
    const [index, id] = this.#placeOf(viewer)
    const set = index.get(id)!
    set.delete(viewer)
    if (set.size === 0) index.delete(id)
  }

  /** The sets of viewers that watch all devices of this owner: each is sent the same. */
  *watchingOwner(ownerPath: string): Generator<Set<Viewer>> {
    for (const id of ownerPath.split('/')) {
      const viewers = id === '' ? undefined : this.#ofAccount.get(Number(id))
      if (viewers !== undefined) yield viewers
    }
  }

  /** Viewers that watch this one device, and still may: it may have gone to another account since. */
  watchingDevice(deviceId: number, ownerPath: string): Set<Viewer> | null {
    const viewers = this.#ofDevice.get(deviceId)
    if (viewers === undefined) return null
    const permitted = [...viewers].filter((viewer) => ownerPath.startsWith(viewer.path))
    return permitted.length > 0 ? new Set(permitted) : null
  }

  isOwnerWatched(ownerPath: string): boolean {
    return !this.watchingOwner(ownerPath).next().done
  }

  #placeOf({ session, accountId }: Viewer): [Map<number, Set<Viewer>>, number] {
    return session.deviceId === null ? [this.#ofAccount, accountId] : [this.#ofDevice, session.deviceId]
  }
}

function sessionKey({ session }: Viewer): string {
  return session.tokenHash.toString('base64')
}
