import type { Area, FenceArea } from '@trackway/core/geo/area.ts'
import { distanceM } from '@trackway/core/geo/distance.ts'
import { expect, test } from 'vitest'
import {
  circleBetween,
  cornerList,
  handlesOf,
  insertCorner,
  middlesOf,
  moveHandle,
  outlineOf,
  rectangleBetween,
  removeCorner,
  shiftArea,
} from './area-handles.ts'

const bounds = { minM: 10, maxM: 100_000 }
const circle: Area = { shape: 'circle', lat: 60, lon: 179.99, radiusM: 5_000 }
const rectangle: Area = { shape: 'rectangle', south: 1, west: 10, north: 2, east: 12 }

test('every place of a circle’s outline is its radius away, across the 180th meridian too', () => {
  for (const { lat, lon } of outlineOf(circle)) expect(distanceM(60, 179.99, lat, lon)).toBeCloseTo(5_000, 3)
})

test('a circle’s edge drags its radius, within its bounds; its centre moves it', () => {
  const [, edge] = handlesOf(circle)
  expect(moveHandle(circle, 1, edge!, bounds)).toEqual(circle)
  expect(moveHandle(circle, 1, { lat: 70, lon: 179.99 }, bounds)).toMatchObject({ radiusM: 100_000 })
  expect(circleBetween({ lat: 0, lon: 0 }, { lat: 0, lon: 0 }, bounds).radiusM).toBe(10)
  expect(moveHandle(circle, 0, { lat: 1, lon: 2 }, bounds)).toEqual({ ...circle, lat: 1, lon: 2 })
})

test('a rectangle’s corner may be dragged past the one opposite', () => {
  expect(handlesOf(rectangle)[0]).toEqual({ lat: 1, lon: 10 })
  expect(moveHandle(rectangle, 0, { lat: 3, lon: 13 }, bounds)).toEqual({
    shape: 'rectangle',
    south: 2,
    north: 3,
    west: 12,
    east: 13,
  })
  expect(rectangleBetween({ lat: 0, lon: -179 }, { lat: 1, lon: 179 })).toMatchObject({
    west: 179,
    east: -179,
  })
})

test('an outline is closed', () => {
  for (const area of [circle, rectangle]) {
    const outline = outlineOf(area)
    expect(outline.at(-1)!.lat).toBeCloseTo(outline[0]!.lat, 9)
    expect(outline.at(-1)!.lon).toBeCloseTo(outline[0]!.lon, 9)
  }
})

const road: FenceArea = {
  shape: 'corridor',
  widthM: 100,
  line: [
    { lat: 0, lon: 179 },
    { lat: 0, lon: -179 },
    { lat: 1, lon: -179 },
  ],
}

test('an edge gives a corner from its middle, across the 180th meridian too', () => {
  expect(middlesOf(road)).toEqual([
    { lat: 0, lon: 180 },
    { lat: 0.5, lon: -179 },
  ])
  const more = insertCorner(road, 0, { lat: 0.5, lon: 180 })
  expect(cornerList(more)).toHaveLength(4)
  expect(removeCorner(more, 1)).toEqual(road)
})

test('no corner goes where too few would be left', () => {
  const two = removeCorner(road, 2)!
  expect(cornerList(two)).toHaveLength(2)
  expect(removeCorner(two, 0)).toBeNull()
  expect(removeCorner(circle, 0)).toBeNull()
})

test('a whole is moved by as many degrees as it was dragged', () => {
  const from = { lat: 0, lon: 0 }
  expect(shiftArea(circle, from, { lat: 1, lon: 0.02 })).toEqual({ ...circle, lat: 61, lon: -179.99 })
  expect(shiftArea(rectangle, from, { lat: -2, lon: 1 })).toMatchObject({ south: -1, north: 0, west: 11 })
  expect(shiftArea(road, from, { lat: 1, lon: 2 })).toMatchObject({ line: [{ lat: 1, lon: -179 }, {}, {}] })
})
