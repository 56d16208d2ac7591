import { BinaryArray, type ElementType } from './binary-array.ts'
import { deviceStateColumns } from './device-state.ts'

/** What one batch writes: per table its columns, each an array parameter of the one statement. */

export const positionColumns = {
  device_id: 'int4',
  fix_time: 'int8',
  server_time: 'int8',
  latitude_e7: 'int4',
  longitude_e7: 'int4',
  odometer_m: 'float8',
  speed_kmh: 'float4',
  distance_m: 'float4',
  course_deg: 'int2',
  altitude_m: 'int2',
  satellites: 'int2',
  quality: 'int2',
  acc_on: 'bool',
  extra: 'jsonb',
} as const satisfies Record<string, ElementType>

export const alarmColumns = {
  device_id: 'int4',
  fix_time: 'int8',
  code: 'int2',
  server_time: 'int8',
  latitude_e7: 'int4',
  longitude_e7: 'int4',
  speed_kmh: 'float4',
} as const satisfies Record<string, ElementType>

export const frameColumns = {
  device_id: 'int4',
  server_time: 'int8',
  kind: 'text',
  frame: 'bytea',
} as const satisfies Record<string, ElementType>

/** `known_gateway`: who held the device when its state was loaded; null where it is taken over whoever does. */
export const stateColumns = {
  ...deviceStateColumns,
  known_gateway: 'text',
  is_claim: 'bool',
} as const satisfies Record<string, ElementType>

export const deviceColumns = {
  id: 'int4',
  activate_time: 'int8',
  information: 'jsonb',
} as const satisfies Record<string, ElementType>

export type Columns = Record<string, ElementType>
export type Arrays<C extends Columns> = { [Name in keyof C]: BinaryArray<C[Name]> }

export function arraysOf<C extends Columns>(columns: C): Arrays<C> {
  const entries = Object.entries(columns).map(([name, type]) => [name, new BinaryArray(type)])
  return Object.fromEntries(entries) as Arrays<C>
}

/** `unnest($1::int4[], $2::int8[], …) as u (device_id, fix_time, …)`, parameters counted from `first`. */
function unnest(columns: Columns, first: number): string {
  const parameters = Object.values(columns).map((type, index) => `$${first + index}::${type}[]`)
  return `unnest(${parameters.join(', ')}) as u (${Object.keys(columns).join(', ')})`
}

function buildStatement(): string {
  let next = 1
  const from = (columns: Columns) => {
    const text = unnest(columns, next)
    next += Object.keys(columns).length
    return text
  }
  const insert = (table: string, columns: Columns) => {
    const names = Object.keys(columns).join(', ')
    return `insert into ${table} (${names}) select ${names} from ${from(columns)} on conflict do nothing`
  }
  const changing = Object.keys(deviceStateColumns).filter((name) => name !== 'device_id')
  return `with p as (${insert('positions', positionColumns)}),
    a as (${insert('alarms', alarmColumns)}),
    f as (${insert('raw_frames', frameColumns)}),
    s as (
      update device_states s set ${changing.map((name) => `${name} = u.${name}`).join(', ')}
      from ${from(stateColumns)}
      where s.device_id = u.device_id and (u.is_claim or s.gateway is not distinct from u.known_gateway)
      returning 1
    ),
    d as (
      update devices d set
        activate_time = coalesce(d.activate_time, u.activate_time),
        information = d.information || u.information
      from ${from(deviceColumns)} where d.id = u.id
    ),
    c as (
      insert into ingest_commits (writer, batch) values ($${next}, $${next + 1})
      on conflict (writer) do update set batch = excluded.batch
    )
    select count(*)::int4 as states from s`
}

/**
 * Writes a batch as one statement, which is one transaction: positions and alarms that are there already
 * stay as they are, a state is written only while we still hold the device.
 */
export const commitStatement = { name: 'ingest-commit', text: buildStatement() }
