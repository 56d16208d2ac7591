import type { FenceArea } from '@trackway/core/geo/area.ts'
import Feature from 'ol/Feature'
import type Geometry from 'ol/geom/Geometry'
import type Circle from 'ol/style/Circle'
import type Style from 'ol/style/Style'
import type { StyleFunction } from 'ol/style/Style'
import { expect, test } from 'vitest'
import { projections } from '../projections.ts'
import {
  areaStyle,
  corridorStyle,
  dotBelowPx,
  geometryOf,
  halfWidth,
  handleStyle,
  middleStyle,
  styleFromAfar,
  styleOfArea,
} from './area-style.ts'

const mercator = projections['EPSG:3857']
const plain = { isDark: false, isFaulty: false }
const circle: FenceArea = { shape: 'circle', lat: 60, lon: 10, radiusM: 500 }
const road: FenceArea = {
  shape: 'corridor',
  widthM: 100,
  line: [
    { lat: 60, lon: 10 },
    { lat: 60, lon: 10.01 },
  ],
}
const strokeOf = (style: Style) => style.getStroke()
const fillOf = (style: Style) => style.getFill()?.getColor()
const draw = (style: Style | StyleFunction, area: FenceArea, resolution: number) => {
  const feature = new Feature(geometryOf(area, mercator))
  return [(style as StyleFunction)(feature, resolution) as Style | Style[]].flat()
}

test('an area has its own colour; one that cannot be used is red whatever its colour', () => {
  expect(strokeOf(areaStyle({ ...plain, colour: '#1e90ff' }))?.getColor()).toBe('rgb(30,144,255)')
  const faulty = areaStyle({ ...plain, colour: '#1e90ff', isFaulty: true })
  expect(strokeOf(faulty)?.getColor()).toBe(strokeOf(areaStyle({ ...plain, isFaulty: true }))?.getColor())
  expect(strokeOf(faulty)?.getColor()).not.toBe('rgb(30,144,255)')
})

test('what counts for nothing at present is dashed and faint, what is meant stands out', () => {
  const opacity = (look: object) =>
    Number(/([\d.]+)\)$/.exec(String(fillOf(areaStyle({ ...plain, ...look }))))?.[1])
  expect(strokeOf(areaStyle({ ...plain, isOff: true }))?.getLineDash()).toEqual([6, 6])
  expect(strokeOf(areaStyle(plain))?.getLineDash()).toBeNull()
  expect(opacity({ isOff: true })).toBeLessThan(opacity({}))
  expect(opacity({ isChosen: true })).toBeGreaterThan(opacity({}))
  expect(strokeOf(areaStyle({ ...plain, isChosen: true }))?.getWidth()).toBe(3)
})

test('a corridor is drawn as wide as it is on the ground', () => {
  // At 60° north a metre of the ground is two of the projection.
  expect(halfWidth(road, geometryOf(road, mercator), mercator)).toBeCloseTo(100, 0)
  expect(halfWidth(circle, geometryOf(circle, mercator), mercator)).toBe(0)
  for (const resolution of [1, 4, 20]) {
    const [band] = draw(corridorStyle(plain, 100, mercator), road, resolution)
    expect(band?.getStroke()?.getWidth()).toBeCloseTo(200 / resolution, 0)
  }
})

test('a corridor has its line in the middle, other areas a surface', () => {
  expect(draw(styleOfArea(road, plain, mercator), road, 1)).toHaveLength(2)
  expect(geometryOf(road, mercator).getType()).toBe('LineString')
  const ring = geometryOf(circle, mercator).getCoordinates()[0] as number[][]
  expect(ring[0]).toEqual(ring.at(-1))
})

test('an area over the 180th meridian stays in one piece', () => {
  const area: FenceArea = { shape: 'rectangle', south: -1, west: 179.5, north: 1, east: -179.5 }
  const [west, , east] = geometryOf(area, mercator).getExtent() as [number, number, number, number]
  expect(east - west).toBeCloseTo((1 / 360) * 40_075_016.7, -1)
})

test('seen from afar an area is a dot in its middle, near by it is itself', () => {
  const style = styleFromAfar(circle, plain, mercator)
  const geometry: Geometry = geometryOf(circle, mercator)
  const [west, south, east, north] = geometry.getExtent() as [number, number, number, number]
  const edge = Math.max(east - west, north - south) / dotBelowPx
  const [near] = draw(style, circle, edge * 0.99)
  expect(near?.getFill()).not.toBeNull()
  const [dot] = draw(style, circle, edge * 1.01)
  const middle = dot?.getGeometry() as Geometry
  expect(middle.getType()).toBe('Point')
  expect(middle.getExtent()[0]).toBeCloseTo((west + east) / 2, 6)
  expect(dot?.getImage()).not.toBeNull()
})

test('a corner that is chosen is filled, and one in the middle of an edge is smaller', () => {
  const radius = (style: Style) => (style.getImage() as Circle).getRadius()
  const fill = (style: Style) => (style.getImage() as Circle).getFill()?.getColor()
  expect(radius(middleStyle(plain))).toBeLessThan(radius(handleStyle(plain)))
  expect(fill(handleStyle(plain))).toBe('#fff')
  expect(fill(handleStyle({ ...plain, isChosen: true }))).toBe('rgb(11,110,120)')
  expect(fill(middleStyle({ ...plain, isChosen: true }))).toBe('#fff')
})
