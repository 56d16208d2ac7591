import type { Bus } from '../platform/bus/bus.ts'
import type { Client, ConfigSource, ConfiguredDevice } from './config-sources/config-source.ts'
import { configSources, type DeviceConfig, emptyConfig } from './config-sources/config-sources.ts'

/** Most configurations kept; beyond, those that were read first are forgotten. */
const maxDevices = 250_000

type AnySource = ConfigSource<unknown, unknown>
type Levels = Record<string, unknown>

interface Known {
  config: DeviceConfig
  /** The accounts from the root down to the device's own. */
  accountIds: readonly number[]
  /** Edits up to this one are in it. */
  edit: number
}

/**
 * The settings of devices that rules need (fences, alarm settings…), in memory. They are read together with the states
 * of a batch, a few queries for all its devices, and forgotten when the bus reports an edit. What is set at an account is kept
 * once for all devices below.
 */
export class DeviceConfigCache {
  readonly #sources: readonly (readonly [string, AnySource])[]
  readonly #byDevice = new Map<number, Known>()
  /** What is set at each account, by source. */
  readonly #byAccount = new Map<number, { levels: Levels; edit: number }>()
  /** Edits are counted: an answer of the database that may not know of one is not kept as if it did. */
  #edits = 0
  #allEdited = 0
  #lastAccountEdited = 0
  readonly #accountEdited = new Map<number, number>()
  readonly #deviceEdited = new Map<number, number>()

  constructor(sources: Readonly<Record<string, AnySource>> = configSources) {
    this.#sources = Object.entries(sources)
  }

  /** Forgets what others edit from now on. @returns how to stop */
  listen(bus: Bus): () => void {
    const stops = [
      bus.subscribe('device.edited', ({ deviceIds }) => this.forgetDevices(deviceIds)),
      bus.subscribe('device.factsEdited', ({ deviceIds, accountIds }) => {
        this.forgetDevices(deviceIds)
        this.forgetAccounts(accountIds)
      }),
      // It may have been moved, with all below it.
      bus.subscribe('account.edited', ({ accountId }) => this.forgetAccounts([accountId])),
      bus.subscribe('deviceType.edited', () => this.forgetAll()),
      bus.subscribe('messages.missed', () => this.forgetAll()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** The configuration read last: `isMissing` is true where it was edited since. */
  get(deviceId: number): DeviceConfig {
    return this.#byDevice.get(deviceId)?.config ?? emptyConfig
  }

  isMissing(deviceId: number): boolean {
    const known = this.#byDevice.get(deviceId)
    if (known === undefined) return true
    if (known.edit === this.#edits) return false
    if (known.edit < this.#allEdited || known.edit < (this.#deviceEdited.get(deviceId) ?? 0)) return true
    if (known.edit < this.#lastAccountEdited && known.accountIds.some((id) => this.#isEdited(id, known.edit)))
      return true
    known.edit = this.#edits
    return false
  }

  forgetDevices(deviceIds: Iterable<number>): void {
    this.#edits++
    for (const deviceId of deviceIds) this.#deviceEdited.set(deviceId, this.#edits)
  }

  forgetAccounts(accountIds: Iterable<number>): void {
    this.#lastAccountEdited = ++this.#edits
    for (const accountId of accountIds) this.#accountEdited.set(accountId, this.#edits)
  }

  forgetAll(): void {
    this.#allEdited = ++this.#edits
    this.#accountEdited.clear()
    this.#deviceEdited.clear()
  }

  /** Reads the configurations of these devices; one that was deleted has an empty one. */
  async load(client: Client, deviceIds: readonly number[]): Promise<void> {
    if (this.#sources.length === 0) return
    const edit = this.#edits
    const { rows: devices } = await client.query<ConfiguredDevice>(
      `select d.id, account_id as "accountId", device_type_id as "deviceTypeId", path
       from devices d join accounts a on a.id = account_id where d.id = any($1::int4[])`,
      [deviceIds],
    )
    const paths = new Map(devices.map(({ path }) => [path, accountsOf(path)]))
    await this.#loadAccounts(client, new Set([...paths.values()].flat()), edit)
    const own = new Map<string, ReadonlyMap<number, unknown>>()
    for (const [name, source] of this.#sources) own.set(name, await source.ofDevices(client, deviceIds))
    for (const device of devices) {
      const accountIds = paths.get(device.path)!
      this.#keep(device.id, { config: this.#combine(device, accountIds, own), accountIds, edit })
    }
    const found = new Set(devices.map(({ id }) => id))
    for (const id of deviceIds)
      if (!found.has(id)) this.#keep(id, { config: emptyConfig, accountIds: [], edit })
  }

  #combine(
    device: ConfiguredDevice,
    accountIds: readonly number[],
    own: ReadonlyMap<string, ReadonlyMap<number, unknown>>,
  ): DeviceConfig {
    const config: Record<string, unknown> = {}
    for (const [name, source] of this.#sources) {
      const ofDevice = own.get(name)!.get(device.id)
      const levels = [...accountIds.map((id) => this.#byAccount.get(id)?.levels[name]), ofDevice].filter(
        (level) => level !== undefined,
      )
      config[name] = levels.length === 0 ? source.none : source.combine(levels, device)
    }
    return config as DeviceConfig
  }

  async #loadAccounts(client: Client, accountIds: ReadonlySet<number>, edit: number): Promise<void> {
    const missing = [...accountIds].filter((id) => {
      const known = this.#byAccount.get(id)
      return known === undefined || known.edit < this.#allEdited || this.#isEdited(id, known.edit)
    })
    if (missing.length === 0) return
    const read = new Map<number, Levels>(missing.map((id) => [id, {}]))
    for (const [name, source] of this.#sources)
      for (const [id, own] of await source.ofAccounts(client, missing)) {
        const levels = read.get(id)
        if (levels) levels[name] = own
      }
    for (const [id, levels] of read) this.#byAccount.set(id, { levels, edit })
  }

  #isEdited(accountId: number, edit: number): boolean {
    return edit < (this.#accountEdited.get(accountId) ?? 0)
  }

  #keep(deviceId: number, known: Known): void {
    // To the end: what a batch has just read is not among the first, which are dropped.
    this.#byDevice.delete(deviceId)
    this.#byDevice.set(deviceId, known)
    if ((this.#deviceEdited.get(deviceId) ?? Infinity) <= known.edit) this.#deviceEdited.delete(deviceId)
    if (this.#byDevice.size <= maxDevices) return
    for (const id of this.#byDevice.keys()) {
      this.#byDevice.delete(id)
      if (this.#byDevice.size <= maxDevices / 2) return
    }
  }
}

/** `/1/7/42/`: 1, 7, 42. */
function accountsOf(path: string): number[] {
  return path.slice(1, -1).split('/').map(Number)
}
