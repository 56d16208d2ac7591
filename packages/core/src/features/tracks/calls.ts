import { z } from 'zod'
import { call, instant, named, time } from '../../api/call.ts'
import { maxPlaces, seriesNames } from '../../readings/readings.ts'
import { terminalID } from '../devices/calls.ts'

/** Where devices were. */

/** One stored position. Unknown is null. */
export const trackPoint = named('TrackPoint', {
  fixTime: time,
  lat: z
    .number()
    .nullable()
    .describe('Null where the device had no position at that time (`qualityBits.noFix`).'),
  lon: z.number().nullable(),
  speedKmh: z.number().nullable(),
  courseDeg: z.number().nullable(),
  altitudeM: z.number().nullable(),
  satellites: z.int().nullable(),
  accOn: z.boolean().nullable(),
  odometerM: z.number().nullable(),
  quality: z.int().describe('Bits of `codes/states.ts`: why it is left out of mileage, if it is.'),
})
export type TrackPoint = z.output<typeof trackPoint>

/** One device between two instants, both included. */
export const trackRange = z
  .object({ terminalID, from: instant, to: instant })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'before_from' })

/** An alarm where it was raised. Unknown is null. */
export const trackAlarm = named('TrackAlarm', {
  fixTime: time,
  code: z.int().describe('Of `codes/alarms.ts`.'),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  speedKmh: z.number().nullable(),
})
export type TrackAlarm = z.output<typeof trackAlarm>

export const trackCalls = {
  find: call({
    method: 'GET',
    path: '/api/track/find',
    isHeavy: true,
    permission: ['main:track'],
    demo: true,
    deviceSession: true,
    help: 'The positions of one device between two instants, both included, oldest first, at most 90 days. With `Accept: application/octet-stream` the same as packed blocks, newest day first (docs/TRACK-FORMAT.md).',
    input: z
      .object({ terminalID, from: instant, to: instant })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'before_from' }),
    output: z.object({ points: z.array(trackPoint) }),
    files: ['application/octet-stream'],
    refusals: ['notFound', 'rangeTooLong'],
  }),
  days: call({
    method: 'GET',
    path: '/api/track/days',
    permission: ['main:track'],
    demo: true,
    deviceSession: true,
    help: 'Which of the last 400 days have positions of a device, and how far it drove, for the replay calendar.',
    input: z.object({ terminalID }),
    output: z.object({
      /** In the caller's time zone, newest first. */
      days: z.array(
        z.object({
          day: z.string().describe('`YYYY-MM-DD`.'),
          distanceM: z.number().nullable().describe('Null while it is not known yet.'),
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
  alarms: call({
    method: 'GET',
    path: '/api/track/alarms',
    permission: ['main:track'],
    demo: true,
    deviceSession: true,
    help: 'The alarms of one device between two instants, at most 90 days, oldest first; if more than 5,000, the newest, with the total.',
    input: trackRange,
    output: z.object({ alarms: z.array(trackAlarm), total: z.int() }),
    refusals: ['notFound', 'rangeTooLong'],
  }),
  readings: call({
    method: 'GET',
    path: '/api/track/readings',
    permission: ['main:track'],
    demo: true,
    deviceSession: true,
    help: 'The values of one reading of a device between two instants, at most 90 days, oldest first. More than 5,000 are thinned to the first, lowest, highest and last of equal intervals, so peaks stay.',
    input: trackRange.safeExtend({
      name: z.enum(seriesNames),
      place: z
        .int()
        .min(1)
        .max(maxPlaces)
        .default(1)
        .describe('Which wheel, sensor or pack, of readings that a device has several of.'),
    }),
    output: z.object({
      times: z.array(time),
      values: z.array(z.number()).describe('As many as times; in the unit of the name.'),
      total: z.int().describe('How many there are before thinning.'),
      places: z
        .int()
        .describe(
          'How many wheels, sensors or packs were told of; 1 for other readings, 0 where nothing was.',
        ),
    }),
    refusals: ['notFound', 'rangeTooLong'],
  }),
}
