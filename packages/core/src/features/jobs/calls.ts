import { z } from 'zod'
import { byRowId, call, page, pageInput, rowId, time } from '../../api/call.ts'
import { choice, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'

/** Work that the platform does beside calls: files, mails, imports. */

export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

export const job = z.object({
  id: rowId,
  queue: z.string().describe('Kind of job.'),
  username: z.string().nullable().describe('Account of the job; null: the platform.'),
  state: z.enum(jobStates).describe('Progress.'),
  done: z.int().describe('Parts that are done.'),
  total: z.int().nullable().describe('Total parts; null: not known yet.'),
  run: z.int().describe('Number of attempts.'),
  failure: z.string().nullable().describe('Why it failed.'),
  createTime: time,
  startTime: time.nullable().describe('Last start, epoch ms; null: not yet.'),
  finishTime: time.nullable().describe('When it ended, epoch ms; null: not yet.'),
})
export type Job = z.output<typeof job>

const permission = ['main:system_config'] as const

export const jobCalls = {
  find: call({
    path: '/api/job/find',
    permission,
    demo: true,
    help: 'Jobs of the caller’s scope and of the platform, newest first. Finished jobs are kept for some days.',
    input: pageInput.extend({
      state: z.enum(jobStates).optional().describe('Only jobs in this state.'),
      search: z.string().trim().max(64).optional().describe('Part of the kind of job or of the user name.'),
    }),
    output: page(job),
  }),
  cancel: call({
    path: '/api/job/cancel',
    permission,
    help: 'Cancels an unfinished job.',
    ...byRowId,
  }),
  retry: call({
    path: '/api/job/retry',
    permission,
    help: 'Runs a failed or cancelled job again.',
    ...byRowId,
  }),
}

export const jobList = list(jobCalls.find, {
  name: 'jobs',
  rowId: 'id',
  columns: [
    { key: 'queue', form: 'jobQueue', isFixed: true, card: 'title' },
    { key: 'state', form: 'jobState', card: 'sign' },
    { key: 'progress', form: 'text', of: ({ done, total }) => (total ? `${done} / ${total}` : null) },
    { key: 'username', form: 'text' },
    { key: 'createTime', name: 'made', form: 'instant' },
    { key: 'startTime', form: 'instant', isOptional: true },
    { key: 'finishTime', form: 'instant' },
    { key: 'run', form: 'count', isOptional: true },
    { key: 'failure', form: 'failure' },
  ],
  filters: [search(), choice('state', jobStates, 'reports.jobState')],
})
