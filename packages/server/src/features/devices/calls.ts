import { deviceCalls, unknownDeviceCalls } from '@trackway/core/api/devices.ts'
import { serve } from '../../platform/http/serve.ts'
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
import { findUnknownDevices } from './unknown-queries.ts'

export const deviceHandlers = [
  serve(deviceCalls.types, async ({ db }) => ({ list: await findDeviceTypes(db) })),

  serve(deviceCalls.add, async ({ db, bus, scope, input, now }) => {
    const { terminalID, deviceType, userId, ...details } = input
    const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
    const deviceTypeId = await findDeviceTypeId(db, deviceType)
    const deviceId = await insertDevice(db, owner.id, { terminalID, deviceTypeId, ...details }, now)
    bus.publish('device.edited', { deviceId, terminalId: terminalID })
    return findDevice(db, scope, terminalID, now)
  }),

  serve(deviceCalls.find, async ({ db, scope, input, now }) => {
    const { userId, ...filter } = input
    const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
    return findDevices(db, { ...scope, accountId: owner.id, path: owner.path }, filter, now)
  }),

  serve(deviceCalls.detail, ({ db, scope, input, now }) => findDevice(db, scope, input.terminalID, now)),

  serve(deviceCalls.update, async ({ db, bus, scope, input, now }) => {
    const { terminalID, ...details } = input
    await updateDevice(db, scope, terminalID, details)
    const device = await findDevice(db, scope, terminalID, now)
    bus.publish('device.edited', { deviceId: device.id, terminalId: terminalID })
    return device
  }),

  serve(deviceCalls.delete, async ({ db, bus, scope, input }) => {
    const deviceId = await deleteDevice(db, scope, input.terminalID)
    bus.publish('device.edited', { deviceId, terminalId: input.terminalID })
    return {}
  }),
]

export const unknownDeviceHandlers = [
  serve(unknownDeviceCalls.find, ({ db, input }) => findUnknownDevices(db, input)),
]
