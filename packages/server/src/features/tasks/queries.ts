import type { DeviceTask, DeviceTaskItem, taskCalls } from '@trackway/core/features/tasks/calls.ts'
import type { TaskKindName } from '@trackway/core/features/tasks/task-kinds.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn, pathEnd } from '../../platform/scope/scope-sql.ts'
import { displayNameSql } from '../devices/state-sql.ts'
import { countsOf, type TaskRow, windowOf } from './task-rows.ts'

/** Tasks of the accounts at and below the caller, of the kinds it may see. */
const shownTo = ({ path }: Scope, kinds: readonly TaskKindName[]): RawBuilder<SqlBool> => sql`
  t.account_id in (select id from accounts where path >= ${path} and path < ${pathEnd(path)})
  and t.kind = any(${kinds}::text[])`

export async function findTasks(
  db: Db,
  scope: Scope,
  kinds: readonly TaskKindName[],
  { kind, state, search, pageNum, pageSize }: z.output<typeof taskCalls.find.input>,
): Promise<Page<DeviceTask>> {
  const conditions = [shownTo(scope, kinds)]
  if (kind !== undefined) conditions.push(sql`t.kind = ${kind}`)
  if (state !== undefined) conditions.push(sql`t.state = ${state}`)
  if (search) {
    const pattern = likePattern(search)
    conditions.push(sql`(t.name ilike ${pattern} or t.creator ilike ${pattern})`)
  }
  const found = sql`from device_tasks t where ${sql.join(conditions, sql` and `)}`
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db)
  const { rows } = await sql<TaskRow>`
    select t.* ${found} order by t.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  return { list: rows.map(toTask), total: counted[0]!.total }
}

/** @throws {Refusal} `notFound`, also for a stranger's and for one of a kind that the caller may not see */
export async function findTask(
  db: Db,
  scope: Scope,
  kinds: readonly TaskKindName[],
  id: number,
  { isLocked = false } = {},
): Promise<TaskRow> {
  const { rows } = await sql<TaskRow>`
    select t.* from device_tasks t where t.id = ${id} and ${shownTo(scope, kinds)}
    ${isLocked ? sql`for update` : sql``}`.execute(db)
  if (rows[0] === undefined) throw new Refusal('notFound')
  return rows[0]
}

export function toTask(row: TaskRow): DeviceTask {
  const counts = countsOf(row)
  return {
    id: row.id,
    // Only kinds of the contract are asked for.
    kind: row.kind as TaskKindName,
    name: row.name,
    creator: row.creator,
    state: row.state,
    pauseReason: row.pause_reason,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    perSecond: row.per_second,
    maxUnderWay: row.max_under_way,
    window: windowOf(row),
    startTime: row.start_time,
    deadlineTime: row.deadline_time,
    maxFailurePercent: row.max_failure_percent,
    minSample: row.min_sample,
    maxTries: row.max_tries,
    createTime: row.create_time,
    finishTime: row.finish_time,
  }
}

/** A page of the devices of a task. What a device that is another's by now does is not shown, only that it was in the task. */
export async function findItems(
  db: Db,
  scope: Scope,
  task: TaskRow,
  { state, search, pageNum, pageSize }: z.output<typeof taskCalls.items.input>,
): Promise<Page<DeviceTaskItem>> {
  const conditions = [sql`i.task_id = ${task.id}`]
  if (state !== undefined) conditions.push(sql`i.state = ${state}`)
  if (search) conditions.push(sql`i.terminal_id ilike ${likePattern(search)}`)
  const where = sql.join(conditions, sql` and `)
  const total = search
    ? (
        await sql<{
          total: number
        }>`select count(*)::int as total from device_task_items i where ${where}`.execute(db)
      ).rows[0]!.total
    : state === undefined
      ? toTask(task).total
      : task[state]
  const { rows } = await sql<DeviceTaskItem & { isOwn: boolean }>`
    with page as (
      select * from device_task_items i where ${where}
      order by i.id limit ${pageSize} offset ${(pageNum - 1) * pageSize})
    select page.id, page.terminal_id as "terminalID",
      case when own.is_own then ${displayNameSql} else page.terminal_id end as "displayName",
      page.state, case when own.is_hidden then null else page.waits_for end as "waitsFor", page.step,
      case when own.is_hidden then null else page.progress end as progress, page.tries, page.failure, page.result,
      nullif(page.due_time, 0) as "dueTime", page.offer_time as "offerTime", page.change_time as "changeTime",
      page.finish_time as "finishTime"
    from page left join devices on devices.id = page.device_id,
      lateral (select coalesce(devices.id is not null and ${devicesIn(scope)}, false) as is_own) shown,
      lateral (select shown.is_own, devices.id is not null and not shown.is_own and page.finish_time is null
        as is_hidden) own
    order by page.id`.execute(db)
  return { list: rows, total }
}
