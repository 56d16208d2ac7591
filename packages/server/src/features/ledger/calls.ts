import { ledgerCalls } from '@trackway/core/features/ledger/calls.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { findLedgerRecords } from './queries.ts'

export const ledgerHandlers: readonly Handler[] = [
  serve(ledgerCalls.find, async ({ db, scope, input }) => {
    if (input.id !== undefined) await findAccountRow(db, scope, input.id)
    return findLedgerRecords(db, scope, input)
  }),
]
