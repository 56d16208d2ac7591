import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TrackPointValues, toTrack } from '../columns.ts'
import { findEpisodes } from '../episodes/find-episodes.ts'
import {
  badDevices,
  driveKinds,
  type FixErrors,
  makeDrive,
  pointAt,
  randomOf,
  reportDrive,
  startTime,
  throughTunnel,
} from '../testing/drives.ts'
import { trackSettingDefaults } from '../track-settings.ts'

const tripsOf = (points: readonly TrackPointValues[]) =>
  findEpisodes({ track: toTrack(points), batteryPercent: null }, trackSettingDefaults, null).episodes.filter(
    ({ kind }) => kind === 'trip',
  )
const drivenM = (points: readonly TrackPointValues[]) =>
  tripsOf(points).reduce((sum, { distanceM }) => sum + distanceM, 0)

type Change = (typeof badDevices)[string]

/** Of ten drives of each kind: the error of their sum and the worst of one, percent. */
function errorsOf(intervalS: number, errors: FixErrors, change: Change = (point) => point) {
  return Object.fromEntries(
    Object.entries(driveKinds).map(([name, kind]) => {
      let [truth, counted, worst] = [0, 0, 0]
      for (let seed = 1; seed <= 10; seed++) {
        const drive = makeDrive(kind, seed)
        const points = reportDrive(drive, intervalS, errors, seed)
        const [trueM, metres] = [drive.at(-1)!.drivenM, drivenM(points.map(change))]
        truth += trueM
        counted += metres
        worst = Math.max(worst, Math.abs(metres / trueM - 1) * 100)
      }
      return [name, { percent: (counted / truth - 1) * 100, worst }]
    }),
  )
}

describe.each([3, 8])('with places that are %d m wrong', (noiseM) => {
  test('a report every ten seconds is right within half a percent, and no drive worse than two', () => {
    for (const { percent, worst } of Object.values(errorsOf(10, { noiseM }))) {
      expect(Math.abs(percent)).toBeLessThan(0.5)
      expect(worst).toBeLessThan(2)
    }
  })

  test('a report every thirty seconds is right within two percent over all drives', () => {
    const errors = Object.values(errorsOf(30, { noiseM }))
    expect(Math.abs(errors.reduce((sum, { percent }) => sum + percent, 0) / errors.length)).toBeLessThan(1)
    for (const { percent } of errors) expect(Math.abs(percent)).toBeLessThan(2)
  })

  test('one a second is right within half a percent on roads', () => {
    expect(Math.abs(errorsOf(1, { noiseM: 3 }).city!.percent)).toBeLessThan(0.5)
  })
})

test.each(Object.entries(badDevices).filter(([name]) => name !== 'speed of the report before'))(
  'a device with %s is measured no worse than along straight lines',
  (_, change) => {
    for (const intervalS of [10, 30]) {
      const straight = errorsOf(intervalS, { noiseM: 3 }, (point) => ({ ...point, courseDeg: null }))
      const bent = errorsOf(intervalS, { noiseM: 3 }, change)
      for (const name of Object.keys(straight)) {
        expect(bent[name]!.worst, name).toBeLessThan(straight[name]!.worst + 0.5)
      }
    }
  },
)

const parked = (n: number, values: Partial<TrackPointValues> = {}, eastM = 0, northM = 0) =>
  pointAt(eastM, northM, { fixTime: startTime + n * 30_000, accOn: false, ...values })

