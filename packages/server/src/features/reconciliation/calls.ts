import { roles } from '@trackway/core/codes/roles.ts'
import { differenceCalls } from '@trackway/core/features/reconciliation/calls.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, type SessionContext, serve, serveChange } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { findDifferences, settleDifference, type Viewer } from './queries.ts'

const viewer = ({ scope, session }: Pick<SessionContext<unknown>, 'scope' | 'session'>): Viewer => ({
  scope,
  isAdministrator: session.account.role === roles.admin,
})

const find = serve(differenceCalls.find, (context) =>
  findDifferences(context.db, viewer(context), context.input),
)

const settle = serveChange(differenceCalls.settle, async (context) => {
  const { db, input, now } = context
  const { accountId, ...difference } = await settleDifference(db, viewer(context), input, now)
  const after = { ...difference, note: input.note }
  await recordChange(context, 'paymentDifferenceSettled', accountId, { after })
})

export const differenceHandlers: readonly Handler[] = [
  find,
  settle,
  serveMany(differenceCalls.settleMany, { find, rowId: 'id', one: settle }),
]
