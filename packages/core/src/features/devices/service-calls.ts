import { z } from 'zod'
import {
  bulkCall,
  bulkOutput,
  byRowId,
  call,
  named,
  page,
  pageInput,
  rowId,
  searchText,
  time,
} from '../../api/call.ts'
import { datedTime, host } from '../../api/ruled.ts'
import { iconTypes } from '../../codes/icon-types.ts'
import { search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { displayName } from '../../rules/device-order.ts'
import { deviceCalls, terminalID, termModes, termMonths } from './calls.ts'

/**
 * What is set of many devices at once: of those named, or of all that a filter of the list finds. A device that is
 * refused does not keep the others from being changed; where all are refused for one reason, the call is.
 */

const termEnd = datedTime.nullable()

const of = { idsKey: 'terminalIDs' } as const

/** What a device takes along to its next owner. */
export const transferChoice = {
  withHistory: z
    .boolean()
    .optional()
    .describe(
      'True: the new owner also sees what the previous one saw of tracks, statistics and alarms. Default: false, except from an agent’s stock to its first customer. The previous owner keeps what he saw either way.',
    ),
  withRecord: z.boolean().optional().describe('True: the owner record goes with the device. Default: false.'),
  withPicture: z.boolean().optional().describe('True: the picture goes with the device. Default: false.'),
}

const transfer = bulkCall(deviceCalls.find, terminalID, {
  ...of,
  path: '/api/device/transfer',
  permission: ['main:device_transfer', 'main:devices_muti_transfer'],
  help: 'Transfers devices to a sub-account, or takes them back to the caller’s own account.',
  more: { userId: rowId, ...transferChoice },
  refusals: ['notFound', 'transferToSelf', 'alreadyThere', 'carNumberTaken', 'deviceLimitReached'],
})

const updateTime = bulkCall(deviceCalls.find, terminalID, {
  ...of,
  path: '/api/device/updateTime',
  permission: ['main:devices_muti_update_time'],
  help: 'Sets when the service of devices ends. `fixed`: at the times given, null: never. `lifetime`: never. `activation`: a number of months after the first report; without months, the previous number. A fixed date is not recalculated until it is set back to `activation`. Platform expiry is for administrators and exempt accounts; others renew.',
  more: {
    platformExpireTime: termEnd.optional(),
    userExpireTime: termEnd.optional(),
    mode: z.enum(termModes).default('fixed').describe('How the terms end; without it, at the times given.'),
    platformMonths: termMonths.optional(),
    userMonths: termMonths.optional(),
  },
  refusals: ['notFound', 'termMissing', 'termNotFree'],
})

const updateDeviceType = bulkCall(deviceCalls.find, terminalID, {
  ...of,
  path: '/api/device/updateDeviceType',
  permission: ['main:devices_muti_update_device_type'],
  help: 'Sets the type of devices, by its id or name.',
  more: { deviceType: z.union([z.int32(), z.string().trim().min(1).max(32)]) },
  refusals: ['notFound', 'unknownDeviceType', 'protocolMissing', 'idNot808'],
})

const updateIconType = bulkCall(deviceCalls.find, terminalID, {
  ...of,
  path: '/api/device/updateIconType',
  permission: ['main:devices_motify_icon_type'],
  help: 'Sets the icon of devices.',
  more: { iconType: z.enum(iconTypes) },
  refusals: ['notFound'],
})

const updateHost = bulkCall(deviceCalls.find, terminalID, {
  ...of,
  path: '/api/device/updateHost',
  permission: ['main:device_transfer'],
  help: 'Sets which server devices should report to, and moves them there by a task. null: not set.',
  more: { host: host.nullable() },
  refusals: ['notFound'],
})

const reset = bulkCall(deviceCalls.find, terminalID, {
  ...of,
  path: '/api/device/reset',
  permission: ['main:devices_reset', 'main:device_init'],
  help: 'Returns devices to inactive: their data is hidden at once and deleted after 30 days. `confirm` is the number of devices.',
  more: { confirm: z.union([z.int(), z.string().trim().max(8)]).describe('How many devices are reset.') },
  refusals: ['notFound', 'confirmationWrong'],
})

export const deviceReset = named('DeviceReset', {
  id: rowId,
  terminalID: z.string(),
  nickname: z.string().nullable(),
  carNumber: z.string().nullable(),
  username: z.string(),
  time,
  actor: z.string().nullable().describe('Who reset it; null: the account no longer exists.'),
  activateTime: time.nullable().describe('First report that it hid, epoch ms; null: it had not reported.'),
  stateTime: time.nullable().describe('Last report that it hid, epoch ms; null: it had not reported.'),
  restoreUntilTime: time.describe(
    'It can be undone until this time, epoch ms; then the hidden data is deleted.',
  ),
  canRestore: z.boolean().describe('False: the device was reset again; undo that reset first.'),
})
export type DeviceReset = z.output<typeof deviceReset>

const resets = call({
  path: '/api/device/resets',
  permission: reset.permission,
  demo: true,
  help: 'Resets of the last 30 days, newest first, with what each hid.',
  input: pageInput.extend({
    search: searchText.optional().describe('Part of the terminal id, car number, nickname, ICCID or SIM.'),
  }),
  output: page(deviceReset),
})

const restore = call({
  path: '/api/device/restore',
  permission: reset.permission,
  help: 'Undoes a reset: the hidden data is shown again along with what was reported since.',
  ...byRowId,
})

const updatePasswords = {
  ...bulkCall(deviceCalls.find, terminalID, {
    ...of,
    path: '/api/device/updatePasswords',
    permission: ['main:device_password'],
    help: 'Gives devices new random passwords for signing in to a single device. Shown only once.',
    refusals: ['notFound'],
  }),
  output: bulkOutput.extend({
    passwords: z
      .array(z.object({ terminalID: z.string(), password: z.string() }))
      .describe('The new ones, of the devices that got one.'),
  }),
}

export const deviceServiceCalls = {
  updatePasswords,
  reset,
  resets,
  restore,
  transfer,
  updateTime,
  updateDeviceType,
  updateIconType,
  updateHost,
}

/** Resets that can be undone. */
export const deviceResetList = list(resets, {
  name: 'deviceResets',
  rowId: 'id',
  columns: [
    { key: 'displayName', form: 'text', of: displayName, isFixed: true, card: 'title' },
    { key: 'terminalID', form: 'identifier', isFixed: true },
    { key: 'username', form: 'text' },
    { key: 'time', name: 'resetTime', form: 'instant' },
    { key: 'actor', name: 'resetBy', form: 'text' },
    { key: 'activateTime', form: 'instant' },
    { key: 'stateTime', name: 'lastReport', form: 'instant' },
    { key: 'restoreUntilTime', form: 'instant' },
  ],
  filters: [search()],
})
