import { z } from 'zod'
import { call } from '../../api/call.ts'
import { type AlarmName, alarmSeverities, alarms } from '../../codes/alarms.ts'
import { terminalID } from '../devices/calls.ts'
import {
  isOneLevel,
  type SettingKind,
  settingOrigins,
  settingsLevel,
  severalLevels,
} from '../level-settings/levels.ts'
import { type AlarmFields, alarmSettingDefaults, toAlarmFields } from './alarm-settings.ts'

/** What is set for alarms: for an account and all below it, for one type of its devices, for one device. */

const rule = z.strictObject({
  isOn: z.boolean().describe('Off: occurrences are stored with the track, and nobody hears of them.'),
  byPlatform: z.boolean().describe('The platform looks for it itself, beside what devices say.'),
  severity: z.enum(Object.keys(alarmSeverities) as [keyof typeof alarmSeverities]),
  windowMinutes: z
    .int()
    .min(0)
    .max(1_440)
    .describe('Occurrences that follow each other within it are one alarm; 0: each is one of its own.'),
  limit: z
    .number()
    .nullable()
    .describe(
      'From where on the platform raises it; its unit depends on the alarm. Of `overspeed` it is the speed limit of the track settings in km/h: null inherits it again, left out it stays as it is.',
    ),
})
const names = z.enum(Object.keys(alarms) as [AlarmName])
export const ownAlarmSettings = z
  .partialRecord(names, rule.partial())
  .describe('By name of the alarm; what is left out is inherited.')
const all = z.record(names, rule).describe('By name of the alarm.')

const fields = Object.fromEntries(
  Object.keys(alarms).flatMap((name) =>
    Object.entries(rule.shape).map(([field, value]) => [`${name}.${field}`, value]),
  ),
)

export const alarmSettingKind: SettingKind<AlarmFields> = {
  name: 'alarm',
  values: z.strictObject(fields) as z.ZodObject & z.ZodType<AlarmFields>,
  defaults: toAlarmFields(alarmSettingDefaults) as AlarmFields,
}

const settingsOfLevel = z.object({
  own: ownAlarmSettings,
  inherited: all,
  origins: settingOrigins.describe(
    'Where inherited values were set, by alarm and field: `overspeed.severity`; what is left out has the value that the platform begins with.',
  ),
  effective: all,
  pairedWith: z
    .string()
    .nullable()
    .describe(
      'Of a device: the other one of its vehicle, by terminal id, that `pairedDevicesApart` is about.',
    ),
})
export type AlarmSettingsOfLevel = z.output<typeof settingsOfLevel>

export const alarmSettingCalls = {
  find: call({
    path: '/api/alarm/settings',
    permission: ['main:alarms'],
    demo: true,
    help: 'Alarm settings made at one level (account, one of its models, device), those inherited from the levels above, and the resulting values.',
    input: settingsLevel.refine(isOneLevel, severalLevels),
    output: settingsOfLevel,
    refusals: ['notFound'],
  }),
  set: call({
    path: '/api/alarm/setSettings',
    permission: ['main:device_edit'],
    help: 'Replaces the alarm settings of one level. Values left out are inherited again.',
    input: settingsLevel
      .extend({
        own: ownAlarmSettings,
        pairedWith: terminalID
          .nullable()
          .optional()
          .describe('Of a device: the other one of its vehicle; null: none; left out: as it is.'),
      })
      .refine(isOneLevel, severalLevels)
      .refine(({ terminalID, pairedWith }) => pairedWith === undefined || terminalID !== undefined, {
        path: ['pairedWith'],
        error: 'only_of_device',
      }),
    output: settingsOfLevel,
    refusals: ['notFound'],
  }),
}

/** Has the alarm a limit of its own? */
export const hasLimit = (name: AlarmName) => alarmSettingDefaults[name].limit !== null