describe('a leap', () => {
  const away = (from: number, count: number) => (n: number) => n >= from && n < from + count

  test.each([1, 3, 9])('of %d parked fixes is no trip', (count) => {
    const isAway = away(40, count)
    const points = Array.from({ length: 100 }, (_, n) => parked(n, {}, isAway(n) ? 5_000 : 0))
    expect(tripsOf(points)).toEqual([])
  })

  test.each([1, 3])('of %d fixes on a drive adds nothing, also where they came late', (count) => {
    const points = reportDrive(makeDrive(driveKinds.suburb, 3), 10, { noiseM: 3 }, 3)
    const isAway = away(60, count)
    const leaping = points.map((point, n) =>
      isAway(n) ? { ...point, latE7: point.latE7! + 450_000, quality: 16 } : point,
    )
    expect(drivenM(leaping)).toBeCloseTo(drivenM(points), -3)
    expect(tripsOf(leaping)).toHaveLength(1)
  })

  test('to a place where it stays adds no metres: something carried it', () => {
    const points = Array.from({ length: 100 }, (_, n) => parked(n, {}, n < 50 ? 0 : 20_000))
    expect(drivenM(points)).toBe(0)
    expect(tripsOf(points)).toEqual([])
  })

  const frozen = Array.from({ length: 40 }, (_, n) => parked(n, { accOn: null }))
  /** 54 km/h away from 600 m north of there, a fix every ten seconds. */
  const drivenAway = (fixes: number, stepM = 150) =>
    Array.from({ length: fixes }, (_, n) =>
      parked(0, { fixTime: frozen.at(-1)!.fixTime + (n + 1) * 10_000, speedKmh: 54 }, 0, 600 + n * stepM),
    )

  test('from a frozen place to a drive is believed as soon as the drive agrees with itself', () => {
    expect(drivenM([...frozen, ...drivenAway(36)])).toBeCloseTo(5_250, -2)
    expect(drivenM([...frozen, ...drivenAway(16)])).toBeCloseTo(2_250, -2)
  })

  test('to where the vehicle is not seen to drive is believed once it has not been back for ten minutes', () => {
    const points = [...frozen, ...drivenAway(10)]
    const last = points.at(-1)!.fixTime
    const found = (now: number) =>
      findEpisodes({ track: toTrack(points), batteryPercent: null }, trackSettingDefaults, null, {
        spans: [],
        now,
      })
    const tripsAt = (now: number) => found(now).episodes.filter(({ kind }) => kind === 'trip')
    expect(tripsAt(last + 60_000)).toEqual([])
    const { decidedTime } = found(last + 60_000)
    expect(tripsAt(decidedTime! - 1)).toEqual([])
    const [trip] = tripsAt(decidedTime!)
    expect(trip?.distanceM).toBeCloseTo(1_350, -2)
    expect(found(decidedTime!).decidedTime).toBeNull()
    // What is sent later may still show that it had been back: from there on the track is looked at again.
    expect(found(decidedTime!).checkpoint?.point?.fixTime).toBeLessThanOrEqual(frozen.at(-1)!.fixTime)
  })

  test('of a first wrong fix costs nothing of the drive', () => {
    const points = reportDrive(makeDrive(driveKinds.suburb, 4), 10, { noiseM: 3 }, 4)
    const wrong = [{ ...points[0]!, latE7: points[0]!.latE7! + 900_000 }, ...points.slice(1)]
    expect(drivenM(wrong)).toBeCloseTo(drivenM(points), -3)
  })
})

test.each([60, 180])('a tunnel of %d s on a motorway costs less than two percent and no trip', (tunnelS) => {
  for (let seed = 1; seed <= 5; seed++) {
    const drive = makeDrive(driveKinds.motorway, seed)
    const points = throughTunnel(reportDrive(drive, 10, { noiseM: 3 }, seed), tunnelS)
    expect(Math.abs(drivenM(points) / drive.at(-1)!.drivenM - 1)).toBeLessThan(0.02)
    expect(tripsOf(points)).toHaveLength(1)
  }
})

describe('a parked vehicle with its ignition on all the time', () => {
  const wander = (speedKmh: (random: () => number) => number, noiseM: number, intervalS: number) => {
    const random = randomOf(5)
    let [east, north] = [0, 0]
    return Array.from({ length: (12 * 3600) / intervalS }, (_, n) => {
      east = east * 0.9 + (random() - 0.5) * noiseM
      north = north * 0.9 + (random() - 0.5) * noiseM
      const values = { fixTime: startTime + n * intervalS * 1000, speedKmh: speedKmh(random) }
      return pointAt(east, north, values)
    })
  }

  test.each([1, 10, 60])('stands, though it reports 4 km/h every %d s', (intervalS) => {
    expect(tripsOf(wander((random) => random() * 8, 4, intervalS))).toEqual([])
  })

  test('stands, though its place drifts by 15 m', () => {
    expect(drivenM(wander((random) => random() * 3, 22, 10))).toBe(0)
  })
})

