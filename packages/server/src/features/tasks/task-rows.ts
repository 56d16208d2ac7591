import type { TaskPace, TaskWindow } from '@trackway/core/features/tasks/task-pace.ts'
import {
  countOf,
  type ItemCounts,
  itemStates,
  toBegin,
  underWay,
} from '@trackway/core/features/tasks/task-states.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/** Rows of tasks as the rules of `core` read them. */

export type TaskRow = Selectable<Tables['device_tasks']>
export type ItemRow = Selectable<Tables['device_task_items']>

type WindowColumns = Pick<TaskRow, 'window_from_minute' | 'window_to_minute' | 'time_zone'>

export function windowOf({
  window_from_minute: fromMinute,
  window_to_minute: toMinute,
  time_zone: timeZone,
}: WindowColumns): TaskWindow | null {
  return fromMinute === null || toMinute === null ? null : { fromMinute, toMinute, timeZone }
}

export const paceOf = (
  row: WindowColumns & Pick<TaskRow, 'per_second' | 'max_under_way' | 'start_time'>,
): TaskPace => ({
  perSecond: row.per_second,
  maxUnderWay: row.max_under_way,
  window: windowOf(row),
  startTime: row.start_time,
})

export const countsOf = (row: ItemCounts): ItemCounts =>
  Object.fromEntries(itemStates.map((state) => [state, row[state]])) as ItemCounts

export const leftOf = (row: ItemCounts): number => countOf(row, [...toBegin, ...underWay])
