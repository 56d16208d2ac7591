import { toBegin, underWay } from '@trackway/core/features/tasks/task-states.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { isConnectedSql } from '../devices/state-sql.ts'
import type { ItemRow, TaskRow } from './task-rows.ts'

/** A device of a task that is due, with what is known of the device now. */
export interface DueItem extends ItemRow {
  /** Null: the device was deleted. */
  account_id: number | null
  /** It belongs to nobody any more for whom the task was made. */
  is_moved: boolean
  is_online: boolean
}

/** A device that is not connected is looked at again after this though its login was missed. */
const offlineCheckMs = 600_000
const offlineAtOnce = 2_000

/** Locks a task for a turn. @returns null while another process has it, and when it is over */
export async function lockTask(tx: Db, taskId: number): Promise<TaskRow | null> {
  const row = await tx
    .selectFrom('device_tasks')
    .selectAll()
    .where('id', '=', taskId)
    .where('finish_time', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}

/** The next devices of a task that are due, locked; those that another process works on are left out. */
export async function takeDue(
  tx: Db,
  { id, scope_account_id }: TaskRow,
  of: 'toBegin' | 'underWay',
  limit: number,
  now: number,
): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    with due as (
      select * from device_task_items
      where task_id = ${id} and ${inStates(of)} and due_time <= ${now} and lease_time <= ${now}
      order by due_time, id limit ${limit} for no key update skip locked)
    select due.*, devices.account_id,
      devices.id is not null and not starts_with(owner.path, scope.path) as is_moved,
      coalesce(${isConnectedSql(now)}, false) as is_online
    from due
      join accounts scope on scope.id = ${scope_account_id}
      left join devices on devices.id = due.device_id
      left join accounts owner on owner.id = devices.account_id
      left join device_types on device_types.id = devices.device_type_id
      left join device_states on device_states.device_id = devices.id
    order by due.due_time, due.id`.execute(tx)
  return rows
}

/** Lets those that are due and not connected wait for their login. @returns how many */
export async function putOffOffline(tx: Db, taskId: number, now: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update device_task_items i set state = 'waiting', waits_for = 'offline', due_time = ${now + offlineCheckMs},
      change_time = case when i.waits_for = 'offline' then i.change_time else ${now}::bigint end
    from (
      select i.id from device_task_items i
        join devices on devices.id = i.device_id
        join device_types on device_types.id = devices.device_type_id
        left join device_states on device_states.device_id = devices.id
      where i.task_id = ${taskId} and ${inStates('toBegin')} and i.due_time <= ${now} and i.lease_time <= ${now}
        and not coalesce(${isConnectedSql(now)}, false)
      limit ${offlineAtOnce} for no key update of i skip locked) away
    where i.id = away.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** In these very words, by which the planner recognizes the partial indexes. */
const inStates = (of: 'toBegin' | 'underWay') =>
  sql`state in (${sql.join((of === 'toBegin' ? toBegin : underWay).map((state) => sql.lit(state)))})`

/** All devices of a task that are in these states and still there, locked, for who changes the task. */
export async function takeAll(
  tx: Db,
  task: TaskRow,
  states: readonly ItemRow['state'][],
  now: number,
  terminalIds?: readonly string[],
): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    select i.*, devices.account_id, not starts_with(owner.path, scope.path) as is_moved,
      coalesce(${isConnectedSql(now)}, false) as is_online
    from (
      select * from device_task_items
      where task_id = ${task.id} and state = any(${states}::text[]) and lease_time <= ${now}
        ${terminalIds === undefined ? sql`` : sql`and terminal_id = any(${terminalIds}::text[])`}
      order by id for no key update) i
      join accounts scope on scope.id = ${task.scope_account_id}
      join devices on devices.id = i.device_id
      join accounts owner on owner.id = devices.account_id
      join device_types on device_types.id = devices.device_type_id
      left join device_states on device_states.device_id = devices.id`.execute(tx)
  return rows
}
