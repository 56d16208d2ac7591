import {
  allowance,
  isFailingTooOften,
  isOpen,
  offerTimeAfter,
} from '@trackway/core/features/tasks/task-pace.ts'
import { type ItemState, toBegin } from '@trackway/core/features/tasks/task-states.ts'
import { sql, type Updateable } from 'kysely'
import { holdBus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Platform } from '../../platform/platform.ts'
import { changeOf, type ItemChange, writeChanges } from './settle-items.ts'
import { type DueItem, lockTask, putOffOffline, takeAll, takeDue } from './take-items.ts'
import {
  kindOf,
  type RunningTask,
  type StepContext,
  type StepOutcomes,
  type TaskItem,
  type TaskKind,
  type TaskStep,
} from './task-kind.ts'
import { countsOf, leftOf, paceOf, type TaskRow, windowOf } from './task-rows.ts'

export interface TaskContext extends Platform {
  kinds: readonly TaskKind[]
  /** No step that is apart takes longer; when its process dies, it begins again after this. Left out: two minutes. */
  leaseMs?: number
}

/** Devices of one turn: long enough to be cheap, short enough that a task does not keep the others waiting. */
const itemsPerTurn = 500
const smallestSample = 20
const usualLeaseMs = 120_000
/** After an error of ours, and how often in a row before a device fails by it. */
const errorWaitMs = 30_000
const maxErrors = 5

/** Devices at one step. */
interface Group {
  step: TaskStep<object, object>
  isBegun: boolean
  items: DueItem[]
}

interface Turn {
  kind: TaskKind
  task: TaskRow
  lease: number
  /** What is to be done outside of the transaction. */
  apart: Group[]
  count: number
}

/**
 * One turn of a task: looks after those of its devices that are due, and begins further ones as far as pace, window and
 * places allow. The row of the task is locked meanwhile, so that one process at a time decides.
 * @returns how many devices it looked after; 0: there is nothing to do now
 */
export async function runTurn(context: TaskContext, taskId: number, now: number): Promise<number> {
  const { database, bus } = context
  const { held, publishHeld } = holdBus(bus)
  const turn = await database.db
    .transaction()
    .execute((tx) => beginTurn({ ...context, bus: held }, tx, taskId, now))
  publishHeld()
  if (turn === null) return 0
  for (const group of turn.apart) await runApart(context, turn, group, now)
  return turn.count
}

async function beginTurn(context: TaskContext, tx: Db, taskId: number, now: number): Promise<Turn | null> {
  const task = await lockTask(tx, taskId)
  if (task === null) return null
  const kind = kindOf(context.kinds, task.kind)
  // Of a newer version, whose processes look after it.
  if (kind === null) return null
  const passed = await passDeadline(context, tx, { task, kind }, now)
  const items = await takeDue(tx, task, 'underWay', itemsPerTurn, now)
  if (kind.needsConnection && mayBegin(task, now)) await putOffOffline(tx, task.id, now)
  const places = Math.min(itemsPerTurn - items.length, sampleOf(task), allowanceOf(task, now))
  if (places > 0) items.push(...(await takeDue(tx, task, 'toBegin', places, now)))
  const turn: Turn = {
    kind,
    task,
    lease: Math.floor(Math.random() * 2 ** 31),
    apart: [],
    count: items.length,
  }
  const lost = items.filter(isLost)
  const changes = lost.map((item) => lossOf(kind, task, item, now))
  for (const group of groupsOf(
    kind,
    items.filter((item) => !isLost(item)),
  )) {
    if (group.step.isApart) turn.apart.push(group)
    else changes.push(...(await runGroup(context, tx, turn, group, now)))
  }
  await writeChanges(tx, changes, now)
  await leaseItems(tx, turn, now + (context.leaseMs ?? usualLeaseMs))
  if (items.length > 0 || passed || leftOf(task) === 0)
    await closeTurn(tx, task, begunBy(items, changes) + begunApart(turn), now)
  return turn
}

const mayBegin = (task: TaskRow, now: number): boolean =>
  task.state === 'running' && now >= task.start_time && isOpen(windowOf(task), now)

const allowanceOf = (task: TaskRow, now: number): number =>
  task.state === 'running'
    ? allowance(paceOf(task), { counts: countsOf(task), nextOfferTime: task.next_offer_time }, now)
    : 0

/** Where a task may fail too often, no more devices begin in a turn than show that it does. */
const sampleOf = ({ max_failure_percent, min_sample }: TaskRow): number =>
  max_failure_percent === null ? itemsPerTurn : Math.max(min_sample, smallestSample)

