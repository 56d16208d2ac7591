import { deviceCodeCalls } from '@trackway/core/api/device-codes.ts'
import { recordEvent } from '../../platform/audit.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { findOwnedDevice } from '../devices/find-device-id.ts'
import { findCodeRules, forgetCode, setCodeRule } from './queries.ts'

export const deviceCodeHandlers: readonly Handler[] = [
  serve(deviceCodeCalls.rules, async ({ db }) => ({ list: await findCodeRules(db) })),

  serve(deviceCodeCalls.setRule, async ({ db, bus, session, input, address, now }) => {
    const { deviceType, codeRule } = input
    await db.transaction().execute(async (tx) => {
      const before = await setCodeRule(tx, deviceType, codeRule)
      await recordEvent(tx, {
        ...{ kind: 'codeRule', time: now, accountId: null, ...by(session), address },
        before: { deviceType, codeRule: before },
        after: { deviceType, codeRule },
      })
    })
    bus.publish('deviceType.edited', { deviceTypeId: deviceType })
    return {}
  }),

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
