import { agentDeviceCountCalls, importCountCalls } from '@trackway/core/api/import-counts.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { recordEvent } from '../../platform/audit.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, inTransaction, type SessionContext, serve } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { findAccountBelow, findAccountRow } from '../../platform/scope/find-account.ts'
import { move, purseOf } from './ledger.ts'
import {
  deleteDeviceLimits,
  findDeviceLimits,
  findImportNumbers,
  findImportRecords,
  insertDeviceLimit,
  updateDeviceLimit,
} from './queries.ts'

export const importCountHandlers: readonly Handler[] = [
  serve(importCountCalls.findNumbers, async ({ db, scope, input }) =>
    findImportNumbers(db, scope, await findAccountRow(db, scope, input.id ?? scope.accountId), input),
  ),

  serve(importCountCalls.findRecords, async ({ db, scope, input }) => {
    if (input.id !== undefined) await findAccountRow(db, scope, input.id)
    return findImportRecords(db, scope, input)
  }),

  serve(importCountCalls.add, async ({ db, bus, scope, session, input, address, now }) => {
    const agent = await findAccountBelow(db, scope, input.id)
    if (agent.role !== roles.agent && agent.role !== roles.superAgent) throw new Refusal('notAnAgent')
    const isGrant = input.count > 0
    const { own, theirs } = await db.transaction().execute(async (trx) => {
      const purse = await purseOf(trx, scope.accountId)
      const held = { held: agent.id }
      const balances = await move(trx, {
        ...{ asset: 'import', kind: isGrant ? 'grant' : 'takeBack', amount: Math.abs(input.count) },
        ...(isGrant ? { from: purse, to: held } : { from: held, to: purse }),
        ...{ operatorId: by(session).actorId, remark: input.remark, now },
      })
      const theirs = balances.get(agent.id) ?? 0
      // With nothing left the right to import ends too.
      if (!isGrant && theirs === 0)
        await trx
          .deleteFrom('ledger_balances')
          .where('account_id', '=', agent.id)
          .where('asset', '=', 'import')
          .execute()
      await recordEvent(trx, {
        ...{ kind: 'importCount', time: now, accountId: agent.id, ...by(session), address },
        ...{ before: { importCount: theirs - input.count }, after: { importCount: theirs } },
      })
      return { theirs, own: typeof purse === 'string' ? null : (balances.get(purse.held) ?? 0) }
    })
    bus.publish('account.edited', { accountId: agent.id })
    return { importCount: theirs, ownCount: own }
  }),

  serve(agentDeviceCountCalls.list, ({ db, scope, input }) => findDeviceLimits(db, scope, input)),

  serve(agentDeviceCountCalls.add, (context) =>
    inTransaction(context, async (context) => {
      const { db, scope, input } = context
      const { id: accountId } = await findAccountBelow(db, scope, input.userId)
      const id = await insertDeviceLimit(db, accountId, input.totalDeviceCount)
      await recordLimit(context, accountId, null, input.totalDeviceCount)
      return { id }
    }),
  ),

  serve(agentDeviceCountCalls.edit, (context) =>
    inTransaction(context, async (context) => {
      const { db, scope, input } = context
      const { accountId, before } = await updateDeviceLimit(db, scope, input.id, input.totalDeviceCount)
      await recordLimit(context, accountId, before, input.totalDeviceCount)
      return {}
    }),
  ),

  serve(agentDeviceCountCalls.delete, (context) =>
    inTransaction(context, async (context) => {
      const { db, scope, input } = context
      for (const { accountId, before } of await deleteDeviceLimits(db, scope, input.ids))
        await recordLimit(context, accountId, before, null)
      return {}
    }),
  ),
]

async function recordLimit(
  { db, session, address, now }: SessionContext<unknown>,
  accountId: number,
  before: number | null,
  after: number | null,
): Promise<void> {
  await recordEvent(db, {
    ...{ kind: 'deviceLimit', time: now, accountId, ...by(session), address },
    ...{ before: { devices: before }, after: { devices: after } },
  })
}
