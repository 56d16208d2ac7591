import type { ColumnType } from './binary-rows.ts'
import { deviceStateColumns } from './device-state.ts'

type Columns = Record<string, ColumnType>

/**
 * What one batch writes: for each table the columns of a row, which are those of a composite type made for it
 * by `004-ingest.sql`; the rows travel as one array of that type.
 */
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
  extra: 'json',
} as const satisfies Columns

export const alarmColumns = {
  device_id: 'int4',
  fix_time: 'int8',
  code: 'int2',
  subject_id: 'int4',
  server_time: 'int8',
  latitude_e7: 'int4',
  longitude_e7: 'int4',
  speed_kmh: 'float4',
  source: 'text',
  phase: 'text',
  detail: 'json',
} as const satisfies Columns

/** `known_gateway`: who must hold the device for its state to be written; `is_claim`: written whoever does. */
export const stateColumns = {
  ...deviceStateColumns,
  known_gateway: 'text',
  is_claim: 'bool',
} as const satisfies Columns

export const deviceColumns = {
  id: 'int4',
  activate_time: 'int8',
  information: 'jsonb',
} as const satisfies Columns

/** The composite types in the order of the statement's parameters. */
export const rowTypes = {
  ingested_position: positionColumns,
  ingested_alarm: alarmColumns,
  ingested_state: stateColumns,
  ingested_device: deviceColumns,
} as const satisfies Record<string, Columns>
export type RowType = keyof typeof rowTypes
export const rowTypeNames = Object.keys(rowTypes) as RowType[]

function insert(table: string, columns: Columns, parameter: number, type: RowType): string {
  const names = Object.keys(columns).join(', ')
  return `insert into ${table} (${names}) select ${names} from unnest($${parameter}::${type}[])`
}

/** Inserts occurrences of alarms; those that are there already stay. @param parameter its number in the statement */
export function insertAlarms(parameter: number): string {
  const names = Object.keys(alarmColumns).join(', ')
  return `insert into alarms (${names}, account_id) select ${names}, account_id
    from unnest($${parameter}::ingested_alarm[]) join devices d on d.id = device_id on conflict do nothing`
}

function buildStatement(onConflict: string, marks = ''): string {
  const changing = Object.keys(deviceStateColumns).filter((name) => name !== 'device_id')
  return `with p as (${insert('positions', positionColumns, 1, 'ingested_position')} ${onConflict}),
    a as (${insertAlarms(2)}),
    s as (
      update device_states s set ${changing.map((name) => `${name} = u.${name}`).join(', ')}
      from unnest($3::ingested_state[]) u
      where s.device_id = u.device_id and (u.is_claim or s.gateway is not distinct from u.known_gateway)
      returning s.device_id
    ),
    l as (
      insert into track_changes (device_id, from_time, until_time)
      select device_id, min(fix_time), max(fix_time) from unnest($1::ingested_position[])
      where (select count(*) from s) < cardinality($3) and device_id not in (select device_id from s)
      group by device_id
    ),
    d as (
      update devices d set
        activate_time = coalesce(d.activate_time, u.activate_time),
        information = d.information || u.information
      from unnest($4::ingested_device[]) u where d.id = u.id
    ),
    c as (
      insert into ingest_commits (writer, batch) values ($5, $6)
      on conflict (writer) do update set batch = excluded.batch
    )${marks}
    select count(*)::int4 as states from s`
}

const insertMarks = `,
    m as (
      insert into track_changes (device_id, from_time, until_time)
      select * from unnest($7::int4[], $8::int8[], $9::int8[])
    )`

/**
 * Writes a batch as one statement, which is one transaction: a state is written only while we still hold the
 * device, and alarms that are there already stay. Positions of a device that we lost mark its track: who holds it
 * now does not know of them and may be ahead. `plain` fails with a unique violation where a position is
 * there already; `repeats` leaves such positions as they are, for which it looks each of them up first. Those
 * for late positions mark the tracks that these change.
 */
export const commitStatements = {
  plain: { name: 'ingest-commit', text: buildStatement('') },
  plainLate: { name: 'ingest-commit-late', text: buildStatement('', insertMarks) },
  repeats: { name: 'ingest-commit-repeats', text: buildStatement('on conflict do nothing') },
  repeatsLate: {
    name: 'ingest-commit-repeats-late',
    text: buildStatement('on conflict do nothing', insertMarks),
  },
} as const
