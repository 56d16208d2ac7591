import { z } from 'zod'
import { call, instant, line, named, page, pageInput, rowId, searchText, time } from '../../api/call.ts'
import { limits } from '../../codes/limits.ts'
import { choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { isTimeZone } from '../../rules/wall-time.ts'
import { terminalID } from '../devices/calls.ts'
import { taskKindNames, taskPermissions } from './task-kinds.ts'
import {
  countOf,
  type ItemState,
  itemStates,
  pauseReasons,
  taskStates,
  toBegin,
  underWay,
} from './task-states.ts'

/** Tasks: one thing done to many devices. Calls that start one belong to its kind. */

const readers = taskPermissions('view')
const permission = taskPermissions('change')

const minuteOfDay = z.int().min(0).max(1_439)

export const taskWindow = z.strictObject({
  fromMinute: minuteOfDay.describe('Minutes after midnight in `timeZone`.'),
  toMinute: minuteOfDay.describe('Minutes after midnight; before `fromMinute`: of the next day.'),
  timeZone: line(64).refine(isTimeZone, 'unknownTimeZone').describe('IANA name.'),
})

/** The devices of a task. */
export const taskDevices = z.array(terminalID).min(1).max(limits.devicesPerTask)

/** How a task goes on, for the calls that start one: spread into their input. */
export const taskRules = {
  name: line(64).optional().describe('What the task is called; left out: by its kind.'),
  perSecond: z.number().min(0.01).max(50).nullable().default(5).describe('Devices that begin a second.'),
  maxUnderWay: z
    .int()
    .min(1)
    .max(limits.devicesPerTask)
    .nullable()
    .default(null)
    .describe('Devices under way at a time; null: any number.'),
  window: taskWindow.nullable().default(null).describe('Devices begin within it only; null: all day.'),
  startTime: instant.optional().describe('Not before this time; left out: at once.'),
  deadlineTime: instant
    .nullable()
    .default(null)
    .describe('Devices that have not begun by then are skipped; null: never.'),
  maxFailurePercent: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .default(null)
    .describe('The task pauses by itself when more devices than that failed; null: never.'),
  minSample: z
    .int()
    .min(1)
    .max(limits.devicesPerTask)
    .default(20)
    .describe('Only once so many devices have ended.'),
  maxTries: z.int().min(1).max(10).default(1).describe('How often a device is begun by itself.'),
}

const counts = z
  .object({
    queued: z.int().describe('Devices that have not begun.'),
    waiting: z.int().describe('Devices that wait for themselves, such as for their login.'),
    offered: z.int().describe('Devices that were sent what the task is for.'),
    running: z.int().describe('Devices that are at it.'),
    done: z.int().describe('Devices that are done.'),
    failed: z.int().describe('Devices that failed.'),
    skipped: z.int().describe('Devices at which there was nothing to do.'),
    cancelled: z.int().describe('Devices that were cancelled.'),
  } satisfies Record<ItemState, z.ZodInt>)
  .describe('Number of devices per state.')

export const task = named('DeviceTask', {
  id: rowId,
  kind: z.enum(taskKindNames).describe('What it does.'),
  name: z.string().describe('What the task is called.'),
  creator: z.string().describe('User name of who started it.'),
  state: z.enum(taskStates).describe('State so far.'),
  pauseReason: z
    .enum(pauseReasons)
    .nullable()
    .describe('Who paused it: `failureRate`: the task itself, because too many devices failed.'),
  total: z.int().describe('Devices in all.'),
  counts,
  perSecond: z.number().nullable().describe('Devices that begin a second; null: no bound.'),
  maxUnderWay: z.int().nullable().describe('Devices under way at a time; null: any number.'),
  window: taskWindow.nullable().describe('Devices begin within it only; null: all day.'),
  startTime: time.describe('Devices begin from then on, epoch ms.'),
  deadlineTime: time.nullable().describe('Devices begin until then, epoch ms; null: at any time.'),
  maxFailurePercent: z.number().nullable().describe('It pauses when more failed; null: never.'),
  minSample: z.int().describe('Only once so many devices have ended.'),
  maxTries: z.int().describe('How often a device is begun by itself.'),
  createTime: time,
  finishTime: time.nullable().describe('When its last device ended, epoch ms; null: not yet.'),
})
export type DeviceTask = z.output<typeof task>

export const taskItem = named('DeviceTaskItem', {
  id: rowId,
  terminalID: z.string(),
  displayName: z.string().describe('Of the device; of one that is gone its id.'),
  state: z.enum(itemStates).describe('State so far.'),
  waitsFor: z.string().nullable().describe('What it waits for: a word of its kind.'),
  step: z.string().nullable().describe('Step that it is at: a word of its kind; null: at none yet.'),
  progress: z.number().nullable().describe('Percent of the step; null: unknown.'),
  tries: z.int().describe('Number of attempts.'),
  failure: z.string().nullable().describe('Why it failed or was skipped: a word of its kind.'),
  result: z.string().nullable().describe('What came of it.'),
  dueTime: time.nullable().describe('When it is looked at next, epoch ms; null: at once, or no more.'),
  offerTime: time.nullable().describe('When it began, epoch ms; null: not yet.'),
  changeTime: time.describe('When it changed last, epoch ms.'),
  finishTime: time.nullable().describe('When it ended, epoch ms; null: not yet.'),
})
export type DeviceTaskItem = z.output<typeof taskItem>

const byId = z.object({ id: rowId.describe('Of the task.') })

export const taskCalls = {
  find: call({
    path: '/api/task/find',
    permission: readers,
    demo: true,
    help: 'Tasks of the kinds the caller may see, newest first.',
    input: pageInput.extend({
      kind: z.enum(taskKindNames).optional().describe('Only of this kind.'),
      state: z.enum(taskStates).optional().describe('Only tasks in this state.'),
      search: searchText.optional().describe('Part of the name or of who started it.'),
    }),
    output: page(task),
  }),
  get: call({
    method: 'GET',
    path: '/api/task/get',
    permission: readers,
    demo: true,
    help: 'One task and how far it has come.',
    input: byId,
    output: task,
    refusals: ['notFound'],
  }),
  items: call({
    path: '/api/task/items',
    permission: readers,
    demo: true,
    help: 'The devices of a task, in their order.',
    input: pageInput.extend({
      id: rowId.describe('Of the task.'),
      state: z.enum(itemStates).optional().describe('Only devices in this state.'),
      search: searchText.optional().describe('Part of the device’s id.'),
    }),
    output: page(taskItem),
    refusals: ['notFound'],
  }),
  pause: call({
    path: '/api/task/pause',
    permission,
    help: 'Pauses a task: no further device begins. Devices under way go on.',
    input: byId,
    output: task,
    refusals: ['notFound', 'taskOver'],
  }),
  resume: call({
    path: '/api/task/resume',
    permission,
    help: 'Resumes a paused task. Its failure rate counts from here anew.',
    input: byId,
    output: task,
    refusals: ['notFound', 'taskOver'],
  }),
  cancel: call({
    path: '/api/task/cancel',
    permission,
    help: 'Stops a task: devices that have not begun are cancelled. Devices under way go on to their end where they can’t be stopped.',
    input: byId,
    output: z.object({
      cancelled: z.int().describe('Devices that were cancelled.'),
      underWay: z.int().describe('Devices that can’t be stopped any more.'),
    }),
    refusals: ['notFound', 'taskOver'],
  }),
  retry: call({
    path: '/api/task/retry',
    permission,
    help: 'Begins the failed devices of a task again, or those of them that are named.',
    input: z.object({
      id: rowId.describe('Of the task.'),
      terminalIDs: taskDevices.optional().describe('Only these devices; left out: all that failed.'),
    }),
    output: z.object({ retried: z.int().describe('Devices that begin again.') }),
    refusals: ['notFound'],
  }),
}

export const taskList = list(taskCalls.find, {
  name: 'tasks',
  rowId: 'id',
  columns: [
    { key: 'name', name: 'taskName', form: 'text', isFixed: true, card: 'title' },
    { key: 'kind', name: 'taskKind', form: 'taskKind' },
    { key: 'state', name: 'taskState', form: 'taskState', card: 'sign' },
    { key: 'total', name: 'devices', form: 'count' },
    { key: 'done', name: 'itemsDone', form: 'count', of: ({ counts }: DeviceTask) => counts.done },
    { key: 'failed', name: 'itemsFailed', form: 'count', of: ({ counts }: DeviceTask) => counts.failed },
    {
      key: 'open',
      name: 'itemsOpen',
      form: 'count',
      of: ({ counts }: DeviceTask) => countOf(counts, [...toBegin, ...underWay]),
    },
    { key: 'creator', name: 'sender', form: 'text' },
    { key: 'createTime', name: 'made', form: 'instant' },
    { key: 'finishTime', form: 'instant', isOptional: true },
  ],
  filters: [search(), choice('state', taskStates, 'reports.taskState'), given('kind')],
})

export const taskItemList = list(taskCalls.items, {
  name: 'taskItems',
  rowId: 'id',
  columns: [
    { key: 'displayName', form: 'text', isFixed: true, card: 'title' },
    { key: 'terminalID', form: 'identifier', beneath: 'displayName' },
    { key: 'state', name: 'itemState', form: 'itemState', card: 'sign' },
    { key: 'progress', form: 'percent' },
    {
      key: 'reason',
      name: 'itemReason',
      form: 'taskReason',
      // Of one that goes on: what it waits for.
      of: ({ failure, waitsFor }: DeviceTaskItem) => failure ?? waitsFor,
    },
    { key: 'result', name: 'itemResult', form: 'text' },
    { key: 'tries', name: 'run', form: 'count', isOptional: true },
    { key: 'offerTime', name: 'startTime', form: 'instant', isOptional: true },
    { key: 'changeTime', name: 'itemChange', form: 'instant' },
  ],
  filters: [search(), choice('state', itemStates, 'reports.itemState'), given('id')],
})
