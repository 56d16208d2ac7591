import { expect, test } from 'vitest'
import { qualityBits } from '../codes/states.ts'
import { type TrackPointValues, toTrack } from './columns.ts'
import { mileageOf } from './mileage.ts'
import { segmentsOf } from './segments.ts'

/** 60 km/h northwards, a report every ten seconds. */
const driving = (i: number): TrackPointValues => ({
  fixTime: i * 10_000,
  latE7: 312_300_000 + i * 15_000,
  lonE7: 1_214_700_000,
  speedKmh: 60,
  courseDeg: 0,
  altitudeM: null,
  satellites: 9,
  accOn: true,
  odometerM: null,
  quality: 0,
})
const drive = Array.from({ length: 60 }, (_, i) => driving(i))

const far = { latE7: 400_000_000 }
const marked: { reason: string; point: Partial<TrackPointValues> }[] = [
  { reason: 'jump', point: { ...far, quality: qualityBits.jump } },
  { reason: 'coarse', point: { ...far, quality: qualityBits.coarse | qualityBits.late } },
  { reason: 'future', point: { ...far, quality: qualityBits.future } },
  { reason: 'noFix', point: { latE7: null, lonE7: null, quality: qualityBits.noFix } },
]

test.each(marked)('a point marked $reason adds nothing and is counted', ({ reason, point }) => {
  const track = toTrack(drive.toSpliced(30, 0, { ...driving(29), fixTime: 295_000, ...point }))
  const mileage = mileageOf(track)
  expect(mileage.distanceM).toBeCloseTo(mileageOf(toTrack(drive)).distanceM, 3)
  expect(mileage.leftOut).toEqual({ noFix: 0, future: 0, jump: 0, coarse: 0, drift: 0, [reason]: 1 })
})

test('a night of drift adds nothing', () => {
  const night = Array.from({ length: 1_000 }, (_, i) => ({
    ...driving(59),
    fixTime: 600_000 + i * 30_000,
    latE7: 313_185_000 + ((i * 7919) % 9_000),
    speedKmh: 0,
    accOn: false,
    quality: i % 2 === 0 ? qualityBits.drift : 0,
  }))
  const { distanceM, leftOut } = mileageOf(toTrack([...drive, ...night]))
  expect(distanceM).toBeLessThan(mileageOf(toTrack(drive)).distanceM + 200)
  expect(leftOut.drift).toBe(500)
})

test('points sent late count in their place', () => {
  const late = drive.map((point) => ({ ...point, quality: qualityBits.late | qualityBits.buffered }))
  expect(mileageOf(toTrack(late)).distanceM).toBe(mileageOf(toTrack(drive)).distanceM)
})

test('is the sum of the trips', () => {
  const track = toTrack(drive)
  const sum = segmentsOf(track).reduce((metres, segment) => metres + segment.distanceM, 0)
  expect(mileageOf(track).distanceM).toBe(sum)
})
