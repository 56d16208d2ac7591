import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { defineTaskKind, type StepContext, type StepOutcome, type TaskItem } from '../tasks/task-kind.ts'
import { storeAgain } from './batches.ts'
import { type CommandTask, commandTaskForm } from './command-task-form.ts'
import { publishChange } from './delivery/deliver.ts'
import type { CommandRow } from './delivery/delivery-queries.ts'
import { lateMs as answerLateMs } from './delivery/late.ts'

/**
 * One command to many devices as a task. Its commands are stored when it is started, so that they are seen, replaced
 * and cancelled as any other; each waits until its turn comes, and is delivered as any other from then on.
 */

/** In case a message of the bus was lost. */
const recheckMs = 60_000
/** The same where what comes next is a matter of seconds. */
const soonMs = 10_000

export const commandTaskKind = defineTaskKind<CommandTask, object>({
  name: 'command',
  params: commandTaskForm,
  wakesOn: ['command.changed'],
  steps: [
    {
      name: 'send',
      lateMs: answerLateMs,
      async begin(context, items) {
        await releaseCommands(context, items)
        return await outcomesOf(context, items)
      },
      check: outcomesOf,
    },
  ],
  async stop({ db, bus, now, task }, items) {
    const { rows } = await sql<{ device_id: number }>`
      update commands set state = 'cancelled', end_time = ${now}
      where id in (
        select id from commands
        where task_id = ${task.id} and device_id = any(${deviceIdsOf(items)}::int4[]) and state = 'queued'
        order by id for no key update)
      returning device_id`.execute(db)
    const stopped = new Set(rows.map(({ device_id }) => device_id))
    publishChange(bus, [...stopped])
    return new Set(items.filter(({ deviceId }) => stopped.has(deviceId)).map(({ id }) => id))
  },
  again: storeAgain,
})

const deviceIdsOf = (items: readonly TaskItem[]) => items.map(({ deviceId }) => deviceId)

/** Lets these commands go; those that wait five minutes for a connection do so from now on. */
async function releaseCommands(
  { db, bus, now, task }: StepContext<CommandTask>,
  items: readonly TaskItem[],
): Promise<void> {
  const { rows } = await sql<{ device_id: number }>`
    update commands set awaits_turn = false, due_time = ${now},
      expire_time = case when ${task.params.expireTime !== null} then expire_time
        else expire_time + greatest(0, ${now} - due_time) end
    where id in (
      select id from commands
      where task_id = ${task.id} and device_id = any(${deviceIdsOf(items)}::int4[])
        and state = 'queued' and awaits_turn
      order by id for no key update)
    returning device_id`.execute(db)
  publishChange(
    bus,
    rows.map(({ device_id }) => device_id),
  )
}

type Progress = Pick<
  CommandRow,
  'device_id' | 'state' | 'failure' | 'reply' | 'reply_class' | 'held_by' | 'effect_by_time'
>

async function outcomesOf(
  { db, now, task }: StepContext<CommandTask>,
  items: readonly TaskItem[],
): Promise<Map<number, StepOutcome>> {
  const newest = await findNewest(db, task.id, deviceIdsOf(items))
  return new Map(items.map((item) => [item.id, outcomeOf(newest.get(item.deviceId), item, now)]))
}

/** A retry is a command of its own to the same device: the newest one counts. */
async function findNewest(db: Db, taskId: number, deviceIds: number[]): Promise<Map<number, Progress>> {
  const { rows } = await sql<Progress>`
    select distinct on (device_id) device_id, state, failure, reply, reply_class, held_by, effect_by_time
    from commands where task_id = ${taskId} and device_id = any(${deviceIds}::int4[])
    order by device_id, id desc`.execute(db)
  return new Map(rows.map((row) => [row.device_id, row]))
}

export function outcomeOf(row: Progress | undefined, { isOnline }: TaskItem, now: number): StepOutcome {
  // Old commands are removed some time.
  if (row === undefined) return { state: 'cancelled' }
  const about = row.reply === null ? {} : { result: row.reply }
  switch (row.state) {
    case 'queued': {
      const waitsFor = row.held_by ?? (isOnline ? undefined : 'offline')
      const dueTime = now + (waitsFor === undefined ? soonMs : recheckMs)
      return { state: 'offered', dueTime, ...(waitsFor && { waitsFor }) }
    }
    case 'sent':
      return { state: 'running', dueTime: now + soonMs }
    case 'acknowledged':
      // The device replied that it would carry it out later.
      if (row.reply_class === 'pending' && row.effect_by_time !== null && row.effect_by_time > now)
        return { state: 'running', dueTime: now + recheckMs, waitsFor: 'effect' }
      return { state: 'done', ...about }
    case 'confirmed':
      return { state: 'done', ...about }
    case 'failed':
    case 'expired':
      return { state: 'failed', failure: row.failure ?? 'expired', ...about }
    case 'cancelled':
      return { state: 'cancelled', ...(row.failure && { failure: row.failure }) }
  }
}
