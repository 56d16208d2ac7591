import { fenceArea } from '@trackway/core/api/area.ts'
import type { ZoneFormat } from '@trackway/core/features/zones/zone-calls.ts'
import type { FenceArea, Place } from '@trackway/core/geo/area.ts'
import type { z } from 'zod'
import { inputIssues } from '../../../platform/http/input-issues.ts'

/** Areas as files hold them, which other programs read and write too. */

/** An outline of a file. */
export interface FileShape {
  name: string
  /** Null: there is none, or none of the kinds that a fence can have. */
  area: FenceArea | null
  /** What keeps it from being a fence, beside what is wrong with its numbers. */
  fault: 'noArea' | 'holes' | 'coordinates' | 'scientific' | null
  /** What else stands with it, by name in small letters. */
  more: Record<string, string>
}

/** What a file does not say: how wide a road made of a line is, and a circle made of a point. */
export interface ShapeSizes {
  lineWidthM: number
  pointRadiusM: number
}

/** An area with its name and what else is kept with it. */
export interface NamedArea {
  name: string
  area: FenceArea
  more: Record<string, string | number | null>
}

/** Kept as it is beside the outline that other programs show, so that a circle comes back as a circle. */
export const areaKey = 'trackwayarea'

/** A place that is there and cannot be read: it keeps its area from becoming one of another form. */
const unreadable: Place = { lat: Number.NaN, lon: Number.NaN }

/** A place of two numbers; whatever is no number makes it one that cannot be read, never one of 0. */
export function placeOf(lat: unknown, lon: unknown): Place {
  const place = { lat: numberOf(lat), lon: numberOf(lon) }
  return Number.isFinite(place.lat) && Number.isFinite(place.lon) ? place : unreadable
}

/** A number, also as people write it where the comma is the decimal sign. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  const text = typeof value === 'string' ? value.trim().replace(/^([+-]?\d+),(\d+)$/, '$1.$2') : ''
  return text === '' ? Number.NaN : Number(text)
}

/** @returns the area and why it cannot be a fence: a reason as of the input of a call; null: it can */
export function checked({ area, fault }: FileShape): {
  area: z.output<typeof fenceArea> | null
  fault: string | null
} {
  if (fault !== null || area === null) return { area: null, fault: fault ?? 'noArea' }
  const places = Object.values(area)
    .flat()
    .filter((value) => typeof value === 'object')
  if ([area, ...places].some((place) => 'lat' in place && Number.isNaN(place.lat)))
    return { area: null, fault: 'coordinates' }
  const read = fenceArea.safeParse(area)
  if (read.success) return { area: read.data, fault: null }
  return { area: null, fault: inputIssues(read.error, area)[0]?.reason ?? 'noArea' }
}

/** A ring of places, the first of which may be repeated at its end. */
export function polygonOf(ring: readonly Place[]): FenceArea | null {
  const [first, last] = [ring[0], ring.at(-1)]
  const isClosed = ring.length > 1 && first?.lat === last?.lat && first?.lon === last?.lon
  const corners = isClosed ? ring.slice(0, -1) : [...ring]
  return corners.length < 3 ? null : { shape: 'polygon', corners }
}

export function corridorOf(line: readonly Place[], { lineWidthM }: ShapeSizes): FenceArea | null {
  return line.length < 2 ? null : { shape: 'corridor', line: [...line], widthM: lineWidthM }
}

export function circleOf(
  place: Place | undefined,
  more: Record<string, string>,
  { pointRadiusM }: ShapeSizes,
): FenceArea | null {
  if (place === undefined) return null
  const radiusM = numberOf(more.radiusm ?? more.radius)
  return {
    shape: 'circle',
    ...place,
    radiusM: Number.isFinite(radiusM) && radiusM > 0 ? radiusM : pointRadiusM,
  }
}

/** The area that one of our own files keeps whole; undefined: none. */
export function keptArea(text: unknown): FenceArea | undefined {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ringPlaces = 64
const metresPerDegree = 111_195

/** The outline that other programs show: a ring, the first place repeated; of a road its line. */
export function outlineOf(area: FenceArea): { kind: 'ring' | 'line'; places: Place[] } {
  if (area.shape === 'corridor') return { kind: 'line', places: [...area.line] }
  const ring = area.shape === 'polygon' ? [...area.corners] : ringOf(area)
  return { kind: 'ring', places: [...ring, ring[0]!] }
}

function ringOf(area: Extract<FenceArea, { shape: 'circle' | 'rectangle' }>): Place[] {
  if (area.shape === 'rectangle') {
    const { south, west, north, east } = area
    return [
      { lat: south, lon: west },
      { lat: south, lon: east },
      { lat: north, lon: east },
      { lat: north, lon: west },
    ]
  }
  const up = area.radiusM / metresPerDegree
  const aside = up / Math.max(0.01, Math.cos((area.lat * Math.PI) / 180))
  return Array.from({ length: ringPlaces }, (_, i) => {
    const angle = (i / ringPlaces) * 2 * Math.PI
    return { lat: area.lat + up * Math.sin(angle), lon: area.lon + aside * Math.cos(angle) }
  })
}

export const contentTypes: Record<ZoneFormat, string> = {
  kml: 'application/vnd.google-earth.kml+xml',
  geojson: 'application/geo+json',
  csv: 'text/csv; charset=utf-8',
}
