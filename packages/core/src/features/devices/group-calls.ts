import { z } from 'zod'
import { bulkCall, rowId } from '../../api/call.ts'
import { groupName } from '../vehicle-groups/calls.ts'
import { deviceCalls, terminalID } from './calls.ts'

/** Which devices groups hold: of those named, or of all that a filter of the list finds. */

const editors = ['main:device_edit'] as const

export const deviceGroupCalls = {
  addDevices: bulkCall(deviceCalls.find, terminalID, {
    path: '/api/vehicleGroup/addDevices',
    permission: editors,
    refusals: ['notFound', 'groupOfOther', 'tooManyEntries'],
    help: 'Adds devices to a group: those named, or all that match the filter; at most 1,000. Named instead of numbered, the group is added to the caller’s account first, unless there is one of that name.',
    idsKey: 'terminalIDs',
    more: {
      group: z
        .union([rowId, groupName])
        .describe('Id of the group, or the name of one of the caller’s account.'),
    },
  }),
  removeDevices: bulkCall(deviceCalls.find, terminalID, {
    path: '/api/vehicleGroup/removeDevices',
    permission: editors,
    help: 'Removes devices from a group: those named, or all that match the filter; at most 1,000.',
    idsKey: 'terminalIDs',
    more: { groupId: rowId.describe('The group.') },
    refusals: ['notFound'],
  }),
}
