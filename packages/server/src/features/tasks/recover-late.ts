import { sql } from 'kysely'
import { holdBus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/database/database.ts'
import { stepContext, type TaskContext, toItem } from './run-turn.ts'
import { changeOf, writeChanges } from './settle-items.ts'
import { takeAll } from './take-items.ts'
import { kindOf, type TaskKind } from './task-kind.ts'
import { leftOf } from './task-rows.ts'

/**
 * Looks once more at devices that failed a moment ago at a step whose answers may come late, because something came of
 * them: those that have not failed after all go on. A task that was over with them goes on, too; one that was stopped or
 * paused stays so.
 * @param names only tasks of these kinds
 * @returns the tasks of those that go on
 */
export async function recoverLate(
  context: TaskContext,
  deviceIds: readonly number[],
  names: readonly string[],
  now: number,
): Promise<number[]> {
  const lateMs = Math.max(0, ...context.kinds.filter(({ name }) => names.includes(name)).map(longestOf))
  if (lateMs === 0 || deviceIds.length === 0) return []
  const { rows } = await sql<{ id: number; terminalIds: string[] }>`
    select t.id, array_agg(i.terminal_id) as "terminalIds"
    from device_task_items i join device_tasks t on t.id = i.task_id
    where i.device_id = any(${deviceIds}::int4[]) and i.state = 'failed' and i.finish_time > ${now - lateMs}
      and t.kind = any(${names}::text[])
    group by t.id order by t.id`.execute(context.database.db)
  const recovered: number[] = []
  for (const { id, terminalIds } of rows) {
    const { held, publishHeld } = holdBus(context.bus)
    const within = { ...context, bus: held }
    const isAny = await context.database.db
      .transaction()
      .execute((tx) => recoverIn(within, tx, { id, terminalIds }, now))
    publishHeld()
    if (isAny) recovered.push(id)
  }
  return recovered
}

const longestOf = ({ steps }: TaskKind): number => Math.max(...steps.map(({ lateMs = 0 }) => lateMs))

async function recoverIn(
  context: TaskContext,
  tx: Db,
  { id, terminalIds }: { id: number; terminalIds: readonly string[] },
  now: number,
): Promise<boolean> {
  const read = () => tx.selectFrom('device_tasks').selectAll().where('id', '=', id)
  const task = await read().forUpdate().executeTakeFirst()
  const kind = task && kindOf(context.kinds, task.kind)
  const step = task && kind && stepContext(context, tx, kind, task, now)
  if (!task || !kind || !step) return false
  const failed = (await takeAll(tx, task, ['failed'], now, terminalIds)).filter(({ is_moved }) => !is_moved)
  const changes = []
  for (const { name, check, lateMs = 0 } of kind.steps) {
    const items = failed.filter((item) => item.step === name && item.finish_time! > now - lateMs)
    if (check === undefined || items.length === 0) continue
    const outcomes = await check(
      step,
      items.map((item) => toItem(kind, item)),
    )
    for (const item of items) {
      const outcome = outcomes.get(item.id)
      if (outcome === undefined || !goesOn.includes(outcome.state)) continue
      // It is under way, as if it had not failed.
      changes.push(changeOf(kind, task, { ...item, state: 'running' }, outcome, now))
    }
  }
  if (changes.length === 0) return false
  await writeChanges(tx, changes, now)
  const isOpen = leftOf(await read().executeTakeFirstOrThrow()) > 0
  await tx
    .updateTable('device_tasks')
    .set({
      change_time: now,
      ...(isOpen && { finish_time: null, ...(task.state === 'done' && { state: 'running' as const }) }),
    })
    .where('id', '=', id)
    .execute()
  return true
}

const goesOn: readonly string[] = ['next', 'done', 'offered', 'running']
