import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toTrack } from '../columns.ts'
import { type Contact, findOffline, longestOfflineMs } from './offline.ts'

const minute = 60_000
const offlineMs = 60 * minute

const trackAt = (minutes: readonly number[]) =>
  toTrack(
    minutes.map((at) => ({
      fixTime: at * minute,
      latE7: at * 10,
      lonE7: 0,
      speedKmh: 0,
      courseDeg: null,
      altitudeM: null,
      satellites: null,
      accOn: null,
      odometerM: null,
      quality: 0,
    })),
  )

/** Minutes of stretches, and of now. */
const contactOf = (spans: readonly (readonly [number, number])[], now: number | null = null): Contact => ({
  spans: spans.map(([from, to]) => [from * minute, to * minute] as const),
  now: now === null ? null : now * minute,
})

const minutesOf = (points: readonly number[], more?: Contact, isContinued = false) =>
  findOffline(trackAt(points), offlineMs, more, isContinued).map(({ from, to, ended }) => [
    from / minute,
    to / minute,
    ended,
  ])

test.each([
  { what: 'a pause of exactly as long is none', points: [0, 60], found: [] },
  { what: 'a longer one is', points: [0, 61, 70], found: [[0, 61, 'gap']] },
  {
    what: 'heartbeats all along keep it from being one',
    points: [0, 300],
    more: contactOf([[5, 295]]),
    found: [],
  },
  {
    what: 'they part it in two',
    points: [0, 300],
    more: contactOf([[100, 130]]),
    found: [
      [0, 100, 'gap'],
      [130, 300, 'gap'],
    ],
  },
  { what: 'what goes on ends now', points: [0], more: contactOf([], 61), found: [[0, 61, 'track']] },
  { what: 'not yet', points: [0], more: contactOf([], 60), found: [] },
  {
    what: 'it goes on since the last heartbeat',
    points: [0],
    more: contactOf([[30, 90]], 200),
    found: [[90, 200, 'track']],
  },
  {
    what: 'a device that never sent a place',
    points: [],
    more: contactOf([[0, 9]], 100),
    found: [[9, 100, 'track']],
  },
  { what: 'one never heard', points: [], more: contactOf([], 100), found: [] },
  { what: 'points within a span', points: [0, 50, 100, 240], more: contactOf([[20, 190]]), found: [] },
] as { what: string; points: number[]; more?: Contact; found: unknown[] }[])(
  '$what',
  ({ points, more, found }) => expect(minutesOf(points, more)).toEqual(found),
)

test('what goes on is followed for 90 days', () => {
  const year = (365 * 86_400_000) / minute
  expect(minutesOf([0], contactOf([], year))).toEqual([[0, longestOfflineMs / minute, 'track']])
})

test('it begins at the last reported place, and has no end place yet', () => {
  const [offline] = findOffline(trackAt([1, 2]), offlineMs, contactOf([[10, 20]], 100))
  expect(offline).toMatchObject({ from: 20 * minute, fromLat: 2e-6, toLat: null, began: 'gap' })
})

test('in pieces, as it was known then, it comes to what it does at once', () => {
  const times = fc
    .uniqueArray(fc.record({ gap: fc.integer({ min: 1, max: 200 }), isPoint: fc.boolean() }), {
      minLength: 1,
      maxLength: 30,
      selector: ({ gap }) => gap,
    })
    .map((steps) => {
      let at = 0
      return steps.map(({ gap, isPoint }) => {
        at += gap
        return { at, isPoint }
      })
    })
  fc.assert(
    fc.property(times, fc.array(fc.nat(4_000), { maxLength: 6 }), (all, pauses) => {
      const stretchesUntil = (until: number) =>
        contactOf(
          all.filter(({ at, isPoint }) => !isPoint && at <= until).map(({ at }) => [at, at] as const),
          until,
        )
      const pointsIn = (since: number, until: number) =>
        all.filter(({ at, isPoint }) => isPoint && at >= since && at <= until).map(({ at }) => at)
      const stored = new Map<number, unknown>()
      let since = Number.NEGATIVE_INFINITY
      for (const until of [...pauses.sort((a, b) => a - b), 10_000]) {
        const points = pointsIn(since, until)
        for (const from of stored.keys()) if (from >= since) stored.delete(from)
        for (const found of minutesOf(points, stretchesUntil(until), since >= 0))
          stored.set(found[0] as number, found)
        since = points.at(-1) ?? since
      }
      expect([...stored.values()]).toEqual(minutesOf(pointsIn(0, 10_000), stretchesUntil(10_000)))
    }),
    { numRuns: 500 },
  )
})
