import type { BulkOutput } from '@trackway/core/api/call.ts'
import { deviceStockCalls } from '@trackway/core/features/devices/stock-calls.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { deviceAdd, devicesFind } from './calls.ts'
import { lockDevices } from './changes/lock-devices.ts'
import { transferDevices } from './changes/transfer-devices.ts'
import { findDeviceType } from './queries.ts'
import { serveDevices } from './service-calls.ts'

const addEach = serveMany(deviceStockCalls.preInput, {
  find: devicesFind,
  rowId: 'terminalID',
  idsKey: 'terminalIDs',
  one: deviceAdd,
})

export const deviceStockHandlers: readonly Handler[] = [
  serve(deviceStockCalls.preInput, async (context) => {
    const { db, scope, session, input } = context
    // Refused as a whole where none could be registered.
    if (input.userId !== undefined) await findAccountRow(db, scope, input.userId)
    await findDeviceType(db, input.deviceType)
    return (await addEach.run(context, { scope, session })) as BulkOutput
  }),

  serveDevices(deviceStockCalls.inputIn, 'deviceTransferred', (trx, terminalIDs, { scope, now }) =>
    transferDevices(trx, scope, terminalIDs, { accountId: scope.accountId, now }),
  ),

  serveDevices(
    deviceStockCalls.inputOut,
    'deviceTransferred',
    async (trx, terminalIDs, { scope, input, now }) => {
      const { id: accountId } = await findAccountRow(trx, scope, input.userId)
      const devices = await lockDevices(trx, scope, terminalIDs, { withStates: true })
      const isOwn = (terminalID: string) => devices.get(terminalID)?.accountId === scope.accountId
      const { withHistory, withRecord, withPicture } = input
      const choice = { withHistory, withRecord, withPicture, accountId, now }
      const { done, failed } = await transferDevices(trx, scope, terminalIDs.filter(isOwn), choice)
      const elsewhere = terminalIDs.filter((terminalID) => !isOwn(terminalID))
      return { done, failed: [...failed, ...elsewhere.map((id) => ({ id, result: 'notFound' as const }))] }
    },
  ),
]
