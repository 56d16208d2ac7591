import { serviceTermCalls } from '@trackway/core/features/service-terms/calls.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { monthsPerCredit, serviceTimeSetting } from './free-terms.ts'

export const serviceTermHandlers: readonly Handler[] = [
  serve(serviceTermCalls.get, async ({ db }) => ({ monthsPerCredit: await monthsPerCredit(db) })),

  serveChange(serviceTermCalls.save, async (context) => {
    const { db, scope, input, now } = context
    const before = { monthsPerCredit: await monthsPerCredit(db) }
    await serviceTimeSetting.change(db, now, () => input)
    await recordChange(context, 'serviceTime', scope.accountId, { before, after: input })
  }),
]
