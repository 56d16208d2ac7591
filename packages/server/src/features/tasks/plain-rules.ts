import type { TaskRules } from './create-task.ts'

/** Rules of a task of which its call says no more than its pace. */
export const plainRules: TaskRules = {
  perSecond: null,
  maxUnderWay: null,
  window: null,
  deadlineTime: null,
  maxFailurePercent: null,
  minSample: 20,
  maxTries: 1,
}
