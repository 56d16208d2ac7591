import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './database/database.ts'
import type { Page, Paging } from './database/read-page.ts'
import { Refusal } from './errors.ts'
import type { Scope } from './http/session.ts'
import { keptIn } from './scope/scope-sql.ts'

/**
 * What a factory expects of the devices of a type, kept in versions that are never changed: the newest counts. Each table
 * numbers them by its key.
 */
const keys = {
  quality_criteria: ['account_id', 'device_type_id'],
  expected_values: ['account_id', 'device_type_id', 'kind'],
} as const
type VersionTable = keyof typeof keys

interface NewVersion {
  account_id: number
  device_type_id: number
  note: string | null
  create_time: number
  created_by: number
  /** What else the table has, JSON as text. */
  [column: string]: unknown
}

/** Two that are saved at once are two versions. */
export async function insertVersion(
  trx: Db,
  table: VersionTable,
  row: NewVersion,
): Promise<{ id: number; version: number }> {
  await sql`select from accounts where id = ${row.account_id} for no key update`.execute(trx)
  const columns = Object.keys(row)
  const isKey = sql.join(
    keys[table].map((key) => sql<SqlBool>`${sql.ref(key)} = ${row[key]}`),
    sql` and `,
  )
  const { rows } = await sql<{ id: number; version: number }>`
    insert into ${sql.table(table)} (version, ${sql.join(columns.map((column) => sql.ref(column)))})
    select coalesce(max(version), 0) + 1, ${sql.join(columns.map((column) => row[column]))}
    from ${sql.table(table)} where ${isKey} returning id, version`.execute(trx)
  return rows[0]!
}

/** @throws {Refusal} `unknownDeviceType` */
export async function ensureType(db: Db, deviceType: number): Promise<void> {
  const { rows } = await sql`select from device_types where id = ${deviceType}`.execute(db)
  if (rows.length === 0) throw new Refusal('unknownDeviceType')
}

/** What every version says of itself. */
interface VersionRow {
  id: number
  deviceType: number
  typeName: string
  version: number
  note: string | null
  createTime: number
  /** Null: that account is gone. */
  addedBy: string | null
  isCurrent: boolean
}

interface VersionFilter extends Paging {
  deviceType?: number | undefined
  kind?: string | undefined
  isCurrent?: boolean | undefined
}

/**
 * A page of versions within the scope, the newest first.
 * @param columns what else is read of a row `v`
 */
export async function findVersions<Columns extends object>(
  db: Db,
  scope: Scope,
  table: VersionTable,
  columns: RawBuilder<unknown>,
  { deviceType, kind, isCurrent, pageNum, pageSize }: VersionFilter,
): Promise<Page<VersionRow & Columns>> {
  const isKept = await keptIn(db, scope, table)
  const conditions = [sql<SqlBool>`true`]
  if (deviceType !== undefined) conditions.push(sql`v.device_type_id = ${deviceType}`)
  if (kind !== undefined) conditions.push(sql`v.kind = ${kind}`)
  if (isCurrent !== undefined) conditions.push(sql`v.is_current = ${isCurrent}`)
  const { rows } = await sql<VersionRow & Columns & { total: number }>`
    select v.id, v.device_type_id as "deviceType", coalesce(t.label, t.name) as "typeName", v.version, v.note,
      v.create_time as "createTime", adder.username as "addedBy", v.is_current as "isCurrent", ${columns},
      count(*) over ()::int4 as total
    from (
      select *, version = max(version) over (partition by ${sql.join(keys[table].map((key) => sql.ref(key)))})
        as is_current
      from ${sql.table(table)} where ${isKept(table)}) v
    join device_types t on t.id = v.device_type_id left join accounts adder on adder.id = v.created_by
    where ${sql.join(conditions, sql` and `)}
    order by v.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  return { list: rows.map(({ total: _, ...row }) => row as never), total: rows[0]?.total ?? 0 }
}
