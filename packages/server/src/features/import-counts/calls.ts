import { agentDeviceCountCalls, importCountCalls } from '@trackway/core/features/import-counts/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, type SessionContext, serve, serveChange } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { findAccountBelow, findAccountRow } from '../../platform/scope/find-account.ts'
import { accountPlace, mayHold, move } from '../ledger/ledger.ts'
import { findLedgerRecords } from '../ledger/queries.ts'
import {
  deleteDeviceLimits,
  findDeviceLimits,
  findImportNumbers,
  insertDeviceLimit,
  updateDeviceLimit,
} from './queries.ts'

export const importCountHandlers: readonly Handler[] = [
  serve(importCountCalls.findNumbers, async ({ db, scope, input }) =>
    findImportNumbers(db, scope, await findAccountRow(db, scope, input.id ?? scope.accountId), input),
  ),

  serve(importCountCalls.findRecords, async ({ db, scope, input }) => {
    if (input.id !== undefined) await findAccountRow(db, scope, input.id)
    const { list, total } = await findLedgerRecords(db, scope, { ...input, asset: 'import' })
    return { list: list.map(({ asset: _, ...record }) => record), total }
  }),

  serveChange(importCountCalls.add, async (context) => {
    const { db, bus, scope, session, input, now } = context
    const agent = await findAccountBelow(db, scope, input.id)
    if (!mayHold(agent.role)) throw new Refusal('notAnAgent')
    const isGrant = input.count > 0
    const place = await accountPlace(db, scope.accountId)
    const held = { held: agent.id }
    const { balances } = await move(db, {
      asset: 'import',
      kind: isGrant ? 'grant' : 'takeBack',
      amount: Math.abs(input.count),
      ...(isGrant ? { from: place, to: held } : { from: held, to: place }),
      operatorId: by(session).actorId,
      remark: input.remark,
      now,
    })
    const importCount = balances.get(agent.id) ?? 0
    // With nothing left the right to import ends too.
    if (!isGrant && importCount === 0)
      await db
        .deleteFrom('ledger_balances')
        .where('account_id', '=', agent.id)
        .where('asset', '=', 'import')
        .execute()
    await recordChange(context, 'importCount', agent.id, {
      before: { importCount: importCount - input.count },
      after: { importCount },
    })
    bus.publish('account.edited', { accountId: agent.id })
    return { importCount, ownCount: typeof place === 'string' ? null : (balances.get(place.held) ?? 0) }
  }),

  serve(agentDeviceCountCalls.list, ({ db, scope, input }) => findDeviceLimits(db, scope, input)),

  serveChange(agentDeviceCountCalls.add, async (context) => {
    const { db, scope, input } = context
    const { id: accountId } = await findAccountBelow(db, scope, input.userId)
    const id = await insertDeviceLimit(db, accountId, input.totalDeviceCount)
    await recordLimit(context, accountId, null, input.totalDeviceCount)
    return { id }
  }),

  serveChange(agentDeviceCountCalls.edit, async (context) => {
    const { db, scope, input } = context
    const { accountId, before } = await updateDeviceLimit(db, scope, input.id, input.totalDeviceCount)
    await recordLimit(context, accountId, before, input.totalDeviceCount)
  }),

  serveChange(agentDeviceCountCalls.delete, async (context) => {
    const { db, scope, input } = context
    for (const { accountId, before } of await deleteDeviceLimits(db, scope, input.ids))
      await recordLimit(context, accountId, before, null)
  }),
]

function recordLimit(
  context: SessionContext<unknown>,
  accountId: number,
  before: number | null,
  after: number | null,
): Promise<number> {
  return recordChange(context, 'deviceLimit', accountId, {
    before: { devices: before },
    after: { devices: after },
  })
}
