import type { Db } from '../platform/database.ts'
import { ownersOf, pathsOf } from './queries.ts'

/** Devices remembered; a fleet beyond this is looked up again now and then. */
const maxDevices = 500_000

/**
 * Who owns which device, as far as anybody watches: tells whether a change interests a viewer before the
 * database is asked for it, and where a device was before it was moved or deleted. Only a hint: what is sent
 * to whom is decided by the owner read together with the state.
 */
export class Owners {
  readonly #db: Db
  readonly #accountOf = new Map<number, number>()
  readonly #pathOf = new Map<number, string>()
  #loaded = new Set<string>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Makes the devices at and below an account known. */
  async load(path: string): Promise<void> {
    for (const loaded of this.#loaded) if (path.startsWith(loaded)) return
    this.#keep(await ownersOf(this.#db, { path }))
    this.#loaded.add(path)
  }

  /** Looks up those that are not known yet. */
  async learn(deviceIds: Iterable<number>): Promise<void> {
    const unknown = [...deviceIds].filter((id) => !this.#accountOf.has(id))
    if (unknown.length > 0) this.#keep(await ownersOf(this.#db, { deviceIds: unknown }))
  }

  pathOf(deviceId: number): string | null {
    const account = this.#accountOf.get(deviceId)
    return account === undefined ? null : (this.#pathOf.get(account) ?? null)
  }

  /** @returns the paths of the owners a device had and has */
  async deviceEdited(deviceId: number): Promise<string[]> {
    const before = this.pathOf(deviceId)
    this.#accountOf.delete(deviceId)
    await this.learn([deviceId])
    const after = this.pathOf(deviceId)
    return [...new Set([before, after])].filter((path) => path !== null)
  }

  /** @returns the path an account had and the one it has, if it was moved or deleted; else nothing */
  async accountEdited(accountId: number): Promise<string[]> {
    const before = this.#pathOf.get(accountId)
    if (before === undefined) return []
    const after = (await pathsOf(this.#db, [accountId])).get(accountId)
    if (after === before) return []
    const below = [...this.#pathOf].filter(([, path]) => path.startsWith(before)).map(([id]) => id)
    const paths = await pathsOf(this.#db, below)
    for (const id of below) {
      const path = paths.get(id)
      if (path === undefined) this.#pathOf.delete(id)
      else this.#pathOf.set(id, path)
    }
    this.#loaded = new Set()
    return after === undefined ? [before] : [before, after]
  }

  #keep(owners: Awaited<ReturnType<typeof ownersOf>>): void {
    if (this.#accountOf.size + owners.length > maxDevices) {
      this.#accountOf.clear()
      this.#pathOf.clear()
      this.#loaded = new Set()
    }
    for (const { deviceId, accountId, path } of owners) {
      this.#accountOf.set(deviceId, accountId)
      this.#pathOf.set(accountId, path)
    }
  }
}
