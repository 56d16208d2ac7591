import { z } from 'zod'
import { faultOf } from '../geo/area-faults.ts'

/** Areas as calls take them: WGS-84, whatever map they were drawn on; what they mean is in `geo/area.ts`. */

const lat = z.number().min(-90).max(90)
const lon = z.number().min(-180).max(180)

/** The smallest and largest circle, metres; a polygon's most corners. */
export const areaLimits = { radiusMinM: 10, radiusMaxM: 100_000, corners: 100 } as const

export const place = z.strictObject({ lat, lon })

const circle = z.strictObject({
  shape: z.literal('circle'),
  lat,
  lon,
  radiusM: z.number().min(areaLimits.radiusMinM).max(areaLimits.radiusMaxM),
})

const rectangle = z.strictObject({
  shape: z.literal('rectangle'),
  south: lat,
  west: lon,
  north: lat,
  east: lon,
})

const polygon = z.strictObject({
  shape: z.literal('polygon'),
  corners: z
    .array(place)
    .min(3)
    .max(areaLimits.corners)
    .describe('In order around it, the first not repeated.'),
})

/** A custom issue's reason is an `AreaFault`. */
export const area = z
  .discriminatedUnion('shape', [circle, rectangle, polygon])
  .superRefine((value, context) => {
    const fault = faultOf(value)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })
