import type { frameCalls } from '@trackway/core/features/frames/calls.ts'
import type { DeviceProfile } from '@trackway/protocols/protocol.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { readPage } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { hiddenUntilSql } from '../devices/former-devices.ts'

/** Frames gather for 15 seconds, checked twice a second; a busy process is later. */
export const longestChunkMs = 60_000

/** A device whose frames are requested. */
export interface LoggedDevice {
  deviceId: number
  terminalID: string
  profile: DeviceProfile
  /** The protocol of its type. */
  wire: string
  /** It is logged permanently. */
  isKept: boolean
  /** What was before is another's. */
  shownFrom: number
}

/** @throws {Refusal} `notFound`, also for a stranger's device */
export async function findLoggedDevice(db: Db, scope: Scope, terminalID: string): Promise<LoggedDevice> {
  const [device] = await findLoggedDevices(db, scope, [terminalID])
  if (device === undefined) throw new Refusal('notFound')
  return device
}

/** Those of these devices that are within the scope. */
export async function findLoggedDevices(
  db: Db,
  scope: Scope,
  terminalIDs: readonly string[],
): Promise<LoggedDevice[]> {
  const { rows } = await sql<{
    id: number
    terminal_id: string
    wire: string
    dialect: string | null
    utc_offset_minutes: number | null
    is_checksum_optional: boolean
    is_kept: boolean
    shown_from: number
  }>`
    select devices.id, devices.terminal_id, t.wire, t.dialect, t.is_checksum_optional,
      coalesce(devices.utc_offset_minutes, t.utc_offset_minutes) as utc_offset_minutes,
      exists (select from permanent_logs where device_id = devices.id) as is_kept,
      ${hiddenUntilSql(scope)} as shown_from
    from devices join device_types t on t.id = devices.device_type_id
    where devices.terminal_id = any(${terminalIDs}::text[]) and ${devicesIn(scope)}`.execute(db)
  return rows.map((row) => ({
    deviceId: row.id,
    terminalID: row.terminal_id,
    wire: row.wire,
    isKept: row.is_kept,
    shownFrom: row.shown_from,
    profile: {
      ...(row.dialect !== null && { dialect: row.dialect }),
      ...(row.utc_offset_minutes !== null && { utcOffsetMinutes: row.utc_offset_minutes }),
      ...(row.is_checksum_optional && { isChecksumOptional: true }),
    },
  }))
}

/** A row of `raw_frames`, with the protocol of its connection. */
export interface Chunk {
  connectionId: number
  fromTime: number
  untilTime: number
  frames: Buffer
  /** Null: the connection is not known any more. */
  wire: string | null
  openTime: number | null
}

interface ChunkFilter {
  from: number
  to: number
  connectionId?: number | undefined
  protocol?: string | undefined
}

const columns = sql`f.connection_id as "connectionId", f.server_time as "fromTime", f.until_time as "untilTime", f.frames,
  coalesce(c.wire, f.wire) as wire, c.from_time as "openTime"`
const recentFrames = sql`select connection_id, device_id, server_time, until_time, frames, null::text as wire from raw_frames`
const keptFrames = sql`select connection_id, device_id, server_time, until_time, frames, wire from kept_frames`
/** Of a device that is logged permanently, what was kept of earlier days too. */
const sourceOf = ({ isKept }: { isKept: boolean }) =>
  isKept ? sql`(${recentFrames} union all ${keptFrames})` : sql`(${recentFrames})`

