import { qualityBits } from '@trackway/core/codes/states.ts'
import { newTrack, toTrack } from '@trackway/core/track/columns.ts'
import { expect, test, vi } from 'vitest'
import { placeAt } from './place-at.ts'
import { advance, Player, pausesBetween } from './player.ts'
import { columnsOf, tickStepMs, trackSeries } from './series.ts'

const point = (fixTime: number, lat: number, lon: number, speedKmh: number | null = 30) => ({
  fixTime,
  latE7: lat * 1e7,
  lonE7: lon * 1e7,
  speedKmh,
  courseDeg: 90,
  altitudeM: null,
  satellites: 9,
  accOn: true,
  odometerM: null,
  quality: 0,
})

const track = toTrack([point(0, 10, 20), point(10_000, 10, 21), point(1_000_000, 11, 21)])

test.each([
  { time: -5, lat: 10, lon: 20, index: 0, why: 'before the first point: there' },
  { time: 0, lat: 10, lon: 20, index: 0, why: 'on a point' },
  { time: 5_000, lat: 10, lon: 20.5, index: 0, why: 'half way between two fixes' },
  { time: 500_000, lat: 10, lon: 21, index: 1, why: 'in a gap it waits' },
  { time: 2_000_000, lat: 11, lon: 21, index: 2, why: 'after the last point: there' },
])('$why', ({ time, lat, lon, index }) => {
  expect(placeAt(track, time)).toMatchObject({ index })
  expect(placeAt(track, time)?.lat).toBeCloseTo(lat, 7)
  expect(placeAt(track, time)?.lon).toBeCloseTo(lon, 7)
})

test('points that are not on the line are passed over', () => {
  const drift = { ...point(15_000, 50, 50), quality: qualityBits.drift }
  const strayed = toTrack([point(0, 10, 20), drift, point(20_000, 10, 21)])
  expect(placeAt(strayed, 15_000)).toMatchObject({ lat: 10, lon: 20.75, index: 0 })
})

test('an empty track has no place', () => expect(placeAt(newTrack(0), 5)).toBeNull())

const pauses = [{ from: 100_000, to: 400_000 }]
test.each([
  { from: 0, by: 1_000, to: 1_000, why: 'drives on' },
  { from: 99_500, by: 1_000, to: 390_000, why: 'leaps over the stop it enters' },
  { from: 395_000, by: 1_000, to: 396_000, why: 'plays the last seconds before it leaves' },
  { from: 400_500, by: 1_000, to: 401_500, why: 'is past it' },
])('$why', ({ from, by, to }) => expect(advance(from, by, pauses)).toBe(to))

test('pauses are when none of the vehicles moves', () => {
  const trips = [
    { from: 50, to: 60 },
    { from: 10, to: 20 },
    { from: 15, to: 30 },
  ]
  expect(pausesBetween(trips, { from: 0, to: 60 })).toEqual([
    { from: 0, to: 10 },
    { from: 30, to: 50 },
  ])
})

const speeds = (points: Parameters<typeof toTrack>[0], to: number, width: number) =>
  columnsOf(trackSeries(toTrack(points), 'speedKmh'), 0, to, width)

test('a pixel column keeps the extremes of its points', () => {
  const dense = [point(0, 0, 0, 10), point(1, 0, 0, 90), point(2, 0, 0, 40), point(15, 0, 0, 7)]
  const { low, high } = speeds(dense, 20, 2)
  expect([...low]).toEqual([10, 7])
  expect([...high]).toEqual([90, 7])
})

test('a point without speed leaves its column empty, and so does one that is not trusted', () => {
  expect(speeds([point(0, 0, 0, null)], 10, 1).high[0]).toBeNaN()
  expect(speeds([{ ...point(0, 0, 0, 300), quality: qualityBits.jump }], 10, 1).high[0]).toBeNaN()
})

test('time marks keep their distance', () => {
  expect(tickStepMs(3_600_000, 900)).toBe(15 * 60_000)
  expect(tickStepMs(90 * 86_400_000, 900)).toBeGreaterThan(86_400_000)
})

test('the cursor is at the beginning as earlier days arrive, and stays where it was put', () => {
  vi.stubGlobal('cancelAnimationFrame', () => {})
  const player = new Player({ from: 0, to: 100 })
  player.setTracks({ from: 80, to: 100 }, [])
  expect(player.state.time).toBe(80)
  player.setTracks({ from: 20, to: 100 }, [])
  expect(player.state.time).toBe(20)
  player.seek(60)
  player.setTracks({ from: 10, to: 100 }, [])
  expect(player.state.time).toBe(60)
})

test('plays a part again and again', () => {
  const frames: ((ms: number) => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: (ms: number) => void) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => {})
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const player = new Player({ from: 0, to: 100_000 }, { rate: 300 })
  player.set({ loops: true })
  player.setPart({ from: 40_000, to: 60_000 })
  player.play()
  expect(player.state.time).toBe(40_000)
  for (const ms of [50, 100]) frames.pop()!(ms)
  expect(player.state).toMatchObject({ time: 40_000, isPlaying: true })
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