/** Skips what has not begun when the task should have been over. @returns was there any? */
async function passDeadline(
  context: TaskContext,
  tx: Db,
  { task, kind }: Pick<Turn, 'task' | 'kind'>,
  now: number,
): Promise<boolean> {
  if (task.deadline_time === null || now < task.deadline_time || task.queued + task.waiting === 0)
    return false
  await stopItems(context, tx, { task, kind }, await takeAll(tx, task, toBegin, now), now)
  await sql`
    update device_task_items set state = 'skipped', failure = 'deadline', waits_for = null, change_time = ${now},
      finish_time = ${now}
    where id in (
      select id from device_task_items
      where task_id = ${task.id} and state in ('queued', 'waiting') and lease_time <= ${now}
      order by id for no key update)`.execute(tx)
  return true
}

/** Gone, or another's: what had not begun at it does not begin. What is under way ends in its own time. */
const isLost = (item: DueItem): boolean =>
  item.account_id === null || (item.is_moved && (isToBegin(item.state) || !item.is_begun))

function lossOf(kind: TaskKind, task: TaskRow, item: DueItem, now: number): ItemChange {
  const failure = item.account_id === null ? 'deviceDeleted' : 'deviceMoved'
  return changeOf(kind, task, item, { state: isToBegin(item.state) ? 'skipped' : 'failed', failure }, now)
}

const isToBegin = (state: ItemState): boolean => (toBegin as readonly ItemState[]).includes(state)

/** By step, and by whether it was begun. A step that is no longer there begins the kind anew. */
function groupsOf(kind: TaskKind, items: readonly DueItem[]): Group[] {
  const groups = new Map<string, Group>()
  for (const item of items) {
    const found = kind.steps.find(({ name }) => name === item.step)
    const step = found ?? kind.steps[0]
    const isBegun = found !== undefined && item.is_begun
    const key = `${step.name} ${isBegun}`
    const group = groups.get(key) ?? { step, isBegun, items: [] }
    group.items.push({ ...item, step: step.name })
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Does a step for its devices; when that fails for all, for each by itself, so that the one which is at fault is alone in it. */
async function runGroup(
  context: TaskContext,
  tx: Db,
  { kind, task }: Pick<Turn, 'kind' | 'task'>,
  group: Group,
  now: number,
): Promise<ItemChange[]> {
  const changes = (items: readonly DueItem[], outcomes: StepOutcomes) =>
    items.map((item) => changeOf(kind, task, item, outcomes.get(item.id), now))
  try {
    return changes(group.items, await inSavepoint(tx, () => work(context, tx, { kind, task }, group, now)))
  } catch (error) {
    context.log.warn({ err: error, kind: kind.name, taskId: task.id }, 'a step of a task failed')
    if (group.items.length === 1) return [errorOf(kind, task, group.items[0]!, now)]
    const each: ItemChange[] = []
    for (const item of group.items)
      each.push(...(await runGroup(context, tx, { kind, task }, { ...group, items: [item] }, now)))
    return each
  }
}

async function inSavepoint<T>(tx: Db, run: () => Promise<T>): Promise<T> {
  await sql`savepoint step`.execute(tx)
  try {
    const done = await run()
    await sql`release savepoint step`.execute(tx)
    return done
  } catch (error) {
    await sql`rollback to savepoint step`.execute(tx)
    throw error
  }
}

/** @param db the transaction, or of a step that is apart the database */
async function work(
  surroundings: StepSurroundings,
  db: Db,
  { kind, task }: Pick<Turn, 'kind' | 'task'>,
  { step, isBegun, items }: Group,
  now: number,
): Promise<StepOutcomes> {
  const context = stepContext(surroundings, db, kind, task, now)
  // Written by a newer version, or no longer of its form: it is not known what was to be done.
  if (context === null)
    return new Map(items.map(({ id }) => [id, { state: 'failed', failure: 'unreadable' }]))
  const run = (isBegun && step.check) || step.begin
  return await run(
    context,
    items.map((item) => toItem(kind, item)),
  )
}

/** Has the kind stop what it prepared for devices that do not begin, or go no further. @returns the items that it stopped */
export async function stopItems(
  context: StepSurroundings,
  tx: Db,
  { task, kind }: Pick<Turn, 'task' | 'kind'>,
  items: readonly DueItem[],
  now: number,
): Promise<ReadonlySet<number>> {
  const step = kind.stop && stepContext(context, tx, kind, task, now)
  if (!kind.stop || !step || items.length === 0) return new Set()
  return await kind.stop(
    step,
    items.map((item) => toItem(kind, item)),
  )
}

type StepSurroundings = Pick<TaskContext, 'bus' | 'log'>

export function stepContext(
  { bus, log }: StepSurroundings,
  db: Db,
  kind: TaskKind,
  row: TaskRow,
  now: number,
): StepContext<object> | null {
  const params = kind.params.read(row.params)
  if (params === null) return null
  const task: RunningTask<object> = {
    id: row.id,
    name: row.name,
    accountId: row.account_id,
    scopeAccountId: row.scope_account_id,
    creatorId: row.creator_id,
    creator: row.creator,
    deadlineTime: row.deadline_time,
    params,
  }
  return { db, bus, log, now, task }
}

export const toItem = (kind: TaskKind, item: DueItem): TaskItem => ({
  id: item.id,
  deviceId: item.device_id!,
  terminalId: item.terminal_id,
  accountId: item.account_id!,
  isOnline: item.is_online,
  isMoved: item.is_moved,
  state: item.state,
  tries: item.tries,
  data: kind.data?.read(item.data) ?? null,
  key: `${item.task_id}-${item.id}-${item.tries}-${item.step}`,
})

/** An error of ours: again later, and not for ever. */
function errorOf(kind: TaskKind, task: TaskRow, item: DueItem, now: number): ItemChange {
  if (item.errors + 1 >= maxErrors)
    return changeOf(kind, task, item, { state: 'failed', failure: 'internal' }, now)
  const same = changeOf(kind, task, item, undefined, now)
  return { ...same, is_begun: item.is_begun, errors: item.errors + 1, due_time: now + errorWaitMs }
}

/** Marks what is done outside of the transaction as ours. */
async function leaseItems(tx: Db, { apart, lease }: Turn, untilTime: number): Promise<void> {
  const ids = apart.flatMap(({ items }) => items.map(({ id }) => id))
  if (ids.length === 0) return
  await sql`
    update device_task_items set lease = ${lease}, lease_time = ${untilTime}, due_time = greatest(due_time, 1),
      -- It takes a place from now on, and is not given back by a pause.
      state = case when state in ('queued', 'waiting') then 'offered' else state end
    where id = any(${ids}::int4[])`.execute(tx)
}

async function runApart(context: TaskContext, turn: Turn, group: Group, began: number): Promise<void> {
  const { database, bus, log } = context
  const { kind, task, lease } = turn
  let changes: ItemChange[]
  const now = () => began + Math.round(performance.now() - start)
  const start = performance.now()
  try {
    const outcomes = await work({ bus, log }, database.db, turn, group, began)
    changes = group.items.map((item) => changeOf(kind, task, item, outcomes.get(item.id), now()))
  } catch (error) {
    log.warn({ err: error, kind: kind.name, taskId: task.id }, 'a step of a task failed')
    changes = group.items.map((item) => errorOf(kind, task, item, now()))
  }
  await database.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('device_tasks')
      .selectAll()
      .where('id', '=', task.id)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return
    const ours = await lockLeased(tx, changes, lease)
    await writeChanges(
      tx,
      changes.filter(({ id }) => ours.has(id)),
      now(),
    )
    await closeTurn(tx, row, 0, now())
  })
}

