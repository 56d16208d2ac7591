import { jobCalls } from '@trackway/core/api/system/jobs.ts'
import { recordEvent } from '../../platform/audit.ts'
import { type Handler, inTransaction, type SessionContext, serve } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { cancelJob, findJobs, retryJob } from './queries.ts'

export const jobHandlers: readonly Handler[] = [
  serve(jobCalls.find, ({ db, scope, input }) => findJobs(db, scope, input)),

  serve(jobCalls.cancel, (context) => change(context, cancelJob, 'jobCancelled', 'before')),

  serve(jobCalls.retry, (context) => change(context, retryJob, 'jobRetried', 'after')),
]

function change(
  context: SessionContext<{ id: number }>,
  act: typeof cancelJob,
  kind: 'jobCancelled' | 'jobRetried',
  side: 'before' | 'after',
): Promise<Record<string, never>> {
  return inTransaction(context, async ({ db, scope, session, input: { id }, address, now }) => {
    const { queue, account_id: accountId } = await act(db, scope, id, now)
    await recordEvent(db, { kind, time: now, accountId, ...by(session), address, [side]: { queue, id } })
    return {}
  })
}
