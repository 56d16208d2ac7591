import type { FenceArea, Place } from '@trackway/core/geo/area.ts'
import { byteOrderMark, csvLine } from '@trackway/core/rules/csv.ts'
import { parseCsv } from 'hucre/csv'
import { Refusal } from '../../../platform/errors.ts'
import { circleOf, corridorOf, type FileShape, type NamedArea, polygonOf, type ShapeSizes } from './shapes.ts'

/**
 * A row an area: `name, shape, latitude, longitude, radiusM, widthM, points`. Points are `latitude longitude`, with `;`
 * between them: those of a polygon or a road, or two corners of a rectangle.
 */
const columns = ['name', 'shape', 'latitude', 'longitude', 'radiusM', 'widthM', 'points'] as const

/** What else people call the columns, in small letters. */
const otherNames: Record<string, string> = {
  lat: 'latitude',
  lng: 'longitude',
  lon: 'longitude',
  radius: 'radiusm',
  width: 'widthm',
  type: 'shape',
  coordinates: 'points',
  名称: 'name',
  形状: 'shape',
  纬度: 'latitude',
  经度: 'longitude',
  半径: 'radiusm',
}

/** @throws {Refusal} `fileUnreadable` without a heading that names what is needed */
export function readCsv(text: string, sizes: ShapeSizes): FileShape[] {
  const [heading, ...rows] = parseCsv(text.replace(byteOrderMark, '')).map((row) =>
    row.map((cell) => `${cell ?? ''}`),
  )
  const keys = (heading ?? []).map((title) => {
    const key = title.trim().toLowerCase()
    return otherNames[key] ?? key
  })
  if (!keys.includes('name') || !(keys.includes('latitude') || keys.includes('points')))
    throw new Refusal('fileUnreadable')
  return rows
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row) => {
      const more = Object.fromEntries(keys.map((key, i) => [key, (row[i] ?? '').trim().replace(/^'/, '')]))
      const area = areaOf(more, sizes)
      return { name: more.name ?? '', area, fault: area === null ? 'noArea' : null, more }
    })
}

function areaOf(more: Record<string, string>, sizes: ShapeSizes): FenceArea | null {
  const places = placesIn(more.points ?? '')
  const shape = (more.shape || (places.length === 0 ? 'circle' : 'polygon')).toLowerCase()
  switch (shape) {
    case 'circle': {
      const [lat, lon] = [Number(more.latitude || Number.NaN), Number(more.longitude || Number.NaN)]
      return Number.isFinite(lat) && Number.isFinite(lon) ? circleOf({ lat, lon }, more, sizes) : null
    }
    case 'rectangle': {
      const [southWest, northEast] = places
      if (southWest === undefined || northEast === undefined) return null
      return { shape, south: southWest.lat, west: southWest.lon, north: northEast.lat, east: northEast.lon }
    }
    case 'corridor': {
      const lineWidthM = Number(more.widthm) || sizes.lineWidthM
      return corridorOf(places, { ...sizes, lineWidthM })
    }
    case 'polygon':
      return polygonOf(places)
    default:
      return null
  }
}

function placesIn(text: string): Place[] {
  return text
    .split(';')
    .map((place) =>
      place
        .trim()
        .split(/[\s,]+/)
        .map(Number),
    )
    .filter((place) => place.length === 2 && place.every(Number.isFinite))
    .map(([lat, lon]) => ({ lat: lat!, lon: lon! }))
}

export function writeCsv(areas: readonly NamedArea[]): string {
  const others = [...new Set(areas.flatMap(({ more }) => Object.keys(more)))]
  const lines = areas.map(({ name, area, more }) => {
    const at = area.shape === 'circle' ? area : null
    const cells = [
      name,
      area.shape,
      at?.lat ?? null,
      at?.lon ?? null,
      at?.radiusM ?? null,
      area.shape === 'corridor' ? area.widthM : null,
      pointsOf(area),
    ]
    return csvLine([...cells, ...others.map((key) => more[key] ?? null)])
  })
  return byteOrderMark + csvLine([...columns, ...others]) + lines.join('')
}

function pointsOf(area: FenceArea): string | null {
  const write = (places: readonly Place[]) => places.map(({ lat, lon }) => `${lat} ${lon}`).join('; ')
  switch (area.shape) {
    case 'circle':
      return null
    case 'rectangle':
      return write([
        { lat: area.south, lon: area.west },
        { lat: area.north, lon: area.east },
      ])
    case 'polygon':
      return write(area.corners)
    case 'corridor':
      return write(area.line)
  }
}
