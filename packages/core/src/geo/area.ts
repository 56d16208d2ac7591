/**
 * Areas of the earth, WGS-84 whatever map they were drawn on, and their queries. Ways between two
 * fixes, and the edges of rectangles and polygons, are straight in latitude and longitude and take the shorter
 * way around; circles are exact by distance.
 */
export interface Place {
  lat: number
  lon: number
}

export interface Circle extends Place {
  shape: 'circle'
  radiusM: number
}

export interface Rectangle extends Box {
  shape: 'rectangle'
}

export interface Polygon {
  shape: 'polygon'
  /** At least three, in order around it, without repeating the first. */
  corners: readonly Place[]
}

export type Area = Circle | Rectangle | Polygon

/** A road with its sides: all places at most half the width from a line. */
export interface Corridor {
  shape: 'corridor'
  /** At least two, in order. */
  line: readonly Place[]
  /** From side to side. */
  widthM: number
}

/** What a fence can be. */
export type FenceArea = Area | Corridor

/** Degrees. `west` is greater than `east` where it lies across the 180th meridian. */
export interface Box {
  south: number
  west: number
  north: number
  east: number
}

/** A part of the way from one place to another, as fractions of it. */
export interface Span {
  from: number
  to: number
}

/** An area compiled for many queries. */
export interface Shape {
  /** Contains all of the area. */
  box: Box
  /** Where both ends of a way lie inside, all of it does. */
  isConvex: boolean
  contains(lat: number, lon: number): boolean
  /** The parts of the straight way from a to b that lie inside, in order. */
  spansInside(latA: number, lonA: number, latB: number, lonB: number): Span[]
  /** How far a place lies from the edge, metres: negative inside. */
  edgeDistanceM(lat: number, lon: number): number
  /** The circle's centre; null for other shapes. */
  centre: Place | null
}

/** A difference of longitudes the shorter way around: -180 to 180. */
export function lonDifference(from: number, to: number): number {
  const difference = to - from
  if (difference > 180) return difference - 360
  return difference < -180 ? difference + 360 : difference
}

/** A longitude as it is written: -180 to 180. */
export function wrappedLon(lon: number): number {
  if (lon >= -180 && lon <= 180) return lon
  return ((((lon + 180) % 360) + 360) % 360) - 180
}

/** The place a fraction of the way from a to b. */
export function placeBetween(a: Place, b: Place, fraction: number): Place {
  return {
    lat: a.lat + (b.lat - a.lat) * fraction,
    lon: wrappedLon(a.lon + lonDifference(a.lon, b.lon) * fraction),
  }
}

/** A box with so many metres more on every side. Around a pole it has all longitudes. */
export function widened(box: Box, metres: number): Box {
  const up = metres / metresPerDegree
  const south = Math.max(-90, box.south - up)
  const north = Math.min(90, box.north + up)
  const shrink = Math.cos((Math.max(-south, north) * Math.PI) / 180)
  const width = box.east - box.west + (box.east < box.west ? 360 : 0)
  const aside = shrink > 0 ? up / shrink : 360
  if (width + 2 * aside >= 360 || north === 90 || south === -90)
    return { south, north, west: -180, east: 180 }
  return { south, north, west: wrappedLon(box.west - aside), east: wrappedLon(box.east + aside) }
}

/** A little less than a degree of latitude has, so that what is widened by it is never too small. */
const metresPerDegree = 111_000
