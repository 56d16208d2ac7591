import { ownerRecordCalls } from '@trackway/core/features/owner-records/calls.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { findOwnedDevice } from '../devices/find-device-id.ts'
import { ownerOf } from '../statistics/report-filter.ts'
import {
  deleteOwnerRecord,
  findOwnerRecords,
  knownOwner,
  viewOwnerRecord,
  writeOwnerRecords,
} from './queries.ts'

export const ownerRecordHandlers: readonly Handler[] = [
  serve(ownerRecordCalls.find, async ({ db, scope, input }) => {
    const { userId, ...query } = input
    return findOwnerRecords(db, await ownerOf(db, scope, userId), query)
  }),

  // Each record has who did it to which device, and no data of the owner.
  serve(ownerRecordCalls.view, async (context) => {
    const { db, scope, input } = context
    const record = await viewOwnerRecord(db, scope, input.terminalID)
    await recordChange(context, 'ownerRecordViewed', record.userId, { terminalId: record.terminalID })
    return record
  }),

  serveChange(ownerRecordCalls.save, async (context) => {
    const { db, scope, input, now } = context
    const { terminalID, ...owner } = input
    const { deviceId, accountId, terminalId } = await findOwnedDevice(db, scope, terminalID)
    const known = await knownOwner(db, deviceId)
    await writeOwnerRecords(db, [{ ...known, ...given(owner), deviceId }], now)
    await recordChange(context, 'ownerRecordSaved', accountId, { terminalId })
  }),

  serveChange(ownerRecordCalls.delete, async (context) => {
    const { db, scope, input } = context
    const accountId = await deleteOwnerRecord(db, scope, input.terminalID)
    await recordChange(context, 'ownerRecordDeleted', accountId, { terminalId: input.terminalID })
  }),
]

/** What was sent; what was left out stays as it is. */
const given = (owner: object) =>
  Object.fromEntries(Object.entries(owner).filter(([, value]) => value !== undefined))