/** Those of them that this lease still holds: who stopped a task, or took it over, has the word. */
async function lockLeased(tx: Db, changes: readonly ItemChange[], lease: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from device_task_items where id = any(${changes.map(({ id }) => id)}::int4[]) and lease = ${lease}
      and finish_time is null order by id for no key update`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Those that had not begun and to which something was done. */
function begunBy(items: readonly DueItem[], changes: readonly ItemChange[]): number {
  const before = new Map(items.map((item) => [item.id, item.state]))
  return changes.filter(
    ({ id, state }) =>
      isToBegin(before.get(id)!) && !isToBegin(state) && state !== 'skipped' && state !== 'cancelled',
  ).length
}

const begunApart = ({ apart }: Turn): number =>
  apart.reduce((sum, { items }) => sum + items.filter(({ state }) => isToBegin(state)).length, 0)

/** Writes down what the turn means for the task: its pace, whether too many failed, whether it is over. */
async function closeTurn(tx: Db, task: TaskRow, begun: number, now: number): Promise<void> {
  const row = await tx
    .selectFrom('device_tasks')
    .selectAll()
    .where('id', '=', task.id)
    .executeTakeFirstOrThrow()
  const changes: Updateable<Tables['device_tasks']> = { turn_time: now }
  if (begun > 0)
    changes.next_offer_time = offerTimeAfter(
      row.per_second,
      { begun, nextOfferTime: row.next_offer_time },
      now,
    )
  if (leftOf(row) === 0) {
    changes.finish_time = now
    changes.change_time = now
    if (row.state !== 'cancelled') {
      changes.state = 'done'
      changes.pause_reason = null
    }
  } else if (row.state === 'running' && isTooBad(row)) {
    changes.state = 'paused'
    changes.pause_reason = 'failureRate'
    changes.change_time = now
  }
  await tx.updateTable('device_tasks').set(changes).where('id', '=', task.id).execute()
}

const isTooBad = (row: TaskRow): boolean =>
  isFailingTooOften(
    { maxFailurePercent: row.max_failure_percent, minSample: row.min_sample },
    { done: Math.max(0, row.done - row.done_before), failed: Math.max(0, row.failed - row.failed_before) },
  )
