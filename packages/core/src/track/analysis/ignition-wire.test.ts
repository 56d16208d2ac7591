import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TrackPointValues, toTrack } from '../columns.ts'
import { findEpisodes } from '../episodes/find-episodes.ts'
import {
  type DriveKindName,
  driveKinds,
  makeDrive,
  pointAt,
  reportDrive,
  startTime,
} from '../testing/drives.ts'
import { trackSettingDefaults } from '../track-settings.ts'
import {
  addWireEvidence,
  applyIgnitionEvidence,
  brokenWires,
  ignitionWireOf,
  noWireEvidence,
  type WireEvidence,
  wireDiffersFrom,
} from './ignition-wire.ts'

type Points = readonly TrackPointValues[]

const city = (acc: 'on' | 'off' | 'unknown') =>
  reportDrive(makeDrive(driveKinds.city, 1), 10, { noiseM: 3, acc }, 1)
const learn = (points: Points, known = noWireEvidence) => addWireEvidence(known, toTrack(points))
const wireOf = (points: Points) => ignitionWireOf(learn(points))
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** An hourly report of a week in which it is parked. */
const week = (accOn: boolean, from = startTime) =>
  Array.from({ length: 169 }, (_, n) => pointAt(0, 0, { fixTime: from + hourMs * (n + 1), accOn }))

const suburb = reportDrive(makeDrive(driveKinds.suburb, 2), 10, { noiseM: 3 }, 2)
/** A day: half an hour of driving, or none, then parked. */
const dayKinds = {
  drivesOn: { driving: true, parked: false },
  drivesOff: { driving: false, parked: false },
  drivesStuckOn: { driving: true, parked: true },
  parks: { driving: null, parked: false },
} as const
type DayKind = keyof typeof dayKinds

function aDay(n: number, kind: DayKind): Points {
  const from = startTime + n * dayMs
  const { driving, parked } = dayKinds[kind]
  const shiftMs = from - startTime
  const drive =
    driving === null
      ? []
      : suburb.map((point) => ({ ...point, fixTime: point.fixTime + shiftMs, accOn: driving }))
  const rest = Array.from({ length: 22 }, (_, hour) =>
    pointAt(0, 0, { fixTime: from + (hour + 1.5) * hourMs, accOn: parked }),
  )
  return [...drive, ...rest]
}
const daysOf = (kinds: readonly DayKind[], first = 0) => kinds.flatMap((kind, n) => aDay(first + n, kind))
const times = <T>(count: number, value: T) => Array<T>(count).fill(value)

test('a device that reports off on a whole drive has no ignition wire, and its drive is one trip', () => {
  const points = city('off')
  expect(wireOf(points)).toBe('alwaysOff')
  const trips = (track = toTrack(points)) =>
    findEpisodes({ track, batteryPercent: null }, trackSettingDefaults, null).episodes.filter(
      ({ kind }) => kind === 'trip',
    ).length
  expect(trips()).toBe(1)
  expect(trips(applyIgnitionEvidence(toTrack(points), learn(points)))).toBe(1)
})

test.each([1, 10, 30])(
  'before anything is learnt, a minute at lights parts no trip: a report every %d s',
  (every) => {
    const tripsOf = (seed: number) => {
      const track = toTrack(
        reportDrive(makeDrive(driveKinds.city, seed), every, { noiseM: 3, acc: 'off' }, seed),
      )
      const { episodes } = findEpisodes({ track, batteryPercent: null }, trackSettingDefaults, null)
      return episodes.filter(({ kind }) => kind === 'trip').length
    }
    const seeds = Array.from({ length: 20 }, (_, n) => n + 1)
    expect(seeds.map(tripsOf)).toEqual(seeds.map(() => 1))
  },
)

test.each(Object.keys(driveKinds) as DriveKindName[])('it is learnt from drives of any kind: %s', (kind) => {
  for (const intervalS of [1, 10, 30, 60, 300])
    for (const acc of ['on', 'off'] as const) {
      const evidence = learn(reportDrive(makeDrive(driveKinds[kind], 3), intervalS, { noiseM: 8, acc }, 3))
      expect(evidence.droveOnTime !== null, `${kind} ${intervalS} s on`).toBe(acc === 'on')
      expect(evidence.droveOff.length > 0, `${kind} ${intervalS} s off`).toBe(acc === 'off')
    }
})

