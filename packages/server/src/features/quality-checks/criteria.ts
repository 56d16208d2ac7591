import {
  criterion,
  type QualityCriteria,
  type qualityCriteriaCalls,
} from '@trackway/core/features/quality-checks/calls.ts'
import { type Criterion, isPossible, usualCriteria } from '@trackway/core/features/quality-checks/checks.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { storedForm } from '../../platform/database/stored-json.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { factoryOf, keptIn } from '../../platform/scope/scope-sql.ts'

const checksForm = storedForm('qualityCriteria', z.object({ checks: z.array(criterion) }))

export interface CriteriaOfType {
  /** Null: the usual ones. */
  version: number | null
  minutes: number
  checks: Criterion[]
}

const usual: CriteriaOfType = { version: null, ...usualCriteria }

interface TypeRow {
  id: number
  sensors: Parameters<typeof isPossible>[1]['sensors']
  workModes: Parameters<typeof isPossible>[1]['workModes']
  commands: string[] | null
}

const typeColumns = sql`id, sensors, work_modes as "workModes", commands`

/**
 * By which criteria devices of these types are checked in a run: those that it has used already, else the newest, without
 * what the type cannot have; where none are left, the usual ones.
 */
export async function criteriaOfTypes(
  db: Db,
  { accountId, taskId }: { accountId: number; taskId: number },
  typeIds: readonly number[],
): Promise<Map<number, CriteriaOfType>> {
  const { rows } = await sql<TypeRow & { version: number | null; minutes: number | null; checks: unknown }>`
    select t.id, t.sensors, t."workModes", t.commands, c.version, c.minutes, c.checks
    from (select ${typeColumns} from device_types where id = any(${typeIds}::int4[])) t
    left join lateral (
      select criteria_version as version, true as is_there from quality_results
      where task_id = ${taskId} and device_type_id = t.id order by start_time, id limit 1) used on true
    left join lateral (
      select version, minutes, checks from quality_criteria
      where account_id = ${accountId} and device_type_id = t.id
        and (used.is_there is null or version = used.version)
      order by version desc limit 1) c on true`.execute(db)
  return new Map(
    rows.map(({ id, version, minutes, checks, ...type }) => {
      const possible = checksForm.read(checks)?.checks.filter((each) => isPossible(each, type)) ?? []
      // Without a check every device would pass.
      return [id, possible.length > 0 ? { version, minutes: minutes!, checks: possible } : usual]
    }),
  )
}

/** @throws {Refusal} `unknownDeviceType`; `invalidInput`: devices of the type cannot have one of them */
export async function insertCriteria(
  trx: Db,
  scope: Scope,
  { deviceType, minutes, checks, note }: z.output<typeof qualityCriteriaCalls.save.input>,
  { createdBy, now }: { createdBy: number; now: number },
): Promise<{ id: number; version: number }> {
  const accountId = factoryOf(scope)
  const { rows: types } = await sql<TypeRow>`
    select ${typeColumns} from device_types where id = ${deviceType}`.execute(trx)
  const [type] = types
  if (type === undefined) throw new Refusal('unknownDeviceType')
  const issues = checks.flatMap((check, place) =>
    isPossible(check, type) ? [] : [{ path: `checks.${place}`, reason: 'unsupported' }],
  )
  if (issues.length > 0) throw new Refusal('invalidInput', { issues })
  // Two that are saved at once are two versions.
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx)
  const { rows } = await sql<{ id: number; version: number }>`
    insert into quality_criteria (account_id, device_type_id, version, minutes, checks, note, create_time, created_by)
    select ${accountId}, ${deviceType}, coalesce(max(version), 0) + 1, ${minutes},
      ${JSON.stringify(checksForm.write({ checks }))}::jsonb, ${note ?? null}, ${now}, ${createdBy}
    from quality_criteria where account_id = ${accountId} and device_type_id = ${deviceType}
    returning id, version`.execute(trx)
  return rows[0]!
}

export async function findCriteria(
  db: Db,
  scope: Scope,
  { pageNum, pageSize, ...filter }: z.output<typeof qualityCriteriaCalls.find.input>,
): Promise<Page<QualityCriteria>> {
  const deviceType = filter.deviceType ?? null
  const isCurrent = filter.isCurrent ?? null
  const isKept = await keptIn(db, scope, 'quality_criteria')
  const { rows } = await sql<Omit<QualityCriteria, 'checks'> & { checks: unknown; total: number }>`
    select c.id, c.device_type_id as "deviceType", coalesce(t.label, t.name) as "typeName", c.version, c.minutes,
      c.checks, c.note, c.create_time as "createTime", adder.username as "addedBy", c.is_current as "isCurrent",
      count(*) over ()::int4 as total
    from (
      select *, version = max(version) over (partition by account_id, device_type_id) as is_current
      from quality_criteria where ${isKept('quality_criteria')}) c
    join device_types t on t.id = c.device_type_id left join accounts adder on adder.id = c.created_by
    where (${deviceType}::int4 is null or c.device_type_id = ${deviceType})
      and (${isCurrent}::boolean is null or c.is_current = ${isCurrent})
    order by c.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  const list = rows.map(({ total: _, checks, ...row }) => ({
    ...row,
    checks: checksForm.read(checks)?.checks ?? [],
  }))
  return { list, total: rows[0]?.total ?? 0 }
}
