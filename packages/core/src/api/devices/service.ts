import { z } from 'zod'
import { iconTypes } from '../../codes/icon-types.ts'
import { bulkCall, bulkOutput, call, nothing, page, pageInput, rowId, time } from '../call.ts'
import { deviceCalls, terminalID, termModes, termMonths } from '../devices.ts'

/**
 * What is set of many devices at once: of those named, or of all that a filter of the list finds. A device that is
 * refused does not keep the others from being changed; where all are refused for one reason, the call is.
 */

/** 2099-12-31 is the last day that dates may name (S2 section 5). */
const lastTime = Date.UTC(2100, 0, 1) - 1
const termEnd = z.union([
  z.int().nonnegative().max(lastTime),
  z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .pipe(z.int().nonnegative().max(lastTime)),
  z.null(),
])

/** `ip:port` or `name:port`. */
export const host = z
  .string()
  .trim()
  .max(128)
  .regex(/^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}$/)
  .refine((text) => {
    const port = Number(text.slice(text.lastIndexOf(':') + 1))
    return port >= 1 && port <= 65_535
  }, 'port')

const of = { idsKey: 'terminalIDs' } as const

const transfer = bulkCall(deviceCalls.find, terminalID, {
  ...of,
  path: '/api/device/transfer',
  permission: ['main:device_transfer', 'main:devices_muti_transfer'],
  help: 'Hands devices over to an account below the caller, or takes them back to the caller’s own.',
  more: { userId: rowId },
  refusals: ['notFound', 'transferToSelf', 'alreadyThere', 'carNumberTaken', 'deviceLimitReached'],
})

const updateTime = bulkCall(deviceCalls.find, terminalID, {
  ...of,
  path: '/api/device/updateTime',
  permission: ['main:devices_muti_update_time'],
  help: 'Sets when the service of devices ends. `fixed`: at the times given, null: never. `lifetime`: never. `activation`: so many months after the first report; without months, as many as the device had. A term that was set to a time is not recomputed until it is set back to `activation`.',
  more: {
    platformExpireTime: termEnd.optional(),
    userExpireTime: termEnd.optional(),
    mode: z.enum(termModes).default('fixed').describe('How the terms end; without it, at the times given.'),
    platformMonths: termMonths.optional(),
    userMonths: termMonths.optional(),
  },
  refusals: ['notFound', 'termMissing'],
})

const updateDeviceType = bulkCall(deviceCalls.find, terminalID, {
  ...of,
  path: '/api/device/updateDeviceType',
  permission: ['main:devices_muti_update_device_type'],
  help: 'Sets the type of devices, by its id or name.',
  more: { deviceType: z.union([z.int32(), z.string().trim().min(1).max(32)]) },
  refusals: ['notFound', 'unknownDeviceType', 'protocolMissing'],
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
  help: 'Sets which server devices shall report to. null: none is set.',
  more: { host: host.nullable() },
  refusals: ['notFound'],
})

const reset = bulkCall(deviceCalls.find, terminalID, {
  ...of,
  path: '/api/device/reset',
  permission: ['main:devices_reset', 'main:device_init'],
  help: 'Returns devices to unactivated: what they reported is shown no more and is deleted after 30 days. `confirm` is how many devices are meant.',
  more: { confirm: z.union([z.int(), z.string().trim().max(8)]).describe('How many devices are reset.') },
  refusals: ['notFound', 'confirmationWrong'],
})

const deviceReset = z.object({
  id: rowId,
  terminalID: z.string(),
  username: z.string(),
  time,
  actor: z.string().nullable().describe('Who reset it; null: an account that is gone.'),
  activateTime: time.nullable(),
})
export type DeviceReset = z.output<typeof deviceReset>

const resets = call({
  path: '/api/device/resets',
  permission: ['main:devices_reset'],
  demo: true,
  help: 'Resets of the last 30 days that can be taken back, newest first.',
  input: pageInput.extend({ search: z.string().trim().max(64).optional() }),
  output: page(deviceReset),
})

const restore = call({
  path: '/api/device/restore',
  permission: ['main:devices_reset'],
  help: 'Takes a reset back: what it hid is shown again, beside what was reported since.',
  input: z.object({ id: rowId }),
  output: nothing,
  refusals: ['notFound'],
})

const updatePasswords = {
  ...bulkCall(deviceCalls.find, terminalID, {
    ...of,
    path: '/api/device/updatePasswords',
    permission: ['main:device_password'],
    help: 'Gives devices new random passwords for the sign-in that sees one device only. Told this once.',
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
