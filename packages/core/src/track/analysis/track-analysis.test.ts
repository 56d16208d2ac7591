import { expect, test } from 'vitest'
import { qualityBits } from '../../codes/states.ts'
import { type Track, type TrackPointValues, toTrack } from '../columns.ts'
import { findEpisodes } from '../episodes/find-episodes.ts'
import { trackSettingDefaults } from '../track-settings.ts'

/** Degrees of latitude in one metre. */
const metre = 1 / 111_195

/** A drive given as [seconds, km/h]…: a report every 10 s, moved by its speed. */
function drive(...parts: [seconds: number, speedKmh: number, more?: Partial<TrackPointValues>][]) {
  const points: TrackPointValues[] = []
  let at = 0
  let lat = 10
  for (const [seconds, speedKmh, more] of parts) {
    for (let s = 0; s < seconds; s += 10) {
      points.push({ ...still, fixTime: at * 1000, latE7: Math.round(lat * 1e7), speedKmh, ...more })
      at += 10
      lat += (speedKmh / 3.6) * 10 * metre
    }
  }
  return toTrack(points)
}

const still: TrackPointValues = {
  fixTime: 0,
  latE7: 0,
  lonE7: 0,
  speedKmh: 0,
  courseDeg: 0,
  altitudeM: null,
  satellites: 9,
  accOn: null,
  odometerM: null,
  quality: 0,
}

/** Trips and stops. */
const segmentsOf = (track: Track) =>
  findEpisodes({ track, batteryPercent: null }, trackSettingDefaults, null).episodes.filter(
    ({ kind }) => kind === 'trip' || kind === 'stop',
  )
const kinds = (track: Track) => segmentsOf(track).map(({ kind, from, to }) => `${kind} ${(to - from) / 1000}`)

test('a drive with a long pause is two trips and a stop', () => {
  expect(kinds(drive([600, 50], [600, 0], [600, 50]))).toEqual(['trip 600', 'stop 590', 'trip 600'])
})

test('a red light is part of the trip', () => {
  expect(kinds(drive([600, 50], [60, 0], [600, 50]))).toEqual(['trip 1250'])
})

test('crawling traffic does not flicker', () => {
  const crawl = Array.from({ length: 40 }, (_, n): [number, number] => [10, n % 2 ? 5 : 6.5])
  expect(kinds(drive([300, 30], ...crawl, [300, 30]))).toHaveLength(1)
})

/** Creeps so far within six minutes, a little each minute, between two drives; a report every so many seconds. */
function creeping(withinM: number, speedKmh: number, intervalS: number) {
  const points: TrackPointValues[] = []
  let northM = 0
  for (let s = 0; s < 960; s++) {
    const isCreeping = s >= 300 && s < 660 && ((s % 60) + 1) * (speedKmh / 3.6) < withinM / 6 + 0.1
    const kmh = s < 300 || s >= 660 ? 50 : isCreeping ? speedKmh : 0
    northM += kmh / 3.6
    if (s % intervalS !== 0) continue
    points.push({ ...still, fixTime: s * 1000, latE7: Math.round(northM * metre * 1e7), speedKmh: kmh })
  }
  return toTrack(points)
}

test.each([1, 10, 30].flatMap((interval) => [4, 8, 12].map((speed) => [speed, interval] as const)))(
  'a vehicle that creeps within 80 m for six minutes at %d km/h stops: a report every %d s',
  (speed, interval) => {
    for (const withinM of [30, 55, 80])
      expect(segmentsOf(creeping(withinM, speed, interval)).map(({ kind }) => kind)).toEqual([
        'trip',
        'stop',
        'trip',
      ])
  },
)

test('a jam in which it gets on is part of the trip', () => {
  expect(kinds(creeping(240, 12, 10))).toHaveLength(1)
})

test('a light before the place where it parks, and one behind it, cost nothing of the way between', () => {
  const track = drive([600, 50], [60, 0], [20, 12], [900, 0], [20, 12], [60, 0], [600, 50])
  const [first, stop, last] = segmentsOf(track)
  expect(stop).toMatchObject({ kind: 'stop', from: 680_000 })
  // Of the last ten seconds there is no fix at the end.
  expect(first!.distanceM + last!.distanceM).toBeCloseTo(2 * (8_333 + 67) - 139, -1)
})

test('moving the vehicle in the yard is no trip', () => {
  expect(kinds(drive([600, 0], [40, 8], [600, 0]))).toEqual(['stop 1230'])
})

test('a stray fix while it stands is no trip, a quick move to another place is one', () => {
  const track = drive([600, 0], [30, 60], [600, 0])
  expect(kinds(track)).toEqual(['stop 590', 'trip 40', 'stop 590'])
  const stray = drive([600, 0], [10, 60], [600, 0])
  stray.latE7[60] = stray.latE7[0]! + 50_000
  stray.latE7.fill(stray.latE7[0]!, 61)
  expect(kinds(stray)).toHaveLength(1)
})

test('a vehicle that was carried while its device was off has not driven', () => {
  const evening = { ...still, fixTime: 0 }
  const morning = { ...still, fixTime: 12 * 3_600_000, latE7: 4_000_000 }
  expect(segmentsOf(toTrack([evening, morning]))).toMatchObject([{ kind: 'stop', distanceM: 0 }])
  const counted = { ...morning, odometerM: 52_000 }
  expect(segmentsOf(toTrack([{ ...evening, odometerM: 1_000 }, counted]))).toMatchObject([{ kind: 'trip' }])
})

