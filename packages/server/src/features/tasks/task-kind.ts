import type { TaskKindName } from '@trackway/core/features/tasks/task-kinds.ts'
import type { ItemState } from '@trackway/core/features/tasks/task-states.ts'
import type { Bus, Subject } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/database/database.ts'
import type { StoredForm } from '../../platform/database/stored-json.ts'
import type { SessionContext } from '../../platform/http/serve.ts'
import type { Log } from '../../platform/log.ts'

/** What a kind of task has to say for itself. The engine alone writes states. */

/** A device of a task at a step. */
export interface TaskItem<Data extends object = object> {
  /** In `device_task_items`. */
  id: number
  deviceId: number
  terminalId: string
  /** Whose it is now. */
  accountId: number
  isOnline: boolean
  /**
   * It went to an account that is none of those the task was made for, while it was under way: what is at work in it
   * may be followed to its end, and no further step begins.
   */
  isMoved: boolean
  state: ItemState
  /** Attempt, from 1. */
  tries: number
  /** What the steps before, or this one, kept; null: nothing, or what this version cannot read. */
  data: Data | null
  /** The same for as long as the step of this attempt is not over: names what is done outside, which happens again after a crash. */
  key: string
}

/** What became of a device at a step. What a step keeps stays until something else is kept. */
export type StepOutcome<Data extends object = object> =
  /** The next step begins, or the device is done. */
  | { state: 'next'; data?: Data }
  | { state: 'done'; result?: string }
  /**
   * Not over: `check` follows when it is due or the device is woken. One that is `waiting` was not offered anything, so
   * it keeps to pace, window and pause; as `offered` or `running` it is under way whatever becomes of the task.
   */
  | {
      state: 'waiting' | 'offered' | 'running'
      /** When to look again although nothing wakes it: every wake can be lost. */
      dueTime: number
      /** What it waits for, a word of the kind (`reports.taskReason`); left out: nothing in particular. */
      waitsFor?: string
      /** Percent of the step. */
      progress?: number
      data?: Data
    }
  /** It begins again by itself where the kind has a wait for the failure and the task has tries left. */
  | { state: 'failed'; failure: string; result?: string }
  /** There was nothing to do, or somebody took it back. */
  | { state: 'skipped' | 'cancelled'; failure?: string; result?: string }

/** By the id of the item. One that is left out stays as it is and is looked at again in a minute. */
export type StepOutcomes<Data extends object = object> = ReadonlyMap<number, StepOutcome<Data>>

export interface RunningTask<Params extends object> {
  id: number
  name: string
  accountId: number
  scopeAccountId: number
  creatorId: number | null
  creator: string
  deadlineTime: number | null
  params: Params
}

export interface StepContext<Params extends object> {
  /** The transaction that also writes the outcomes; of a step that is `apart` the database itself. */
  db: Db
  /** Releases what is published after the commit. */
  bus: Bus
  log: Log
  now: number
  task: RunningTask<Params>
}

type StepWork<Params extends object, Data extends object> = (
  context: StepContext<Params>,
  items: readonly TaskItem<Data>[],
) => Promise<StepOutcomes<Data>>

export interface TaskStep<Params extends object, Data extends object> {
  name: string
  /**
   * Runs outside of the transaction, for what asks others (HTTP). It may happen again after a crash, with the same
   * {@link TaskItem.key}; every other step happens exactly once.
   */
  isApart?: boolean
  /** Begins the step: of many devices at once, without a query for each. */
  begin: StepWork<Params, Data>
  /** Looks how far they have come. Left out: `begin` is asked again. */
  check?: StepWork<Params, Data>
  /**
   * For so long after a device failed at the step what wakes it may show that it did not: `check`, which changes nothing
   * by itself then, is asked again, and a device that goes on or is done is taken up. Left out: who failed has failed.
   */
  lateMs?: number
}

export interface TaskKind<Params extends object = object, Data extends object = object> {
  name: TaskKindName
  /** How `device_tasks.params` is stored. */
  params: StoredForm<Params>
  /** How `device_task_items.data` is stored; left out: nothing is kept. */
  data?: StoredForm<Data>
  steps: readonly [TaskStep<Params, Data>, ...TaskStep<Params, Data>[]]
  /** A device that is not connected is not begun: it waits, `offline`, until it logs in. */
  needsConnection?: boolean
  /** Failures after which a device begins again by itself, and how long after its first, second, … attempt. The last wait counts on. */
  retryAfterMs?: Readonly<Record<string, readonly number[]>>
  /** Messages of the bus that wake the devices they name. */
  wakesOn?: readonly WakingSubject[]
  /**
   * Tries to stop devices that have not ended, in the transaction that stops their task. Those that have not begun are
   * cancelled in any case.
   * @returns the ids of those items of which it is certain that nothing happens to their devices any more
   */
  stop?(context: StepContext<Params>, items: readonly TaskItem<Data>[]): Promise<ReadonlySet<number>>
  /**
   * Prepares failed devices that somebody begins again, in the transaction of it.
   * @param items those that failed, and those that may have failed since they were last looked at
   * @returns the ids of those items that begin again
   */
  again?(
    caller: SessionContext<unknown>,
    task: RunningTask<Params>,
    items: readonly TaskItem<Data>[],
  ): Promise<ReadonlySet<number>>
}

/** Subjects whose messages name devices; none that comes with every report, since each wake is a statement. */
export type WakingSubject = Extract<
  Subject,
  'device.claimed' | 'command.changed' | 'alarm.changed' | 'device.edited' | 'firmware.changed'
>

/** A kind, its params and data checked against its steps. The registry forgets both: each task brings its own. */
export function defineTaskKind<Params extends object, Data extends object>(
  kind: TaskKind<Params, Data>,
): TaskKind {
  return kind as unknown as TaskKind
}

/** A kind by the name that a row has; a newer version may know more. */
export const kindOf = (kinds: readonly TaskKind[], name: string): TaskKind | null =>
  kinds.find((kind) => kind.name === name) ?? null
