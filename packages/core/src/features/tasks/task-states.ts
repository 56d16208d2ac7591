/** How far a task, and each of its devices, has come. */

export const taskStates = ['running', 'paused', 'done', 'cancelled'] as const
export type TaskState = (typeof taskStates)[number]

/** Who paused it: somebody, or the task itself, because too many devices failed. */
export const pauseReasons = ['person', 'failureRate'] as const
export type PauseReason = (typeof pauseReasons)[number]

/**
 * A device is queued or waits (for itself, for its window) until it is offered what the task is for. From then on it
 * is under way: what a device has been offered can be at work in it, so neither pause nor stop take it back.
 */
export const itemStates = [
  'queued',
  'waiting',
  'offered',
  'running',
  'done',
  'failed',
  'skipped',
  'cancelled',
] as const
export type ItemState = (typeof itemStates)[number]

export type ItemCounts = Record<ItemState, number>

/** Nothing was done to the device yet. */
export const toBegin = ['queued', 'waiting'] as const satisfies readonly ItemState[]
export const underWay = ['offered', 'running'] as const satisfies readonly ItemState[]
/** Nothing follows by itself. */
export const ended = ['done', 'failed', 'skipped', 'cancelled'] as const satisfies readonly ItemState[]

export const countOf = (counts: ItemCounts, states: readonly ItemState[]): number =>
  states.reduce((sum, state) => sum + counts[state], 0)

/** What every kind can fail or be skipped by, in addition to its own failures. */
export const commonFailures = [
  /** The deadline came before it was begun. */
  'deadline',
  /** It belongs to nobody any more for whom the task was made. */
  'deviceMoved',
  'deviceDeleted',
  /** An error of ours, again and again. */
  'internal',
] as const
