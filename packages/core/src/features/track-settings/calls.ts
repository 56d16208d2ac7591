import { z } from 'zod'
import { call } from '../../api/call.ts'
import { fuel } from '../../api/ruled.ts'
import { type TrackSettingValues, trackSettingDefaults } from '../../track/track-settings.ts'
import {
  isOneLevel,
  type SettingKind,
  settingsLevel,
  settingsOfLevel,
  severalLevels,
} from '../level-settings/levels.ts'

/** The values of `TrackSettingValues` and their bounds. A value left out is that of the next level up. */
export const trackSettings = z.strictObject({
  startKmh: z.number().min(1).max(50),
  stopKmh: z.number().min(0).max(50),
  unwiredKmh: z.number().min(1).max(100),
  minStopMs: z.int().min(0).max(86_400_000),
  minParkedMs: z.int().min(0).max(86_400_000),
  minTripMs: z.int().min(0).max(3_600_000),
  minTripM: z.int().min(0).max(10_000),
  gapMs: z.int().min(60_000).max(86_400_000),
  gapStayM: z.int().min(0).max(10_000),
  ignitionDebounceMs: z.int().min(0).max(600_000),
  overspeedKmh: z.number().min(10).max(300),
  overspeedMs: z.int().min(0).max(600_000),
  minIdleMs: z.int().min(0).max(3_600_000),
  offlineMs: z
    .int()
    .min(60_000)
    .max(7 * 86_400_000),
  mileageSource: z.enum(['auto', 'gps', 'odometer']),
  fuelLPer100Km: fuel.nullable(),
  fuelLPerIdleHour: z.number().min(0).max(50).nullable(),
  daysKept: z.int().min(1).max(36_500).nullable(),
}) satisfies z.ZodType<TrackSettingValues>

export const trackSettingKind: SettingKind<TrackSettingValues> = {
  name: 'track',
  values: trackSettings,
  defaults: trackSettingDefaults,
}

const ofLevel = settingsOfLevel(trackSettings).extend({ mostDaysKept: z.int().nullable() })

export const trackSettingCalls = {
  find: call({
    method: 'GET',
    path: '/api/trackSettings/find',
    permission: ['main:track'],
    demo: true,
    help: 'Settings made at one level, those inherited from the levels above, and the resulting values.',
    input: settingsLevel.refine(isOneLevel, severalLevels),
    output: ofLevel,
    refusals: ['notFound'],
  }),
  set: call({
    path: '/api/trackSettings/set',
    permission: ['main:device_edit'],
    help: 'Replaces the settings of one level. Values left out are inherited again. How long tracks are kept (`daysKept`) can be changed only with `main:device_history`. Today is recalculated; past days on request (`/api/track/recompute`).',
    input: settingsLevel.extend({ own: trackSettings.partial() }).refine(isOneLevel, severalLevels),
    output: ofLevel,
    refusals: ['notFound'],
  }),
}
