import { areaLimits } from '@trackway/core/api/area.ts'
import type { Area, Place } from '@trackway/core/geo/area.ts'

/**
 * An area as the address of the page has it: `circle_31.2_121.4_500`, `rectangle_south_west_north_east`,
 * `polygon_lat_lon_lat_lon…`, degrees to a tenth of a metre.
 */
export function textOfArea(area: Area): string {
  switch (area.shape) {
    case 'circle':
      return ['circle', degrees(area.lat), degrees(area.lon), Math.round(area.radiusM)].join('_')
    case 'rectangle':
      return ['rectangle', ...[area.south, area.west, area.north, area.east].map(degrees)].join('_')
    case 'polygon':
      return ['polygon', ...area.corners.flatMap(({ lat, lon }) => [degrees(lat), degrees(lon)])].join('_')
  }
}

/** @returns null for a text that is no area */
export function areaOfText(text: string): Area | null {
  const [shape, ...words] = text.split('_')
  const numbers = words.map((word) => (word === '' ? Number.NaN : Number(word)))
  if (numbers.some((number) => !Number.isFinite(number))) return null
  if (shape === 'circle' && numbers.length === 3) {
    const [lat, lon, radiusM] = numbers as [number, number, number]
    const { radiusMinM, radiusMaxM } = areaLimits
    return isPlace({ lat, lon }) && radiusM >= radiusMinM && radiusM <= radiusMaxM
      ? { shape, lat, lon, radiusM }
      : null
  }
  if (shape === 'rectangle' && numbers.length === 4) {
    const [south, west, north, east] = numbers as [number, number, number, number]
    const corners = [
      { lat: south, lon: west },
      { lat: north, lon: east },
    ]
    return corners.every(isPlace) ? { shape, south, west, north, east } : null
  }
  if (shape !== 'polygon' || numbers.length % 2 !== 0) return null
  const corners = Array.from({ length: numbers.length / 2 }, (_, i) => ({
    lat: numbers[i * 2]!,
    lon: numbers[i * 2 + 1]!,
  }))
  return corners.length >= 3 && corners.length <= areaLimits.corners && corners.every(isPlace)
    ? { shape, corners }
    : null
}

/** What people type or paste: latitude, longitude, with a comma or a space. @returns null for anything else */
export function placeOfText(text: string): Place | null {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*[,，;\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text)
  if (!match) return null
  const place = { lat: Number(match[1]), lon: Number(match[2]) }
  return isPlace(place) ? place : null
}

const isPlace = ({ lat, lon }: Place) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180

const degrees = (value: number) => String(Math.round(value * 1e6) / 1e6)
