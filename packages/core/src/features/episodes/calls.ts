import { z } from 'zod'
import { call, instant, named, rowId, time } from '../../api/call.ts'
import { ofGroups } from '../../api/group-filter.ts'
import { type EpisodeReason, episodeKindNames, episodeReasons } from '../../codes/episodes.ts'
import { ignitionWires } from '../../track/analysis/ignition-wire.ts'
import { terminalID } from '../devices/calls.ts'
import { trackSettings } from '../track-settings/calls.ts'

/**
 * Trips, stops and whatever else happened along a track: one model that list, replay, statistics, exports and
 * outside tools share. Episodes are found on the whole track, whatever the query; a query cuts those that
 * reach over its ends, so that the parts of any division of time add up to the whole.
 */

const degrees = z.number().nullable()
const reason = z.enum(Object.keys(episodeReasons) as [EpisodeReason, ...EpisodeReason[]])

export const episode = named('Episode', {
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

export const episodeCalls = {
  find: call({
    method: 'GET',
    path: '/api/track/episodes',
    permission: ['main:track'],
    demo: true,
    deviceSession: true,
    help: 'Trips, stops and other episodes of one device between two instants, at most 90 days, in order of time, cut at both ends.',
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
      until: time
        .nullable()
        .describe('Until when the track has been looked through; later points are not in it yet.'),
    }),
    refusals: ['notFound', 'rangeTooLong'],
  }),
  explain: call({
    method: 'GET',
    path: '/api/track/explain',
    permission: ['main:track'],
    demo: true,
    deviceSession: true,
    help: 'Why trips and stops begin and end where they do, how mileage was measured, and what was excluded from it.',
    input: z
      .object({ terminalID, from: instant, to: instant })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'before_from' }),
    output: z.object({
      settings: trackSettings,
      origins: z
        .record(z.string(), z.enum(['default', 'account', 'type', 'group', 'device']))
        .describe('Where each setting comes from.'),
      ignitionWire: z
        .enum(ignitionWires)
        .describe(
          'What its own drives say of the ignition wire at `to`; while that leads nowhere, its ignition is unknown.',
        ),
      mileage: z.object({
        distanceM: z.number(),
        gpsM: z.number().describe('Metres of the same trips by fixes alone.'),
        odometerM: z.number().nullable(),
        source: z.enum(['gps', 'odometer', 'mixed']),
        intervalMs: z
          .number()
          .nullable()
          .describe('How often it reported on the way, the median in ms; null: nothing was driven.'),
        gapShare: z
          .number()
          .describe('Of the way by fixes, the share between fixes more than a minute apart, 0 to 1.'),
      }),
      /** Borders of trips and stops with what decided them, oldest first. */
      borders: z.array(
        z.object({
          time,
          from: z.enum(['trip', 'stop']).nullable(),
          to: z.enum(['trip', 'stop']).nullable(),
          reason,
          value: z.number().nullable().describe('The measured value, in `unit`.'),
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
          metres: z.number().describe('Distance they would have added, metres.'),
        }),
      ),
      isTruncated: z.boolean(),
    }),
    refusals: ['notFound', 'rangeTooLong'],
  }),
  recompute: call({
    path: '/api/track/recompute',
    permission: ['main:device_history'],
    help: 'Recalculates trips, stops and sums from a day on, for example after a change of settings: of the devices named, or of an account with its sub-accounts.',
    input: z.object({
      terminalIDs: z.array(terminalID).max(1_000).optional(),
      userId: rowId.optional(),
      ...ofGroups,
      from: instant,
    }),
    output: z.object({ devices: z.int() }),
    refusals: ['notFound', 'tooManyDevices'],
  }),
}
