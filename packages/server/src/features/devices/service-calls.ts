import type { BulkOutput, Call } from '@trackway/core/api/call.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { isIdFor } from '@trackway/core/rules/device-ids.ts'
import type { z } from 'zod'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, type SessionContext, serve } from '../../platform/http/serve.ts'
import { idsMeant } from '../../platform/http/serve-many.ts'
import { by } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { describeStockChange, type StockChange } from '../stock/stock-change.ts'
import { devicesFind } from './calls.ts'
import { endCommandsOf } from './changes/cancel-on-transfer.ts'
import { deleteDevices } from './changes/delete-devices.ts'
import { type Changed, lockDevices, type Trx } from './changes/lock-devices.ts'
import { type DeviceEventKind, recordDevices } from './changes/record-devices.ts'
import { findReset, findResets, resetDevices, restoreReset } from './changes/reset-devices.ts'
import { setDevices, writeDevices } from './changes/set-devices.ts'
import { setExpiry, type TermChange } from './changes/set-expiry.ts'
import { transferDevices } from './changes/transfer-devices.ts'
import { setPasswords } from './passwords.ts'
import { findDeviceType } from './queries.ts'

/** Which devices a call for many means: those named, or all that a filter of their list finds. */
export const managedDevices = { find: devicesFind, rowId: 'terminalID', idsKey: 'terminalIDs' }

/**
 * Answers a call that changes many devices in one transaction.
 * @param kind as what it is recorded; null: it is not
 * @throws {Refusal} where every device is refused for the same reason
 */
export function serveDevices<C extends Call, Extra extends object = object>(
  call: C,
  kind: DeviceEventKind | null,
  change: (
    trx: Trx,
    terminalIDs: string[],
    context: SessionContext<z.output<C['input']>>,
  ) => Promise<Changed & Extra>,
): Handler {
  return serve(call, async (context): Promise<BulkOutput> => {
    const terminalIDs = await idsMeant<string>(context, managedDevices)
    const { done, failed, ...extra } = await changeDevices(context, kind, terminalIDs, (trx) =>
      change(trx, terminalIDs, context as SessionContext<z.output<C['input']>>),
    )
    const [first] = failed
    if (first && done.length === 0 && failed.every(({ result }) => result === first.result))
      throw new Refusal(first.result)
    return { done: done.length, failed, ...extra }
  })
}

/** What was to be done with a device ends with these. Deleted ones take it with them. */
const endsCommands: readonly (DeviceEventKind | null)[] = ['deviceTransferred', 'deviceReset']

/** Changes devices and records it in one transaction, and publishes it to processes that cache their states. */
async function changeDevices<C extends Changed>(
  context: SessionContext<unknown>,
  kind: DeviceEventKind | null,
  terminalIDs: readonly string[],
  change: (trx: Trx) => Promise<C>,
): Promise<C> {
  const { changed, ended } = await context.db.transaction().execute(async (trx) => {
    const { paperNumber, receiver, note } = context.input as Partial<StockChange>
    await describeStockChange(trx, { operatorId: by(context.session).actorId, paperNumber, receiver, note })
    const changed =
      kind === null
        ? await change(trx)
        : await recordDevices(trx, context, kind, terminalIDs, () => change(trx))
    const ids = changed.done.map(({ id }) => id)
    return { changed, ended: endsCommands.includes(kind) ? await endCommandsOf(trx, context, ids) : [] }
  })
  context.bus.publish('device.edited', { deviceIds: Int32Array.from(changed.done, ({ id }) => id) })
  if (ended.length > 0) context.bus.publish('command.changed', { deviceIds: Int32Array.from(ended) })
  return changed
}

