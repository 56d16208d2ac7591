import type { Box, FenceArea, Shape } from '../../geo/area.ts'
import { lonSpan } from '../../geo/rectangle-shape.ts'
import { shapeOf } from '../../geo/shapes.ts'
import type { WeekSpan } from './schedule.ts'

/** Fences and risk points as rules see them: areas that vehicles enter and leave. */

/** What people set. */
export interface ZoneRules {
  /** Of a fence its id, of a risk point its id with a minus: one number tells both apart. */
  key: number
  name: string
  area: FenceArea
  alarmOn: 'in' | 'out' | 'in/out'
  /** When it raises alarms; null: at all times. */
  schedule: WeekSpan | null
  /** IANA name, of the owner. */
  timeZone: string
  /** A stay counts once it has lasted so long, ms; 0: at once. */
  dwellMs: number
  /** So many fixes in a row decide; null: one that is clearly beyond the edge, else two. */
  confirmPoints: number | null
  /** Fixes that agree for so long decide as well, ms; null: points alone do. */
  confirmMs: number | null
  allowLbs: boolean
  speedLimitKmh: number | null
  /** While it lasts vehicles have to be inside; null, left out: never. */
  mustBeInside?: WeekSpan | null
}

/** Made ready for many fixes; one object for all devices. */
export interface Zone extends ZoneRules {
  shape: Shape
  /** Out is who is further than this beyond the edge, metres: fixes that wander across it neither enter nor leave. */
  marginM: number
  /** A fix so far beyond the edge is no error of positioning, metres. */
  clearM: number
  /** A way between two fixes outside is a pass through where it comes so deep, metres. */
  chordM: number
}

/** Exits lie between 20 m and 100 m beyond the edge, a tenth of how wide the area is from its middle. */
const [marginMinM, marginMaxM, marginShare] = [20, 100, 0.1]

export function compileZone(rules: ZoneRules): Zone {
  const shape = shapeOf(rules.area)
  const halfWidthM = halfWidthOf(rules.area, shape.box)
  const marginM = Math.max(marginMinM, Math.min(marginMaxM, halfWidthM * marginShare))
  return { ...rules, shape, marginM, clearM: 3 * marginM, chordM: Math.min(marginM, halfWidthM / 2) }
}

const metresPerDegree = 111_195

/** From the middle to the nearest edge, about, metres. */
function halfWidthOf(area: FenceArea, { south, north, west, east }: Box): number {
  if (area.shape === 'circle') return area.radiusM
  if (area.shape === 'corridor') return area.widthM / 2
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180)
  return (Math.min(north - south, lonSpan(west, east) * shrink) / 2) * metresPerDegree
}
