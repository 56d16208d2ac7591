import { isOpen } from '@trackway/core/features/tasks/task-pace.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import { startRecurringJob } from '../../platform/jobs/recurring-job.ts'
import { recoverLate } from './recover-late.ts'
import { runTurn, type TaskContext } from './run-turn.ts'
import type { WakingSubject } from './task-kind.ts'
import { type TaskRow, windowOf } from './task-rows.ts'
import { wake } from './wake.ts'

const everyMs = 1_000
/** Tasks that one process looks after at a time; steps that are apart wait for others. */
const maxAtOnce = 4
/** Turns of one task before it is another's turn. */
const maxTurns = 20
/** What wakes devices is gathered for so long. */
const gatherMs = 200

/** Tasks that are over are kept for this time: what was done to a device is asked about long after. */
export const tasksKeptMs = 2 * 365 * 86_400_000

/** Looks after tasks, in each process that has the role: a task is in one hand at a time. */
export function startTasks(context: TaskContext): () => Promise<void> {
  const { database, bus, log, kinds } = context
  const underWay = new Map<number, Promise<void>>()
  let isClosed = false

  const run = async (taskId: number): Promise<void> => {
    try {
      for (let turns = 0; turns < maxTurns && !isClosed; turns++)
        if ((await runTurn(context, taskId, Date.now())) === 0) return
    } catch (error) {
      log.warn({ err: error, taskId }, 'a task could not be looked after')
    }
  }
  const begin = (taskIds: readonly number[]) => {
    for (const id of taskIds) {
      if (isClosed || underWay.size >= maxAtOnce) return
      if (!underWay.has(id))
        underWay.set(
          id,
          run(id).finally(() => underWay.delete(id)),
        )
    }
  }
  const look = async () => {
    try {
      begin(await findDueTasks(context, Date.now()))
    } catch (error) {
      log.warn({ err: error }, 'tasks could not be looked after')
    }
  }
  const stopLooking = startIntervalJob(everyMs, look)
  const stopRemoving = startRecurringJob({
    name: 'old-tasks',
    cron: '17 3 * * *',
    db: database.db,
    log,
    work: (now) => removeOldTasks(database.db, now - tasksKeptMs),
  })
  const wakes = gatherWakes(context, begin)
  const stops = [
    bus.subscribe('task.changed', ({ taskIds }) => begin(taskIds)),
    ...subjectsOf(kinds).map((subject) =>
      bus.subscribe(subject, ({ deviceIds }) => wakes.add(subject, deviceIds)),
    ),
  ]
  return async () => {
    isClosed = true
    for (const stop of stops) stop()
    await wakes.stop()
    await Promise.all([stopLooking(), stopRemoving()])
    await Promise.all(underWay.values())
  }
}

const subjectsOf = (kinds: TaskContext['kinds']): WakingSubject[] => [
  ...new Set<WakingSubject>([
    'device.claimed',
    'device.edited',
    ...kinds.flatMap(({ wakesOn = [] }) => wakesOn),
  ]),
]

/** Devices by the message that woke them, some moments at a time. */
function gatherWakes(context: TaskContext, begin: (taskIds: readonly number[]) => void) {
  const { database, kinds, log } = context
  const gathered = new Map<WakingSubject, Set<number>>()
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> = Promise.resolve()
  const wakeAll = async () => {
    const entries = [...gathered]
    gathered.clear()
    for (const [subject, deviceIds] of entries) {
      const names = kinds
        .filter(
          ({ wakesOn, needsConnection }) =>
            wakesOn?.includes(subject) ||
            subject === 'device.edited' ||
            (needsConnection && subject === 'device.claimed'),
        )
        .map(({ name }) => name)
      try {
        const ids = [...deviceIds]
        begin(await wake(database.db, ids, names))
        begin(await recoverLate(context, ids, names, Date.now()))
      } catch (error) {
        // They are due some time anyhow.
        log.warn({ err: error }, 'devices of tasks could not be woken')
      }
    }
  }
  return {
    add(subject: WakingSubject, deviceIds: Int32Array) {
      const ids = gathered.get(subject) ?? new Set()
      for (const id of deviceIds) ids.add(id)
      gathered.set(subject, ids)
      timer ??= setTimeout(() => {
        timer = undefined
        underWay = underWay.then(wakeAll)
      }, gatherMs)
    },
    async stop() {
      clearTimeout(timer)
      await underWay
    },
  }
}

/** Removes tasks that were over before this, with their devices. */
export async function removeOldTasks(db: Db, before: number): Promise<void> {
  await db.deleteFrom('device_tasks').where('finish_time', '<', before).execute()
}

/** Tasks of which something may be due, those first that were looked after longest ago. */
async function findDueTasks({ database, kinds }: TaskContext, now: number): Promise<number[]> {
  const { rows } = await sql<TaskRow & { has_begun: boolean; has_to_begin: boolean }>`
    select t.*,
      exists (select from device_task_items i where i.task_id = t.id and i.state in ('offered', 'running')
        and i.due_time <= ${now} and i.lease_time <= ${now}) as has_begun,
      exists (select from device_task_items i where i.task_id = t.id and i.state in ('queued', 'waiting')
        and i.due_time <= ${now} and i.lease_time <= ${now}) as has_to_begin
    from device_tasks t
    where t.finish_time is null and t.kind = any(${kinds.map(({ name }) => name)}::text[])
    order by t.turn_time`.execute(database.db)
  return rows
    .filter(
      (row) =>
        row.has_begun ||
        row.queued + row.waiting + row.offered + row.running === 0 ||
        (row.deadline_time !== null && row.deadline_time <= now && row.queued + row.waiting > 0) ||
        (row.has_to_begin &&
          row.state === 'running' &&
          row.start_time <= now &&
          row.next_offer_time <= now &&
          (row.max_under_way === null || row.offered + row.running < row.max_under_way) &&
          isOpen(windowOf(row), now)),
    )
    .map(({ id }) => id)
}
