import { z } from 'zod'
import { type Call, call, named, rowId } from '../../api/call.ts'
import { terminalID } from '../devices/calls.ts'

/** Where settings are set: for an account and all below it, for one type of its devices, for a group, for one device. */
export const settingsLevel = z.object({
  userId: rowId.optional(),
  deviceType: z.int32().optional(),
  groupId: rowId.optional().describe('A group of vehicles.'),
  terminalID: terminalID.optional(),
})
export const isOneLevel = ({ userId, deviceType, groupId, terminalID }: z.output<typeof settingsLevel>) =>
  [terminalID, groupId, userId ?? deviceType].filter((each) => each !== undefined).length <= 1
export const severalLevels = { path: ['terminalID'], error: 'beside_account' }

const settingOrigin = named('SettingOrigin', {
  level: z
    .enum(['account', 'type', 'group'])
    .describe('Set for all devices of the account, for this type of them, or for a group.'),
  username: z.string().nullable().describe('The account; null: one above the caller.'),
  group: z
    .string()
    .nullable()
    .describe('Name of the group; null: no group, or one of an account above the caller.'),
})
export type SettingOrigin = z.output<typeof settingOrigin>

/** Beside what a level inherits. */
export const settingOrigins = z
  .record(z.string(), settingOrigin)
  .describe(
    'Where inherited values were set, by field; a field that is left out has the value that the platform begins with.',
  )
export type SettingOrigins = z.output<typeof settingOrigins>

/**
 * What can be set by level, field by field: the fields with their bounds, and what counts where nothing is set. What
 * is set is stored by the names of its fields.
 */
export interface SettingKind<Values extends object = Record<string, unknown>> {
  /** As `level_settings` names it. */
  name: string
  values: z.ZodObject & z.ZodType<Values>
  defaults: Values
}

/** What is set at a level, what it inherits, and what counts in the end. */
export function settingsOfLevel<Values extends z.ZodObject>(values: Values) {
  return z.object({
    own: values.partial(),
    inherited: values,
    origins: settingOrigins,
    effective: values,
  })
}

/** How a number is entered: its unit, how many of what is stored make one, and what is proposed where there is none. */
export interface SettingNumber {
  unit: string
  size?: number
  step?: number
  usual?: number
}

type CallParts = Pick<Call, 'path' | 'permission' | 'help'>

export type SettingKindWithCalls = ReturnType<typeof settingKind<z.ZodObject>>

/** A kind of settings that two calls read and replace as it is. */
export function settingKind<Fields extends z.ZodObject>(
  name: string,
  parts: {
    values: Fields
    defaults: z.output<Fields>
    numbers: Readonly<Record<string, SettingNumber>>
    find: CallParts
    set: Omit<CallParts, 'permission'>
  },
) {
  const { values, defaults, numbers, find, set } = parts
  const output = settingsOfLevel(values)
  return {
    name,
    values,
    defaults,
    numbers,
    calls: {
      find: call({
        method: 'GET',
        path: find.path,
        permission: find.permission,
        demo: true,
        help: find.help,
        input: settingsLevel.refine(isOneLevel, severalLevels),
        output,
        refusals: ['notFound'],
      }),
      set: call({
        path: set.path,
        permission: ['main:device_edit'],
        help: set.help,
        input: settingsLevel.extend({ own: values.partial() }).refine(isOneLevel, severalLevels),
        output,
        refusals: ['notFound'],
      }),
    },
  }
}

/** A number between the bounds of a limit. */
export function within({ min, max }: { min: number; max: number }): z.ZodNumber {
  return z.number().min(min).max(max)
}
