import { expect, test } from 'vitest'
import { tabOf } from '../tabs/tabs.ts'
import { episodeKindOf, tabOfKind } from './drill-down.ts'
import { episodePlaces } from './use-places.ts'

test.each([
  ['distanceM', 'trip'],
  ['idleMs', 'idling'],
  ['overspeeds', 'overspeed'],
  ['displayName', null],
])('%s is made of: %s', (key, kind) => expect(episodeKindOf(key)).toBe(kind))

test('every kind has a tab that there is', () => {
  for (const kind of ['trip', 'stop', 'overspeed', 'idling', 'ignition', 'offline'] as const)
    expect(tabOf(tabOfKind(kind))).toBeDefined()
})

const row = { from: 10, to: 40, fromLat: 1, fromLon: 2, toLat: 3, toLon: 4 }

test('a trip has two places, a stop one with its length', () => {
  expect(episodePlaces({ ...row, kind: 'trip' } as never)).toEqual([
    { kind: 'from', lat: 1, lon: 2, time: 10, durationMs: null },
    { kind: 'to', lat: 3, lon: 4, time: 40, durationMs: null },
  ])
  expect(episodePlaces({ ...row, kind: 'stop' } as never)).toEqual([
    { kind: 'stop', lat: 1, lon: 2, time: 10, durationMs: 30 },
  ])
})

test('a place that is not known is none', () =>
  expect(episodePlaces({ ...row, kind: 'trip', toLat: null } as never)).toHaveLength(1))
