import {
  type ExpectedItem,
  type ExpectedValues,
  expectedItem,
  type expectedValueCalls,
} from '@trackway/core/features/jig-results/calls.ts'
import type { JigKind } from '@trackway/core/features/jig-results/items.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { storedForm } from '../../platform/database/stored-json.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { factoryOf, pathEnd } from '../../platform/scope/scope-sql.ts'

const itemsForm = storedForm('expectedValues', z.object({ items: z.array(expectedItem) }))

/** The versions of expected values of a device type and kind, the oldest first. */
export interface Versions {
  deviceTypeId: number
  kind: JigKind
  versions: { version: number; fromTime: number; items: ExpectedItem[] }[]
}

/** Those of these device types in a factory. */
export async function readVersions(
  db: Db,
  accountId: number,
  deviceTypeIds: readonly number[],
): Promise<Versions[]> {
  if (deviceTypeIds.length === 0) return []
  const { rows } = await sql<{
    device_type_id: number
    kind: JigKind
    version: number
    items: unknown
    create_time: number
  }>`
    select device_type_id, kind, version, items, create_time from expected_values
    where account_id = ${accountId} and device_type_id = any(${deviceTypeIds}::int4[])
    order by version`.execute(db)
  const grouped = Map.groupBy(rows, ({ device_type_id, kind }) => `${device_type_id} ${kind}`)
  return [...grouped.values()].map((each) => ({
    deviceTypeId: each[0]!.device_type_id,
    kind: each[0]!.kind,
    versions: each.flatMap(({ version, create_time, items }) => {
      const read = itemsForm.read(items)
      return read === null ? [] : [{ version, fromTime: create_time, items: read.items }]
    }),
  }))
}

/**
 * The version that counted when a test ended; of one that ended before there were any, the first. It follows from the
 * test alone: a result that comes late, or again, is judged the same.
 */
export function versionAt(
  all: readonly Versions[],
  deviceTypeId: number | null,
  kind: JigKind,
  time: number,
) {
  const { versions = [] } = all.find((each) => each.deviceTypeId === deviceTypeId && each.kind === kind) ?? {}
  return versions.findLast(({ fromTime }) => fromTime <= time) ?? versions[0] ?? null
}

/** @throws {Refusal} `unknownDeviceType` */
export async function insertExpectedValues(
  trx: Db,
  scope: Scope,
  { deviceType, kind, items, note }: z.output<typeof expectedValueCalls.save.input>,
  { createdBy, now }: { createdBy: number; now: number },
): Promise<{ id: number; version: number }> {
  const accountId = factoryOf(scope)
  const { rows: types } = await sql`select from device_types where id = ${deviceType}`.execute(trx)
  if (types.length === 0) throw new Refusal('unknownDeviceType')
  // Two that are saved at once are two versions.
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx)
  const { rows } = await sql<{ id: number; version: number }>`
    insert into expected_values (account_id, device_type_id, kind, version, items, note, create_time, created_by)
    select ${accountId}, ${deviceType}, ${kind}, coalesce(max(version), 0) + 1,
      ${JSON.stringify(itemsForm.write({ items }))}::jsonb, ${note ?? null}, ${now}, ${createdBy}
    from expected_values where account_id = ${accountId} and device_type_id = ${deviceType} and kind = ${kind}
    returning id, version`.execute(trx)
  return rows[0]!
}

export async function findExpectedValues(
  db: Db,
  { path }: Scope,
  { pageNum, pageSize, ...filter }: z.output<typeof expectedValueCalls.find.input>,
): Promise<Page<ExpectedValues>> {
  const deviceType = filter.deviceType ?? null
  const kind = filter.kind ?? null
  const isCurrent = filter.isCurrent ?? null
  const { rows } = await sql<Omit<ExpectedValues, 'items'> & { items: unknown; total: number }>`
    select e.id, e.device_type_id as "deviceType", coalesce(t.label, t.name) as "typeName", e.kind, e.version, e.items,
      e.note, e.create_time as "createTime", adder.username as "addedBy", e.is_current as "isCurrent",
      count(*) over ()::int4 as total
    from (
      select *, version = max(version) over (partition by account_id, device_type_id, kind) as is_current
      from expected_values
      where account_id in (select id from accounts where path >= ${path} and path < ${pathEnd(path)})) e
    join device_types t on t.id = e.device_type_id left join accounts adder on adder.id = e.created_by
    where (${deviceType}::int4 is null or e.device_type_id = ${deviceType})
      and (${kind}::text is null or e.kind = ${kind})
      and (${isCurrent}::boolean is null or e.is_current = ${isCurrent})
    order by e.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  const list = rows.map(({ total: _, items, ...row }) => ({
    ...row,
    items: itemsForm.read(items)?.items ?? [],
  }))
  return { list, total: rows[0]?.total ?? 0 }
}