test('one that reports on around the clock has none either; one that is off at night has one', () => {
  expect(wireOf([...city('on'), ...week(true)])).toBe('alwaysOn')
  expect(wireOf([...city('on'), ...week(true).slice(0, 100)])).toBe('unknown')
  expect(wireOf([...city('on'), ...week(false)])).toBe('connected')
})

test('a few minutes with the ignition off prove nothing, and no drive nothing at all', () => {
  const drive = city('off')
  expect(wireOf(drive.slice(0, 25))).toBe('unknown')
  expect(wireOf([...week(false)])).toBe('unknown')
  const later = suburb.map((point) => ({ ...point, fixTime: point.fixTime + dayMs }))
  expect(wireOf([...drive, ...later])).toBe('connected')
})

test('a wire that breaks is not believed from its first drive on, what was before stays', () => {
  const points = daysOf([...times(5, 'drivesOn' as const), ...times(4, 'drivesOff' as const)])
  const evidence = learn(points)
  expect(ignitionWireOf(evidence)).toBe('alwaysOff')
  const heeded = applyIgnitionEvidence(toTrack(points), evidence)
  const broke = startTime + 5 * dayMs
  for (const [i, { fixTime, speedKmh, accOn }] of points.entries()) {
    if (fixTime < broke - hourMs) expect(heeded.accOn[i]).toBe(Number(accOn))
    // Its first minutes may be slow.
    if (fixTime > broke + 5 * 60_000 && speedKmh! >= 15) expect(heeded.accOn[i]).toBe(-1)
  }
  const trips = findEpisodes({ track: heeded, batteryPercent: null }, trackSettingDefaults, null).episodes
  expect(trips.filter(({ kind, from }) => kind === 'trip' && from > broke + dayMs / 2)).toHaveLength(3)
})

test('a wire that sticks at on is not believed since it last reported off', () => {
  const worked = daysOf(times(3, 'drivesOn'))
  const stuck = daysOf(times(16, 'drivesStuckOn'), 3)
  const evidence = learn([...worked, ...stuck])
  expect(brokenWires(evidence)).toEqual([
    { wire: 'alwaysOn', from: worked.at(-1)!.fixTime, until: Number.POSITIVE_INFINITY },
  ])
  expect(wireOf([...worked, ...stuck.slice(0, stuck.length / 2)])).toBe('connected')
})

test('a repaired wire is believed again, and the time in which it was broken stays known', () => {
  for (const broken of ['drivesOff', 'drivesStuckOn'] as const) {
    const before = daysOf([...times(3, 'drivesOn' as const), ...times(17, broken)])
    const after = daysOf(times(30, 'drivesOn'), 20)
    const evidence = learn([...before, ...after])
    const wire = broken === 'drivesOff' ? 'alwaysOff' : 'alwaysOn'
    expect(ignitionWireOf(evidence)).toBe('connected')
    expect(ignitionWireOf(evidence, startTime + 10 * dayMs)).toBe(wire)
    expect(evidence.repaired).toHaveLength(1)
    const heeded = applyIgnitionEvidence(toTrack(after), evidence)
    const isEnd = (i: number) => after[i]!.fixTime > startTime + 20 * dayMs + 2 * hourMs
    for (const [i, acc] of heeded.accOn.entries()) if (isEnd(i)) expect(acc).toBe(Number(after[i]!.accOn))
  }
})

test('weeks in which it is parked change nothing, wherever its fixes wander', () => {
  const worked = daysOf(times(3, 'drivesOn'))
  const wander = fc.record({
    eastM: fc.integer({ min: -140, max: 140 }),
    northM: fc.integer({ min: -140, max: 140 }),
    speedKmh: fc.constantFrom(0, 3, 18, 40, null),
  })
  fc.assert(
    fc.property(fc.array(wander, { minLength: 300, maxLength: 600 }), fc.boolean(), (fixes, isOn) => {
      const parked = fixes.map(({ eastM, northM, speedKmh }, n) =>
        pointAt(eastM / 2, northM / 2, {
          fixTime: worked.at(-1)!.fixTime + (n + 1) * hourMs,
          speedKmh,
          accOn: isOn,
        }),
      )
      expect(wireOf([...worked, ...parked])).toBe('connected')
    }),
    { numRuns: 30 },
  )
})

