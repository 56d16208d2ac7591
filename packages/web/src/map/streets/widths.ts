import type { PlaceKind, Road } from './street-features.ts'

const zooms = [8, 10, 12, 13, 14, 15, 16, 17, 18] as const

/** Width of the fill in pixels at these zooms; 0: not drawn. */
const widths: Record<Road, readonly number[]> = {
  motorway: [1.3, 2, 3.2, 4.4, 6, 8.5, 12, 17.7, 26],
  trunk: [1, 1.8, 2.8, 3.9, 5.5, 7.8, 11, 16.2, 24],
  primary: [0.7, 1.6, 2.8, 3.7, 5, 7.2, 10.5, 15.5, 23],
  secondary: [0, 1, 2.3, 3.2, 4.6, 6.6, 9.5, 14.1, 21],
  tertiary: [0, 0.6, 1.6, 2.5, 3.9, 5.8, 8.5, 12.7, 19],
  minor: [0, 0, 0.5, 1.2, 2.6, 4.4, 7, 10.9, 17],
  pedestrian: [0, 0, 0, 0.6, 1.6, 2.8, 5, 7.7, 12],
  service: [0, 0, 0, 0, 0.8, 1.8, 3.4, 5.5, 9],
  track: [0, 0, 0, 0.5, 0.7, 1, 1.3, 1.8, 2.7],
  path: [0, 0, 0, 0, 0, 0.6, 0.8, 1.1, 1.6],
}

export function roadWidth(road: Road, isLink: boolean, zoom: number): number {
  const width = between(zooms, widths[road], zoom)
  return isLink ? width * 0.7 : width
}

/** The logarithm of the width grows evenly from stop to stop; beyond the last it grows by half a zoom. */
export function between(stops: readonly number[], values: readonly number[], zoom: number): number {
  const last = stops.length - 1
  if (zoom >= stops[last]!) return values[last]! * 1.5 ** (zoom - stops[last]!)
  const right = stops.findIndex((stop) => stop > zoom)
  if (right === 0) return values[0]!
  const [from, to] = [values[right - 1]!, values[right]!]
  if (from === 0) return 0
  const share = (zoom - stops[right - 1]!) / (stops[right]! - stops[right - 1]!)
  return from * (to / from) ** share
}

export function casingWidth(fill: number): number {
  if (fill < 1) return 0
  if (fill < 4) return 0.7
  return fill < 9 ? 0.9 : 1.2
}

/** Zooms from which names are drawn along roads. */
export const roadNamesFrom: Record<Road, number> = {
  motorway: 11,
  trunk: 11,
  primary: 12.5,
  secondary: 13.5,
  tertiary: 14,
  minor: 14.6,
  pedestrian: 14.6,
  service: 16.5,
  track: 16.5,
  path: 16.5,
}

/** Zooms from and to which names of places are drawn, and the sizes they grow between. */
export const placeNames: Record<
  PlaceKind,
  { from: number; to: number; px: [number, number]; weight: number }
> = {
  city: { from: 6, to: 14.6, px: [13, 18], weight: 600 },
  town: { from: 8, to: 15.2, px: [11.5, 16.5], weight: 600 },
  village: { from: 11, to: 15.6, px: [10.5, 15.5], weight: 500 },
  suburb: { from: 12, to: 16, px: [10, 15], weight: 500 },
  hamlet: { from: 13.2, to: 16.4, px: [9, 14], weight: 500 },
}
