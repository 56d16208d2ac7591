import { ownerRecordCalls } from '@trackway/core/api/owner-records.ts'
import type { AuditKind } from '@trackway/core/codes/audit.ts'
import { recordEvent } from '../../platform/audit.ts'
import { type Handler, inTransaction, type SessionContext, serve } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { findOwnedDevice } from '../devices/find-device-id.ts'
import {
  deleteOwnerRecord,
  findOwnerRecords,
  knownOwner,
  viewOwnerRecord,
  writeOwnerRecords,
} from './queries.ts'

export const ownerRecordHandlers: readonly Handler[] = [
  serve(ownerRecordCalls.find, async ({ db, scope, input }) => {
    const { userId, ...asked } = input
    const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
    return findOwnerRecords(db, { ...scope, accountId: owner.id, path: owner.path }, asked)
  }),

  serve(ownerRecordCalls.view, async (context) => {
    const device = await findOwnedDevice(context.db, context.scope, context.input.terminalID)
    const record = await viewOwnerRecord(context.db, device.deviceId)
    await recordThat('ownerRecordViewed', context, device)
    return record
  }),

  serve(ownerRecordCalls.save, async (context) => {
    const { terminalID, ...owner } = context.input
    const device = await findOwnedDevice(context.db, context.scope, terminalID)
    await inTransaction(context, async (context) => {
      const known = await knownOwner(context.db, device.deviceId)
      const record = { ...known, ...given(owner), deviceId: device.deviceId }
      await writeOwnerRecords(context.db, [record], context.now)
      await recordThat('ownerRecordSaved', context, device)
    })
    return {}
  }),

  serve(ownerRecordCalls.delete, async (context) => {
    const device = await findOwnedDevice(context.db, context.scope, context.input.terminalID)
    await inTransaction(context, async (context) => {
      await deleteOwnerRecord(context.db, device.deviceId)
      await recordThat('ownerRecordDeleted', context, device)
    })
    return {}
  }),
]

/** What was sent; what was left out stays as it is. */
const given = (owner: object) =>
  Object.fromEntries(Object.entries(owner).filter(([, value]) => value !== undefined))

/** Says who did it to which device, and nothing of the record itself. */
function recordThat(
  kind: AuditKind,
  { db, session, address, now }: SessionContext<unknown>,
  { accountId, terminalId }: { accountId: number; terminalId: string },
): Promise<number> {
  return recordEvent(db, { kind, time: now, accountId, ...by(session), terminalId, address })
}
