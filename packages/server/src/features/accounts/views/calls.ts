import { viewCalls } from '@trackway/core/features/accounts/view-calls.ts'
import { type Handler, serve } from '../../../platform/http/serve.ts'
import { deleteView, findViews, saveView } from './queries.ts'

export const viewHandlers: readonly Handler[] = [
  serve(viewCalls.find, async ({ db, session, input }) => ({
    list: await findViews(db, session.account.id, input.list),
  })),

  serve(viewCalls.save, ({ db, session, input }) => saveView(db, session.account.id, input)),

  serve(viewCalls.delete, ({ db, session, input }) => deleteView(db, session.account.id, input.id)),
]
