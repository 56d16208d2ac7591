import { qualityBits } from '@trackway/core/codes/states.ts'
import { clockOffsetMinutes } from '@trackway/core/features/locations/clock-offset.ts'
import { offlineCausesOf } from '@trackway/core/features/locations/offline-causes.ts'
import type { OfflineFacts } from '@trackway/core/features/locations/why-offline-calls.ts'
import { protocolByName } from '@trackway/protocols/registry.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { hiddenUntilSql } from '../devices/former-devices.ts'
import { expireTimeSql, isConnectedSql, viewEndSql } from '../devices/state-sql.ts'
import { framesOf } from '../frames/frame-chunk.ts'

const dayMs = 86_400_000
/** Neighbours that fell silent within so long of it went for the same reason. */
const sameTimeMs = 600_000
/** Digits of an ICCID that name country and operator. */
const operatorDigits = 6
/** Positions whose distances in time are compared. */
const lookedAt = 50
const fewestGaps = 3
/** Reports by which a clock is judged. */
const clockReports = 12

/**
 * Why nothing comes from a device.
 * @throws {Refusal} `notFound`, also for a stranger's device
 */
export async function whyOffline(
  db: Db,
  scope: Scope,
  terminalId: string,
  now: number,
): Promise<OfflineFacts> {
  const device = await db
    .selectFrom('devices')
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .leftJoin('device_states', 'device_states.device_id', 'devices.id')
    .select(['devices.id', 'iccid', 'online_timeout_seconds', 'state_time', 'acc_on', 'gsm_level'])
    .select(['dialect', 'external_voltage_v', 'battery_percent', 'battery_voltage_v', 'satellites'])
    .select((eb) => [
      eb.fn.coalesce('device_states.wire', 'device_types.wire').as('wire'),
      eb.fn
        .coalesce('devices.utc_offset_minutes', 'device_types.utc_offset_minutes')
        .as('utc_offset_minutes'),
      expireTimeSql.as('end_time'),
      viewEndSql(scope).as('view_end'),
      isConnectedSql(now).as('is_connected'),
      hiddenUntilSql(scope).as('shown_from'),
    ])
    .where('devices.terminal_id', '=', terminalId)
    .where(devicesIn(scope))
    .executeTakeFirstOrThrow(refusal('notFound'))

  const timeoutMs = device.online_timeout_seconds * 1000
  const serviceEndTime = device.end_time
  const isHidden = device.view_end !== null && device.view_end <= now
  if (isHidden) {
    const nothing = { lastContactTime: null, lastKind: null, intervalMs: null, connection: null }
    const none = { before: null, neighbours: null, clock: null }
    return { ...nothing, ...none, serviceEndTime, timeoutMs, causes: ['expired'] }
  }
  const { state_time: lastContactTime, id } = device
  const [connection, lastKind, intervalMs, aheadMinutes, neighbours] = await Promise.all([
    lastConnection(db, id, device.shown_from),
    lastContactTime === null ? null : kindOfLastFrame(db, id, device.wire, lastContactTime),
    lastContactTime === null ? null : usualInterval(db, id, lastContactTime),
    lastContactTime === null ? null : clockAhead(db, id, lastContactTime),
    device.iccid === null || lastContactTime === null
      ? null
      : neighboursOf(db, scope, { id, iccid: device.iccid, lastContactTime, now }),
  ])
  const before =
    lastContactTime === null
      ? null
      : {
          externalVoltageV: device.external_voltage_v,
          batteryPercent: device.battery_percent,
          batteryVoltageV: device.battery_voltage_v,
          gsmLevel: device.gsm_level,
          satellites: device.satellites,
          accOn: device.acc_on,
        }
  const isConnected = Boolean(device.is_connected)
  const isExpired = serviceEndTime !== null && serviceEndTime <= now
  const endReason = connection?.endReason ?? null
  const profile = {
    ...(device.dialect !== null && { dialect: device.dialect }),
    ...(device.utc_offset_minutes !== null && { utcOffsetMinutes: device.utc_offset_minutes }),
  }
  const setMinutes =
    protocolByName(device.wire)?.clockOffsetMinutes?.(profile) ?? profile.utcOffsetMinutes ?? 0
  const clock = aheadMinutes === null ? null : { aheadMinutes, utcOffsetMinutes: setMinutes + aheadMinutes }
  const facts = { isConnected, isExpired, lastContactTime, endReason, before, neighbours, clock }
  const causes = offlineCausesOf(facts)
  return {
    lastContactTime,
    lastKind,
    intervalMs,
    timeoutMs,
    connection,
    before,
    serviceEndTime,
    neighbours,
    clock,
    causes,
  }
}

