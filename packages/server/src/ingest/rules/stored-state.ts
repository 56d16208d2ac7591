import { packFaults } from '@trackway/core/features/batteries/evaluate-pack.ts'
import { tyreFaults } from '@trackway/core/features/tyres/evaluate-wheel.ts'
import {
  type LiveReadings,
  liveReadingNames,
  type ReportedReadings,
  readingRow,
} from '@trackway/core/readings/readings.ts'
import { z } from 'zod'
import { storedForm } from '../../platform/database/stored-json.ts'
import type { Derivation } from '../device-state.ts'

const time = z.number()
const fix = z.object({ time, latitude: z.number(), longitude: z.number() })
const alarmTimes = z.record(z.string(), time)

const offRoute = z.object({
  lineId: z.number(),
  // Some were stored as text.
  version: z.coerce.number(),
  atM: z.number(),
  isOff: z.boolean(),
  mostM: z.number(),
  change: z
    .object({ time, points: z.number(), lat: z.number(), lon: z.number(), asideM: z.number() })
    .nullable(),
})

const zoneStay = z.object({
  isInside: z.boolean(),
  enterTime: time,
  lat: z.number(),
  lon: z.number(),
  count: z.number().optional(),
  depthM: z.number().optional(),
  out: z.object({ time, lat: z.number(), lon: z.number(), count: z.number() }).optional(),
  isTold: z.literal(true).optional(),
  isSeeded: z.literal(true).optional(),
  fast: z.object({ count: z.number(), maxKmh: z.number(), toldTime: time.nullable() }).optional(),
})

const wheel = z.object({
  time,
  said: z.enum(['normal', ...tyreFaults]).optional(),
  faults: z.array(z.enum(tyreFaults)).optional(),
  high: z.object({ since: time, kPa: z.number(), beforeKpa: z.number() }).optional(),
})

const pack = z.object({
  time,
  faults: z.array(z.enum(packFaults)).optional(),
  codes: z.partialRecord(z.enum(packFaults), z.number()).optional(),
})

const speeding = z.object({
  since: time,
  latitudeE7: z.number().nullable(),
  longitudeE7: z.number().nullable(),
  speedKmh: z.number(),
  limitKmh: z.number(),
  lastTime: time,
  maxKmh: z.number(),
  fixes: z.number(),
  isTold: z.boolean(),
})

/** What derivation remembers of a device, in `device_states.derivation`. Not read, it begins anew. */
export const derivationForm = storedForm<Derivation>(
  'derivation',
  z.object({
    cursor: fix.optional(),
    newestTime: time.optional(),
    suspect: fix.extend({ count: z.number() }).optional(),
    isMoving: z.boolean().optional(),
    odometer: z.object({ deviceM: z.number(), steady: z.number(), idleM: z.number() }).optional(),
    heldReadings: (z.record(z.string(), z.unknown()) as z.ZodType<ReportedReadings>).optional(),
    alarms: alarmTimes.optional(),
    heldAlarms: alarmTimes.optional(),
    offRoute: offRoute.optional(),
    zones: z.object({ seen: z.number(), of: z.string(), at: z.record(z.string(), zoneStay) }).optional(),
    wheels: z.array(wheel.nullable()).optional(),
    packs: z.array(pack.nullable()).optional(),
    speeding: speeding.optional(),
    parked: z.object({ latitude: z.number(), longitude: z.number(), farFixes: z.number() }).optional(),
    fuel: z.object({ percent: z.number(), time }).optional(),
  }),
)

const readingForm = (name: (typeof liveReadingNames)[number]) =>
  z
    .object({ time, value: readingRow(name).per === undefined ? z.unknown() : z.array(z.unknown()) })
    .optional()

/** Reported readings without a column, in `device_states.readings`. Readings of a newer version pass through. */
export const readingsForm = storedForm<LiveReadings>(
  'readings',
  z.looseObject(
    Object.fromEntries(liveReadingNames.map((name) => [name, readingForm(name)])),
  ) as unknown as z.ZodType<LiveReadings>,
)
