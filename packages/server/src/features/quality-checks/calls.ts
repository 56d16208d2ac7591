import { qualityCheckCalls, qualityCriteriaCalls } from '@trackway/core/features/quality-checks/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, type SessionContext, serve, serveChange } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { factoryOf } from '../../platform/scope/scope-sql.ts'
import { findSender } from '../commands/send.ts'
import { retryTask } from '../tasks/change-tasks.ts'
import { addToTask, createTask } from '../tasks/create-task.ts'
import { plainRules } from '../tasks/plain-rules.ts'
import { findTask } from '../tasks/queries.ts'
import { insertAttempts, type RunParams, runForm } from './attempts.ts'
import { qualityCheckKind } from './check-kind.ts'
import { findCriteria, insertCriteria } from './criteria.ts'
import { findResults, findYield } from './queries.ts'

const kinds = ['qualityCheck'] as const

const notFound = (ids: readonly string[]) => ids.map((id) => ({ id, result: 'notFound' as const }))

async function begin(
  { db, session, now }: SessionContext<unknown>,
  run: RunParams & { taskId: number; accountId: number },
  terminalIDs: readonly string[],
): Promise<void> {
  const { name: operator } = await findSender(db, session)
  await insertAttempts(db, { ...run, operator, now }, terminalIDs)
}

export const qualityCheckHandlers: readonly Handler[] = [
  serveChange(qualityCheckCalls.start, async (context) => {
    const { name, batch = null, station = null, terminalIDs } = context.input
    const params = { batch, station }
    const rules = { ...plainRules, name }
    const { taskId, devices, missing } = await createTask(context, qualityCheckKind, {
      rules,
      params,
      terminalIDs,
    })
    const away = new Set(missing)
    await begin(
      context,
      { ...params, taskId, accountId: factoryOf(context.scope) },
      terminalIDs.filter((id) => !away.has(id)),
    )
    return { taskId, devices, failed: notFound(missing) }
  }),

  serveChange(qualityCheckCalls.add, async (context) => {
    const { taskId, terminalIDs } = context.input
    const { added, present, missing } = await addToTask(context, kinds, taskId, terminalIDs)
    const { params, scope_account_id: accountId } = await findTask(context.db, context.scope, kinds, taskId)
    const run = runForm.read(params)
    if (run === null) throw new Refusal('notFound')
    await begin(context, { ...run, taskId, accountId }, [...added])
    return { devices: added.size, present, failed: notFound(missing) }
  }),

  serveChange(qualityCheckCalls.retest, async (context) => {
    const { taskId, terminalIDs } = context.input
    // Named ones begin again whatever became of them.
    const states = terminalIDs ? (['done', 'failed', 'skipped', 'cancelled'] as const) : (['failed'] as const)
    return await retryTask(context, [qualityCheckKind], kinds, { id: taskId, terminalIDs, states })
  }),

  serve(qualityCheckCalls.find, ({ db, scope, input }) => findResults(db, scope, input)),

  serve(qualityCheckCalls.yield, ({ db, scope, session, input, now }) =>
    findYield(db, scope, input, { timeZone: session.account.timeZone, now }),
  ),

  serve(qualityCriteriaCalls.find, ({ db, scope, input }) => findCriteria(db, scope, input)),

  serveChange(qualityCriteriaCalls.save, async (context) => {
    const { db, scope, session, input, now } = context
    const { actorId: createdBy } = by(session)
    const saved = await insertCriteria(db, scope, input, { createdBy, now })
    await recordChange(context, 'qualityCriteriaSaved', factoryOf(scope), {
      after: { deviceType: input.deviceType, version: saved.version },
    })
    return saved
  }),
]
