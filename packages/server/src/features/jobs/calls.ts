import { jobCalls } from '@trackway/core/features/jobs/calls.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { cancelJob, findJobs, retryJob } from './queries.ts'

export const jobHandlers: readonly Handler[] = [
  serve(jobCalls.find, ({ db, scope, input }) => findJobs(db, scope, input)),

  serveChange(jobCalls.cancel, async (context) => {
    const { id } = context.input
    const { queue, account_id } = await cancelJob(context.db, context.scope, id, context.now)
    await recordChange(context, 'jobCancelled', account_id, { before: { queue, id } })
  }),

  serveChange(jobCalls.retry, async (context) => {
    const { id } = context.input
    const { queue, account_id } = await retryJob(context.db, context.scope, id, context.now)
    await recordChange(context, 'jobRetried', account_id, { after: { queue, id } })
  }),
]
