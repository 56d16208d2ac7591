import {
  type QualityResult,
  type QualityYield,
  type qualityCheckCalls,
  qualityLimits,
  type YieldGroup,
} from '@trackway/core/features/quality-checks/calls.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { localDayGroup } from '../../platform/database/local-day-sql.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { type YieldCounts, yieldCounts, yieldPage, yieldSpan } from '../../platform/database/yield-rows.ts'
import type { Scope } from '../../platform/http/session.ts'
import { keptIn } from '../../platform/scope/scope-sql.ts'
import { checksForm } from './attempts.ts'

type Condition = RawBuilder<SqlBool>

interface Filter {
  deviceType?: number | undefined
  batch?: string | undefined
  station?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

function conditionsOf({ deviceType, batch, station, from, to }: Filter): Condition[] {
  const conditions: Condition[] = []
  if (deviceType !== undefined) conditions.push(sql`r.device_type_id = ${deviceType}`)
  if (batch) conditions.push(sql`r.batch = ${batch}`)
  if (station) conditions.push(sql`r.station = ${station}`)
  if (from !== undefined) conditions.push(sql`r.start_time >= ${from}`)
  if (to !== undefined) conditions.push(sql`r.start_time <= ${to}`)
  return conditions
}

const attemptConditions = {
  first: sql<SqlBool>`r.attempt = 1`,
  last: sql<SqlBool>`r.is_last`,
  run: sql<SqlBool>`r.is_last_of_run`,
} as const

/** A page of attempts, the last begun first. */
export async function findResults(
  db: Db,
  scope: Scope,
  input: z.output<typeof qualityCheckCalls.find.input>,
): Promise<Page<QualityResult>> {
  const { search, taskId, state, attempt, pageNum, pageSize } = input
  const isKept = await keptIn(db, scope, 'quality_results')
  const conditions = [isKept('r'), ...conditionsOf(input)]
  if (search) conditions.push(sql<SqlBool>`r.search_text like ${likePattern(search.toLowerCase())}`)
  if (taskId !== undefined) conditions.push(sql<SqlBool>`r.task_id = ${taskId}`)
  if (state) conditions.push(sql<SqlBool>`r.state = ${state}`)
  if (attempt) conditions.push(attemptConditions[attempt])
  const where = sql.join(conditions, sql` and `)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int4 as total from quality_results r where ${where}`.execute(db)
  const { rows } = await sql<Omit<QualityResult, 'checks'> & { checks: unknown }>`
    select r.id, r.task_id as "taskId", r.terminal_id as "terminalID", r.device_type_id as "deviceType",
      coalesce(t.label, t.name) as "typeName", r.batch, r.station, r.operator, r.attempt, r.state, r.failures,
      r.criteria_version as "criteriaVersion", r.start_time as "startTime", r.deadline_time as "deadlineTime",
      r.end_time as "endTime", r.attempt = 1 as "isFirst", r.is_last as "isLast", m.checks
    from (
      select r.id from quality_results r where ${where}
      order by r.start_time desc, r.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}) page
    join quality_results r using (id)
    left join quality_measurements m on m.result_id = r.id
    left join device_types t on t.id = r.device_type_id
    order by r.start_time desc, r.id desc`.execute(db)
  return {
    list: rows.map(({ checks, ...row }) => ({ ...row, checks: checksForm.read(checks)?.checks ?? [] })),
    total: counts[0]!.total,
  }
}

/** What the rows of a yield are grouped by, and what a group is called. */
const groups = {
  deviceType: {
    key: sql.ref('r.device_type_id'),
    name: sql`(select coalesce(label, name) from device_types where id = found.key)`,
  },
  batch: { key: sql.ref('r.batch'), name: sql.ref('found.key') },
  station: { key: sql.ref('r.station'), name: sql.ref('found.key') },
} as const satisfies Record<Exclude<YieldGroup, 'day'>, unknown>

/**
 * First-pass yield of the groups.
 * @throws {Refusal} `rangeTooLong`
 */
export async function findYield(
  db: Db,
  scope: Scope,
  { pageNum, pageSize, by, ...filter }: z.output<typeof qualityCheckCalls.yield.input>,
  { timeZone, now }: { timeZone: string; now: number },
): Promise<Page<QualityYield>> {
  const span = yieldSpan(filter, qualityLimits.yieldDays, now)
  const isKept = await keptIn(db, scope, 'quality_results')
  const conditions = [
    isKept('r'),
    sql<SqlBool>`r.attempt = 1 and r.state in ('passed', 'failed')`,
    ...conditionsOf({ ...filter, ...span }),
  ]
  const { place, dayOf } = localDayGroup('r.start_time', span, timeZone)
  const { key, name } = by === 'day' ? { key: place, name: sql.ref('found.key') } : groups[by]
  const { rows } = await sql<YieldCounts & { group: string | number | null }>`
    select ${name} as "group", tested, passed from (
      select ${key} as key, ${yieldCounts(sql`r.state = 'passed'`)}
      from quality_results r where ${sql.join(conditions, sql` and `)} group by 1) found
    order by ${by === 'day' ? sql`found.key desc` : sql`tested desc, 1`}`.execute(db)
  const named = rows.map(({ group: found, ...row }) => {
    const group = typeof found === 'number' ? dayOf(found) : found
    return { id: `${by} ${group ?? ''}`, group, ...row }
  })
  return yieldPage(named, { pageNum, pageSize })
}
