import { describe, expect, test } from 'vitest'
import { arrivalsAt, deviationOf, punctualityOf } from './arrivals.ts'
import {
  advanceOnLines,
  type BusFix,
  type BusState,
  type CompiledLine,
  newBusState,
  type StopPassage,
} from './progress.ts'
import { aLine, at, drive, start } from './testing/drives.ts'

const shape = [at(0), at(4000)]
const stops = [at(0), at(1000), at(2500), at(4000)]
/** Leaves each quarter of an hour; 3, 8 and 12 minutes to the stops. */
const timetable = [
  {
    days: [1, 2, 3, 4, 5, 6, 7],
    offsetsMin: [0, 3, 8, 12],
    departures: [480, 495, 510],
  },
]
const line = aLine(shape, stops, { timetable })

function run(fixes: readonly BusFix[], lines: readonly CompiledLine[], before: BusState = newBusState) {
  let state = before
  const passages: StopPassage[] = []
  for (const fix of fixes) {
    const step = advanceOnLines(JSON.parse(JSON.stringify(state)), fix, lines)
    state = step.state
    passages.push(...step.passages)
  }
  return { state, passages }
}
const seconds = (time: number | null) => (time === null ? null : Math.round((time - start) / 1000))

describe('a drive along the line', () => {
  // Ten metres a second, a minute at the second stop.
  const way = [
    { s: 0, to: at(0) },
    { s: 30, to: at(0) },
    { s: 130, to: at(1000) },
    { s: 190, to: at(1000) },
    { s: 490, to: at(4000) },
    { s: 600, to: at(4000) },
  ]

  test.each([
    ['every second', { everyS: 1 }],
    ['every ten seconds', { everyS: 10 }],
    ['every ten seconds, wandering', { everyS: 10, jitterM: 12 }],
    ['every minute', { everyS: 60 }],
  ])('passes each stop once, reporting %s', (_, kind) => {
    const { passages, state } = run(drive(way, kind), [line])
    expect(passages.map(({ stop }) => stop)).toEqual([0, 1, 2, 3])
    const near = (time: number | null, s: number) =>
      expect(Math.abs(seconds(time)! - s)).toBeLessThan(kind.everyS === 60 ? 60 : 8)
    near(passages[0]!.leaveTime, 33)
    near(passages[1]!.arriveTime, 127)
    near(passages[1]!.leaveTime, 193)
    near(passages[3]!.arriveTime, 487)
    expect(passages[0]!.arriveTime).toBeNull()
    expect(passages[3]!.leaveTime).toBeNull()
    expect(passages.map(({ scheduledTime }) => seconds(scheduledTime))).toEqual([0, 180, 480, 720])
    expect(state.lineId).toBeNull()
  })

  test('is between two stops, and so far behind the timetable', () => {
    const { state } = run(drive(way.slice(0, 4)), [line])
    expect(state.lineId).toBe(1)
    const trace = state.traces[0]!
    expect(trace.atM).toBeCloseTo(1000, -1)
    expect(deviationOf(trace, { ...line, stopsM: line.geometry.stopsM })).toBeCloseTo(10_000, -3)
  })

  test('goes on after a pause of reports', () => {
    const fixes = drive(way).filter(({ time }) => seconds(time)! < 200 || seconds(time)! > 400)
    expect(run(fixes, [line]).passages.map(({ stop }) => stop)).toEqual([0, 1, 2, 3])
  })

  test('that begins in the middle passes what lies before it', () => {
    const { passages } = run(
      drive(way).filter(({ time }) => seconds(time)! > 200),
      [line],
    )
    expect(passages.map(({ stop }) => stop)).toEqual([2, 3])
    expect(seconds(passages[0]!.scheduledTime)).toBe(480)
  })
})

