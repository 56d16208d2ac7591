import { expect, test } from 'vitest'
import { carIconStates as icon } from '../codes/states.ts'
import { type VehicleFacts, vehicleState } from './vehicle-state.ts'

/** The thresholds: a gap of 60 s, 10 km/h, fast above 60 and overspeed above 120. */
const now = Date.UTC(2026, 5, 1)
const iconOf = (facts: Partial<VehicleFacts>) =>
  vehicleState(
    {
      isConnected: true,
      activateTime: 1,
      expireTime: null,
      stateTime: now,
      utcTime: now,
      hasPosition: true,
      speedKmh: 0,
      ...facts,
    },
    now,
  ).carIconState

test.each([
  [0, icon.stop],
  [10, icon.stop],
  [10.1, icon.moving],
  [60, icon.moving],
  [60.1, icon.fast],
  [120, icon.fast],
  [120.1, icon.overspeed],
])('at %d km/h', (speedKmh, expected) => expect(iconOf({ speedKmh })).toBe(expected))

test.each([
  ['its last position is a minute old', { speedKmh: 50, utcTime: now - 60_000 }, icon.moving],
  ['its last position is older', { speedKmh: 50, utcTime: now - 60_001 }, icon.stop],
  ['it has no position', { hasPosition: false }, icon.unknown],
  ['it is not connected', { speedKmh: 50, isConnected: false }, icon.offline],
  ['its term ends now', { speedKmh: 50, expireTime: now }, icon.expired],
  ['its term ends in a moment', { speedKmh: 50, expireTime: now + 1 }, icon.moving],
])('%s', (_name, facts, expected) => expect(iconOf(facts)).toBe(expected))
