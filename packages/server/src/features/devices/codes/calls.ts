import { deviceCodeCalls } from '@trackway/core/features/devices/code-calls.ts'
import { recordChange } from '../../../platform/http/record-change.ts'
import { type Handler, serveChange } from '../../../platform/http/serve.ts'
import { findOwnedDevice } from '../find-device-id.ts'
import { forgetCode } from './queries.ts'

export const deviceCodeHandlers: readonly Handler[] = [
  serveChange(deviceCodeCalls.forget, async (context) => {
    const { db, bus, scope, input } = context
    const { deviceId, accountId, terminalId } = await findOwnedDevice(db, scope, input.terminalID)
    const learntNumbers = await forgetCode(db, deviceId)
    await recordChange(context, 'codeForgotten', accountId, { terminalId, before: { learntNumbers } })
    bus.publish('device.edited', { deviceIds: Int32Array.of(deviceId) })
  }),
]
