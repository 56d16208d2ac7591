import type { Audience } from '@trackway/core/rules/service-terms.ts'
import type { Viewer } from './viewer.ts'

const audiences: readonly Audience[] = ['administrator', 'agent', 'endUser']

export interface ViewerGroup {
  viewers: Set<Viewer>
  audience: Audience
}

/** Connections one session may have open: screens, tabs and reconnects of one user. */
export const maxPerSession = 10

/**
 * Who watches, found by what is watched, so that a change costs as much as there are viewers interested in
 * it: viewers of a subtree by its account, those of a single device by the device.
 */
export class Viewers {
  readonly #all = new Set<Viewer>()
  readonly #ofAccount = new Map<string, Set<Viewer>>()
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
    if (viewer.session.deviceId === null)
      put(this.#ofAccount, accountKey(viewer.accountId, viewer.audience), viewer)
    else put(this.#ofDevice, viewer.session.deviceId, viewer)
    return true
  }

  remove(viewer: Viewer): void {
    if (!this.#all.delete(viewer)) return
    const key = sessionKey(viewer)
    const count = this.#perSession.get(key)! - 1
    if (count > 0) this.#perSession.set(key, count)
    else this.#perSession.delete(key)
    if (viewer.session.deviceId === null)
      take(this.#ofAccount, accountKey(viewer.accountId, viewer.audience), viewer)
    else take(this.#ofDevice, viewer.session.deviceId, viewer)
  }

  /** The sets of viewers that watch all devices of this owner as the same audience: each is sent the same. */
  *watchingOwner(ownerPath: string): Generator<ViewerGroup> {
    for (const id of ownerPath.split('/')) {
      if (id === '') continue
      for (const audience of audiences) {
        const viewers = this.#ofAccount.get(accountKey(Number(id), audience))
        if (viewers !== undefined) yield { viewers, audience }
      }
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
}

function accountKey(accountId: number, audience: Audience): string {
  return `${accountId} ${audience}`
}

function put<K>(index: Map<K, Set<Viewer>>, key: K, viewer: Viewer): void {
  const set = index.get(key) ?? new Set()
  index.set(key, set.add(viewer))
}

function take<K>(index: Map<K, Set<Viewer>>, key: K, viewer: Viewer): void {
  const set = index.get(key)
  set?.delete(viewer)
  if (set?.size === 0) index.delete(key)
}

function sessionKey({ session }: Viewer): string {
  return session.tokenHash.toString('base64')
}
