import { expect, test } from 'vitest'
import { qualityBits } from '../../codes/states.ts'
import { type Track, type TrackPointValues, toTrack } from '../columns.ts'
import { exclusionsOf } from '../episodes/explain-track.ts'
import { findEpisodes } from '../episodes/find-episodes.ts'
import { trackSettingDefaults } from '../track-settings.ts'
import { findBelievedPoints, markJumps } from './believed-points.ts'

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

const drivenM = (track: Track) =>
  findEpisodes({ track, batteryPercent: null }, trackSettingDefaults, null)
    .episodes.filter(({ kind }) => kind === 'trip')
    .reduce((metres, { distanceM }) => metres + distanceM, 0)
const leftOutOf = (track: Track) =>
  exclusionsOf(track, findBelievedPoints(track, trackSettingDefaults).points).filter(
    (reason) => reason !== null,
  )

const far = { latE7: 400_000_000 }
const marked: { reason: string; point: Partial<TrackPointValues> }[] = [
  { reason: 'jump', point: { ...far, quality: qualityBits.jump } },
  { reason: 'coarse', point: { ...far, quality: qualityBits.coarse | qualityBits.late } },
  { reason: 'future', point: { ...far, quality: qualityBits.future } },
  { reason: 'noFix', point: { latE7: null, lonE7: null, quality: qualityBits.noFix } },
]

test.each(marked)('a point marked $reason adds nothing', ({ reason, point }) => {
  const track = toTrack(drive.toSpliced(30, 0, { ...driving(29), fixTime: 295_000, ...point }))
  expect(drivenM(track)).toBeCloseTo(drivenM(toTrack(drive)), 0)
  expect(leftOutOf(track)).toEqual([reason])
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
  const track = toTrack([...drive, ...night])
  expect(drivenM(track)).toBeLessThan(drivenM(toTrack(drive)) + 200)
  expect(leftOutOf(track)).toEqual(Array(500).fill('drift'))
})

test('points sent late count in their place', () => {
  const late = drive.map((point) => ({ ...point, quality: qualityBits.late | qualityBits.buffered }))
  expect(drivenM(toTrack(late))).toBe(drivenM(toTrack(drive)))
})

test('the line leaves out what mileage does: a leap that fixes confirmed, not a jump that was none', () => {
  const leaping = (i: number) => i >= 20 && i < 23
  const track = toTrack(
    drive.map((point, i) => ({
      ...point,
      latE7: point.latE7! + (leaping(i) ? 450_000 : 0),
      quality: i === 20 || i === 40 ? qualityBits.jump : qualityBits.late,
    })),
  )
  markJumps(track)
  const jumps = drive.flatMap((_, i) => (track.quality[i]! & qualityBits.jump ? [i] : []))
  expect(jumps).toEqual([20, 21, 22])
  expect(track.quality[21]! & qualityBits.late).toBe(qualityBits.late)
})

test('what may still turn out either way at the end of the track stays as it came', () => {
  const ends = drive.map((point, i) => ({ ...point, latE7: point.latE7! + (i >= 57 ? 450_000 : 0) }))
  const track = toTrack(ends.map((point, i) => ({ ...point, quality: i === 57 ? qualityBits.jump : 0 })))
  markJumps(track)
  expect([...track.quality.slice(56)]).toEqual([0, qualityBits.jump, 0, 0])
})
