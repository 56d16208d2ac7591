import { distanceM } from '@trackway/core/geo/distance.ts'
import type { Segment } from '@trackway/core/track/segments.ts'

/** More pins than this hide the line; the longest stops are what people look for. */
const shownPins = 60
/** Stops this near to each other are one place. */
const samePlaceM = 150
/** Pins this near to each other would cover one another: about the size of one. */
const pinWidthPx = 120
const pinHeightPx = 36

export interface NumberedStop extends Segment {
  number: number
}

/** A stop's place on the map, in pixels of the zoom shown. */
export type ToPx = (stop: Segment) => [x: number, y: number]

/**
 * The stops of each pin in order of time, the pins with the longest stays first: stops at one place share a
 * pin, and so do those whose pins would cover one another.
 */
export function stopPlaces(segments: readonly Segment[], toPx: ToPx): NumberedStop[][] {
  const places: { stops: NumberedStop[]; at: [number, number] }[] = []
  let number = 0
  for (const segment of segments) {
    if (segment.kind !== 'stop') continue
    const stop = { ...segment, number: ++number }
    const at = toPx(stop)
    const place = places.find(({ stops, at: pin }) => isCovered(pin, at) || isSamePlace(stops[0]!, stop))
    if (place) place.stops.push(stop)
    else places.push({ stops: [stop], at })
  }
  return places
    .map(({ stops }) => stops)
    .sort((a, b) => stayMs(b) - stayMs(a))
    .slice(0, shownPins)
}

/** How long all stops of a pin lasted together. */
export function stayMs(stops: readonly Segment[]): number {
  return stops.reduce((sum, { from, to }) => sum + to - from, 0)
}

function isCovered([x, y]: [number, number], [otherX, otherY]: [number, number]): boolean {
  return Math.abs(x - otherX) < pinWidthPx && Math.abs(y - otherY) < pinHeightPx
}

function isSamePlace(a: Segment, b: Segment): boolean {
  return distanceM(a.lat, a.lon, b.lat, b.lon) < samePlaceM
}
