import { limits } from '@trackway/core/codes/limits.ts'
import type { TaskKindName } from '@trackway/core/features/tasks/task-kinds.ts'
import type { TaskWindow } from '@trackway/core/features/tasks/task-pace.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import type { SessionContext } from '../../platform/http/serve.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn, idsOf } from '../../platform/scope/scope-sql.ts'
import { offerTasks } from './offer-tasks.ts'
import { findTask, toTask } from './queries.ts'
import type { TaskKind } from './task-kind.ts'

/** As `taskRules` of the contract reads it. */
export interface TaskRules {
  name?: string | undefined
  perSecond: number | null
  maxUnderWay: number | null
  window: TaskWindow | null
  startTime?: number | undefined
  deadlineTime: number | null
  maxFailurePercent: number | null
  minSample: number
  maxTries: number
}

interface NewTask<Params extends object> {
  rules: TaskRules
  params: Params
  terminalIDs: readonly string[]
  /** Of devices that are not begun because of what the kind knows of them, by terminal id: the name of a failure. */
  skipped?: ReadonlyMap<string, string>
  /** The caller records it under a name of its own. */
  isRecordedElsewhere?: boolean
}

/** For whom a task is started, and by whom. */
export interface TaskStarter {
  db: Db
  scope: Pick<Scope, 'path'> & Parameters<typeof devicesIn>[0]
  accountId: number
  actorId: number
  now: number
}

type StartedTask = { taskId: number; devices: number; missing: string[] }

/**
 * Starts a task for those of these devices that are within the caller's scope, each once and in this order, with its
 * record; within a transaction.
 * @returns its id, and the terminal ids that are not there
 * @throws {Refusal} `notFound`: none of the devices is there; `invalidInput`: it would be over before it starts
 */
export async function createTask<Params extends object>(
  context: SessionContext<unknown>,
  kind: Pick<TaskKind, 'name' | 'params'>,
  task: NewTask<Params>,
): Promise<StartedTask> {
  const { bus, session } = context
  const actorId = (session.actor ?? session.account).id
  const started = await insertTask({ ...context, accountId: session.account.id, actorId }, kind, task)
  const { taskId, devices } = started
  if (!task.isRecordedElsewhere)
    await recordChange(context, 'taskStarted', session.account.id, {
      after: { task: taskId, kind: kind.name, name: task.rules.name ?? '', devices },
    })
  offerTasks(bus, [taskId])
  return started
}

/**
 * The rows of a task, without a record, for what is recorded as a whole.
 * @throws {Refusal} as {@link createTask}
 */
