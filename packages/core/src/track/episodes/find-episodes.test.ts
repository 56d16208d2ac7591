import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { qualityBits } from '../../codes/states.ts'
import { newTrack, type TrackPointValues, toTrack } from '../columns.ts'
import { trackSettingDefaults } from '../track-settings.ts'
import { type Checkpoint, checkpointAtStop, unsettledMs } from './checkpoint.ts'
import { cutEpisode } from './cut-episode.ts'
import type { StoredEpisode } from './episode.ts'
import { findEpisodes } from './find-episodes.ts'
import { plainEpisode } from './plain-episode.ts'

const settings = { ...trackSettingDefaults, offlineMs: 1_200_000, overspeedKmh: 90 }
const start = Date.UTC(2026, 5, 1, 5, 7)

interface Point extends TrackPointValues {
  percent: number | null
}

/** A leg of a drive: so many reports, so far apart, at about such a speed. */
const leg = fc.record({
  reports: fc.integer({ min: 1, max: 25 }),
  seconds: fc.constantFrom(5, 10, 30, 60, 240, 900, 4_000),
  speedKmh: fc.constantFrom(0, 0, 0, 2, 4.5, 8, 40, 100, 130),
  accOn: fc.constantFrom(true, true, false, null),
  hasSpeed: fc.boolean(),
  courseDeg: fc.constantFrom(0, 0, 0, 20, 180, null),
  satellites: fc.constantFrom(8, 8, 3, null),
  quality: fc.constantFrom(0, 0, 0, 0, qualityBits.drift, qualityBits.jump, qualityBits.noFix),
  percentStep: fc.constantFrom(0, 0, -1, 2, -5),
  /** Of the reports, those whose ignition bit is inverted. */
  flicker: fc.constantFrom(0, 0, 7, 3),
  hasOdometer: fc.boolean(),
  /** It is found so far away all along, or creeps there and back within so much. */
  awayM: fc.constantFrom(0, 0, 0, 0, 3_000),
  creepM: fc.constantFrom(0, 0, 0, 35, 70),
})

const drives = fc.array(leg, { minLength: 2, maxLength: 25 }).map((legs) => {
  const points: Point[] = []
  let [time, latE7, odometerM, percent] = [start, 100_000_000, 5_000_000, 60]
  for (const each of legs) {
    for (let k = 0; k < each.reports; k++) {
      const metres = (each.speedKmh / 3.6) * each.seconds
      time += each.seconds * 1000
      latE7 += Math.round(metres * 90)
      odometerM += Math.round(metres * 1.02)
      percent = Math.min(100, Math.max(0, percent + each.percentStep))
      const isFlicker = each.flicker > 0 && k % each.flicker === 2
      const isPlaced = each.quality !== qualityBits.noFix
      points.push({
        fixTime: time,
        latE7: isPlaced ? latE7 + (each.awayM + (k % 3 === 1 ? each.creepM : 0)) * 90 : null,
        lonE7: isPlaced ? 200_000_000 : null,
        speedKmh: each.hasSpeed ? each.speedKmh : null,
        courseDeg: each.courseDeg,
        altitudeM: null,
        satellites: each.satellites,
        accOn: isFlicker && each.accOn !== null ? !each.accOn : each.accOn,
        odometerM: each.hasOdometer ? odometerM : null,
        quality: each.quality,
        percent: each.percentStep === 0 ? null : percent,
      })
    }
  }
  return points
})

const episodesOf = (points: readonly Point[], checkpoint: Checkpoint | null) =>
  findEpisodes(
    {
      track: toTrack(points),
      batteryPercent: Float32Array.from(points, ({ percent }) => percent ?? Number.NaN),
    },
    settings,
    checkpoint,
  )

const byTime = (episodes: Iterable<StoredEpisode>) =>
  [...episodes].sort((a, b) => a.from - b.from || a.kind.localeCompare(b.kind))

/** Looks at a track as it grows, keeping what was found as the database does. */
function episodesInPieces(points: readonly Point[], ends: readonly number[]): StoredEpisode[] {
  const stored = new Map<string, StoredEpisode>()
  let checkpoint: Checkpoint | null = null
  for (const end of [...ends, points.length]) {
    const since: number = checkpoint?.point?.fixTime ?? Number.NEGATIVE_INFINITY
    const found = episodesOf(
      points.slice(0, end).filter(({ fixTime }) => fixTime > since),
      checkpoint === null ? null : structuredClone(checkpoint),
    )
    for (const [key, { from }] of stored) if (from >= since) stored.delete(key)
    if (checkpoint?.idle) stored.delete(`idling ${checkpoint.idle.time}`)
    for (const episode of found.episodes) stored.set(`${episode.kind} ${episode.from}`, episode)
    checkpoint = found.checkpoint ?? checkpoint
  }
  return byTime(stored.values())
}

