import { deviceCodeCalls } from '@trackway/core/api/devices/device-codes.ts'
import { recordEvent } from '../../platform/audit.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { findOwnedDevice } from '../devices/find-device-id.ts'
import { forgetCode } from './queries.ts'

export const deviceCodeHandlers: readonly Handler[] = [
  serve(deviceCodeCalls.forget, async ({ db, bus, scope, session, input, address, now }) => {
    const { deviceId, accountId, terminalId } = await findOwnedDevice(db, scope, input.terminalID)
    await db.transaction().execute(async (tx) => {
      const learntNumbers = await forgetCode(tx, deviceId)
      await recordEvent(tx, {
        ...{ kind: 'codeForgotten', time: now, accountId, ...by(session), terminalId, address },
        before: { learntNumbers },
      })
    })
    bus.publish('device.edited', { deviceIds: Int32Array.of(deviceId) })
    return {}
  }),
]