export const deviceServiceHandlers: readonly Handler[] = [
  serveDevices(deviceServiceCalls.updatePasswords, 'devicePassword', (trx, terminalIDs, { scope }) =>
    setPasswords(trx, scope, terminalIDs),
  ),

  serveDevices(
    deviceServiceCalls.reset,
    'deviceReset',
    (trx, terminalIDs, { scope, session, input, now }) => {
      if (String(input.confirm) !== String(terminalIDs.length)) throw new Refusal('confirmationWrong')
      const isFree = session.permissions.includes('main:device_terms')
      return resetDevices(trx, scope, terminalIDs, { actorId: by(session).actorId, isFree, now })
    },
  ),

  serve(deviceServiceCalls.resets, ({ db, scope, input, now }) => findResets(db, scope, input, now)),

  serve(deviceServiceCalls.restore, async (context) => {
    const { db, scope, input, now } = context
    const { terminalID } = await findReset(db, scope, input.id, now)
    await changeDevices(context, 'deviceResetUndone', [terminalID], async (trx) => ({
      done: [await restoreReset(trx, scope, input.id, now)],
      failed: [],
    }))
  }),

  serve(deviceCalls.delete, async (context) => {
    const { failed } = await remove(context, [context.input.terminalID])
    if (failed[0]) throw new Refusal(failed[0].result)
  }),

  serve(deviceCalls.deleteMany, async (context) => {
    const { done, failed } = await remove(
      context,
      await idsMeant(context, { ...managedDevices, idsKey: 'ids' }),
    )
    return { done: done.length, failed }
  }),

  serveDevices(
    deviceServiceCalls.transfer,
    'deviceTransferred',
    async (trx, terminalIDs, { scope, input, now }) => {
      const { id: accountId } = await findAccountRow(trx, scope, input.userId)
      const { withHistory, withRecord, withPicture } = input
      const choice = { withHistory, withRecord, withPicture }
      return transferDevices(trx, scope, terminalIDs, { ...choice, accountId, now })
    },
  ),

  serveDevices(
    deviceServiceCalls.updateTime,
    'deviceTerms',
    async (trx, terminalIDs, { scope, session, input }) => {
      const terms = termsOf(input, session.permissions.includes('main:device_terms'))
      return setExpiry(
        trx,
        scope,
        terminalIDs.map((terminalID) => ({ terminalID, ...terms })),
      )
    },
  ),

  serveDevices(
    deviceServiceCalls.updateDeviceType,
    'deviceType',
    async (trx, terminalIDs, { scope, input }) => {
      const type = await findDeviceType(trx, input.deviceType)
      const devices = await lockDevices(trx, scope, terminalIDs)
      // The id that an 808 device sent stays its id with any of its types.
      const others = terminalIDs.filter((id) => {
        const wire = devices.get(id)?.wire
        return wire !== undefined && wire !== type.wire && !isIdFor(id, type)
      })
      const possible = terminalIDs.filter((id) => !others.includes(id))
      const { done, failed } = await writeDevices(
        trx,
        devices,
        possible.map((terminalID) => ({ terminalID, deviceType: type.id })),
      )
      return { done, failed: [...failed, ...others.map((id) => ({ id, result: 'idNot808' as const }))] }
    },
  ),

  serveDevices(deviceServiceCalls.updateIconType, null, (trx, terminalIDs, { scope, input: { iconType } }) =>
    setDevices(
      trx,
      scope,
      terminalIDs.map((terminalID) => ({ terminalID, iconType })),
    ),
  ),
]

function remove(context: SessionContext<unknown>, terminalIDs: readonly string[]): Promise<Changed> {
  return changeDevices(context, 'deviceDeleted', terminalIDs, (trx) =>
    deleteDevices(trx, context.scope, terminalIDs),
  )
}

type UpdateTime = z.output<(typeof deviceServiceCalls.updateTime)['input']>

/**
 * The changes of both terms in the input: of those it names, or of those that the caller may set where it names none.
 * @param isFree the caller sets the platform's term as he likes
 * @throws {Refusal} `invalidInput` for times to be set without a time; `termNotFree`
 */
function termsOf(input: UpdateTime, isFree: boolean): { platform?: TermChange; user?: TermChange } {
  const { mode, platformExpireTime, userExpireTime, platformMonths, userMonths } = input
  const term = (time: number | null | undefined, months: number | undefined): TermChange | undefined => {
    if (time === undefined && months === undefined) return undefined
    if (mode === 'activation') return { mode, months }
    if (mode === 'lifetime' || time === null) return { mode: 'lifetime' }
    return time === undefined ? undefined : { mode, time }
  }
  const platform = term(platformExpireTime, platformMonths)
  const user = term(userExpireTime, userMonths)
  if (platform && !isFree) throw new Refusal('termNotFree')
  if (platform || user) return { ...(platform && { platform }), ...(user && { user }) }
  if (mode === 'fixed')
    throw new Refusal('invalidInput', { issues: [{ path: 'userExpireTime', reason: 'required' }] })
  return { ...(isFree && { platform: { mode } }), user: { mode } }
}
