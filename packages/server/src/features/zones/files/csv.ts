import type { FenceArea, Place } from '@trackway/core/geo/area.ts'
import { byteOrderMark, csvLine, isScientific, plainFields, textOfCell } from '@trackway/core/rules/csv.ts'
import { wktToGeoJSON } from 'betterknown'
import { parseCsv } from 'hucre/csv'
import { Refusal } from '../../../platform/errors.ts'
import { areasOf } from './geojson.ts'
import {
  circleOf,
  corridorOf,
  type FileShape,
  type NamedArea,
  numberOf,
  placeOf,
  polygonOf,
  type ShapeSizes,
} from './shapes.ts'

/**
 * A row an area: `name, shape, latitude, longitude, radiusM, widthM, points`. Points are `latitude longitude`, with `;`
 * between them: those of a polygon or a road, or two corners of a rectangle. Or `WKT` (OGC 06-103r4), as map services
 * write it.
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
  geometry: 'wkt',
  geom: 'wkt',
  the_geom: 'wkt',
  名称: 'name',
  形状: 'shape',
  纬度: 'latitude',
  经度: 'longitude',
  半径: 'radiusm',
}

/** @throws {Refusal} `fileUnreadable` without a heading that names what is needed */
export function readCsv(text: string, sizes: ShapeSizes): FileShape[] {
  const [heading, ...rows] = parseCsv(plainFields(text.replace(byteOrderMark, ''))).map((row) =>
    row.map((cell) => textOfCell(`${cell ?? ''}`)),
  )
  const keys = (heading ?? []).map((title) => {
    const key = title.trim().toLowerCase()
    return otherNames[key] ?? key
  })
  if (!keys.includes('name') || !['latitude', 'points', 'wkt'].some((key) => keys.includes(key)))
    throw new Refusal('fileUnreadable')
  return rows
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .flatMap((row): FileShape[] => {
      const more = Object.fromEntries(keys.map((key, i) => [key, (row[i] ?? '').trim().replace(/^'/, '')]))
      const name = more.name ?? ''
      if (isScientific(name, false)) return [{ name, area: null, fault: 'scientific', more }]
      if (more.wkt)
        return areasOf(geometryOf(more.wkt), more, sizes).map((found) => ({
          name,
          more,
          ...found,
        }))
      const area = areaOf(more, sizes)
      return [{ name, area, fault: area === null ? 'noArea' : null, more }]
    })
}

/** @returns the geometry of GeoJSON; null where the text is none */
function geometryOf(text: string): unknown {
  try {
    return wktToGeoJSON(text)
  } catch {
    return null
  }
}

function areaOf(more: Record<string, string>, sizes: ShapeSizes): FenceArea | null {
  const places = placesIn(more.points ?? '')
  const shape = (more.shape || (places.length === 0 ? 'circle' : 'polygon')).toLowerCase()
  switch (shape) {
    case 'circle': {
      if (!more.latitude && !more.longitude) return null
      return circleOf(placeOf(more.latitude, more.longitude), more, sizes)
    }
    case 'rectangle': {
      const [southWest, northEast] = places
      if (southWest === undefined || northEast === undefined) return null
      return { shape, south: southWest.lat, west: southWest.lon, north: northEast.lat, east: northEast.lon }
    }
    case 'corridor': {
      const lineWidthM = numberOf(more.widthm) || sizes.lineWidthM
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
    .filter((place) => place.trim() !== '')
    .map((place) => {
      // A comma between blanks is one of decimals: `48,137 11,575`.
      const words = place.trim().split(/,?\s+/)
      const [lat, lon, more] = words.length === 1 ? place.split(',') : words
      return placeOf(more === undefined ? lat : undefined, lon)
    })
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
