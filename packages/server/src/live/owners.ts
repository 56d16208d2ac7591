import type { SlowFields } from '@trackway/core/live/live-updates.ts'
import { type LiveReadings, noReadings } from '@trackway/core/readings/readings.ts'
import { startOfLocalDay } from '@trackway/core/rules/local-days.ts'
import type { DeviceTerms, ExpiredPlace } from '../features/locations/live-state.ts'
import { isNoticeable } from '../features/locations/today.ts'
import type { Db } from '../platform/database/database.ts'
import { accountsOf, type ChangedToday, type OwnedDevice, ownedDevices } from './queries.ts'

/** Devices remembered; a fleet beyond this is looked up again now and then. */
const maxDevices = 500_000
/** Devices read in one go: some 10 ms of this process. */
const sliceSize = 5_000

export interface Account {
  readonly id: number
  /** Null while it is read again, and for good once the account is gone or forgotten. */
  path: string | null
  timeZone: string
}

/** A device with what its live state takes from itself, its type and its owner. */
export class LiveDevice implements DeviceTerms {
  readonly id: number
  readonly account: Account
  readonly online_timeout_seconds: number
  readonly activate_time: number | null
  readonly expire_time: number | null
  readonly platform_expire_time: number | null
  readonly user_expire_time: number | null
  readonly expired_places: ExpiredPlace[] | null
  readonly odometer_offset_m: number
  today_start_time: number | null
  today_m: number | null
  counted_start_time: number | null
  counted_m: number | null
  /** It was edited since: another object of this id replaces it. */
  isStale = false

  // What the fan-out remembers of it.
  /** Time of the last commit that was not sent; null: all was sent. */
  unsentTime: number | null = null
  /** When it changed after the last state was sent. */
  changedTime = 0
  /** No state is sent before then. */
  nextTime = 0
  /** Rarely changing fields as last sent; null: viewers may have other values. */
  sentRest: SlowFields | null = null
  restTime = 0
  /** When those whose term has ended were sent its last state. */
  endSentTime = 0
  /** Its readings as last sent. */
  sentReadings: LiveReadings = noReadings

  constructor(account: Account, row: OwnedDevice) {
    this.id = row.id
    this.account = account
    this.online_timeout_seconds = row.online_timeout_seconds
    this.activate_time = row.activate_time
    this.expire_time = row.expire_time
    this.platform_expire_time = row.platform_expire_time
    this.user_expire_time = row.user_expire_time
    this.expired_places = row.expired_places
    this.odometer_offset_m = row.odometer_offset_m
    this.today_start_time = row.today_start_time
    this.today_m = row.today_m
    this.counted_start_time = row.counted_start_time
    this.counted_m = row.counted_m
  }

  get time_zone(): string {
    return this.account.timeZone
  }
}

/**
 * Who owns which device on which terms, as far as anybody watches. It follows the edits published on the bus: from
 * the moment one is published until it has been read, what it concerns is unknown, and the database is queried.
 */
export class Owners {
  readonly #db: Db
  readonly #devices = new Map<number, LiveDevice>()
  readonly #accounts = new Map<number, Account>()
  #loaded = new Set<string>()
  /** Accounts edited during a query, whose answer may be older. One set per query. */
  readonly #editedMeanwhile = new Set<Set<number>>()
  #accountEdits = 0

  constructor(db: Db) {
    this.#db = db
  }