test('from the year of a wrong clock to the present nobody drove, though the odometer went on', () => {
  const wrong = { ...still, fixTime: Date.UTC(2000, 0, 1), odometerM: 1_000 }
  const right = { ...still, fixTime: Date.UTC(2026, 10, 20), latE7: 4_000_000, odometerM: 61_000 }
  expect(segmentsOf(toTrack([wrong, right]))).toMatchObject([
    { kind: 'stop', distanceM: 0, quarterHours: null },
  ])
})

test('where fixes are sparse the odometer of the device gives the distance', () => {
  const at = (n: number, odometerM: number) => ({
    ...still,
    fixTime: n * 120_000,
    latE7: n * 100_000,
    speedKmh: 60,
    odometerM,
  })
  const [trip] = segmentsOf(toTrack([at(0, 5_000), at(1, 6_900), at(2, 8_801), at(3, 10_700)]))
  expect(trip?.distanceM).toBe(5_700)
  const [back] = segmentsOf(toTrack([at(0, 5_000), at(1, 6_900), at(2, 12), at(3, 1_900)]))
  expect(back?.distanceM).toBeCloseTo(3_336, -1)
})

test('a flickering ignition wire divides no trip', () => {
  const track = drive(
    [600, 50, { accOn: true }],
    [10, 0, { accOn: false }],
    [100, 0, { accOn: true }],
    [600, 50, { accOn: true }],
  )
  expect(kinds(track)).toHaveLength(1)
})

test('ignition off is a stop, despite the speed of a drifting fix', () => {
  const [segment] = segmentsOf(drive([600, 12, { accOn: false }]))
  expect(segment).toMatchObject({ kind: 'stop', distanceM: 0 })
})

test('driving with the ignition off is a trip: the wire is not connected', () => {
  expect(kinds(drive([600, 60, { accOn: false }]))).toEqual(['trip 590'])
})

test('ninety seconds are a stop with the ignition off, and part of the trip with it on', () => {
  const on = { accOn: true }
  expect(kinds(drive([600, 50, on], [90, 0, { accOn: false }], [600, 50, on]))).toHaveLength(3)
  expect(kinds(drive([600, 50, on], [90, 0, on], [600, 50, on]))).toHaveLength(1)
})

test('reports that are always at rest but kilometres apart are a trip', () => {
  const at = (n: number) => ({ ...still, fixTime: n * 240_000, latE7: n * 200_000 })
  expect(segmentsOf(toTrack([at(0), at(1), at(2)]))).toMatchObject([{ kind: 'trip' }])
})

test('a segment has the reasons of its begin and end, and its idling', () => {
  const [on, off] = [{ accOn: true }, { accOn: false }]
  const segments = segmentsOf(drive([600, 50, on], [60, 0, on], [600, 50, on], [300, 0, off], [600, 50, on]))
  expect(segments).toMatchObject([
    { kind: 'trip', began: 'track', ended: 'ignition', idleMs: 50_000 },
    { kind: 'stop', began: 'ignition', ended: 'ignition', idleMs: 0 },
    { kind: 'trip', began: 'ignition', ended: 'track' },
  ])
})

test('drift of a parked vehicle is a stop of no distance', () => {
  const [segment] = segmentsOf(drive([600, 20, { quality: qualityBits.drift }]))
  expect(segment).toMatchObject({ kind: 'stop', distanceM: 0 })
})

test('a night without reports in one place is a stop', () => {
  const evening = { ...still, fixTime: 0 }
  const morning = { ...still, fixTime: 8 * 3_600_000 }
  expect(segmentsOf(toTrack([evening, morning]))).toMatchObject([{ kind: 'stop', from: 0, to: 28_800_000 }])
})

test('a silence in which the vehicle went far away is driven', () => {
  const here = { ...still, fixTime: 0 }
  const there = { ...still, fixTime: 3_600_000, latE7: 5_000_000 }
  expect(segmentsOf(toTrack([here, there]))).toMatchObject([{ kind: 'trip' }])
})

test('a jump adds no distance', () => {
  const track = drive([300, 36])
  track.latE7[10] = 0
  track.quality[10] = qualityBits.jump
  const [trip] = segmentsOf(track)
  expect(trip?.distanceM).toBeCloseTo(2900, -1)
})

test('a device that reports no speed is judged by its distance', () => {
  expect(kinds(withoutSpeed(drive([600, 50], [600, 0])))).toEqual(['trip 610', 'stop 580'])
})

function withoutSpeed(track: Track) {
  track.speedKmh.fill(Number.NaN)
  return track
}

test('segments follow each other without a gap and name their points', () => {
  const track = drive([600, 50], [600, 0], [600, 50], [900, 0])
  const segments = segmentsOf(track)
  expect(segments[0]?.from).toBe(track.fixTime[0])
  expect(segments.at(-1)?.to).toBe(track.fixTime[track.length - 1])
  for (const [n, segment] of segments.entries()) if (n > 0) expect(segment.from).toBe(segments[n - 1]?.to)
})

test.each([[toTrack([])], [toTrack([still])]])('too few points are no segment', (track) => {
  expect(segmentsOf(track)).toEqual([])
})