test('a street that two lines drive in both directions: the line whose way it goes', () => {
  const back = aLine([...shape].reverse(), [...stops].reverse(), { lineId: 2 })
  const there = [
    { s: 0, to: at(0) },
    { s: 400, to: at(4000) },
    { s: 500, to: at(4000) },
    { s: 900, to: at(0) },
    { s: 960, to: at(0) },
  ]
  const { passages } = run(drive(there, { jitterM: 8 }), [line, back])
  expect(passages.map(({ lineId, stop }) => `${lineId}.${stop}`)).toEqual([
    '1.0',
    '1.1',
    '1.2',
    '1.3',
    '2.0',
    '2.1',
    '2.2',
    '2.3',
  ])
})

test('a line that comes back along its own street passes its stops in their order', () => {
  const loop = aLine([at(0), at(2000), at(0)], [at(0), at(1000), at(2000), at(1000), at(0)])
  expect(loop.geometry.stopsM.map(Math.round)).toEqual([0, 1000, 2000, 3000, 4000])
  const way = [
    { s: 0, to: at(0) },
    { s: 200, to: at(2000) },
    { s: 260, to: at(2000) },
    { s: 460, to: at(0) },
    { s: 500, to: at(0) },
  ]
  expect(run(drive(way, { everyS: 5 }), [loop]).passages.map(({ stop }) => stop)).toEqual([0, 1, 2, 3, 4])
})

test('a vehicle that stands at the line, or crosses it, drives nothing', () => {
  const standing = [
    { s: 0, to: at(1000) },
    { s: 3600, to: at(1000) },
  ]
  const crossing = [
    { s: 0, to: at(1500, -2000) },
    { s: 400, to: at(1500, 2000) },
  ]
  for (const way of [standing, crossing])
    expect(run(drive(way, { jitterM: 25 }), [line])).toMatchObject({ passages: [], state: { lineId: null } })
})

test('who waits at the first stop without a word left it as late as possible', () => {
  const waiting = drive([
    { s: -7200, to: at(0) },
    { s: -7190, to: at(0) },
  ])
  const driving = drive([
    { s: 40, to: at(400) },
    { s: 400, to: at(4000) },
  ])
  const { passages } = run([...waiting, ...driving], [line])
  expect(passages.map(({ stop }) => stop)).toEqual([0, 1, 2, 3])
  expect(Math.abs(seconds(passages[0]!.leaveTime)!)).toBeLessThan(20)
})

test('a line that was changed begins anew', () => {
  const { state } = run(
    drive([
      { s: 0, to: at(0) },
      { s: 100, to: at(1000) },
    ]),
    [line],
  )
  const fix = drive([
    { s: 110, to: at(1100) },
    { s: 120, to: at(1100) },
  ])
  const other = aLine(shape, stops, { lineId: 3 })
  expect(run(fix, [other], state).state.lineId).toBeNull()
})

describe('arrivals', () => {
  const timed = { stopsM: line.geometry.stopsM, timetable, timeZone: 'UTC' }
  const bus = { fromM: 0, fromTime: start, atM: 1000, atTime: start + 240_000, departTime: start }

  test('are as late as the vehicle is, then those of the timetable', () => {
    const found = arrivalsAt([bus], timed, start + 250_000)
    expect(found.map((ofStop) => ofStop.map(({ time, bus }) => [seconds(time), bus]))).toEqual([
      [
        [900, null],
        [1800, null],
      ],
      [
        [1080, null],
        [1980, null],
      ],
      [
        [540, 0],
        [1380, null],
        [2280, null],
      ],
      [
        [780, 0],
        [1620, null],
        [2520, null],
      ],
    ])
  })

  test('go by its own speed where there is no timetable', () => {
    const found = arrivalsAt([{ ...bus, departTime: null }], { ...timed, timetable: [] }, start + 250_000)
    // 1000 m in 240 s.
    expect(found[2]!.map(({ time }) => seconds(time))).toEqual([600])
  })

  test('are told as early, on time and late', () => {
    expect([-61_000, -60_000, 0, 300_000, 301_000].map(punctualityOf)).toEqual([
      'early',
      'onTime',
      'onTime',
      'onTime',
      'late',
    ])
  })
})
