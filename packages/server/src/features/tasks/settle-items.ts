import type { ItemState } from '@trackway/core/features/tasks/task-states.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { DueItem } from './take-items.ts'
import type { StepOutcome, TaskKind } from './task-kind.ts'
import type { ItemRow, TaskRow } from './task-rows.ts'

/** What a row becomes. */
export type ItemChange = Pick<
  ItemRow,
  | 'id'
  | 'state'
  | 'step'
  | 'is_begun'
  | 'progress'
  | 'waits_for'
  | 'tries'
  | 'errors'
  | 'due_time'
  | 'failure'
  | 'result'
> & {
  /** What the step keeps from now on; null: what it kept before. */
  data: object | null
  /** It begins with nothing. */
  forgets: boolean
}

/** One whose step says nothing of it is looked at again after this. */
const recheckMs = 60_000
/** However soon a step wants to look again. */
const soonestMs = 500

/** What becomes of an item by the outcome of its step. @param outcome left out: the step said nothing of it */
export function changeOf(
  kind: TaskKind,
  task: Pick<TaskRow, 'state' | 'max_tries' | 'deadline_time'>,
  item: DueItem,
  outcome: StepOutcome | undefined,
  now: number,
): ItemChange {
  const isUnderWay = item.state === 'offered' || item.state === 'running'
  const step = item.step ?? kind.steps[0].name
  const same: ItemChange = {
    id: item.id,
    state: item.state,
    step,
    is_begun: true,
    progress: item.progress,
    waits_for: item.waits_for,
    tries: item.tries,
    errors: 0,
    due_time: now + recheckMs,
    failure: item.failure,
    result: item.result,
    data: null,
    forgets: false,
  }
  if (outcome === undefined) return same.state === 'queued' ? change(same, { state: 'waiting' }) : same
  const kept = change(same, { data: ('data' in outcome && outcome.data) || null, waits_for: null })
  switch (outcome.state) {
    case 'next': {
      const next = kind.steps[kind.steps.findIndex(({ name }) => name === step) + 1]
      if (next === undefined) return over(kept, { state: 'done' })
      const on = { step: next.name, is_begun: false, progress: null, due_time: 0, failure: null }
      return change(kept, on, { state: isUnderWay ? 'running' : 'queued' })
    }
    case 'waiting':
    case 'offered':
    case 'running': {
      // What was stopped does not begin again.
      if (outcome.state === 'waiting' && task.state === 'cancelled') return over(kept, { state: 'cancelled' })
      return change(kept, {
        state: outcome.state,
        waits_for: outcome.waitsFor ?? null,
        progress: outcome.progress ?? null,
        due_time: Math.max(outcome.dueTime, now + soonestMs),
        failure: null,
      })
    }
    case 'failed': {
      const dueTime = retryTime(kind, task, item, outcome.failure, now)
      const about = { failure: outcome.failure, result: outcome.result ?? null }
      if (dueTime === null) return over(kept, { state: 'failed' }, about)
      const again = { state: 'queued', step: null, is_begun: false, progress: null, forgets: true } as const
      return change(kept, again, about, { tries: item.tries + 1, due_time: dueTime, waits_for: 'retry' })
    }
    case 'done':
      return over(kept, { state: 'done', failure: null, result: outcome.result ?? null })
    case 'skipped':
    case 'cancelled': {
      const { state, failure = null, result = null } = outcome
      return over(kept, { state, failure, result })
    }
  }
}

const change = (from: ItemChange, ...parts: Partial<ItemChange>[]): ItemChange =>
  Object.assign({}, from, ...parts)

/** Progress stays as far as it came. */
const over = (from: ItemChange, ...parts: Partial<ItemChange>[]): ItemChange =>
  change(from, { due_time: 0, waits_for: null }, ...parts)

function retryTime(
  { retryAfterMs }: TaskKind,
  task: Pick<TaskRow, 'state' | 'max_tries' | 'deadline_time'>,
  { tries }: DueItem,
  failure: string,
  now: number,
): number | null {
  const waits = retryAfterMs?.[failure] ?? []
  const waitMs = waits[Math.min(tries, waits.length) - 1]
  if (waitMs === undefined || tries >= task.max_tries || task.state === 'cancelled') return null
  return now + waitMs < (task.deadline_time ?? Number.POSITIVE_INFINITY) ? now + waitMs : null
}

const endStates: readonly ItemState[] = ['done', 'failed', 'skipped', 'cancelled']

/**
 * Writes changes of many items in one statement. They are locked, and found by their ids alone: before a task of this
 * size was ever analyzed, the planner takes any other condition for a way to find them and compares each with each.
 */
export async function writeChanges(tx: Db, changes: readonly ItemChange[], now: number): Promise<void> {
  if (changes.length === 0) return
  const column = <Key extends keyof ItemChange>(key: Key) => changes.map((each) => each[key])
  await sql`
    update device_task_items i set state = v.state, step = v.step, is_begun = v.is_begun, progress = v.progress,
      waits_for = v.waits_for, tries = v.tries, errors = v.errors, failure = v.failure, result = v.result,
      -- Woken while it was worked on: it is due at once.
      due_time = case when i.due_time = 0 and i.lease is not null then 0 else v.due_time end,
      data = case when v.forgets then null else coalesce(v.data::jsonb, i.data) end,
      lease = null, lease_time = 0, change_time = ${now},
      offer_time = case when v.state in ('queued', 'waiting') then null else coalesce(i.offer_time, ${now}::bigint) end,
      finish_time = case when v.state = any(${endStates}::text[]) then ${now}::bigint end
    from unnest(${column('id')}::int4[], ${column('state')}::text[], ${column('step')}::text[],
      ${column('is_begun')}::bool[], ${column('progress')}::int2[], ${column('waits_for')}::text[],
      ${column('tries')}::int2[], ${column('errors')}::int2[], ${column('due_time')}::int8[],
      ${column('failure')}::text[], ${column('result')}::text[],
      ${changes.map(({ data }) => (data === null ? null : JSON.stringify(data)))}::text[],
      ${column('forgets')}::bool[])
      as v (id, state, step, is_begun, progress, waits_for, tries, errors, due_time, failure, result, data, forgets)
    where i.id = v.id`.execute(tx)
}
