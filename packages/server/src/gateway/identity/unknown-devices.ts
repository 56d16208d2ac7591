import { terminalIdPattern } from '@trackway/core/rules/validation.ts'
import type { Identity, WireProtocol } from '@trackway/protocols/protocol.ts'
import type { DeviceRegistry, KnownDevice } from '../../features/devices/device-registry.ts'
import { recordSecurityEvent } from '../../platform/audit.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Database } from '../../platform/database/database.ts'
import { isUniqueViolation } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { bounds } from '../bounds.ts'

/** Ids noted between two writes; further ones are only counted. */
const maxNoted = 10_000
/** Ids the list holds; the ones that reported longest ago go first. */
const maxListed = 10_000
const writeIntervalMs = 2_000
const addressWindowMs = 60_000
const dayMs = 86_400_000
/** Types a new device gets where several have its wire protocol: the plain ones. */
const plainTypes = { gt06: 13, jt808: 14, bsj: 6, h02: 7, gps103: 89, nbiot: 11 } as const satisfies {
  [wire in WireProtocol]?: number
}
/** Owner of devices that registered themselves. */
const adminAccountId = 1

interface RegistrationAttempt {
  wire: WireProtocol
  address: string
  attempts: number
  firstTime: number
  lastTime: number
}

interface Options {
  database: Pick<Database, 'pool' | 'db'>
  registry: DeviceRegistry
  bus: Bus
  log: Log
  now: () => number
  isRegistering: boolean
}

/** Terminal ids that reported without being registered: listed for the operator, or registered at once. */
export class UnknownDevices {
  readonly #options: Options
  #noted = new Map<string, RegistrationAttempt>()
  readonly #triesByAddress = new Map<string, number>()
  #windowEnd = 0
  #registered = 0
  #dayEnd = 0
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#timer = setInterval(() => this.#write(), writeIntervalMs)
    this.#timer.unref()
  }

  /** @returns false where this address has tried too many in the last minute */
  note({ terminalIds }: Identity, wire: WireProtocol, address: string): boolean {
    const now = this.#options.now()
    const tries = this.#triesOf(address) + 1
    this.#triesByAddress.set(address, tries)
    if (tries > bounds.unknownPerAddress) return false
    const terminalId = terminalIds.find((id) => terminalIdPattern.test(id))
    if (terminalId === undefined) return true
    const known = this.#noted.get(terminalId)
    if (known) Object.assign(known, { wire, address, attempts: known.attempts + 1, lastTime: now })
    else if (this.#noted.size < maxNoted) {
      this.#noted.set(terminalId, { wire, address, attempts: 1, firstTime: now, lastTime: now })
    }
    return true
  }

  /**
   * Registers the device under the administrator, if the operator switched that on, and within the bounds of unknown
   * ids: what is beyond them is noted as if the operator had not.
   */
  async register(
    { terminalIds }: Identity,
    wire: WireProtocol,
    address: string,
  ): Promise<KnownDevice | null> {
    const { isRegistering, database, registry, bus, now } = this.#options
    const terminalId = terminalIds.find((id) => terminalIdPattern.test(id))
    if (!isRegistering || terminalId === undefined || !this.#takeRegistration(address)) return null
    const { rows } = await database.pool
      .query<{ id: number }>(
        `insert into devices (terminal_id, account_id, device_type_id, icon_type, import_protocol, create_time)
         select $1, $2, id, icon_type, import_protocol, $4::int8 from device_types where wire = $3
         order by id = $5 desc, id limit 1
         returning id`,
        [terminalId, adminAccountId, wire, now(), plainTypes[wire as keyof typeof plainTypes] ?? -1],
      )
      .catch((error: unknown) => {
        // Another connection of it was faster.
        if (isUniqueViolation(error)) return { rows: [] }
        throw error
      })
    bus.publish('device.edited', { deviceIds: Int32Array.from(rows, ({ id }) => id) })
    if (rows.length > 0) await this.#record(terminalId, wire, address)
    return registry.find({ terminalIds: [terminalId] })
  }

  #triesOf(address: string): number {
    const now = this.#options.now()
    if (now >= this.#windowEnd) {
      this.#triesByAddress.clear()
      this.#windowEnd = now + addressWindowMs
    }
    return this.#triesByAddress.get(address) ?? 0
  }

  /** @returns false at a bound, where nothing is counted: `note` counts what is refused */
  #takeRegistration(address: string): boolean {
    const now = this.#options.now()
    if (now >= this.#dayEnd) {
      this.#registered = 0
      this.#dayEnd = now + dayMs
    }
    const tries = this.#triesOf(address)
    if (tries >= bounds.unknownPerAddress || this.#registered >= bounds.registeredPerDay) return false
    this.#triesByAddress.set(address, tries + 1)
    this.#registered++
    return true
  }

  async #record(terminalId: string, wire: WireProtocol, address: string): Promise<void> {
    const { database, log, now } = this.#options
    const event = {
      kind: 'selfRegistered',
      time: now(),
      accountId: adminAccountId,
      terminalId,
      address,
    } as const
    await recordSecurityEvent(database.db, log, { ...event, after: { wire } }, [terminalId]).catch((error) =>
      log.warn({ err: error, ...event }, 'a security event could not be recorded'),
    )
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#write()
    await this.#writing
  }

  #write(): void {
    if (this.#noted.size === 0) return
    const noted = [...this.#noted]
    this.#noted = new Map()
    this.#writing = this.#writing.then(() => this.#upsert(noted))
  }

  async #upsert(noted: [string, RegistrationAttempt][]): Promise<void> {
    const { database, log } = this.#options
    try {
      await database.pool.query(
        `insert into unknown_devices (terminal_id, wire, remote_address, attempts, first_time, last_time)
         select * from unnest($1::text[], $2::text[], $3::text[], $4::int4[], $5::int8[], $6::int8[]) as n (id)
         where not exists (select from devices where terminal_id = n.id) -- registered since
         order by id -- as other gateways, so that none waits for another in a circle
         on conflict (terminal_id) do update set wire = excluded.wire, remote_address = excluded.remote_address,
           attempts = unknown_devices.attempts + excluded.attempts, last_time = excluded.last_time`,
        [
          noted.map(([terminalId]) => terminalId),
          noted.map(([, { wire }]) => wire),
          noted.map(([, { address }]) => address),
          noted.map(([, { attempts }]) => attempts),
          noted.map(([, { firstTime }]) => firstTime),
          noted.map(([, { lastTime }]) => lastTime),
        ],
      )
      await database.pool.query(
        `delete from unknown_devices where last_time <
         (select last_time from unknown_devices order by last_time desc offset $1 limit 1)`,
        [maxListed],
      )
    } catch (error) {
      // They will try again.
      log.warn({ err: error }, 'unknown devices could not be listed')
    }
  }
}
