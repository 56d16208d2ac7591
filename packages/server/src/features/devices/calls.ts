import { deviceCalls, unknownDeviceCalls } from '@trackway/core/features/devices/calls.ts'
import { idFault } from '@trackway/core/rules/device-ids.ts'
import { recordSecurityEvent } from '../../platform/audit.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, inTransaction, type SessionContext, serve } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { by } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { describeStockChange } from '../stock/stock-change.ts'
import { findDevices } from './list-queries.ts'
import { findDevice, findDeviceType, findHolderOutside, insertDevice, updateDevice } from './queries.ts'
import { findUnknownDevices, isWaiting, typeOfUnknown } from './unknown-queries.ts'

const add = serve(deviceCalls.add, async (context) => {
  const { db, bus, scope, input, now } = context
  const { terminalID, deviceType, userId, ...details } = input
  const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
  const type = await findDeviceType(db, deviceType)
  const { id: deviceTypeId, name, iconType, importProtocol } = type
  // The id is the one that the device sends, whatever is written on its label.
  const fault = idFault(terminalID, type)
  if (fault && !(await isWaiting(db, terminalID)))
    throw new Refusal('invalidInput', { issues: [{ path: 'terminalID', reason: fault }] })
  const accounts = { ownerId: owner.id, payerId: scope.accountId }
  const device = { terminalID, deviceTypeId, iconType, importProtocol, ...details }
  const deviceId = await inTransaction(context, async (context) => {
    await describeStockChange(context.db, { operatorId: by(context.session).actorId })
    const id = await insertDevice(context.db, accounts, device, now)
    const after = { account: owner.username, deviceType: name }
    await recordChange(context, 'deviceAdded', owner.id, { terminalId: terminalID, after })
    return id
  }).catch(async (error) => {
    if (error instanceof Refusal && error.refusal === 'terminalIdTaken')
      await recordRefusedRegistration(context)
    throw error
  })
  bus.publish('device.edited', { deviceIds: Int32Array.of(deviceId) })
  return findDevice(db, scope, terminalID, now)
})

/** The caller does not learn whose the device is; the administrators do. */
async function recordRefusedRegistration({
  db,
  log,
  scope,
  session,
  input,
  address,
  now,
}: SessionContext<{ terminalID: string }>) {
  const holder = await findHolderOutside(db, scope, input.terminalID)
  if (holder === undefined) return
  const { terminalID: terminalId } = input
  await recordSecurityEvent(
    db,
    log,
    {
      kind: 'registrationRefused',
      time: now,
      accountId: null,
      ...by(session),
      terminalId,
      address,
      before: holder,
    },
    [session.account.id, terminalId],
  )
}

const find = serve(deviceCalls.find, async ({ db, scope, input, now }) => {
  const { userId, ...filter } = input
  const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
  return findDevices(db, { ...scope, accountId: owner.id, path: owner.path }, filter, now)
})

const update = serve(deviceCalls.update, async ({ db, bus, scope, input, now }) => {
  const { terminalID, ...details } = input
  await updateDevice(db, scope, terminalID, details)
  const device = await findDevice(db, scope, terminalID, now)
  bus.publish('device.edited', { deviceIds: Int32Array.of(device.id) })
  return device
})

export const deviceAdd = add
export const devicesFind = find
const devices = { find, rowId: 'terminalID' }

export const deviceHandlers: readonly Handler[] = [
  add,
  find,
  serve(deviceCalls.detail, ({ db, scope, input, now }) => findDevice(db, scope, input.terminalID, now)),

  update,
  serveMany(deviceCalls.updateMany, { ...devices, one: update }),
]

const findUnknown = serve(unknownDeviceCalls.find, ({ db, input }) => findUnknownDevices(db, input))

export const unknownDeviceHandlers: readonly Handler[] = [
  findUnknown,
  serveMany(unknownDeviceCalls.registerMany, {
    one: add,
    find: findUnknown,
    rowId: 'terminalID',
    inputOf: async (terminalID: string, _, { db }) => ({
      terminalID,
      deviceType: await typeOfUnknown(db, terminalID),
    }),
  }),
]