export async function insertTask<Params extends object>(
  { db, scope, accountId, actorId, now }: TaskStarter,
  kind: Pick<TaskKind, 'name' | 'params'>,
  { rules, params, terminalIDs, skipped = new Map() }: Omit<NewTask<Params>, 'isRecordedElsewhere'>,
): Promise<StartedTask> {
  const startTime = Math.max(now, rules.startTime ?? now)
  if (rules.deadlineTime !== null && rules.deadlineTime <= startTime)
    throw new Refusal('invalidInput', { issues: [{ path: 'deadlineTime', reason: 'too_small' }] })
  const { username: creator } = await db
    .selectFrom('accounts')
    .select('username')
    .where('id', '=', actorId)
    .executeTakeFirstOrThrow()
  const { id: taskId } = await db
    .insertInto('device_tasks')
    .values({
      kind: kind.name,
      account_id: accountId,
      scope_account_id: idsOf(scope.path).at(-1)!,
      creator_id: actorId,
      creator,
      name: rules.name ?? '',
      params: JSON.stringify(kind.params.write(params)),
      per_second: rules.perSecond,
      max_under_way: rules.maxUnderWay,
      window_from_minute: rules.window?.fromMinute ?? null,
      window_to_minute: rules.window?.toMinute ?? null,
      time_zone: rules.window?.timeZone ?? 'UTC',
      start_time: startTime,
      deadline_time: rules.deadlineTime,
      max_failure_percent: rules.maxFailurePercent,
      min_sample: rules.minSample,
      max_tries: rules.maxTries,
      create_time: now,
      change_time: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { added, missing } = await insertItems(db, taskId, { scope, terminalIDs, skipped, now })
  if (added.size === 0) throw new Refusal('notFound')
  return { taskId, devices: added.size, missing }
}

/**
 * Adds devices to a task that goes on, behind those that it has; one that it has already stays as it is. The row of the
 * task is locked by the caller, who saw that it is not over.
 */
export async function addDevices(
  { db, scope, now }: Pick<TaskStarter, 'db' | 'scope' | 'now'>,
  taskId: number,
  terminalIDs: readonly string[],
): Promise<void> {
  await insertItems(db, taskId, { scope, terminalIDs, skipped: new Map(), now })
}

async function insertItems(
  db: Db,
  taskId: number,
  {
    scope,
    terminalIDs,
    skipped,
    now,
  }: Pick<TaskStarter, 'scope' | 'now'> & {
    terminalIDs: readonly string[]
    skipped: ReadonlyMap<string, string>
  },
): Promise<{ added: Set<string>; missing: string[] }> {
  const wanted = [...new Set(terminalIDs)]
  const failures = wanted.map((id) => skipped.get(id) ?? null)
  const { rows } = await sql<{ terminal_id: string }>`
    insert into device_task_items (task_id, device_id, terminal_id, state, failure, change_time, finish_time)
    select ${taskId}, devices.id, devices.terminal_id, case when w.failure is null then 'queued' else 'skipped' end,
      w.failure, ${now}, case when w.failure is null then null else ${now}::bigint end
    from unnest(${wanted}::text[], ${failures}::text[]) with ordinality as w (terminal_id, failure, place)
      join devices on devices.terminal_id = w.terminal_id
    where ${devicesIn(scope)} order by w.place
    on conflict do nothing returning terminal_id`.execute(db)
  const added = new Set(rows.map(({ terminal_id }) => terminal_id))
  return { added, missing: wanted.filter((id) => !added.has(id)) }
}

/**
 * Adds devices to a task that was started before, as they come; one that was over goes on. Those that it has already stay
 * as they are.
 * @throws {Refusal} `notFound`; `taskOver`: it was stopped; `tooManyDevices`
 */
export async function addToTask(
  { db, bus, scope, now }: SessionContext<unknown>,
  kinds: readonly TaskKindName[],
  id: number,
  terminalIDs: readonly string[],
): Promise<{ added: Set<string>; present: string[]; missing: string[] }> {
  const task = await findTask(db, scope, kinds, id, { isLocked: true })
  if (task.state === 'cancelled') throw new Refusal('taskOver')
  const wanted = [...new Set(terminalIDs)]
  const { rows } = await sql<{ terminal_id: string }>`
    select terminal_id from device_task_items where task_id = ${id} and terminal_id = any(${wanted}::text[])`.execute(
    db,
  )
  const present = new Set(rows.map(({ terminal_id }) => terminal_id))
  const fresh = wanted.filter((each) => !present.has(each))
  if (toTask(task).total + fresh.length > limits.devicesPerTask)
    throw new Refusal('tooManyDevices', { count: limits.devicesPerTask })
  // Of those the caller sees, the task has those that it may touch.
  const own = await db
    .selectFrom('accounts')
    .select('path')
    .where('id', '=', task.scope_account_id)
    .executeTakeFirstOrThrow()
  const narrower = own.path.startsWith(scope.path) ? { ...scope, path: own.path } : scope
  const { added, missing } = await insertItems(db, id, {
    scope: narrower,
    terminalIDs: fresh,
    skipped: new Map(),
    now,
  })
  if (added.size > 0) {
    await db
      .updateTable('device_tasks')
      .set({ state: task.state === 'paused' ? 'paused' : 'running', finish_time: null, change_time: now })
      .where('id', '=', id)
      .execute()
    offerTasks(bus, [id])
  }
  return { added, present: [...present], missing }
}
