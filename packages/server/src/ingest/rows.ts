import type pg from 'pg'
import { BinaryRows } from './binary-rows.ts'
import type { Position } from './derive.ts'
import { type DeviceStateRow, deviceStateColumns } from './device-state.ts'
import { toJson } from './json.ts'
import type { AlarmEvent } from './rule-context.ts'
import { derivationForm, readingsForm } from './rules/stored-state.ts'
import { type RowType, rowTypeNames, rowTypes } from './tables.ts'

/** Rows of the tables ingest writes, value by value in the order of their row types. */

export function newRows(type: RowType): BinaryRows {
  return new BinaryRows(Object.keys(rowTypes[type]).length)
}

/**
 * Makes the row types of this version for a connection: they are its own, and go with it. So processes of versions
 * whose columns differ write to one database, and neither backups nor the schema hold types of versions long gone.
 * @returns their object ids
 */
export async function makeRowTypes(client: Pick<pg.ClientBase, 'query'>): Promise<Map<RowType, number>> {
  const types = Object.entries(rowTypes).map(([name, columns]) => {
    const list = Object.entries(columns).map(([column, type]) => `${column} ${type}`)
    return `create type pg_temp.${name} as (${list.join(', ')});`
  })
  await client.query(`do $$ begin ${types.join(' ')} exception when duplicate_object then null; end $$`)
  const { rows } = await client.query<{ name: RowType; id: number }>(
    `select name, ('pg_temp.' || name)::regtype::oid::int4 as id from unnest($1::text[]) as name`,
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
  to.int4(alarm.subjectId)
  to.int8(serverTime)
  to.int4(alarm.latitudeE7)
  to.int4(alarm.longitudeE7)
  to.float4(alarm.speedKmh)
  to.text(alarm.source)
  to.text(alarm.phase ?? 'moment')
  to.json(alarm.detail === null ? null : toJson(alarm.detail))
  to.end()
}

const stateForms = { readings: readingsForm, derivation: derivationForm }

/**
 * Adds the values of a state, one line a column: a loop would look up each of them by its name, which is a third of
 * the time of a batch.
 */
const addStateValues = new Function(
  'to',
  'state',
  'toJson',
  'forms',
  Object.entries(deviceStateColumns)
    .map(([name, type]) => {
      const value = `state.${name}`
      return `to.${type}(${type === 'json' ? `${value} === null ? null : toJson(forms.${name}.write(${value}))` : value})`
    })
    .join('\n'),
) as (to: BinaryRows, state: DeviceStateRow, json: typeof toJson, forms: typeof stateForms) => void

/** @param knownGateway who held the device so far; the row is written only while it still does, or `isClaim` */
export function addState(
  to: BinaryRows,
  state: DeviceStateRow,
  knownGateway: string | null,
  isClaim: boolean,
): void {
  to.begin()
  addStateValues(to, state, toJson, stateForms)
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
