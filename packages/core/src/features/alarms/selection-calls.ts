import { z } from 'zod'
import { bulkCall, call } from '../../api/call.ts'
import { deviceCalls, terminalID } from '../devices/calls.ts'
import { trackSettings } from '../track-settings/calls.ts'
import { ownAlarmSettings } from './setting-calls.ts'

/** Settings of many devices at once: what is named is set for each of them, all else stays as it is. */

const permission = ['main:device_edit'] as const

const set = bulkCall(deviceCalls.find, terminalID, {
  idsKey: 'terminalIDs',
  path: '/api/device/setSettings',
  permission,
  help: 'Sets the named track and alarm settings for each of these devices. What is not named stays as it is; the limit of `overspeed` is the speed limit of the track settings.',
  more: {
    track: trackSettings.omit({ daysKept: true }).partial().default({}).describe('Track settings to set.'),
    alarm: ownAlarmSettings.default({}).describe('Alarm settings to set, by name of the alarm.'),
  },
  refusals: ['notFound'],
})

const value = z.union([z.number(), z.string(), z.boolean(), z.null()])
/** By kind and name: `track.overspeedKmh`, `alarm.overspeed.severity`. */
const field = z.string()

export const selectionSettingCalls = {
  set,
  preview: call({
    path: '/api/device/previewSettings',
    permission,
    demo: true,
    help: 'What `/api/device/setSettings` would change: how many devices, the first 200 of them with what holds now, and the values that all of them share.',
    input: set.input,
    output: z.object({
      changed: z.int().describe('Devices that it changes.'),
      unchanged: z.int().describe('Devices for which all of it holds already.'),
      devices: z.array(
        z.object({
          terminalID: z.string(),
          displayName: z.string().describe('Plate, else nickname, else terminal id.'),
          before: z.record(field, value).describe('What holds now of the fields that it changes.'),
        }),
      ),
      shared: z
        .record(field, value)
        .describe('What holds now for all of them, by field; fields that differ are left out.'),
    }),
    refusals: ['notFound', 'tooManyDevices'],
  }),
}