test('a track looked through in pieces gives what it gives at once', () => {
  const cases = drives.chain((points) =>
    fc.tuple(
      fc.constant(points),
      fc
        .array(fc.integer({ min: 1, max: points.length }), { maxLength: 8 })
        .map((ends) => ends.sort((a, b) => a - b)),
    ),
  )
  fc.assert(
    fc.property(cases, ([points, ends]) => {
      expect(episodesInPieces(points, ends)).toEqual(byTime(episodesOf(points, null).episodes))
    }),
    { numRuns: 300 },
  )
})

/** Points that arrive late: the track is looked at again from the last stop that lies before them. */
function episodesWithLatePoints(points: readonly Point[], isLate: (n: number) => boolean): StoredEpisode[] {
  const early = points.filter((_, n) => !isLate(n))
  const first = points.findIndex((_, n) => isLate(n))
  const before = byTime(episodesOf(early, null).episodes)
  if (first < 0) return before
  const changedFrom = points[first]!.fixTime
  const segments = before.filter(({ kind }) => kind === 'trip' || kind === 'stop')
  const last = segments.findLast(({ from }) => from <= changedFrom)
  const stop = segments.findLast(
    ({ kind, to, began }) =>
      kind === 'stop' && began !== 'track' && to <= (last?.from ?? 0) - unsettledMs(settings),
  )
  if (stop === undefined) return byTime(episodesOf(points, null).episodes)
  const ignition =
    before.find((e) => e.kind === 'ignition' && e.from <= stop.from && e.to >= stop.from) ?? null
  const found = episodesOf(
    points.filter(({ fixTime }) => fixTime >= stop.from),
    checkpointAtStop(stop, ignition, null),
  )
  const again = new Set(found.episodes.map(({ kind, from }) => `${kind} ${from}`))
  const kept = before.filter(({ kind, from }) => from < stop.from && !again.has(`${kind} ${from}`))
  return byTime([...kept, ...found.episodes])
}

test('points that come late give what they would have given in time', () => {
  const ofTrack = (episodes: readonly StoredEpisode[]) =>
    episodes.filter(({ kind }) => kind !== 'charging' && kind !== 'discharging')
  const cases = drives.chain((points) =>
    fc.tuple(fc.constant(points), fc.nat(points.length - 1), fc.integer({ min: 1, max: 30 })),
  )
  fc.assert(
    fc.property(cases, ([points, from, count]) => {
      const episodes = episodesWithLatePoints(points, (n) => n >= from && n < from + count)
      expect(ofTrack(episodes)).toEqual(ofTrack(byTime(episodesOf(points, null).episodes)))
    }),
    { numRuns: 300 },
  )
})

test('what it did before a silence does not decide what it does after it, wherever the look began', () => {
  const point = (seconds: number, metres: number | null): Point => ({
    fixTime: start + seconds * 1000,
    latE7: metres === null ? null : 100_000_000 + metres * 90,
    lonE7: metres === null ? null : 200_000_000,
    quality: metres === null ? qualityBits.noFix : 0,
    speedKmh: null,
    courseDeg: 0,
    altitudeM: null,
    satellites: 8,
    accOn: true,
    odometerM: null,
    percent: null,
  })
  const steps = (count: number, from: number, every: number, metres: (n: number) => number | null) =>
    Array.from({ length: count }, (_, n) => point(from + n * every, metres(n)))
  // Driven until the silence, found 16 km further at a walk's speed, and away again after a short stand.
  const points = [
    ...steps(4, 0, 5, (n) => n * 139),
    ...steps(14, 915, 900, () => null),
    ...steps(28, 12_620, 5, () => 16_167),
    ...steps(23, 12_995, 240, (n) => 16_300 + n * 133),
    ...steps(13, 18_280, 5, () => 19_226),
  ]
  expect(episodesWithLatePoints(points, (n) => n === 61)).toEqual(byTime(episodesOf(points, null).episodes))
})

test('trips and stops follow each other from the first place to the last', () => {
  fc.assert(
    fc.property(drives, (points) => {
      const segments = byTime(episodesOf(points, null).episodes).filter(
        ({ kind }) => kind === 'trip' || kind === 'stop',
      )
      for (const [n, { from, kind, began }] of segments.entries()) {
        const before = segments[n - 1]
        if (before === undefined) continue
        expect([from, began]).toEqual([before.to, before.ended])
        expect(kind).not.toBe(before.kind)
      }
    }),
  )
})