  /** Makes the devices at and below an account known. */
  async load(path: string): Promise<void> {
    for (const loaded of this.#loaded) if (path.startsWith(loaded)) return
    let edits: number
    do {
      edits = this.#accountEdits
      await this.#loadSlices(path)
      // An account that moved meanwhile may have been passed over.
    } while (edits !== this.#accountEdits)
    this.#loaded.add(path)
  }

  async #loadSlices(path: string): Promise<void> {
    for (let afterId = 0, isLast = false; !isLast; ) {
      const slice = { path, afterId, limit: sliceSize }
      const rows = await this.remember(() => ownedDevices(this.#db, slice))
      isLast = rows.length < sliceSize
      afterId = rows.at(-1)?.id ?? afterId
    }
  }

  /** Looks up those that are not known yet. */
  async learn(deviceIds: Iterable<number>): Promise<void> {
    const unknown: number[] = []
    for (const id of deviceIds) if (!this.#devices.has(id)) unknown.push(id)
    if (unknown.length > 0) await this.remember(() => ownedDevices(this.#db, { deviceIds: unknown }))
  }

  get isEmpty(): boolean {
    return this.#devices.size === 0
  }

  find(deviceId: number): LiveDevice | undefined {
    return this.#devices.get(deviceId)
  }

  #pathOf(deviceId: number): string | null {
    return this.#devices.get(deviceId)?.account.path ?? null
  }

  /** @returns each device with the path of the owner it had, and of the one it has where that is another */
  async devicesEdited(deviceIds: Iterable<number>): Promise<{ deviceId: number; path: string }[]> {
    const before = new Map<number, string | null>()
    for (const deviceId of deviceIds) {
      before.set(deviceId, this.#pathOf(deviceId))
      this.#forget(deviceId)
      for (const edited of this.#editedMeanwhile) edited.add(deviceId)
    }
    await this.learn(before.keys())
    return [...before].flatMap(([deviceId, had]) =>
      [...new Set([had, this.#pathOf(deviceId)])].flatMap((path) =>
        path === null ? [] : { deviceId, path },
      ),
    )
  }

  /** @returns the path an account had and the one it has, if it was moved or deleted; else nothing */
  async accountEdited(accountId: number): Promise<string[]> {
    this.#accountEdits++
    const mark = `/${accountId}/`
    const below = [...this.#accounts.values()].filter(({ path }) => path?.includes(mark))
    const path = below[0]?.path
    if (path == null) return []
    const before = path.slice(0, path.indexOf(mark) + mark.length)
    for (const account of below) account.path = null
    try {
      const paths = await this.#readAccounts(below, accountId)
      const after = paths.get(accountId)?.path
      if (after === before) return []
      this.#loaded = new Set()
      return after === undefined ? [before] : [before, after]
    } catch (error) {
      this.forgetAll()
      throw error
    }
  }

  /** @returns those of them of which something else is shown now */
  todayChanged(changes: readonly ChangedToday[]): number[] {
    const noticed: number[] = []
    for (const { device_id: id, ...sum } of changes) {
      const device = this.#devices.get(id)
      if (device === undefined) continue
      if (isNoticeable(device, sum)) noticed.push(id)
      Object.assign(device, sum)
    }
    return noticed
  }

  /** @returns those that drove and whose owner's day ended between two instants */
  dayEnded(after: number, until: number): number[] {
    const zones = new Set<string>()
    for (const { timeZone } of this.#accounts.values()) zones.add(timeZone)
    for (const zone of zones)
      if (startOfLocalDay(after, zone) === startOfLocalDay(until, zone)) zones.delete(zone)
    if (zones.size === 0) return []
    const devices = [...this.#devices.values()]
    return devices.filter((one) => one.today_m && zones.has(one.time_zone)).map(({ id }) => id)
  }

  async #readAccounts(accounts: readonly Account[], accountId: number) {
    const ids = [accountId, ...accounts.map((account) => account.id)]
    let edits: number
    let rows: Awaited<ReturnType<typeof accountsOf>>
    do {
      edits = this.#accountEdits
      rows = await accountsOf(this.#db, ids)
    } while (edits !== this.#accountEdits)
    for (const account of accounts) {
      const row = rows.get(account.id)
      if (row !== undefined) Object.assign(account, { path: row.path, timeZone: row.time_zone })
    }
    return rows
  }

  /** Queries devices, again where an account is edited meanwhile, and remembers whose they are. @returns them */
  async remember<Row extends OwnedDevice>(query: () => Promise<Row[]>): Promise<Row[]> {
    const edited = new Set<number>()
    this.#editedMeanwhile.add(edited)
    try {
      let edits: number
      let rows: Row[]
      do {
        edits = this.#accountEdits
        rows = await query()
      } while (edits !== this.#accountEdits)
      if (this.#devices.size + rows.length > maxDevices) this.forgetAll()
      for (const row of rows)
        if (!edited.has(row.id) && !this.#devices.has(row.id))
          this.#devices.set(row.id, new LiveDevice(this.#accountOf(row), row))
      return rows
    } finally {
      this.#editedMeanwhile.delete(edited)
    }
  }

  #forget(deviceId: number): void {
    const device = this.#devices.get(deviceId)
    if (device !== undefined) device.isStale = true
    this.#devices.delete(deviceId)
  }

  /** All entries may be out of date: they are read again as they are needed. */
  forgetAll(): void {
    for (const account of this.#accounts.values()) account.path = null
    this.#devices.clear()
    this.#accounts.clear()
    this.#loaded = new Set()
  }

  #accountOf({ account_id: id, owner_path: path, time_zone: timeZone }: OwnedDevice): Account {
    const known = this.#accounts.get(id)
    if (known !== undefined) return Object.assign(known, { path, timeZone })
    const account = { id, path, timeZone }
    this.#accounts.set(id, account)
    return account
  }
}
