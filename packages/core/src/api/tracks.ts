import { z } from 'zod'
import { maxPlaces, seriesNames } from '../readings/readings.ts'
import { call, instant, time } from './call.ts'
import { terminalID } from './devices.ts'

/** Where devices were. */

/** One stored position. Unknown is null. */
export const trackPoint = z.object({
  fixTime: time,
  /** Null where the device had no position at that time (`qualityBits.noFix`). */
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  speedKmh: z.number().nullable(),
  courseDeg: z.number().nullable(),
  altitudeM: z.number().nullable(),
  satellites: z.int().nullable(),
  accOn: z.boolean().nullable(),
  odometerM: z.number().nullable(),
  /** Bits of `codes/states.ts`: why it is left out of mileage, if it is. */
  quality: z.int(),
})
export type TrackPoint = z.output<typeof trackPoint>

/** One device between two instants, both included. */
export const trackRange = z
  .object({ terminalID, from: instant, to: instant })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'before_from' })

/** An alarm where it was raised. Unknown is null. */
export const trackAlarm = z.object({
  fixTime: time,
  /** Of `codes/alarms.ts`. */
  code: z.int(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  speedKmh: z.number().nullable(),
})
export type TrackAlarm = z.output<typeof trackAlarm>

export const trackCalls = {
  find: call({
    path: '/api/track/find',
    permission: ['main:track'],
    demo: true,
    deviceSession: true,
    help: 'The positions of one device between two instants, both included, oldest first, at most 90 days. With `Accept: application/octet-stream` the same as packed blocks, newest day first (docs/TRACK-FORMAT.md).',
    input: z
      .object({ terminalID, from: instant, to: instant })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'before_from' }),
    output: z.object({ points: z.array(trackPoint) }),
    refusals: ['notFound', 'rangeTooLong'],
  }),
  days: call({
    path: '/api/track/days',
    permission: ['main:track'],
    demo: true,
    deviceSession: true,
    help: 'Which days of the last 400 have positions of a device, and how far it drove: what the calendar of the replay shows.',
    input: z.object({ terminalID }),
    output: z.object({
      /** In the caller's time zone, newest first. */
      days: z.array(
        z.object({
          /** `YYYY-MM-DD`. */
          day: z.string(),
          /** Null while it is not known yet. */
          distanceM: z.number().nullable(),
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
  alarms: call({
    path: '/api/track/alarms',
    permission: ['main:track'],
    demo: true,
    deviceSession: true,
    help: 'The alarms of one device between two instants, at most 90 days, oldest first; of more than 5,000 the newest, and how many there are.',
    input: trackRange,
    output: z.object({ alarms: z.array(trackAlarm), total: z.int() }),
    refusals: ['notFound', 'rangeTooLong'],
  }),
  readings: call({
    path: '/api/track/readings',
    permission: ['main:track'],
    demo: true,
    deviceSession: true,
    help: 'What one device said of a reading between two instants, at most 90 days, oldest first. More than 5,000 values are thinned to the first, least, greatest and last of equal parts of the time, so that peaks stay.',
    input: trackRange.safeExtend({
      name: z.enum(seriesNames),
      /** Which wheel, sensor or pack, of readings that a device has several of. */
      place: z.int().min(1).max(maxPlaces).default(1),
    }),
    output: z.object({
      times: z.array(time),
      /** As many as times; in the unit of the name. */
      values: z.array(z.number()),
      /** How many there are before thinning. */
      total: z.int(),
      /** How many wheels, sensors or packs were told of; 1 for other readings, 0 where nothing was. */
      places: z.int(),
    }),
    refusals: ['notFound', 'rangeTooLong'],
  }),
}