test('a delivery round loses nothing at its stops', () => {
  const drives = [1, 2, 3, 4, 5, 6].map((seed) => makeDrive({ ...driveKinds.city, lengthM: 1_500 }, seed))
  const points: TrackPointValues[] = []
  let [time, east, north, truth] = [startTime, 0, 0, 0]
  for (const [k, drive] of drives.entries()) {
    for (const point of reportDrive(drive, 10, { noiseM: 0 }, k)) {
      points.push({
        ...point,
        fixTime: time + point.fixTime - startTime,
        latE7: point.latE7! + north,
        lonE7: point.lonE7! + east,
      })
    }
    const last = points.at(-1)!
    const first = pointAt(0, 0, { fixTime: 0 })
    ;[time, north, east] = [last.fixTime, last.latE7! - first.latE7!, last.lonE7! - first.lonE7!]
    truth += drive.at(-1)!.drivenM
    for (let n = 1; n <= 60; n++) points.push({ ...last, speedKmh: 0, fixTime: time + n * 10_000 })
    time += 610_000
  }
  expect(Math.abs(drivenM(points) / truth - 1)).toBeLessThan(0.015)
  expect(tripsOf(points)).toHaveLength(drives.length)
})

/** The reports of a vehicle that is so far north and east, in metres. */
const reportsAt = (
  places: readonly { northM: number; eastM: number; courseDeg: number }[],
): TrackPointValues[] =>
  places.map(({ northM, eastM, courseDeg }, n) =>
    pointAt(eastM, northM, { fixTime: startTime + n * 10_000, speedKmh: 50, courseDeg }),
  )
const straightM = (places: readonly { northM: number; eastM: number }[]) =>
  places
    .slice(1)
    .reduce(
      (sum, { northM, eastM }, n) => sum + Math.hypot(northM - places[n]!.northM, eastM - places[n]!.eastM),
      0,
    )

test('a course that never changes bends nothing, though the way mostly leads there', () => {
  const winding = Array.from({ length: 60 }, (_, n) => ({
    northM: 135 * n,
    eastM: n % 8 < 4 ? 0 : 60,
    courseDeg: 0,
  }))
  expect(drivenM(reportsAt(winding)) / straightM(winding)).toBeCloseTo(1, 3)
})

/** Out and back the way it came, course turned within the second, with a fix at the turn; the course field may lag. */
function thereAndBack({ intervalS, legs, speedKmh, isCourseLate }: TurnBack): TrackPointValues[] {
  const stepM = (speedKmh / 3.6) * intervalS
  const courseAt = (n: number) => (n < legs + 1 ? 0 : 180)
  return Array.from({ length: 2 * legs + 1 }, (_, n) =>
    pointAt(0, stepM * (n <= legs ? n : 2 * legs - n), {
      fixTime: startTime + n * intervalS * 1000,
      speedKmh,
      courseDeg: courseAt(isCourseLate ? n - 1 : n),
    }),
  )
}

interface TurnBack {
  intervalS: number
  legs: number
  speedKmh: number
  isCourseLate: boolean
}

test('a sharp turn back adds nothing, wherever the course field still says the way out', () => {
  const turnBack = fc.record({
    intervalS: fc.constantFrom(1, 2, 5, 10, 15, 30, 60),
    legs: fc.integer({ min: 4, max: 40 }),
    speedKmh: fc.constantFrom(18, 36, 54, 72, 108),
    isCourseLate: fc.boolean(),
  })
  fc.assert(
    fc.property(turnBack, (turn) => {
      const trueM = 2 * turn.legs * (turn.speedKmh / 3.6) * turn.intervalS
      const trip = tripsOf(thereAndBack(turn))
      // Out and back within some seconds it may not have left.
      fc.pre(trip.length === 1)
      expect(trip[0]!.distanceM).toBeLessThan(trueM * 1.005)
    }),
    { examples: [[{ intervalS: 30, legs: 6, speedKmh: 72, isCourseLate: false }]] },
  )
})
