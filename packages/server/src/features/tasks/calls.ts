import { taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { kindsFor } from '@trackway/core/features/tasks/task-kinds.ts'
import { type Handler, type SessionContext, serve, serveChange } from '../../platform/http/serve.ts'
import { cancelTask, pauseTask, resumeTask, retryTask } from './change-tasks.ts'
import { findItems, findTask, findTasks, toTask } from './queries.ts'
import type { TaskKind } from './task-kind.ts'

type Caller = Pick<SessionContext<unknown>, 'session'>

const seen = ({ session }: Caller) => kindsFor(session.permissions, 'view')
const changed = ({ session }: Caller) => kindsFor(session.permissions, 'change')

/** The calls that all kinds of tasks share: who may do what to a task is said by its kind. */
export const taskHandlers = (registry: readonly TaskKind[]): readonly Handler[] => [
  serve(taskCalls.find, (context) => findTasks(context.db, context.scope, seen(context), context.input)),
  serve(taskCalls.get, async (context) =>
    toTask(await findTask(context.db, context.scope, seen(context), context.input.id)),
  ),
  serve(taskCalls.items, async (context) => {
    const { db, scope, input } = context
    return await findItems(db, scope, await findTask(db, scope, seen(context), input.id), input)
  }),
  serveChange(taskCalls.pause, async (context) =>
    toTask(await pauseTask(context, changed(context), context.input.id)),
  ),
  serveChange(taskCalls.resume, async (context) =>
    toTask(await resumeTask(context, changed(context), context.input.id)),
  ),
  serveChange(taskCalls.cancel, (context) =>
    cancelTask(context, registry, changed(context), context.input.id),
  ),
  serveChange(taskCalls.retry, (context) => retryTask(context, registry, changed(context), context.input)),
]
