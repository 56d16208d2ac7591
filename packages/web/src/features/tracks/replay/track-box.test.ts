import { qualityBits } from '@trackway/core/codes/states.ts'
import { newTrack, toTrack } from '@trackway/core/track/columns.ts'
import { expect, test } from 'vitest'
import { aPoint } from '../testing/points.ts'
import { boxOf } from './track-box.ts'

const one = toTrack([aPoint(0, 22, 113), aPoint(10, 23, 114), aPoint(20, 30, 114)])
const other = toTrack([aPoint(5, 21, 115), aPoint(10, 80, 10, { quality: qualityBits.jump })])

test('the box around several holds all of them, but no point that is off the line', () =>
  expect(boxOf([one, other])).toEqual({ west: 113, south: 21, east: 115, north: 30 }))

test('only what lies between the instants counts, both included', () =>
  expect(boxOf([one], { from: 0, to: 10_000 })).toEqual({ west: 113, south: 22, east: 114, north: 23 }))

test('where no point is on the line, those near the vehicle are held, but no stray ones', () => {
  const drift = { quality: qualityBits.drift }
  const stray = aPoint(20, 80, 10, { quality: qualityBits.jump })
  const parked = toTrack([aPoint(0, 22, 113, drift), aPoint(10, 22, 114, drift), stray])
  expect(boxOf([parked])).toEqual({ west: 113, south: 22, east: 114, north: 22 })
  expect(boxOf([toTrack([stray])])).toBeNull()
})

test('without a point there is no box', () => {
  expect(boxOf([])).toBeNull()
  expect(boxOf([newTrack(0)])).toBeNull()
  expect(boxOf([one], { from: 30_000, to: 40_000 })).toBeNull()
})
