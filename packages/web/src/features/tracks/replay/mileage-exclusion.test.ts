import { qualityBits } from '@trackway/core/codes/states.ts'
import { toTrack } from '@trackway/core/track/columns.ts'
import { expect, test } from 'vitest'
import { countExcluded, exclusionReasonOf } from './mileage-exclusion.ts'

const point = (quality: number, latE7: number | null = 1) => ({
  fixTime: 0,
  latE7,
  lonE7: latE7,
  speedKmh: null,
  courseDeg: null,
  altitudeM: null,
  satellites: null,
  accOn: null,
  odometerM: null,
  quality,
})

test.each([
  [0, 1, null],
  [qualityBits.late | qualityBits.buffered, 1, null],
  [0, null, 'noFix'],
  [qualityBits.jump | qualityBits.drift, 1, 'jump'],
  [qualityBits.drift | qualityBits.late, 1, 'drift'],
])('quality %d at %s is hidden for %s', (quality, latE7, reason) =>
  expect(exclusionReasonOf(toTrack([point(quality, latE7)]), 0)).toBe(reason),
)

test('late points are counted apart: they are on the line', () => {
  const track = toTrack([point(0), point(qualityBits.late), point(qualityBits.coarse), point(0, null)])
  const { reasons, hidden, late } = countExcluded(track)
  expect({ hidden, late, coarse: reasons.coarse, noFix: reasons.noFix }).toEqual({
    hidden: 2,
    late: 1,
    coarse: 1,
    noFix: 1,
  })
})
