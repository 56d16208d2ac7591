import { distanceM } from '@trackway/core/geo/distance.ts'
import type { ToPx } from './use-to-px.ts'

/** More pins than this hide the line; the longest stops are what people look for. */
const shownPins = 60
/** Places this near to each other are one. */
const samePlaceM = 150
/** Pins this near to each other would cover one another: about the size of one. */
const pinWidthPx = 160
const pinHeightPx = 36

/** A stop as its pin shows it: WGS-84 degrees, epoch ms. */
export interface PinnedStop {
  number: number
  from: number
  to: number
  lat: number
  lon: number
}

/**
 * The stops of each pin in order of time, the pins with the longest stays first: stops at one place share a
 * pin, and so do those whose pins would cover one another.
 */
export function stopPlaces(stops: readonly PinnedStop[], toPx: ToPx): PinnedStop[][] {
  const places: { stops: PinnedStop[]; at: [number, number] }[] = []
  for (const stop of stops) {
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
export function stayMs(stops: readonly PinnedStop[]): number {
  return stops.reduce((sum, { from, to }) => sum + to - from, 0)
}

function isCovered([x, y]: [number, number], [otherX, otherY]: [number, number]): boolean {
  return Math.abs(x - otherX) < pinWidthPx && Math.abs(y - otherY) < pinHeightPx
}

function isSamePlace(a: PinnedStop, b: PinnedStop): boolean {
  return distanceM(a.lat, a.lon, b.lat, b.lon) < samePlaceM
}
