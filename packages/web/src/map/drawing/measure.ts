import { type FenceArea, lonDifference, type Place } from '@trackway/core/geo/area.ts'
import { distanceM, earthRadiusM } from '@trackway/core/geo/distance.ts'
import type { TFunction } from 'i18next'
import type { Format } from '../../base/format.ts'
import { handlesOf } from './area-handles.ts'

const radians = Math.PI / 180

/** How long a line is, metres. */
export function lengthM(line: readonly Place[]): number {
  return line.slice(1).reduce((sum, to, i) => sum + distanceM(line[i]!.lat, line[i]!.lon, to.lat, to.lon), 0)
}

/** The surface within corners, square metres: of the ring on the sphere, by its trapezoids to the equator. */
export function surfaceM2(corners: readonly Place[]): number {
  const sum = corners.reduce((total, a, i) => {
    const b = corners[(i + 1) % corners.length]!
    const aside = lonDifference(a.lon, b.lon) * radians
    return total + aside * (2 + Math.sin(a.lat * radians) + Math.sin(b.lat * radians))
  }, 0)
  return Math.abs((sum * earthRadiusM * earthRadiusM) / 2)
}

/** The size of an area as text: of a circle its radius, of a corridor its length, else its surface. */
export function sizeText(area: FenceArea, format: Format, t: TFunction): string {
  if (area.shape === 'circle') return t('map.areas.radiusOf', { radius: format.distance(area.radiusM) })
  if (area.shape === 'corridor') return format.distance(lengthM(area.line))
  return areaText(surfaceM2(handlesOf(area)), format)
}

export function areaText(squareM: number, format: Format): string {
  const isSmall = squareM < 100_000
  const { name, of } = format.shownUnit(isSmall ? 'm' : 'km')
  return isSmall
    ? `${format.number(squareM * of(1) ** 2)} ${name}²`
    : `${format.decimal((squareM / 1e6) * of(1) ** 2)} ${name}²`
}
