import { type EpisodeReason, episodeReasons } from '@trackway/core/codes/episodes.ts'
import type { WireEvidence } from '@trackway/core/track/analysis/ignition-wire.ts'
import type { Checkpoint } from '@trackway/core/track/episodes/checkpoint.ts'
import { z } from 'zod'
import { storedForm } from '../../../platform/database/stored-json.ts'

const time = z.number()
const number = z.number()
const numberOrNull = number.nullable()
const reason = z.enum(Object.keys(episodeReasons) as [EpisodeReason, ...EpisodeReason[]])
const place = { lat: numberOrNull, lon: numberOrNull }
const start = z.object({ time, ...place, reason }).nullable()
const charge = z.object({ time, percent: number, ...place })
const extreme = z.object({ first: charge, last: charge }).nullable()

/** Up to where a track is processed, in `episode_progress.checkpoint`. Not read, the track is processed anew. */
export const checkpointForm = storedForm<Checkpoint>(
  'checkpoint',
  z.object({
    point: z
      .object({
        fixTime: time,
        latE7: numberOrNull,
        lonE7: numberOrNull,
        speedKmh: numberOrNull,
        courseDeg: numberOrNull,
        altitudeM: numberOrNull,
        satellites: numberOrNull,
        accOn: z.boolean().nullable(),
        odometerM: numberOrNull,
        quality: number,
      })
      .nullable(),
    stop: z.object({
      sums: z.object({
        from: time,
        to: time,
        maxSpeedKmh: numberOrNull,
        metres: z.array(number),
        idleMs: z.array(number),
        fastest: z.array(number),
      }),
      began: reason,
      lat: number,
      lon: number,
      wasOff: z.boolean(),
    }),
    odometerM: numberOrNull,
    ignition: number,
    ignitionOn: start,
    idle: start,
    battery: z.object({
      direction: z.enum(['unknown', 'charging', 'discharging']),
      low: extreme,
      high: extreme,
    }),
    motion: z.object({
      stood: z.boolean(),
      stays: z.array(
        z.object({ since: time, latE7: number, lonE7: number, hasCrept: z.boolean().optional() }),
      ),
    }),
  }),
)

/** Evidence of the ignition wire, in `episode_progress.ignition_evidence`. An unreadable one is collected anew. */
export const wireEvidenceForm = storedForm<WireEvidence>(
  'ignitionEvidence',
  z.object({
    droveOnTime: numberOrNull,
    saidOffTime: numberOrNull,
    droveOff: z.array(time),
    onHours: z.array(number),
    repaired: z.array(z.object({ wire: z.enum(['alwaysOff', 'alwaysOn']), from: time, until: time })),
  }),
)