describe('cut anywhere', () => {
  const cuts = fc.tuple(drives, fc.array(fc.nat(1_000_000), { maxLength: 6 }))

  test('the parts add up to the whole', () => {
    fc.assert(
      fc.property(cuts, ([points, at]) => {
        const { episodes } = episodesOf(points, null)
        const [first, last] = [points[0]!.fixTime, points.at(-1)!.fixTime]
        const inner = at.map((share) => first + Math.round(((last - first) * share) / 1_000_000))
        const borders = [first - 1, ...inner.sort((a, b) => a - b), last + 1]
        for (const episode of episodes) {
          const parts = borders.slice(1).flatMap((to, n) => cutEpisode(episode, borders[n]!, to) ?? [])
          const sum = (of: (part: StoredEpisode) => number) =>
            parts.reduce((total, part) => total + of(part), 0)
          expect(sum(({ distanceM }) => Math.round(distanceM * 10))).toBe(Math.round(episode.distanceM * 10))
          expect(sum(({ idleMs }) => idleMs)).toBe(episode.idleMs)
          expect(sum(({ from, to }) => to - from)).toBe(episode.to - episode.from)
          for (const { distanceM, idleMs } of parts)
            expect(Math.min(distanceM, idleMs)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('a reading that falls to nothing ends at 0, not at -0', () => {
    const reading = fc.record({ from: fc.nat(1_000), lengthMs: fc.integer({ min: 2, max: 216_000_000 }) })
    fc.assert(
      fc.property(reading, ({ from, lengthMs }) => {
        const at = (time: number) => ({ time, lat: null, lon: null, reason: 'reading' as const })
        const discharging = {
          ...plainEpisode('discharging', at(0), at(lengthMs), 'reading'),
          quarterHours: null,
          fromValue: from / 10,
          toValue: 0,
        }
        expect(Object.is(cutEpisode(discharging, 1, lengthMs)!.toValue, -0)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  test('at a quarter of an hour a trip is divided as its points say', () => {
    const [points, minute] = [[] as Point[], 60_000]
    // 50 km/h for the first half hour, then 100, at a report a minute.
    const blank = {
      courseDeg: 0,
      altitudeM: null,
      satellites: 8,
      accOn: true,
      odometerM: null,
      quality: 0,
      percent: null,
    }
    const from = Date.UTC(2026, 5, 1, 23, 30)
    let metres = 0
    for (let k = 0; k <= 60; k++) {
      const speedKmh = k <= 30 ? 50 : 100
      if (k > 0) metres += (speedKmh / 60) * 1000
      const latE7 = Math.round((metres / 111_195) * 1e7)
      points.push({ ...blank, fixTime: from + k * minute, latE7, lonE7: 0, speedKmh })
    }
    const trip = episodesOf(points, null).episodes.find(({ kind }) => kind === 'trip')!
    const midnight = Date.UTC(2026, 5, 2)
    expect(cutEpisode(trip, from, midnight)?.distanceM).toBeCloseTo(25_000, -2)
    expect(cutEpisode(trip, midnight, midnight + 60 * minute)?.distanceM).toBeCloseTo(50_000, -2)
    expect(cutEpisode(trip, from, midnight - 15 * minute)?.maxSpeedKmh).toBe(50)
  })
})

test('an ignition reported off after a pause of the reports was off all along', () => {
  const report = (minutes: number, accOn: boolean): TrackPointValues => ({
    fixTime: start + minutes * 60_000,
    latE7: 100_000_000,
    lonE7: 200_000_000,
    speedKmh: 0,
    courseDeg: null,
    altitudeM: null,
    satellites: 8,
    accOn,
    odometerM: null,
    quality: 0,
  })
  const minutesOn = (...reports: TrackPointValues[]) =>
    findEpisodes({ track: toTrack(reports), batteryPercent: null }, settings, null)
      .episodes.filter(({ kind }) => kind === 'ignition' || kind === 'idling')
      .map(({ kind, from, to }) => `${kind} ${(to - from) / 60_000}`)
  expect(minutesOn(report(0, true), report(10, true), report(12, false))).toEqual([
    'idling 12',
    'ignition 12',
  ])
  expect(minutesOn(report(0, true), report(10, true), report(40, false))).toEqual([
    'idling 10',
    'ignition 10',
  ])
})

test('an excess of any length is found: ten fixes a second for half a day', () => {
  const fixes = 432_000
  const track = newTrack(fixes)
  track.fixTime.forEach((_, i, times) => {
    times[i] = start + i * 100
  })
  track.latE7.forEach((_, i, lats) => {
    lats[i] = 100_000_000 + i * 250
  })
  track.lonE7.fill(200_000_000)
  track.speedKmh.fill(100)
  const { episodes } = findEpisodes({ track, batteryPercent: null }, settings, null)
  expect(episodes.filter(({ kind }) => kind === 'overspeed')).toMatchObject([
    // The first fix has no leg before it.
    { from: start + 100, to: start + (fixes - 1) * 100, maxSpeedKmh: 100 },
  ])
})
