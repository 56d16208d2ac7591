import { knownSchema } from '../platform/database/schema-version.ts'
import type { ColumnType } from './binary-rows.ts'
import { deviceStateColumns } from './device-state.ts'
import { upsertResults } from './rules/rule-results.ts'

type Columns = Record<string, ColumnType>

/**
 * What one batch writes: for each table the columns of a row, which are those of a composite type that each
 * connection makes for itself; the rows travel as one array of that type.
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

/** The composite types by name, in the temporary schema of a connection. */
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
  return `insert into ${table} (${names}) select ${names} from unnest($${parameter}::pg_temp.${type}[])`
}

/** Inserts occurrences of alarms; those that are there already stay. @param parameter its number in the statement */
export function insertAlarms(parameter: number): string {
  const names = Object.keys(alarmColumns).join(', ')
  return `insert into alarms (${names}, account_id) select ${names}, account_id
    from unnest($${parameter}::pg_temp.ingested_alarm[]) join devices d on d.id = device_id
    on conflict (device_id, fix_time, code, subject_id) do nothing`
}

/**
 * Fails, and the commit with it, once a breaking migration was applied that this version does not know: reading a
 * setting that does not exist is an error of the class by which a statement does not fit the tables.
 */
const refuseBelowFloor = `case when exists (
  select from migrations where is_breaking and name >= '${String(knownSchema + 1).padStart(4, '0')}'
) then current_setting('trackway.version_is_too_old') end`

/** What a commit does beside writing positions and states; most do nothing of it. */
export interface CommitParts {
  /** Leaves positions as they are that are there already, for which it looks each of them up first. */
  repeats?: boolean
  /** Writes alarms. */
  alarms?: boolean
  /** Writes the information that devices sent about themselves. */
  devices?: boolean
  /** Marks the tracks that late positions change. */
  late?: boolean
  /** Writes what rules found that others ask for. */
  results?: boolean
}

/**
 * Writes a batch as one statement, which is one transaction: a state is written only while we still hold the
 * device, and alarms that are there already stay. Positions of a device that we lost mark its track: who holds it
 * now does not know of them and may be ahead. Fails with a unique violation where a position is there already,
 * unless `repeats` are expected.
 *
 * Parameters: positions, states, writer, number of the batch; then those of the parts, alarms first, then devices, then
 * for late stretches their devices, begins and ends, and what rules found as JSON. A part costs 40 µs also where it writes nothing: its triggers run.
 */
function buildStatement({ repeats, alarms, devices, late, results }: CommitParts): string {
  const changing = Object.keys(deviceStateColumns).filter((name) => name !== 'device_id')
  let parameters = 4
  const next = () => ++parameters
  const parts = [
    `p as (${insert('positions', positionColumns, 1, 'ingested_position')} ${repeats ? 'on conflict (device_id, fix_time) do nothing' : ''})`,
    `s as (
      update device_states s set ${changing.map((name) => `${name} = u.${name}`).join(', ')}
      from unnest($2::pg_temp.ingested_state[]) u
      where s.device_id = u.device_id and (u.is_claim or s.gateway is not distinct from u.known_gateway)
      returning s.device_id
    )`,
    `l as (
      insert into track_changes (device_id, from_time, until_time)
      select device_id, min(fix_time), max(fix_time) from unnest($1::pg_temp.ingested_position[])
      where (select count(*) from s) < cardinality($2) and device_id not in (select device_id from s)
      group by device_id
    )`,
    `c as (
      insert into ingest_commits (writer, batch) values ($3, $4)
      on conflict (writer) do update set batch = excluded.batch
    )`,
  ]
  if (alarms) parts.push(`a as (${insertAlarms(next())})`)
  if (devices)
    parts.push(`d as (
      update devices d set
        activate_time = coalesce(d.activate_time, u.activate_time),
        information = d.information || u.information
      from unnest($${next()}::pg_temp.ingested_device[]) u where d.id = u.id
    )`)
  if (late)
    parts.push(`m as (
      insert into track_changes (device_id, from_time, until_time)
      select * from unnest($${next()}::int4[], $${next()}::int8[], $${next()}::int8[])
    )`)
  if (results) parts.push(`r as (${upsertResults(`$${next()}`, 'device_id in (select device_id from s)')})`)
  return `with ${parts.join(',\n    ')}\n    select count(*)::int4 as states, ${refuseBelowFloor} from s`
}

const statements = new Map<string, { name: string; text: string }>()

/** The statement of a commit with these parts, prepared once for each combination. */
export function commitStatement(parts: CommitParts): { name: string; text: string } {
  const names = (['repeats', 'alarms', 'devices', 'late', 'results'] as const).filter((name) => parts[name])
  const name = ['ingest-commit', ...names].join('-')
  const statement = statements.get(name) ?? { name, text: buildStatement(parts) }
  statements.set(name, statement)
  return statement
}
