import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyzeTrack, legMetres, measureSegment, type TrackAnalysis } from '../analysis/track-analysis.ts'
import { type Track, type TrackPointValues, toTrack } from '../columns.ts'
import { cutTrack } from '../merge.ts'
import { type DriveKindName, driveKinds, makeDrive, reportDrive } from '../testing/drives.ts'
import { everySo, realDriveNames, toRealDrive } from '../testing/real-drives.ts'
import { trackSettingDefaults } from '../track-settings.ts'
import { cutEpisode } from './cut-episode.ts'
import { findEpisodes } from './find-episodes.ts'
import { quarterMs } from './quarter-hour-sums.ts'
import { aroundQuarterMs, traceQuarter } from './quarter-trace.ts'

/** Any window of a drive gives what its fixes give, from the few points around its ends. */

const realDrives = realDriveNames.map(
  (name) =>
    toRealDrive(readFileSync(new URL(`../testing/real-drives/${name}.csv`, import.meta.url), 'utf8')).points,
)

/** Counts in whole units, two percent more than the way. */
function withOdometer(points: readonly TrackPointValues[], unitM: number): TrackPointValues[] {
  if (unitM === 0) return [...points]
  const ways = cumulativeOf(analyzeTrack(toTrack(points), trackSettingDefaults))
  return points.map((point) => ({
    ...point,
    odometerM: 700_000 + Math.floor((ways(point.fixTime) * 1.02) / unitM) * unitM,
  }))
}

/** A made-up drive, or a real one. */
const driven = fc.oneof(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(driveKinds) as DriveKindName[])),
    seed: fc.integer({ min: 1, max: 50 }),
  }),
  fc.constantFrom(...realDrives.keys()),
)
const windows = fc.record({
  drive: driven,
  intervalS: fc.constantFrom(1, 10, 10, 30, 60),
  shiftS: fc.nat(900),
  odometerUnitM: fc.constantFrom(0, 0, 1, 100, 1_000),
  /** Where it is cut, in millionths of its time. */
  cuts: fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 8 }),
})
type Windows = typeof windows extends fc.Arbitrary<infer T> ? T : never

function trackOf({ drive, intervalS, shiftS, odometerUnitM }: Windows): Track {
  const points =
    typeof drive === 'number'
      ? everySo(realDrives[drive]!, intervalS)
      : reportDrive(makeDrive(driveKinds[drive.kind], drive.seed), intervalS, { noiseM: 3 }, drive.seed)
  const shifted = points.map((point) => ({ ...point, fixTime: point.fixTime + shiftS * 1000 }))
  return toTrack(withOdometer(shifted, odometerUnitM))
}

/** How far the trips of a track have come at an instant: by the whole track. */
function cumulativeOf(analysis: TrackAnalysis): (time: number) => number {
  const { track, motion } = analysis
  const legs: { from: number; to: number; metres: number }[] = []
  for (const trip of motion.segments.filter(({ isMoving }) => isMoving)) {
    const metres = legMetres(analysis, trip, measureSegment(analysis, trip).source)!
    for (const [k, each] of metres.entries()) {
      const [a, b] = [motion.points[trip.a + k]!, motion.points[trip.a + k + 1]!]
      legs.push({ from: track.fixTime[a]!, to: track.fixTime[b]!, metres: each })
    }
  }
  return (time) =>
    legs.reduce((sum, { from, to, metres }) => {
      const share = Math.min(1, Math.max(0, (time - from) / (to - from)))
      return sum + metres * share
    }, 0)
}

/** As a server looks it up: only the points around the quarter, with what is before them unknown. */
const tracesOf = (track: Track) => (quarterTime: number) => {
  const around = cutTrack(track, quarterTime - aroundQuarterMs, quarterTime + quarterMs + aroundQuarterMs)
  return traceQuarter(analyzeTrack(around, trackSettingDefaults), quarterTime) ?? undefined
}

test('any window of a drive gives what its fixes give, and windows add up', () => {
  fc.assert(
    fc.property(windows, (drive) => {
      const track = trackOf(drive)
      const { episodes } = findEpisodes({ track, batteryPercent: null }, trackSettingDefaults, null)
      const trips = episodes.filter(({ kind }) => kind === 'trip')
      const untilOf = cumulativeOf(analyzeTrack(track, trackSettingDefaults))
      const traceAt = tracesOf(track)
      const [first, last] = [track.fixTime[0]!, track.fixTime.at(-1)!]
      const inner = drive.cuts.map((share) => first + Math.round(((last - first) * share) / 1_000_000))
      const borders = [first, ...inner.sort((a, b) => a - b), last]
      let decimetres = 0
      for (const [n, to] of borders.entries()) {
        const from = borders[n - 1] ?? first
        const parts = trips.flatMap((trip) => cutEpisode(trip, from, to, traceAt) ?? [])
        const metres = parts.reduce((sum, { distanceM }) => sum + distanceM, 0)
        const truth = untilOf(to) - untilOf(from)
        decimetres += Math.round(metres * 10)
        expect(Math.abs(metres - truth)).toBeLessThanOrEqual(truth * 0.02 + 1)
      }
      expect(decimetres).toBe(trips.reduce((sum, { distanceM }) => sum + Math.round(distanceM * 10), 0))
    }),
    { numRuns: 100 },
  )
})
