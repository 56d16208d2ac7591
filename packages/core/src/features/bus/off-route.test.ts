import { expect, test } from 'vitest'
import { lineGeometry } from './line-geometry.ts'
import { type OffRouteEvent, type OffRouteState, type WatchedLine, watchOffRoute } from './off-route.ts'
import type { BusFix } from './progress.ts'
import { at, drive, start } from './testing/drives.ts'

const watched: WatchedLine = {
  lineId: 7,
  version: 1,
  geometry: lineGeometry([at(0), at(6000)], []),
  limitM: 100,
  points: 2,
  seconds: 30,
}

function watch(fixes: readonly BusFix[], lines = [watched], satellites: number | null = 9) {
  let state: OffRouteState | null = null
  const events: OffRouteEvent[] = []
  for (const fix of fixes) {
    const step = watchOffRoute(state && JSON.parse(JSON.stringify(state)), { ...fix, satellites }, lines)
    state = step.state
    if (step.event) events.push(step.event)
  }
  return { state, events: events.map(({ kind, time }) => [kind, Math.round((time - start) / 1000)]) }
}

/** Drives 2 km of the line, 500 m beside it for a kilometre, and back on it to 5 km; ten metres a second. */
const detour = [
  { s: 0, to: at(0) },
  { s: 200, to: at(2000) },
  { s: 250, to: at(2000, 500) },
  { s: 350, to: at(3000, 500) },
  { s: 400, to: at(3000) },
  { s: 600, to: at(5000) },
]

test.each([
  ['every second', { everyS: 1 }],
  ['every ten seconds', { everyS: 10 }],
  ['every ten seconds, wandering', { everyS: 10, jitterM: 20 }],
  ['every minute', { everyS: 60 }],
])('one that leaves its line and returns gives one alarm and its end, reporting %s', (_, kind) => {
  const { events } = watch(drive(detour, kind))
  expect(events.map(([what]) => what)).toEqual(['left', 'returned'])
  const [left, returned] = events.map(([, s]) => s as number)
  expect(left).toBeGreaterThanOrEqual(205)
  expect(left).toBeLessThanOrEqual(205 + kind.everyS * 1.2 + 5)
  expect(returned).toBeGreaterThanOrEqual(388)
  expect(returned).toBeLessThanOrEqual(395 + kind.everyS * 1.2 + 5)
})

test.each([
  ['on the line', 0, 40],
  ['beside the line', 85, 30],
  ['along the next street', 98, 12],
])('a fix that wanders %s gives none', (_, asideM, jitterM) => {
  for (let seed = 1; seed <= 20; seed++) {
    const way = [
      { s: 0, to: at(1000, asideM) },
      { s: 600, to: at(5000, asideM) },
    ]
    const fixes = [
      ...drive([
        { s: -20, to: at(900) },
        { s: -10, to: at(1000) },
      ]),
      ...drive(way, { everyS: 10, jitterM, seed }),
    ]
    const { events } = watch(fixes, [{ ...watched, points: 3, seconds: 30, limitM: 125 }])
    expect(events).toEqual([])
  }
})

test('a single fix aside gives none, however long after the one before', () => {
  const fixes = drive(detour, { everyS: 60 }).map((fix, i) =>
    i === 4 ? { ...fix, ...at(2500, 900) } : { ...fix, lat: 0 },
  )
  expect(watch(fixes).events).toEqual([])
})

test('few satellites are believed less', () => {
  const aside = [
    { s: 0, to: at(1000) },
    { s: 60, to: at(1600, 130) },
    { s: 300, to: at(4000, 130) },
  ]
  expect(watch(drive(aside)).events.map(([what]) => what)).toEqual(['left'])
  expect(watch(drive(aside), [watched], 4).events).toEqual([])
})

test('a depot beside the line raises nothing before the first drive, nor after the last', () => {
  const day = [
    { s: 0, to: at(-900, 900) },
    { s: 3600, to: at(-900, 900) },
    { s: 3800, to: at(0) },
    { s: 4400, to: at(6000) },
    { s: 4600, to: at(6900, 900) },
    { s: 9000, to: at(6900, 900) },
  ]
  expect(watch(drive(day))).toEqual({ state: null, events: [] })
})

test('the way of any of its lines is no deviation', () => {
  const other = {
    ...watched,
    lineId: 8,
    geometry: lineGeometry([at(2000), at(2000, 500), at(3000, 500), at(3000)], []),
  }
  expect(watch(drive(detour), [watched, other]).events).toEqual([])
})

test('what is open ends when the line is changed or taken away, and is not raised again by that', () => {
  const off = drive(detour.slice(0, 4))
  let state: OffRouteState | null = null
  for (const fix of off) state = watchOffRoute(state, { ...fix, satellites: 9 }, [watched]).state
  const next = {
    ...drive([
      { s: 360, to: at(3100, 500) },
      { s: 370, to: at(3100, 500) },
    ])[0]!,
    satellites: 9,
  }
  expect(state?.isOff).toBe(true)
  for (const lines of [[], [{ ...watched, version: 2 }]]) {
    const step = watchOffRoute(state, next, lines)
    expect(step).toMatchObject({ state: null, event: { kind: 'returned', lineId: 7 } })
    expect(watchOffRoute(step.state, next, lines).event).toBeNull()
  }
})
