import { trackSettings } from '@trackway/core/features/track-settings/calls.ts'
import { trackSettingDefaults } from '@trackway/core/track/track-settings.ts'
import { expect, test } from 'vitest'
import { changesPast, faultsOf, losesTracks, settingGroups, stillOwn } from './setting-fields.ts'

const fields = Object.assign({}, ...Object.values(settingGroups))

test('every setting of the contract has its field', () =>
  expect(Object.keys(fields).sort()).toEqual(Object.keys(trackSettings.shape).sort()))

test('a vehicle cannot stop faster than it starts', () => {
  expect(faultsOf(trackSettingDefaults, null)).toEqual({})
  expect(faultsOf({ ...trackSettingDefaults, stopKmh: 7 }, null)).toEqual({ stopKmh: 'stopAboveStart' })
})

test('what the contract refuses is wrong at its setting', () => {
  const values = { ...trackSettingDefaults, fuelLPer100Km: 1.05, overspeedKmh: 5 }
  expect(faultsOf(values, null)).toEqual({ fuelLPer100Km: 'fuel', overspeedKmh: 'outOfRange' })
})

test.each([
  { daysKept: 91, most: 90, isFault: true },
  { daysKept: null, most: 90, isFault: true },
  { daysKept: 90, most: 90, isFault: false },
  { daysKept: null, most: null, isFault: false },
])('$daysKept days where accounts above keep $most', ({ daysKept, most, isFault }) => {
  expect('daysKept' in faultsOf({ ...trackSettingDefaults, daysKept }, most)).toBe(isFault)
  expect(stillOwn({ daysKept, gapMs: 60_000 }, most)).toEqual({
    daysKept: isFault ? most : daysKept,
    gapMs: 60_000,
  })
})

test.each([
  { what: 'fewer days', before: 90, after: 60, isLoss: true },
  { what: 'more days', before: 60, after: 90, isLoss: false },
  { what: 'a number instead of all', before: null, after: 90, isLoss: true },
  { what: 'all', before: 90, after: null, isLoss: false },
])('$what', ({ before, after, isLoss }) => {
  const effective = { ...trackSettingDefaults, daysKept: before }
  const stored = { own: { daysKept: before }, inherited: trackSettingDefaults, effective }
  expect(losesTracks({ daysKept: after }, stored)).toBe(isLoss)
})

test('the first number of an account may be less than the one for a type above it', () => {
  const values = { ...trackSettingDefaults, daysKept: 30 }
  const stored = { own: {}, inherited: values, effective: values }
  expect(losesTracks({ daysKept: 30 }, stored)).toBe(true)
  expect(losesTracks({}, stored)).toBe(false)
})

test('past days are others by what is found in a track, not by what is asked of it', () => {
  const change = (values: Partial<typeof trackSettingDefaults>) =>
    changesPast(values, { own: {}, inherited: trackSettingDefaults, effective: trackSettingDefaults })
  expect(change({ daysKept: 30, fuelLPer100Km: 8, fuelLPerIdleHour: 1 })).toBe(false)
  expect(change({ daysKept: 30, minStopMs: 60_000 })).toBe(true)
})
