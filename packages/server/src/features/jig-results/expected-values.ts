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
import type { Scope } from '../../platform/http/session.ts'
import { factoryOf } from '../../platform/scope/scope-sql.ts'
import { ensureType, findVersions, insertVersion } from '../../platform/type-versions.ts'

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
  await ensureType(trx, deviceType)
  return await insertVersion(trx, 'expected_values', {
    account_id: factoryOf(scope),
    device_type_id: deviceType,
    kind,
    items: JSON.stringify(itemsForm.write({ items })),
    note: note ?? null,
    create_time: now,
    created_by: createdBy,
  })
}

export async function findExpectedValues(
  db: Db,
  scope: Scope,
  input: z.output<typeof expectedValueCalls.find.input>,
): Promise<Page<ExpectedValues>> {
  const columns = sql`v.kind, v.items`
  const { list, total } = await findVersions<{ kind: JigKind; items: unknown }>(
    db,
    scope,
    'expected_values',
    columns,
    input,
  )
  return {
    list: list.map(({ items, ...row }) => ({ ...row, items: itemsForm.read(items)?.items ?? [] })),
    total,
  }
}
