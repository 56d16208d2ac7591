import type { FenceArea, Place } from '@trackway/core/geo/area.ts'

/** What an area may be: metres, and how many corners. */
export interface AreaLimits {
  radiusMinM: number
  radiusMaxM: number
  corners: number
  /** Of corridors; left out: there are none. */
  widthMinM?: number
  widthMaxM?: number
}

/**
 * An area as the address of the page has it: `circle_31.2_121.4_500`, `rectangle_south_west_north_east`,
 * `polygon_lat_lon_lat_lon…`, `corridor_width_lat_lon_lat_lon…`, degrees to a tenth of a metre.
 */
export function textOfArea(area: FenceArea): string {
  switch (area.shape) {
    case 'circle':
      return ['circle', degrees(area.lat), degrees(area.lon), Math.round(area.radiusM)].join('_')
    case 'rectangle':
      return ['rectangle', ...[area.south, area.west, area.north, area.east].map(degrees)].join('_')
    case 'polygon':
      return ['polygon', ...textsOf(area.corners)].join('_')
    case 'corridor':
      return ['corridor', Math.round(area.widthM), ...textsOf(area.line)].join('_')
  }
}

/** @returns null for a text that is no area within these limits */
export function areaOfText(text: string, limits: AreaLimits): FenceArea | null {
  const [shape, ...words] = text.split('_')
  const numbers = words.map((word) => (word === '' ? Number.NaN : Number(word)))
  if (numbers.some((number) => !Number.isFinite(number))) return null
  switch (shape) {
    case 'circle': {
      const [lat = Number.NaN, lon = Number.NaN, radiusM = 0, ...rest] = numbers
      const { radiusMinM, radiusMaxM } = limits
      const isCircle = rest.length === 0 && isPlace({ lat, lon })
      return isCircle && isWithin(radiusM, radiusMinM, radiusMaxM) ? { shape, lat, lon, radiusM } : null
    }
    case 'rectangle': {
      const [southWest, northEast, ...rest] = placesOf(numbers)
      if (!southWest || !northEast || rest.length > 0) return null
      return {
        shape,
        south: southWest.lat,
        west: southWest.lon,
        north: northEast.lat,
        east: northEast.lon,
      }
    }
    case 'polygon': {
      const corners = placesOf(numbers)
      return isWithin(corners.length, 3, limits.corners) ? { shape, corners } : null
    }
    case 'corridor': {
      const [widthM = 0, ...degrees] = numbers
      const line = placesOf(degrees)
      const { widthMinM = 0, widthMaxM = -1 } = limits
      const isRoad = isWithin(widthM, widthMinM, widthMaxM) && isWithin(line.length, 2, limits.corners)
      return isRoad ? { shape, line, widthM } : null
    }
    default:
      return null
  }
}

/** Latitude and longitude in turn; none where one of them is no place. */
function placesOf(degrees: readonly number[]): Place[] {
  const places = Array.from({ length: Math.ceil(degrees.length / 2) }, (_, i) => ({
    lat: degrees[i * 2]!,
    lon: degrees[i * 2 + 1] ?? Number.NaN,
  }))
  return places.every(isPlace) ? places : []
}

const textsOf = (places: readonly Place[]) => places.flatMap(({ lat, lon }) => [degrees(lat), degrees(lon)])
const isWithin = (value: number, least: number, most: number) => value >= least && value <= most

/** What people type or paste: latitude, longitude, with a comma or a space. @returns null for anything else */
export function placeOfText(text: string): Place | null {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*[,，;\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text)
  if (!match) return null
  const place = { lat: Number(match[1]), lon: Number(match[2]) }
  return isPlace(place) ? place : null
}

const isPlace = ({ lat, lon }: Place) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180

const degrees = (value: number) => String(Math.round(value * 1e6) / 1e6)
