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
import { factoryOf } from '../../platform/scope/scope-sql.ts'
import { findVersions, insertVersion } from '../../platform/type-versions.ts'
import { findTypesOfCommands, offeredCommands } from '../commands/targets.ts'

const checksForm = storedForm('qualityCriteria', z.object({ checks: z.array(criterion) }))

export interface CriteriaOfType {
  /** Null: the usual ones. */
  version: number | null
  minutes: number
  checks: Criterion[]
}

const usual: CriteriaOfType = { version: null, ...usualCriteria }

/** Types with the commands that their devices take. */
async function readTypes(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Parameters<typeof isPossible>[1]>> {
  const types = await findTypesOfCommands(db, ids)
  return new Map(types.map((type) => [type.id, { ...type, commands: offeredCommands(type) }]))
}

/**
 * By which criteria devices of these types are checked in a run: those that it has used already, else the newest, without
 * what the type cannot have; where none are left, the usual ones.
 */
export async function criteriaOfTypes(
  db: Db,
  { accountId, taskId }: { accountId: number; taskId: number },
  typeIds: readonly number[],
): Promise<Map<number, CriteriaOfType>> {
  const types = await readTypes(db, typeIds)
  const { rows } = await sql<{ id: number; version: number; minutes: number; checks: unknown }>`
    select t.id, c.version, c.minutes, c.checks
    from unnest(${typeIds}::int4[]) as t (id)
    left join lateral (
      select criteria_version as version, true as is_there from quality_results
      where task_id = ${taskId} and device_type_id = t.id order by start_time, id limit 1) used on true
    left join lateral (
      select version, minutes, checks from quality_criteria
      where account_id = ${accountId} and device_type_id = t.id
        and (used.is_there is null or version = used.version)
      order by version desc limit 1) c on true`.execute(db)
  return new Map(
    rows.map(({ id, version, minutes, checks }) => {
      const possible =
        checksForm.read(checks)?.checks.filter((each) => isPossible(each, types.get(id)!)) ?? []
      // Without a check every device would pass.
      return [id, possible.length > 0 ? { version, minutes, checks: possible } : usual]
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
  const type = (await readTypes(trx, [deviceType])).get(deviceType)
  if (type === undefined) throw new Refusal('unknownDeviceType')
  const issues = checks.flatMap((check, place) =>
    isPossible(check, type) ? [] : [{ path: `checks.${place}`, reason: 'unsupported' }],
  )
  if (issues.length > 0) throw new Refusal('invalidInput', { issues })
  return await insertVersion(trx, 'quality_criteria', {
    account_id: factoryOf(scope),
    device_type_id: deviceType,
    minutes,
    checks: JSON.stringify(checksForm.write({ checks })),
    note: note ?? null,
    create_time: now,
    created_by: createdBy,
  })
}

export async function findCriteria(
  db: Db,
  scope: Scope,
  input: z.output<typeof qualityCriteriaCalls.find.input>,
): Promise<Page<QualityCriteria>> {
  const columns = sql`v.minutes, v.checks`
  const { list, total } = await findVersions<{ minutes: number; checks: unknown }>(
    db,
    scope,
    'quality_criteria',
    columns,
    input,
  )
  return {
    list: list.map(({ checks, ...row }) => ({ ...row, checks: checksForm.read(checks)?.checks ?? [] })),
    total,
  }
}
