import { odometerCalls } from '@trackway/core/api/odometer.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { findDeviceId } from '../devices/find-device-id.ts'
import { correctOdometer, findCorrections } from './queries.ts'

export const odometerHandlers: readonly Handler[] = [
  serve(odometerCalls.correct, async ({ db, pool, bus, scope, session, input, now }) => {
    const { terminalID, ...correction } = input
    const deviceId = await findDeviceId(db, scope, terminalID)
    await correctOdometer(pool, { ...correction, deviceId, accountId: session.account.id, now })
    bus.publish('device.edited', { deviceId, terminalId: terminalID })
    return {}
  }),

  serve(odometerCalls.corrections, async ({ db, scope, input }) =>
    findCorrections(db, await findDeviceId(db, scope, input.terminalID), input),
  ),
]
