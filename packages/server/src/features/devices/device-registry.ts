import type { CodeRule } from '@trackway/core/codes/code-rules.ts'
import type { DeviceProfile, Identity } from '@trackway/protocols/protocol.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Database } from '../../platform/database/database.ts'
import { keyOf, keysOf } from './device-keys.ts'

/** A registered device as gateway and ingest need it. One object per device, shared by all of them. */
export interface KnownDevice {
  readonly deviceId: number
  readonly terminalId: string
  readonly accountId: number
  readonly deviceTypeId: number
  /** Whether its type must prove who it is. */
  readonly codeRule: CodeRule
  /** Numbers in the headers of its frames, though it is registered by another id. */
  learntKeys: string[]
  /** The wire protocol its type is expected to speak. */
  readonly wire: string
  readonly profile: DeviceProfile
  /** IANA name of the owner's time zone. */
  readonly timeZone: string
  /** Time of its first report ever; set by the process that receives it. */
  activateTime: number | null
  readonly platformExpireTime: number | null
}

export interface DeviceRegistry {
  /**
   * The device a frame claims to be from: the first that one of its keys leads to. Null: none.
   * @throws when the database is away
   */
  find(identity: Identity): Promise<KnownDevice | null>
  close(): void
}

/** Devices kept in memory; the least recently used go first. */
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
  device_type_id: number
  code_rule: CodeRule
  learnt_keys: string[]
  wire: string
  utc_offset_minutes: number | null
  dialect: string | null
  is_checksum_optional: boolean
  command_texts: NonNullable<DeviceProfile['commandTexts']>
  time_zone: string
  activate_time: number | null
  platform_expire_time: number | null
  key: string
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
  const devices = new Map<string, KnownDevice>() // by key; several may lead to one
  const unknown = new Map<string, number>()
  const waiting: Waiting[] = []
  let isQuerying = false
  /** Counts invalidations: the result of a query that began before one may be out of date and is not kept. */
  let edits = 0

  const forget = [
    bus.subscribe('messages.missed', () => {
      edits++
      unknown.clear()
      devices.clear()
    }),
    bus.subscribe('device.edited', ({ deviceIds }) => {
      edits++
      unknown.clear()
      const edited = new Set(deviceIds)
      for (const [key, device] of devices) if (edited.has(device.deviceId)) devices.delete(key)
    }),
    bus.subscribe('deviceType.edited', ({ deviceTypeId }) => {
      edits++
      for (const [id, device] of devices) if (device.deviceTypeId === deviceTypeId) devices.delete(id)
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
        if (!isQuerying) void queryAll()
      })
    },
    close() {
      for (const stop of forget) stop()
    },
  }

  function fromCache(identity: Identity): KnownDevice | null | undefined {
    const keys = keysOf(identity)
    for (const key of keys) {
      const device = devices.get(key)
      if (device) return device
    }
    const until = unknown.get(keys.join())
    if (until === undefined) return undefined
    if (until > Date.now()) return null
    unknown.delete(keys.join())
    return undefined
  }

  async function queryAll(): Promise<void> {
    isQuerying = true
    // Look-ups that arrive in this turn of the event loop join the same query.
    await new Promise(setImmediate)
    while (waiting.length > 0) await answer(waiting.splice(0, maxPerQuery))
    isQuerying = false
  }

  async function answer(batch: Waiting[]): Promise<void> {
    const before = edits
    try {
      const rows = await query(batch.map(({ identity }) => identity))
      const byKey = new Map(rows.map((row) => [row.key, row]))
      for (const { identity, resolve } of batch) {
        const row = keysOf(identity)
          .map((key) => byKey.get(key))
          .find((found) => found)
        resolve(row ? keep(row, before) : keepUnknown(identity, before))
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function query(identities: Identity[]): Promise<Row[]> {
    const { rows } = await database.pool.query<Row>({
      name: 'devices-by-key',
      text: `select k.key, d.id, d.terminal_id, d.account_id, t.wire,
          coalesce(d.utc_offset_minutes, t.utc_offset_minutes) as utc_offset_minutes,
          t.dialect, t.is_checksum_optional, t.command_texts, a.time_zone, d.activate_time, d.platform_expire_time,
          d.device_type_id, t.code_rule,
          array(select key from device_keys where device_id = d.id and is_learnt) as learnt_keys
        from device_keys k
        join devices d on d.id = k.device_id
        join device_types t on t.id = d.device_type_id
        join accounts a on a.id = d.account_id
        where k.key = any($1::text[])`,
      values: [identities.flatMap(keysOf)],
    })
    return rows
  }

  function keep(row: Row, before: number): KnownDevice {
    const known = devices.get(keyOf(row.terminal_id)) ?? devices.get(row.key)
    if (known) known.learntKeys = row.learnt_keys
    const device: KnownDevice = known ?? {
      deviceId: row.id,
      terminalId: row.terminal_id,
      accountId: row.account_id,
      deviceTypeId: row.device_type_id,
      codeRule: row.code_rule,
      learntKeys: row.learnt_keys,
      wire: row.wire,
      profile: {
        ...(row.utc_offset_minutes !== null && { utcOffsetMinutes: row.utc_offset_minutes }),
        ...(row.dialect !== null && { dialect: row.dialect }),
        ...(row.is_checksum_optional && { isChecksumOptional: true }),
        ...(Object.keys(row.command_texts).length > 0 && { commandTexts: row.command_texts }),
      },
      timeZone: row.time_zone,
      activateTime: row.activate_time,
      platformExpireTime: row.platform_expire_time,
    }
    if (before === edits) {
      devices.set(row.key, device).set(keyOf(row.terminal_id), device)
      trim(devices, maxCached)
    }
    return device
  }

  function keepUnknown(identity: Identity, before: number): null {
    if (before === edits) {
      unknown.set(keysOf(identity).join(), Date.now() + unknownMs)
      trim(unknown, maxCachedUnknown)
    }
    return null
  }
}

function trim<V>(map: Map<string, V>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return
    map.delete(key)
  }
}
