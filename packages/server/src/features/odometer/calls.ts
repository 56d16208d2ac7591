import { odometerCalls } from '@trackway/core/api/tracks/odometer.ts'
import { recordEvent } from '../../platform/audit.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { findDeviceId, findOwnedDevice } from '../devices/find-device-id.ts'
import { correctOdometer, findCorrections } from './queries.ts'

export const odometerHandlers: readonly Handler[] = [
  serve(odometerCalls.correct, async ({ db, bus, scope, session, input, address, now }) => {
    const { terminalID, ...correction } = input
    const { deviceId, accountId } = await findOwnedDevice(db, scope, terminalID)
    await db.transaction().execute(async (tx) => {
      const beforeM = await correctOdometer(tx, {
        ...correction,
        deviceId,
        accountId: session.account.id,
        now,
      })
      await recordEvent(tx, {
        ...{ kind: 'odometer', time: now, accountId, ...by(session), terminalId: terminalID, address },
        before: { odometerM: beforeM },
        after: correction,
      })
    })
    bus.publish('device.edited', { deviceIds: Int32Array.of(deviceId) })
    return {}
  }),

  serve(odometerCalls.corrections, async ({ db, scope, input }) =>
    findCorrections(db, await findDeviceId(db, scope, input.terminalID), input),
  ),
]
