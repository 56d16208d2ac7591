import { Refusal } from '../../platform/errors.ts'
import type { SessionContext } from '../../platform/http/serve.ts'
import { cancelTask, retryTask } from '../tasks/change-tasks.ts'
import { commandTaskKind } from './command-task.ts'
import { checkBatch } from './queries.ts'

/** Within a transaction. @throws {Refusal} `notFound` */
export async function stopBatch(
  context: SessionContext<unknown>,
  taskId: number,
): Promise<{ cancelled: number }> {
  await checkBatch(context.db, context.scope, taskId)
  try {
    const { cancelled } = await cancelTask(
      context,
      [commandTaskKind],
      ['command'],
      taskId,
      'commandBatchStopped',
    )
    return { cancelled }
  } catch (error) {
    // Nothing of it waits.
    if (error instanceof Refusal && error.refusal === 'taskOver') return { cancelled: 0 }
    throw error
  }
}

/**
 * Sends the failed commands once more, as part of the same batch, within a transaction.
 * @throws {Refusal} `notFound`
 */
export async function retryBatch(
  context: SessionContext<unknown>,
  { jobId, perSecond }: { jobId: number; perSecond: number | null },
): Promise<{ retried: number }> {
  const { db, scope } = context
  await checkBatch(db, scope, jobId)
  await db.updateTable('device_tasks').set({ per_second: perSecond }).where('id', '=', jobId).execute()
  return await retryTask(context, [commandTaskKind], ['command'], { id: jobId })
}
