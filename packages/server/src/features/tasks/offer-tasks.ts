import type { Bus } from '../../platform/bus/bus.ts'

/** Says that these tasks have something to do at once, after the commit of it. */
export function offerTasks(bus: Bus, taskIds: number[]): void {
  if (taskIds.length > 0) bus.publish('task.changed', { taskIds })
}
