import { gw005Calls } from '@trackway/core/features/gw005/calls.ts'
import { type Handler, inTransaction, serve } from '../../platform/http/serve.ts'
import { storeCommand, waitForAnswer } from '../commands/send.ts'
import { findDevices, findJt808Device, readState } from './queries.ts'

export const gw005Handlers: readonly Handler[] = [
  serve(gw005Calls.find, async ({ db, scope, input }) => ({
    list: await findDevices(db, scope, input.number),
  })),

  serve(gw005Calls.state, ({ db, bus, scope, input, now, signal }) =>
    readState({ db, bus }, scope, input.terminalID, { now, signal }),
  ),

  serve(gw005Calls.query, async (context) => {
    const { terminalID, of, waitSeconds } = context.input
    await findJt808Device(context.db, context.scope, terminalID)
    const code = of === 'all' ? ('settings' as const) : ('network' as const)
    const stored = await inTransaction(context, (within) =>
      storeCommand(within, { terminalID, code, offline: false }),
    )
    const { state, failure } = await waitForAnswer(context, stored, waitSeconds * 1_000)
    return { state, failure }
  }),
]
