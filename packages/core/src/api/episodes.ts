import { z } from 'zod'
import { type EpisodeReason, episodeKindNames, episodeReasons } from '../track/episodes/episode.ts'
import { call, instant, nothing, page, pageInput, prose, rowId, time } from './call.ts'
import { terminalID } from './devices.ts'

/**
 * Trips, stops and whatever else happened along a track: one model that list, replay, statistics, exports and
 * outside tools share. Episodes are found on the whole track, whatever is asked; a question cuts those that
 * reach over its ends, so that the parts of any division of time add up to the whole.
 */

const degrees = z.number().nullable()
const reason = z.enum(Object.keys(episodeReasons) as [EpisodeReason, ...EpisodeReason[]])

export const episode = z.object({
  kind: z.enum(episodeKindNames),
  from: time,
  to: time,
  distanceM: z.number(),
  maxSpeedKmh: z.number().nullable(),
  idleMs: z.number(),
  fromLat: degrees,
  fromLon: degrees,
  toLat: degrees,
  toLon: degrees,
  began: reason,
  ended: reason,
  fromValue: z.number().nullable(),
  toValue: z.number().nullable(),
})

/** What makes trips and stops, and what counts for a vehicle. A value left out is the one of the next level up. */
export const trackSettings = z.object({
  startKmh: z.number().min(1).max(50),
  stopKmh: z.number().min(0).max(50),
  unwiredKmh: z.number().min(1).max(100),
  minStopMs: z.int().min(0).max(86_400_000),
  minParkedMs: z.int().min(0).max(86_400_000),
  minTripMs: z.int().min(0).max(3_600_000),
  minTripM: z.int().min(0).max(10_000),
  gapMs: z.int().min(60_000).max(86_400_000),
  gapStayM: z.int().min(0).max(10_000),
  /** An ignition wire that flickers for less than this has not changed. */
  ignitionDebounceMs: z.int().min(0).max(600_000),
  /** Faster than this for `overspeedMs` is an episode of overspeed. */
  overspeedKmh: z.number().min(10).max(300),
  overspeedMs: z.int().min(0).max(600_000),
  minIdleMs: z.int().min(0).max(3_600_000),
  /** Silence that counts as offline. */
  offlineMs: z
    .int()
    .min(60_000)
    .max(7 * 86_400_000),
  /** `auto`: the device's own odometer where it has a sane one, else its fixes. */
  mileageSource: z.enum(['auto', 'gps', 'odometer']),
  fuelLPer100Km: z.number().min(0).max(200).nullable(),
  fuelLPerIdleHour: z.number().min(0).max(50).nullable(),
  /** Days of the track that are kept; null: all. No more than the accounts above keep, whatever is set. */
  daysKept: z.int().min(1).max(36_500).nullable(),
})
export type TrackSettingValues = z.output<typeof trackSettings>
const someSettings = trackSettings.partial()

/** Where settings are set: for an account and all below it, for one type of its devices, for one device. */
const level = z.object({
  userId: rowId.optional(),
  deviceType: z.int().optional(),
  terminalID: terminalID.optional(),
})
const isOneLevel = ({ userId, deviceType, terminalID }: z.output<typeof level>) =>
  terminalID === undefined || (userId === undefined && deviceType === undefined)
const severalLevels = { path: ['terminalID'], error: 'beside_account' }

const settingsOfLevel = z.object({
  own: someSettings,
  inherited: trackSettings,
  effective: trackSettings,
  /** More than this `daysKept` here can not be, for an account above keeps no more; null: any number, and all. */
  mostDaysKept: z.int().nullable(),
})