/** Rows with frames of a device between two instants, the newest first. */
export async function readChunks(
  db: Db,
  device: LoggedDevice,
  { from, to, connectionId, protocol }: ChunkFilter,
  limit: number,
): Promise<Chunk[]> {
  const conditions: RawBuilder<SqlBool>[] = [
    sql`f.device_id = ${device.deviceId} and f.server_time >= ${from - longestChunkMs} and f.server_time <= ${to}
      and f.until_time >= ${from}`,
  ]
  if (connectionId !== undefined) conditions.push(sql`f.connection_id = ${connectionId}`)
  if (protocol !== undefined)
    conditions.push(sql`coalesce(c.wire, f.wire, ${device.wire}::text) = ${protocol}`)
  const { rows } = await sql<Chunk>`
    select ${columns} from ${sourceOf(device)} f left join connections c on c.id = f.connection_id
    where ${sql.join(conditions, sql` and `)}
    order by f.server_time desc, f.until_time desc limit ${limit}`.execute(db)
  return rows
}

/** A login comes within this. */
const loginMs = 600_000
/** A login, and what a device sends about itself after it. */
const firstChunks = 2

/** The first frames of connections: they identify the device and its dialect. */
export async function readBeginnings(
  db: Db,
  connections: readonly { id: number; deviceId: number; openTime: number }[],
  { isKept = false } = {},
): Promise<Chunk[]> {
  if (connections.length === 0) return []
  const { rows } = await sql<Chunk>`
    select ${columns}
    from unnest(${connections.map(({ id }) => id)}::int8[], ${connections.map(({ openTime }) => openTime)}::int8[],
      ${connections.map(({ deviceId }) => deviceId)}::int4[]) as c0 (id, open_time, device_id)
    cross join lateral (
      select * from ${sourceOf({ isKept })} s where s.device_id = c0.device_id and s.connection_id = c0.id
        and s.server_time >= c0.open_time and s.server_time <= c0.open_time + ${loginMs}
      order by s.server_time, s.until_time limit ${firstChunks}
    ) f
    left join connections c on c.id = f.connection_id
    order by f.server_time, f.until_time`.execute(db)
  return rows
}

/** The oldest rows with frames of a device that is not registered. */
export async function readUnknownChunks(db: Db, terminalID: string, limit: number): Promise<Chunk[]> {
  const { rows } = await sql<Chunk>`
    select f.connection_id as "connectionId", f.server_time as "fromTime", f.until_time as "untilTime", f.frames,
      c.wire, c.from_time as "openTime"
    from raw_frames f left join connections c on c.id = f.connection_id
    where f.device_id is null and f.terminal_id = ${terminalID}
    order by f.server_time, f.until_time limit ${limit}`.execute(db)
  return rows
}

/** A page of the connections of a device, newest first. */
export async function findConnections(
  db: Db,
  { deviceId, terminalID, shownFrom }: LoggedDevice,
  { from, to, endReason, pageNum, pageSize }: z.output<typeof frameCalls.connections.input>,
): Promise<z.output<typeof frameCalls.connections.output>> {
  const found = db
    .selectFrom('connections')
    .where('device_id', '=', deviceId)
    .where((eb) => eb.or([eb('until_time', 'is', null), eb('until_time', '>', shownFrom)]))
    .$if(from !== undefined, (query) =>
      query.where((eb) => eb.or([eb('until_time', 'is', null), eb('until_time', '>=', from!)])),
    )
    .$if(to !== undefined, (query) => query.where('from_time', '<=', to!))
    .$if(endReason !== undefined, (query) => query.where('end_reason', '=', endReason!))
    .selectAll()
    .orderBy('from_time', 'desc')
    .orderBy('id', 'desc')
  const { list: rows, total } = await readPage(found, { pageNum, pageSize })
  const list = rows.map((row) => {
    // What was counted is written when it ends.
    const counted = (count: number) => (row.until_time === null ? null : count)
    return {
      id: row.id,
      terminalID,
      process: row.gateway,
      address: row.remote_address,
      protocol: row.wire,
      fromTime: Math.max(row.from_time, shownFrom),
      untilTime: row.until_time,
      endReason: row.end_reason,
      bytesReceived: counted(row.bytes_received),
      bytesSent: counted(row.bytes_sent),
      framesReceived: counted(row.frames_received),
      framesSent: counted(row.frames_sent),
    }
  })
  return { list, total }
}
