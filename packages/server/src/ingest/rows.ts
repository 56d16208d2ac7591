import type pg from 'pg'
import { BinaryRows } from './binary-rows.ts'
import type { Position } from './derive.ts'
import type { DeviceStateRow } from './device-state.ts'
import { deviceStateColumns } from './device-state.ts'
import type { AlarmEvent } from './draft.ts'
import { toJson } from './json.ts'
import { type RowType, rowTypeNames, rowTypes } from './tables.ts'

/** Rows of the tables ingest writes, value by value in the order of their row types. */

const deviceStateEntries = Object.entries(deviceStateColumns) as [
  keyof DeviceStateRow,
  (typeof deviceStateColumns)[keyof DeviceStateRow],
][]

export function newRows(type: RowType): BinaryRows {
  return new BinaryRows(Object.keys(rowTypes[type]).length)
}

/** Object ids of the row types, which each database has its own of. */
export async function readRowTypeIds(client: Pick<pg.ClientBase, 'query'>): Promise<Map<RowType, number>> {
  const { rows } = await client.query<{ name: RowType; id: number }>(
    'select name, name::regtype::oid::int4 as id from unnest($1::text[]) as name',
    [rowTypeNames],
  )
  return new Map(rows.map(({ name, id }) => [name, id]))
}

export function addPosition(to: BinaryRows, deviceId: number, serverTime: number, position: Position): void {
  to.begin()
  to.int4(deviceId)
  to.int8(position.fixTime)
  to.int8(serverTime)
  to.int4(position.latitudeE7)
  to.int4(position.longitudeE7)
  to.float8(position.odometerM)
  to.float4(position.speedKmh)
  to.float4(position.distanceM)
  to.int2(position.courseDeg)
  to.int2(position.altitudeM)
  to.int2(position.satellites)
  to.int2(position.quality)
  to.bool(position.accOn)
  to.json(position.extra)
  to.end()
}

export function addAlarm(to: BinaryRows, deviceId: number, serverTime: number, alarm: AlarmEvent): void {
  to.begin()
  to.int4(deviceId)
  to.int8(alarm.time)
  to.int2(alarm.code)
  to.int8(serverTime)
  to.int4(alarm.latitudeE7)
  to.int4(alarm.longitudeE7)
  to.float4(alarm.speedKmh)
  to.end()
}

export function addFrame(
  to: BinaryRows,
  deviceId: number,
  serverTime: number,
  kind: string,
  frame: Uint8Array,
): void {
  to.begin()
  to.int4(deviceId)
  to.int8(serverTime)
  to.text(kind)
  to.bytea(frame)
  to.end()
}

/** @param knownGateway who held the device so far; the row is written only while it still does, or `isClaim` */
export function addState(
  to: BinaryRows,
  state: DeviceStateRow,
  knownGateway: string | null,
  isClaim: boolean,
): void {
  to.begin()
  for (const [name, type] of deviceStateEntries) {
    if (name === 'derivation') to.json(toJson(state.derivation))
    else to[type](state[name] as never)
  }
  to.text(knownGateway)
  to.bool(isClaim)
  to.end()
}

/** @param information JSON, merged into what is known of the device */
export function addDevice(
  to: BinaryRows,
  deviceId: number,
  activateTime: number | null,
  information: string,
): void {
  to.begin()
  to.int4(deviceId)
  to.int8(activateTime)
  to.jsonb(information)
  to.end()
}