test('being towed for a day, or a flicker of the wire, changes nothing', () => {
  const worked = daysOf(times(3, 'drivesOn'))
  expect(wireOf([...worked, ...daysOf(['drivesOff', ...times(9, 'parks' as const)], 3)])).toBe('connected')
  const broken = [...worked, ...daysOf(times(4, 'drivesOff'), 3)]
  const flickers = broken.map((point, n) => (n % 50 === 7 ? { ...point, accOn: true } : point))
  expect(wireOf(flickers)).toBe('alwaysOff')
})

test('day by day the verdict is what the drives since the last one with the ignition on say', () => {
  const kinds = fc.array(fc.constantFrom<DayKind>('drivesOn', 'drivesOff', 'drivesOff', 'parks'), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(kinds, (days) => {
      let evidence: WireEvidence = noWireEvidence
      let [droveOn, daysOff, changes, bursts] = [false, 0, 0, 0]
      for (const [n, kind] of days.entries()) {
        const before = ignitionWireOf(evidence)
        const day = aDay(n, kind)
        evidence = learn(day, evidence)
        expect(learn(day, evidence)).toEqual(evidence)
        if (kind === 'drivesOn') [droveOn, daysOff] = [true, 0]
        if (kind === 'drivesOff') daysOff++
        const isBroken = daysOff >= (droveOn ? 3 : 1)
        expect(ignitionWireOf(evidence)).toBe(isBroken ? 'alwaysOff' : droveOn ? 'connected' : 'unknown')
        if (daysOff === (droveOn ? 3 : 1) && kind === 'drivesOff') bursts++
        if (before !== ignitionWireOf(evidence)) changes++
        expect(JSON.stringify(evidence).length).toBeLessThan(1_200)
      }
      expect(changes).toBeLessThanOrEqual(2 * bursts + 1)
      expect(evidence).toEqual(learn(daysOf(days)))
    }),
    { numRuns: 60 },
  )
})

test('it is remembered in so much, however often it breaks', () => {
  const often = Array.from({ length: 12 }, () => ['drivesOn', ...times(3, 'drivesOff')] as DayKind[]).flat()
  const evidence = learn(daysOf([...often, 'drivesOn']))
  expect(evidence.repaired).toHaveLength(8)
  for (const [n, kind] of often.entries()) {
    const noon = startTime + n * dayMs + hourMs / 4
    if (kind === 'drivesOff') expect(ignitionWireOf(evidence, noon)).toBe('alwaysOff')
  }
})

test('what comes late never breaks a wire', () => {
  const kinds = fc.array(fc.constantFrom<DayKind>('drivesOn', 'drivesOff', 'parks'), { maxLength: 20 })
  fc.assert(
    fc.property(kinds, fc.array(fc.nat(), { minLength: 20, maxLength: 20 }), (days, order) => {
      const late = days
        .map((kind, n) => ({ n, kind }))
        .sort((a, b) => order[a.n]! - order[b.n]!)
        .reduce((known, { n, kind }) => learn(aDay(n, kind), known), noWireEvidence)
      const whole = learn(daysOf(days))
      if (ignitionWireOf(late) === 'alwaysOff') expect(ignitionWireOf(whole)).toBe('alwaysOff')
    }),
    { numRuns: 60 },
  )
})

test('a changed verdict has the time since when it changed', () => {
  const worked = learn(daysOf(times(5, 'drivesOn')))
  const broken = learn(daysOf(times(4, 'drivesOff'), 5), worked)
  const repaired = learn(daysOf(['drivesOn'], 9), broken)
  expect(wireDiffersFrom(worked, worked)).toBeNull()
  expect(wireDiffersFrom(worked, broken)).toBe(brokenWires(broken)[0]!.from)
  expect(wireDiffersFrom(broken, repaired)).toBe(brokenWires(repaired)[0]!.until)
})
