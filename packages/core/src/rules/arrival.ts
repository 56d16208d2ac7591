import { distanceM } from '../geo/distance.ts'

/** The server has no roads: this is how much longer they are than the straight line, on average of road networks. */
const detourFactor = 1.3
/** Nearer than this it is there. */
export const arrivedM = 150
/** What its mean speed counts as at least and at most, metres per ms: one red light is no traffic jam. */
const slowestMPerMs = 10 / 3_600
const fastestMPerMs = 110 / 3_600
/** The mean speed is that of this time before now. */
export const arrivalLookbackMs = 15 * 60_000
/** Less than this in that time is standing. */
const standingM = 300

interface Place {
  lat: number
  lon: number
}

/** How far a vehicle is from where it is expected, and when it may be there. */
export interface Arrival {
  /** In a straight line, metres. */
  distanceM: number
  hasArrived: boolean
  /** Epoch ms; null: it has arrived, or it is not moving. */
  arrivalTime: number | null
}

/**
 * When a vehicle may be at a place: the straight line, made longer as roads are, at the mean speed of its last
 * minutes, stops included. An estimate for people who wait, to some minutes.
 * @param driven metres that it drove in `spanMs` up to its newest fix at `fixTime`
 */
export function arrivalAt(
  at: Place,
  destination: Place,
  driven: { metres: number; spanMs: number; fixTime: number },
): Arrival {
  const metres = distanceM(at.lat, at.lon, destination.lat, destination.lon)
  const hasArrived = metres <= arrivedM
  const isStanding = driven.metres < standingM || driven.spanMs <= 0
  if (hasArrived || isStanding) return { distanceM: metres, hasArrived, arrivalTime: null }
  const speed = Math.min(fastestMPerMs, Math.max(slowestMPerMs, driven.metres / driven.spanMs))
  const arrivalTime = Math.round(driven.fixTime + (metres * detourFactor) / speed)
  return { distanceM: metres, hasArrived, arrivalTime }
}
