import { deviceGroupCalls } from '@trackway/core/features/devices/group-calls.ts'
import { vehicleGroupCalls } from '@trackway/core/features/vehicle-groups/calls.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { serveDevices } from '../devices/service-calls.ts'
import { addDevices, removeDevices } from './members.ts'
import {
  addGroup,
  deleteGroup,
  findGroup,
  findUses,
  findVehicleGroups,
  groupOfScope,
  updateGroup,
} from './queries.ts'

export const vehicleGroupHandlers: readonly Handler[] = [
  serve(vehicleGroupCalls.find, ({ db, scope, input }) => findVehicleGroups(db, scope, input)),

  serveChange(vehicleGroupCalls.add, async ({ db, scope, input, now }) =>
    findGroup(db, scope, await addGroup(db, scope, input, now)),
  ),

  serveChange(vehicleGroupCalls.update, async ({ db, bus, scope, input }) => {
    const { account_id: accountId } = await updateGroup(db, scope, input)
    // What counts of several groups follows from their places.
    if (input.place !== undefined) publishSettings(bus, accountId)
    return findGroup(db, scope, input.id)
  }),

  serve(vehicleGroupCalls.uses, async ({ db, scope, input }) =>
    findUses(db, await groupOfScope(db, scope, input.id)),
  ),

  serveChange(vehicleGroupCalls.delete, async ({ db, bus, scope, input }) => {
    publishSettings(bus, (await deleteGroup(db, scope, input.id)).account_id)
  }),

  serveDevices(deviceGroupCalls.addDevices, null, (trx, terminalIDs, { scope, input, now }) =>
    addDevices(trx, scope, input.group, terminalIDs, now),
  ),

  serveDevices(deviceGroupCalls.removeDevices, null, async (trx, terminalIDs, { scope, input }) =>
    removeDevices(trx, scope, await groupOfScope(trx, scope, input.groupId), terminalIDs),
  ),
]

/** Ingest reads anew what is set for the devices of an account and those below. */
function publishSettings(bus: Bus, accountId: number): void {
  bus.publish('device.factsEdited', { deviceIds: new Int32Array(), accountIds: [accountId] })
}
