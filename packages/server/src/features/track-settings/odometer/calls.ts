import { odometerCalls } from '@trackway/core/features/track-settings/odometer-calls.ts'
import { recordChange } from '../../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../../platform/http/serve.ts'
import { findOwnedDevice, findShownParts } from '../../devices/find-device-id.ts'
import { correctOdometer, findCorrections } from './queries.ts'

export const odometerHandlers: readonly Handler[] = [
  serveChange(odometerCalls.correct, async (context) => {
    const { db, bus, scope, session, now } = context
    const { terminalID, ...correction } = context.input
    const { deviceId, accountId } = await findOwnedDevice(db, scope, terminalID)
    const odometerM = await correctOdometer(db, {
      ...correction,
      deviceId,
      accountId: session.account.id,
      now,
    })
    await recordChange(context, 'odometer', accountId, {
      terminalId: terminalID,
      before: { odometerM },
      after: correction,
    })
    bus.publish('device.edited', { deviceIds: Int32Array.of(deviceId) })
  }),

  serve(odometerCalls.corrections, async ({ db, scope, input, now }) => {
    const shown = await findShownParts(db, scope, input.terminalID, { from: 0, to: now })
    return findCorrections(db, shown, input)
  }),
]
