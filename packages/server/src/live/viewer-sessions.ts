import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import type { RefusalName } from '@trackway/core/codes/results.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import type { Db } from '../platform/database/database.ts'
import { type Authenticate, type Session, scopeOf } from '../platform/http/session.ts'
import { idsOf } from '../platform/scope/scope-sql.ts'
import type { WatchRequest } from './client-connection.ts'
import type { FrameFeed } from './frame-feed.ts'
import type { Owners } from './owners.ts'
import { accountsOf } from './queries.ts'
import { type Socket, Viewer } from './viewer.ts'

/** The permission that a viewer of this kind needs, frames aside. */
const permissionFor = (only: WatchRequest['only'] | null) =>
  only === 'commands' ? (commandCalls.find.permission as readonly Permission[]) : (['main:monitor'] as const)

/** Who may watch what: checked when a client comes, and again and again while it watches. */
export class ViewerSessions {
  readonly #db: Db
  readonly #owners: Owners
  readonly #frames: FrameFeed
  readonly #now: () => number
  /** Of the HTTP server, as soon as there is one. */
  authenticate: Authenticate = async () => null

  constructor(db: Db, owners: Owners, frames: FrameFeed, now: () => number) {
    this.#db = db
    this.#owners = owners
    this.#frames = frames
    this.#now = now
  }

  /** @returns the viewer a client becomes, or why it may not */
  async admit(socket: Socket, request: WatchRequest): Promise<Viewer | RefusalName> {
    const { token, userId, since, snapshot, only } = request
    const session = await this.authenticate(token)
    if (session === null) return 'sessionExpired'
    if (only === 'frames') return this.#admitToFrames(socket, session, request)
    const permission = permissionFor(only)
    if (!holdsAny(session.permissions, permission)) return 'noPermission'
    if (session.mustChangePassword) return 'passwordMustChange'
    const within = scopeOf(session, permission).path
    const accountId = userId ?? idsOf(within).at(-1)!
    const path = await this.#pathWithin(within, accountId)
    if (path === null) return 'notFound'
    const now = this.#now()
    if (only !== undefined)
      return new Viewer(socket, { token, session, accountId, path, since: null, only, now })
    // The snapshot makes them known as it goes.
    if (!snapshot) await this.#owners.load(path)
    const from = since === undefined || snapshot ? null : Math.min(since, now)
    return new Viewer(socket, { token, session, accountId, path, since: from, wantsSnapshot: snapshot, now })
  }

  async #admitToFrames(
    socket: Socket,
    session: Session,
    { token, terminalIDs }: WatchRequest,
  ): Promise<Viewer | RefusalName> {
    if (session.mustChangePassword) return 'passwordMustChange'
    if (terminalIDs === undefined) return 'invalidInput'
    const found = await this.#frames.find(session, terminalIDs)
    if (typeof found === 'string') return found
    const { id: accountId, path } = session.account
    const account = { token, session, accountId, path }
    return new Viewer(socket, { ...account, since: null, frameDevices: found, now: this.#now() })
  }

  /** @returns why a viewer of frames may watch them no longer; null: it may */
  async #frameRefusal(session: Session, { frameDevices }: Viewer): Promise<RefusalName | null> {
    if (frameDevices === null) return null
    const found = await this.#frames.find(session, [...frameDevices.values()])
    if (typeof found === 'string') return found
    // Another device is registered under the id by now.
    return [...frameDevices.keys()].every((id) => found.has(id)) ? null : 'notFound'
  }

  /**
   * Looks again at the session of each, and at the account it watches, which may have been moved.
   * @returns those that may watch no longer, and why
   */
  async check(viewers: readonly Viewer[]): Promise<Map<Viewer, RefusalName>> {
    const ended = new Map<Viewer, RefusalName>()
    const accounts = await accountsOf(this.#db, [...new Set(viewers.map(({ accountId }) => accountId))])
    for (const viewer of viewers) {
      const session = await this.authenticate(viewer.token)
      const path = accounts.get(viewer.accountId)?.path
      if (session === null) ended.set(viewer, 'sessionExpired')
      else if (!path?.startsWith(scopeOf(session, permissionFor(viewer.only)).path))
        ended.set(viewer, 'notFound')
      else {
        const refusal = await this.#frameRefusal(session, viewer)
        if (refusal !== null) ended.set(viewer, refusal)
        else Object.assign(viewer, { session, path })
      }
    }
    return ended
  }

  async #pathWithin(within: string, accountId: number): Promise<string | null> {
    if (accountId === idsOf(within).at(-1)) return within
    const path = (await accountsOf(this.#db, [accountId])).get(accountId)?.path
    return path?.startsWith(within) ? path : null
  }
}
