import type { BulkOutput, Call } from '@trackway/core/api/call.ts'
import { deviceServiceCalls } from '@trackway/core/api/devices/service.ts'
import { isServed } from '@trackway/core/codes/protocols.ts'
import type { z } from 'zod'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, type SessionContext, serve } from '../../platform/http/serve.ts'
import { idsMeant } from '../../platform/http/serve-many.ts'
import { by } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { devicesFind } from './calls.ts'
import type { Changed, Trx } from './changes/lock-devices.ts'
import { findResets, resetDevices, restoreReset } from './changes/reset-devices.ts'
import { setDevices } from './changes/set-devices.ts'
import { setExpiry, type TermChange } from './changes/set-expiry.ts'
import { transferDevices } from './changes/transfer-devices.ts'
import { setPasswords } from './passwords.ts'
import { findDeviceType } from './queries.ts'

const devices = { find: devicesFind, rowId: 'terminalID', idsKey: 'terminalIDs' }

/**
 * Answers a call that changes many devices in one transaction.
 * @throws {Refusal} where every device is refused for the same reason
 */
export function serveDevices<C extends Call, Told extends object = object>(
  call: C,
  change: (
    trx: Trx,
    terminalIDs: string[],
    context: SessionContext<z.output<C['input']>>,
  ) => Promise<Changed & Told>,
): Handler {
  return serve(call, async (context): Promise<BulkOutput> => {
    const terminalIDs = await idsMeant<string>(context, devices)
    const { done, failed, ...told } = await context.db
      .transaction()
      .execute((trx) => change(trx, terminalIDs, context as SessionContext<z.output<C['input']>>))
    const [first] = failed
    if (first && done.length === 0 && failed.every(({ result }) => result === first.result))
      throw new Refusal(first.result)
    context.bus.publish('device.edited', { deviceIds: Int32Array.from(done, ({ id }) => id) })
    return { done: done.length, failed, ...told }
  })
}

export const deviceServiceHandlers: readonly Handler[] = [
  serveDevices(deviceServiceCalls.updatePasswords, (trx, terminalIDs, { scope }) =>
    setPasswords(trx, scope, terminalIDs),
  ),

  serveDevices(deviceServiceCalls.reset, (trx, terminalIDs, { scope, session, input, now }) => {
    if (String(input.confirm) !== String(terminalIDs.length)) throw new Refusal('confirmationWrong')
    return resetDevices(trx, scope, terminalIDs, { actorId: by(session).actorId, now })
  }),

  serve(deviceServiceCalls.resets, ({ db, scope, input, now }) => findResets(db, scope, input, now)),

  serve(deviceServiceCalls.restore, async ({ db, bus, scope, input, now }) => {
    const { id } = await restoreReset(db, scope, input.id, now)
    bus.publish('device.edited', { deviceIds: Int32Array.of(id) })
    return {}
  }),

  serveDevices(deviceServiceCalls.transfer, async (trx, terminalIDs, { scope, input }) => {
    const { id } = await findAccountRow(trx, scope, input.userId)
    return transferDevices(trx, scope, terminalIDs, id)
  }),

  serveDevices(deviceServiceCalls.updateTime, (trx, terminalIDs, { scope, input }) => {
    const terms = termsOf(input)
    return setExpiry(
      trx,
      scope,
      terminalIDs.map((terminalID) => ({ terminalID, ...terms })),
    )
  }),

  serveDevices(deviceServiceCalls.updateDeviceType, async (trx, terminalIDs, { scope, input }) => {
    const type = await findDeviceType(trx, input.deviceType)
    if (!isServed(type)) throw new Refusal('protocolMissing')
    return setDevices(
      trx,
      scope,
      terminalIDs.map((terminalID) => ({ terminalID, deviceType: type.id })),
    )
  }),

  serveDevices(deviceServiceCalls.updateIconType, (trx, terminalIDs, { scope, input: { iconType } }) =>
    setDevices(
      trx,
      scope,
      terminalIDs.map((terminalID) => ({ terminalID, iconType })),
    ),
  ),

  serveDevices(deviceServiceCalls.updateHost, (trx, terminalIDs, { scope, input: { host } }) =>
    setDevices(
      trx,
      scope,
      terminalIDs.map((terminalID) => ({ terminalID, host })),
    ),
  ),
]

type UpdateTime = z.output<(typeof deviceServiceCalls.updateTime)['input']>

/**
 * What the input says of both terms: those it names, or both where it names none.
 * @throws {Refusal} `invalidInput` for times to be set without a time
 */
function termsOf(input: UpdateTime): { platform?: TermChange; user?: TermChange } {
  const { mode, platformExpireTime, userExpireTime, platformMonths, userMonths } = input
  const term = (time: number | null | undefined, months: number | undefined): TermChange | undefined => {
    if (time === undefined && months === undefined) return undefined
    if (mode === 'activation') return { mode, months }
    if (mode === 'lifetime' || time === null) return { mode: 'lifetime' }
    return time === undefined ? undefined : { mode, time }
  }
  const platform = term(platformExpireTime, platformMonths)
  const user = term(userExpireTime, userMonths)
  if (platform || user) return { ...(platform && { platform }), ...(user && { user }) }
  if (mode === 'fixed')
    throw new Refusal('invalidInput', { issues: [{ path: 'userExpireTime', reason: 'required' }] })
  return { platform: { mode }, user: { mode } }
}
