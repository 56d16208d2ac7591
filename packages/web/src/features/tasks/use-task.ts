import type { DeviceTask } from '@trackway/core/features/tasks/calls.ts'
import { taskCalls, taskItemList, taskList } from '@trackway/core/features/tasks/calls.ts'
import { kindsFor } from '@trackway/core/features/tasks/task-kinds.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'

const underWayMs = 2_000
const idleMs = 15_000

/** How soon a task is read again: soon while something happens in it. */
export const refetchMsOf = (
  { finishTime, state, counts }: DeviceTask,
  soonMs = underWayMs,
): number | false =>
  finishTime !== null ? false : state === 'running' || counts.offered + counts.running > 0 ? soonMs : idleMs

/** One task, current for as long as it is shown. @param id null: none is chosen @param soonMs while it is under way */
export function useTask(id: number | null, soonMs?: number) {
  return useCall(['task', id], taskCalls.get, id === null ? null : { id }, {
    refetchInterval: ({ state }) => (state.data === undefined ? idleMs : refetchMsOf(state.data, soonMs)),
  })
}

/** After something was done to a task. */
export const rereadTasks = () => reread('task', ['list', taskList.name], ['list', taskItemList.name])

/** May the caller pause, stop and repeat tasks of this kind? */
export function useMayChange(kind: DeviceTask['kind']): boolean {
  const { permissions } = useUser()
  return kindsFor(permissions, 'change').includes(kind)
}
