import { z } from 'zod'
import { limits } from '../codes/limits.ts'
import type { FenceArea } from '../geo/area.ts'
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
export const area = z.discriminatedUnion('shape', [circle, rectangle, polygon]).superRefine(checkFault)

/** Limits of fences: circles of 100 m to 1,000 km; imported outlines have more corners than drawn ones. */
export const fenceAreaLimits = {
  radiusMinM: limits.fenceRadiusMinM,
  radiusMaxM: limits.fenceRadiusMaxM,
  corners: 500,
  widthMinM: 20,
  widthMaxM: 20_000,
} as const

const wideCircle = circle.extend({
  radiusM: z.number().min(fenceAreaLimits.radiusMinM).max(fenceAreaLimits.radiusMaxM),
})
const outline = polygon.extend({
  corners: z
    .array(place)
    .min(3)
    .max(fenceAreaLimits.corners)
    .describe('In order around it, the first not repeated.'),
})
const corridor = z.strictObject({
  shape: z.literal('corridor'),
  line: z.array(place).min(2).max(fenceAreaLimits.corners).describe('The middle of the road, in order.'),
  widthM: z
    .number()
    .min(fenceAreaLimits.widthMinM)
    .max(fenceAreaLimits.widthMaxM)
    .describe('From side to side, metres.'),
})

/** The area of a fence: also a road, and wider circles. */
export const fenceArea = z
  .discriminatedUnion('shape', [wideCircle, rectangle, outline, corridor])
  .superRefine(checkFault)

/** The area of a risk point. */
export const riskArea = z.discriminatedUnion('shape', [wideCircle, outline]).superRefine(checkFault)

function checkFault(value: FenceArea, context: z.RefinementCtx): void {
  const fault = faultOf(value)
  if (fault !== null) context.addIssue({ code: 'custom', message: fault })
}