export const episodeCalls = {
  find: call({
    path: '/api/track/episodes',
    permission: ['main:track'],
    demo: true,
    deviceSession: true,
    help: 'Trips, stops and other episodes of one device between two instants, at most 90 days, in order of time. Those that reach over an end are cut there.',
    input: z
      .object({
        terminalID,
        from: instant,
        to: instant,
        kinds: z.array(z.enum(episodeKindNames)).default(['trip', 'stop']),
      })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'before_from' }),
    output: z.object({
      episodes: z.array(episode),
      /** Until when the track has been looked through; later points are not in it yet. */
      until: time.nullable(),
    }),
    refusals: ['notFound', 'rangeTooLong'],
  }),
  explain: call({
    path: '/api/track/explain',
    permission: ['main:track'],
    demo: true,
    deviceSession: true,
    help: 'Why trips and stops begin and end where they do, which way mileage was measured, and what was left out of it.',
    input: z
      .object({ terminalID, from: instant, to: instant })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'before_from' }),
    output: z.object({
      settings: trackSettings,
      /** Where each setting comes from. */
      origins: z.record(z.string(), z.enum(['default', 'account', 'type', 'device'])),
      mileage: z.object({
        distanceM: z.number(),
        /** The same trips by fixes alone, and by the device's odometer alone where it has one. */
        gpsM: z.number(),
        odometerM: z.number().nullable(),
        source: z.enum(['gps', 'odometer', 'mixed']),
      }),
      /** Borders of trips and stops with what decided them, oldest first. */
      borders: z.array(
        z.object({
          time,
          from: z.enum(['trip', 'stop']).nullable(),
          to: z.enum(['trip', 'stop']).nullable(),
          reason,
          /** The measured value and the threshold it passed: km/h, ms or metres by `unit`. */
          value: z.number().nullable(),
          threshold: z.number().nullable(),
          unit: z.enum(['kmh', 'ms', 'm']).nullable(),
        }),
      ),
      /** Runs of points that add no mileage. */
      leftOut: z.array(
        z.object({
          reason: z.enum(['noFix', 'future', 'jump', 'coarse', 'drift']),
          from: time,
          to: time,
          points: z.int(),
          /** Metres they would have added. */
          metres: z.number(),
        }),
      ),
      isTruncated: z.boolean(),
    }),
    refusals: ['notFound', 'rangeTooLong'],
  }),
  recompute: call({
    path: '/api/track/recompute',
    permission: ['main:device_edit'],
    help: 'Has trips, stops and sums found anew from a day on, as after a change of settings: of the devices named, or of all at and below an account.',
    input: z.object({
      terminalIDs: z.array(terminalID).max(1_000).optional(),
      userId: rowId.optional(),
      from: instant,
    }),
    output: z.object({ devices: z.int() }),
    refusals: ['notFound', 'tooManyDevices'],
  }),
}

export const trackSettingCalls = {
  find: call({
    path: '/api/trackSettings/find',
    permission: ['main:track'],
    demo: true,
    help: 'What is set at one level, what it inherits from the levels above, and what counts in the end.',
    input: level.refine(isOneLevel, severalLevels),
    output: settingsOfLevel,
    refusals: ['notFound'],
  }),
  set: call({
    path: '/api/trackSettings/set',
    permission: ['main:device_edit'],
    help: 'Replaces what is set at one level; what is left out is inherited again. Today is found anew; past days on request (`/api/track/recompute`).',
    input: level.extend({ own: someSettings }).refine(isOneLevel, severalLevels),
    output: settingsOfLevel,
    refusals: ['notFound'],
  }),
}

export const odometerCalls = {
  correct: call({
    path: '/api/odometer/correct',
    permission: ['main:device_edit'],
    help: 'Says what the odometer of the vehicle shows now; recorded with who said it.',
    input: z.object({ terminalID, odometerM: z.number().min(0).max(1e10), note: prose(200).default('') }),
    output: nothing,
    refusals: ['notFound'],
  }),
  corrections: call({
    path: '/api/odometer/corrections',
    permission: ['main:device_edit'],
    demo: true,
    help: 'The corrections of one device, newest first.',
    input: pageInput.extend({ terminalID }),
    output: page(
      z.object({
        time,
        beforeM: z.number().nullable(),
        odometerM: z.number(),
        note: z.string(),
        username: z.string().nullable(),
      }),
    ),
    refusals: ['notFound'],
  }),
}