async function lastConnection(db: Db, deviceId: number, since: number): Promise<OfflineFacts['connection']> {
  const { rows } = await sql<NonNullable<OfflineFacts['connection']>>`
    select greatest(from_time, ${since}::int8) as "fromTime", until_time as "untilTime", end_reason as "endReason"
    from connections where device_id = ${deviceId} and coalesce(until_time > ${since}, true)
    order by from_time desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** The kind of the last kept frame of a device, as its codec reads it. */
async function kindOfLastFrame(
  db: Db,
  deviceId: number,
  wire: string,
  lastContactTime: number,
): Promise<OfflineFacts['lastKind']> {
  const protocol = protocolByName(wire)
  const { rows } = await sql<{ time: number; frames: Buffer }>`
    select server_time as time, frames from raw_frames
    where device_id = ${deviceId} and server_time > ${lastContactTime - dayMs}
    order by server_time desc limit 1`.execute(db)
  const [row] = rows
  if (row === undefined || protocol === undefined) return null
  const session = protocol.newSession()
  const kinds = framesOf(row.time, row.frames)
    .filter(({ isSent }) => !isSent)
    .map(({ bytes, time }) => protocol.decode(bytes, session, time)[0]?.kind ?? null)
  return kinds.at(-1) ?? null
}

/** The median time between its last positions. */
async function usualInterval(db: Db, deviceId: number, lastContactTime: number): Promise<number | null> {
  const { rows } = await sql<{ fixTime: number }>`
    select fix_time as "fixTime" from positions
    where device_id = ${deviceId} and fix_time between ${lastContactTime - 2 * dayMs} and ${lastContactTime + dayMs}
    order by fix_time desc limit ${lookedAt}`.execute(db)
  const gaps = rows.slice(1).map(({ fixTime }, at) => rows[at]!.fixTime - fixTime)
  if (gaps.length < fewestGaps) return null
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)]!
}

/** What its clock is ahead by the reports that came last, but for those that were kept back or had no date. */
async function clockAhead(db: Db, deviceId: number, lastContactTime: number): Promise<number | null> {
  const unproved = qualityBits.buffered | qualityBits.received
  const { rows } = await sql<{ fixTime: number; serverTime: number }>`
    select fix_time as "fixTime", server_time as "serverTime" from positions
    where device_id = ${deviceId} and fix_time between ${lastContactTime - 2 * dayMs} and ${lastContactTime + dayMs}
      and quality & ${unproved} = 0
    order by server_time desc limit ${clockReports}`.execute(db)
  return clockOffsetMinutes(rows)
}

/** Others with a SIM card of the same operator, of those that the caller has. */
async function neighboursOf(
  db: Db,
  scope: Scope,
  { id, iccid, lastContactTime, now }: { id: number; iccid: string; lastContactTime: number; now: number },
): Promise<OfflineFacts['neighbours']> {
  const operator = iccid.slice(0, operatorDigits)
  const wentWith = sql<boolean>`device_states.state_time between ${lastContactTime - sameTimeMs}
    and ${lastContactTime + sameTimeMs} and not ${isConnectedSql(now)}`
  const { total, gone } = await db
    .selectFrom('devices')
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .innerJoin('device_states', 'device_states.device_id', 'devices.id')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere(wentWith).as('gone'),
    ])
    .where('devices.iccid', 'like', `${operator.replace(/[\\%_]/g, '\\$&')}%`)
    .where('devices.id', '!=', id)
    .where('device_states.state_time', '>', lastContactTime - dayMs)
    .where(devicesIn(scope))
    .executeTakeFirstOrThrow()
  return { operator, total: Number(total), gone: Number(gone) }
}
