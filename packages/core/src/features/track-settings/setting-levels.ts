import { z } from 'zod'
import { named, rowId } from '../../api/call.ts'
import { terminalID } from '../devices/calls.ts'

/** Where settings are set: for an account and all below it, for one type of its devices, for one device. */
export const settingsLevel = z.object({
  userId: rowId.optional(),
  deviceType: z.int32().optional(),
  terminalID: terminalID.optional(),
})
export const isOneLevel = ({ userId, deviceType, terminalID }: z.output<typeof settingsLevel>) =>
  terminalID === undefined || (userId === undefined && deviceType === undefined)
export const severalLevels = { path: ['terminalID'], error: 'beside_account' }

const settingOrigin = named('SettingOrigin', {
  level: z
    .enum(['account', 'type'])
    .describe('Set for all devices of the account, or for this type of them.'),
  username: z.string().nullable().describe('The account; null: one above the caller.'),
})
export type SettingOrigin = z.output<typeof settingOrigin>

/** Beside what a level inherits. */
export const settingOrigins = z
  .record(z.string(), settingOrigin)
  .describe(
    'Where inherited values were set, by field; a field that is left out has the value that the platform begins with.',
  )
export type SettingOrigins = z.output<typeof settingOrigins>

/** What is set at a level, what it inherits, and what counts in the end. */
export function settingsOfLevel<Values extends z.ZodObject>(values: Values) {
  return z.object({
    own: values.partial(),
    inherited: values,
    origins: settingOrigins,
    effective: values,
  })
}

/** A number between the bounds of a limit. */
export function within({ min, max }: { min: number; max: number }): z.ZodNumber {
  return z.number().min(min).max(max)
}
