import type { DeviceProfile, Identity } from '@trackway/protocols/protocol.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Database } from '../../platform/database/database.ts'

/** A registered device as gateway and ingest need it. One object per device, shared by whoever asks. */
export interface KnownDevice {
  readonly deviceId: number
  readonly terminalId: string
  readonly accountId: number
  /** The wire protocol its type is expected to speak. */
  readonly wire: string
  readonly profile: DeviceProfile
  /** IANA name of the owner's time zone. */
  readonly timeZone: string
  /** First time it was ever heard; set by whoever hears it. */
  activateTime: number | null
}

export interface DeviceRegistry {
  /**
   * The device a frame claims to be from: the first of `terminalIds` that is registered, else the one
   * registered id that ends in `imeiTail`. Null: none, or the tail fits several.
   * @throws when the database is away
   */
  find(identity: Identity): Promise<KnownDevice | null>
  close(): void
}

/** Devices kept in memory; the ones asked for longest ago go first. */
const maxCached = 200_000
/** Ids known not to be registered, and for how long that is believed. */
const maxCachedUnknown = 10_000
const unknownMs = 5_000
/** Ids one question to the database holds. */
const maxPerQuery = 2_000

interface Waiting {
  identity: Identity
  resolve(device: KnownDevice | null): void
  reject(error: unknown): void
}

interface Row {
  id: number
  terminal_id: string
  account_id: number
  wire: string
  utc_offset_minutes: number | null
  dialect: string | null
  is_checksum_optional: boolean
  time_zone: string
  activate_time: number | null
  tail: string | null
}

/**
 * Looks devices up, many at once: identities that come in while a query is under way go into the next one, so
 * that a storm of connections after a restart makes a handful of queries.
 */
export function createDeviceRegistry({
  database,
  bus,
}: {
  database: Pick<Database, 'pool'>
  bus: Bus
}): DeviceRegistry {
  const devices = new Map<string, KnownDevice>()
  const unknown = new Map<string, number>()
  const waiting: Waiting[] = []
  let isAsking = false
  /** Counts what was forgotten: an answer that was asked for before may be out of date and is not kept. */
  let edits = 0

  const forget = [
    bus.subscribe('messages.missed', () => {
      edits++
      unknown.clear()
      devices.clear()
    }),
    bus.subscribe('device.edited', ({ deviceId, terminalId }) => {
      edits++
      unknown.clear()
      devices.delete(terminalId)
      // The terminal id itself may be what was changed.
      for (const [id, device] of devices) if (device.deviceId === deviceId) devices.delete(id)
    }),
    bus.subscribe('account.edited', ({ accountId }) => {
      edits++
      for (const [id, device] of devices) if (device.accountId === accountId) devices.delete(id)
    }),
  ]

  return {
    find(identity) {
      const cached = fromCache(identity)
      if (cached !== undefined) return Promise.resolve(cached)
      return new Promise((resolve, reject) => {
        waiting.push({ identity, resolve, reject })
        if (!isAsking) void askAll()
      })
    },
    close() {
      for (const stop of forget) stop()
    },
  }

  function fromCache(identity: Identity): KnownDevice | null | undefined {
    for (const terminalId of identity.terminalIds) {
      const device = devices.get(terminalId)
      if (device) return device
    }
    const key = keyOf(identity)
    const until = unknown.get(key)
    if (until === undefined) return undefined
    if (until > Date.now()) return null
    unknown.delete(key)
    return undefined
  }

  async function askAll(): Promise<void> {
    isAsking = true
    // What else arrives in this turn of the event loop joins the same question.
    await new Promise(setImmediate)
    while (waiting.length > 0) await ask(waiting.splice(0, maxPerQuery))
    isAsking = false
  }

  async function ask(questions: Waiting[]): Promise<void> {
    const before = edits
    try {
      const rows = await query(questions.map(({ identity }) => identity))
      const byTerminalId = new Map(rows.map((row) => [row.terminal_id, row]))
      const byTail = new Map<string, Row[]>()
      for (const row of rows) {
        if (row.tail !== null) byTail.set(row.tail, [...(byTail.get(row.tail) ?? []), row])
      }
      for (const { identity, resolve } of questions) {
        const exact = identity.terminalIds.map((id) => byTerminalId.get(id)).find((row) => row)
        const tails = identity.imeiTail === undefined ? undefined : byTail.get(identity.imeiTail)
        const row = exact ?? (tails?.length === 1 ? tails[0] : undefined)
        resolve(row ? keep(row, before) : keepUnknown(identity, before))
      }
    } catch (error) {
      for (const { reject } of questions) reject(error)
    }
  }

  async function query(identities: Identity[]): Promise<Row[]> {
    const terminalIds = identities.flatMap((identity) => identity.terminalIds)
    const tails = identities.flatMap(({ imeiTail }) =>
      imeiTail && /^\d{6,}$/.test(imeiTail) ? [imeiTail] : [],
    )
    const { rows } = await database.pool.query<Row>({
      name: 'devices-by-identity',
      text: `${selectDevice}, null as tail ${fromDevice} where d.terminal_id = any($1::text[])
        union all
        ${selectDevice}, wanted.tail ${fromDevice}
        join unnest($2::text[]) as wanted (tail) on reverse(d.terminal_id) like reverse(wanted.tail) || '%'`,
      values: [terminalIds, tails],
    })
    return rows
  }

  function keep(row: Row, before: number): KnownDevice {
    const cached = devices.get(row.terminal_id)
    if (cached) return cached
    const device: KnownDevice = {
      deviceId: row.id,
      terminalId: row.terminal_id,
      accountId: row.account_id,
      wire: row.wire,
      profile: {
        ...(row.utc_offset_minutes !== null && { utcOffsetMinutes: row.utc_offset_minutes }),
        ...(row.dialect !== null && { dialect: row.dialect }),
        ...(row.is_checksum_optional && { isChecksumOptional: true }),
      },
      timeZone: row.time_zone,
      activateTime: row.activate_time,
    }
    if (before === edits) {
      devices.set(row.terminal_id, device)
      trim(devices, maxCached)
    }
    return device
  }

  function keepUnknown(identity: Identity, before: number): null {
    if (before === edits) {
      unknown.set(keyOf(identity), Date.now() + unknownMs)
      trim(unknown, maxCachedUnknown)
    }
    return null
  }
}

const selectDevice = `select d.id, d.terminal_id, d.account_id, t.wire,
  coalesce(d.utc_offset_minutes, t.utc_offset_minutes) as utc_offset_minutes,
  t.dialect, t.is_checksum_optional, a.time_zone, d.activate_time`
const fromDevice = `from devices d
  join device_types t on t.id = d.device_type_id
  join accounts a on a.id = d.account_id`

/** One text for an identity, to remember it by. */
export function keyOf({ terminalIds, imeiTail }: Identity): string {
  return imeiTail === undefined ? terminalIds.join() : `${terminalIds.join()}*${imeiTail}`
}

function trim<V>(map: Map<string, V>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return
    map.delete(key)
  }
}
