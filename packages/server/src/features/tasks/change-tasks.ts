import type { AuditKind } from '@trackway/core/codes/audit.ts'
import type { TaskKindName } from '@trackway/core/features/tasks/task-kinds.ts'
import {
  type ItemState,
  toBegin,
  underWay as underWayStates,
} from '@trackway/core/features/tasks/task-states.ts'
import { sql } from 'kysely'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import type { SessionContext } from '../../platform/http/serve.ts'
import { offerTasks } from './offer-tasks.ts'
import { findTask } from './queries.ts'
import { stepContext, stopItems, toItem } from './run-turn.ts'
import { takeAll } from './take-items.ts'
import { kindOf, type TaskKind } from './task-kind.ts'
import type { TaskRow } from './task-rows.ts'

/** What people do to a task; each within a transaction. */

type Context = SessionContext<unknown>

const record = (context: Context, kind: AuditKind, task: TaskRow, more: object = {}) =>
  recordChange(context, kind, task.account_id, {
    after: { task: task.id, kind: task.kind, name: task.name, ...more },
  })

/** @throws {Refusal} `notFound`; `taskOver` */
export async function pauseTask(
  context: Context,
  kinds: readonly TaskKindName[],
  id: number,
): Promise<TaskRow> {
  const { db, scope, now } = context
  const task = await findTask(db, scope, kinds, id, { isLocked: true })
  if (task.state !== 'running' && task.state !== 'paused') throw new Refusal('taskOver')
  if (task.state === 'paused') return task
  await db
    .updateTable('device_tasks')
    .set({ state: 'paused', pause_reason: 'person', change_time: now })
    .where('id', '=', id)
    .execute()
  await record(context, 'taskPaused', task)
  return await findTask(db, scope, kinds, id)
}

/** Its failure rate counts from here anew, or it would pause again at once. @throws {Refusal} `notFound`; `taskOver` */
export async function resumeTask(
  context: Context,
  kinds: readonly TaskKindName[],
  id: number,
): Promise<TaskRow> {
  const { db, bus, scope, now } = context
  const task = await findTask(db, scope, kinds, id, { isLocked: true })
  if (task.state !== 'running' && task.state !== 'paused') throw new Refusal('taskOver')
  if (task.state === 'running') return task
  await db
    .updateTable('device_tasks')
    .set({
      state: 'running',
      pause_reason: null,
      done_before: task.done,
      failed_before: task.failed,
      change_time: now,
    })
    .where('id', '=', id)
    .execute()
  await record(context, 'taskResumed', task)
  offerTasks(bus, [id])
  return await findTask(db, scope, kinds, id)
}

/**
 * Cancels what has not begun, and of what is under way those devices that the kind is certain to have stopped.
 * @throws {Refusal} `notFound`; `taskOver`
 */
export async function cancelTask(
  context: Context,
  registry: readonly TaskKind[],
  kinds: readonly TaskKindName[],
  id: number,
  as: AuditKind = 'taskCancelled',
): Promise<{ cancelled: number; underWay: number }> {
  const { db, bus, log, scope, now } = context
  const task = await findTask(db, scope, kinds, id, { isLocked: true })
  if (task.state === 'done' || task.finish_time !== null) throw new Refusal('taskOver')
  const kind = kindOf(registry, task.kind)
  const items = kind?.stop ? await takeAll(db, task, [...toBegin, ...underWayStates], now) : []
  const stopped = kind ? await stopItems({ bus, log }, db, { task, kind }, items, now) : []
  await sql`
    update device_task_items set state = 'cancelled', waits_for = null, lease = null, lease_time = 0,
      change_time = ${now}, finish_time = ${now}
    where id in (
      select id from device_task_items
      where task_id = ${id} and (state in ('queued', 'waiting') or id = any(${[...stopped]}::int4[]))
      order by id for no key update)`.execute(db)
  const after = await findTask(db, scope, kinds, id)
  const underWay = after.offered + after.running
  await db
    .updateTable('device_tasks')
    .set({
      state: 'cancelled',
      pause_reason: null,
      change_time: now,
      finish_time: underWay === 0 ? now : null,
    })
    .where('id', '=', id)
    .execute()
  const cancelled = after.cancelled - task.cancelled
  await record(context, as, task, { cancelled, underWay })
  return { cancelled, underWay }
}

interface RetryRequest {
  id: number
  terminalIDs?: readonly string[] | undefined
  states?: readonly ItemState[]
}

/**
 * Queues failed devices once more, each with its first attempt; a task that was over goes on.
 * @param request `terminalIDs` only these; left out: all that failed. `states` in place of failed ones, those in these
 * @throws {Refusal} `notFound`, and what the kind refuses
 */
export async function retryTask(
  context: Context,
  registry: readonly TaskKind[],
  kinds: readonly TaskKindName[],
  { id, terminalIDs, ...request }: RetryRequest,
): Promise<{ retried: number }> {
  const { db, bus, log, scope, now } = context
  const task = await findTask(db, scope, kinds, id, { isLocked: true })
  const kind = kindOf(registry, task.kind)
  // A kind that prepares them knows of failures that no turn has seen yet.
  const usual = kind?.again ? (['failed', ...toBegin, ...underWayStates] as const) : (['failed'] as const)
  const states = request.states ?? usual
  const failed = (await takeAll(db, task, states, now, terminalIDs)).filter(({ is_moved }) => !is_moved)
  const step = kind?.again && stepContext({ bus, log }, db, kind, task, now)
  const ids =
    kind?.again && step
      ? await kind.again(
          context,
          step.task,
          failed.map((item) => toItem(kind, item)),
        )
      : new Set(failed.map(({ id }) => id))
  const { numAffectedRows } = await sql`
    update device_task_items set state = 'queued', step = null, is_begun = false, data = null, progress = null,
      waits_for = null, tries = 1, errors = 0, due_time = 0, failure = null, result = null, offer_time = null,
      finish_time = null, change_time = ${now}
    where id = any(${[...ids]}::int4[])`.execute(db)
  const retried = Number(numAffectedRows ?? 0)
  if (retried === 0) return { retried }
  const after = await findTask(db, scope, kinds, id)
  await db
    .updateTable('device_tasks')
    .set({
      state: task.state === 'paused' ? 'paused' : 'running',
      // What failed before counts no more.
      done_before: after.done,
      failed_before: after.failed,
      deadline_time: task.deadline_time !== null && task.deadline_time <= now ? null : task.deadline_time,
      finish_time: null,
      change_time: now,
    })
    .where('id', '=', id)
    .execute()
  await record(context, 'taskRetried', task, { retried })
  offerTasks(bus, [id])
  return { retried }
}
