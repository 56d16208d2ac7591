import { deviceCalls, unknownDeviceCalls } from '@trackway/core/api/devices.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { findDevices } from './list-queries.ts'
import {
  deleteDevice,
  findDevice,
  findDeviceTypeId,
  findDeviceTypes,
  insertDevice,
  updateDevice,
} from './queries.ts'
import { findUnknownDevices, typeOfUnknown } from './unknown-queries.ts'

const add = serve(deviceCalls.add, async ({ db, bus, scope, input, now }) => {
  const { terminalID, deviceType, userId, ...details } = input
  const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
  const deviceTypeId = await findDeviceTypeId(db, deviceType)
  const deviceId = await insertDevice(db, owner.id, { terminalID, deviceTypeId, ...details }, now)
  bus.publish('device.edited', { deviceId, terminalId: terminalID })
  return findDevice(db, scope, terminalID, now)
})

const find = serve(deviceCalls.find, async ({ db, scope, input, now }) => {
  const { userId, ...filter } = input
  const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
  return findDevices(db, { ...scope, accountId: owner.id, path: owner.path }, filter, now)
})

const update = serve(deviceCalls.update, async ({ db, bus, scope, input, now }) => {
  const { terminalID, ...details } = input
  await updateDevice(db, scope, terminalID, details)
  const device = await findDevice(db, scope, terminalID, now)
  bus.publish('device.edited', { deviceId: device.id, terminalId: terminalID })
  return device
})

const remove = serve(deviceCalls.delete, async ({ db, bus, scope, input }) => {
  const deviceId = await deleteDevice(db, scope, input.terminalID)
  bus.publish('device.edited', { deviceId, terminalId: input.terminalID })
  return {}
})

const devices = { find, rowId: 'terminalID' }

export const deviceHandlers: readonly Handler[] = [
  serve(deviceCalls.types, async ({ db }) => ({ list: await findDeviceTypes(db) })),

  add,
  find,
  serve(deviceCalls.detail, ({ db, scope, input, now }) => findDevice(db, scope, input.terminalID, now)),

  update,
  remove,
  serveMany(deviceCalls.updateMany, {
    ...devices,
    one: update,
    inputOf: (terminalID: string, { remark }) => ({ terminalID, remark }),
  }),
  serveMany(deviceCalls.deleteMany, {
    ...devices,
    one: remove,
    inputOf: (terminalID: string) => ({ terminalID }),
  }),
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
