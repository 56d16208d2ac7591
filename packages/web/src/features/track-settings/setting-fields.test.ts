import { trackSettings } from '@trackway/core/features/track-settings/calls.ts'
import { trackSettingDefaults } from '@trackway/core/track/track-settings.ts'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { changesPast, losesTracks, notesOf, settingGroups, stillOwn } from './setting-fields.ts'

const t = ((key: string) => key) as TFunction
const settings = (more: object = {}, mostDaysKept: number | null = null) => {
  const values = { ...trackSettingDefaults, ...more }
  return { own: {}, inherited: values, effective: values, origins: {}, mostDaysKept }
}

test('every setting of the contract has its row', () => {
  const rows = [...Object.values(settingGroups).flat(), 'daysKept']
  expect(rows.sort()).toEqual(Object.keys(trackSettings.shape).sort())
})

test('a vehicle cannot stop faster than it starts', () => {
  expect(notesOf(t, {}, settings())).toEqual({})
  expect(notesOf(t, { stopKmh: 7 }, settings())).toMatchObject({ stopKmh: { isFault: true } })
})

test.each([
  { daysKept: 91, most: 90, isFault: true },
  { daysKept: null, most: 90, isFault: true },
  { daysKept: 90, most: 90, isFault: false },
  { daysKept: null, most: null, isFault: false },
])('$daysKept days where accounts above keep $most', ({ daysKept, most, isFault }) => {
  expect(notesOf(t, { daysKept }, settings({}, most)).daysKept?.isFault ?? false).toBe(isFault)
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

test('past days are others by what is found in a track, not by what reports compute from it', () => {
  const change = (values: Partial<typeof trackSettingDefaults>) =>
    changesPast(values, { own: {}, inherited: trackSettingDefaults, effective: trackSettingDefaults })
  expect(change({ daysKept: 30, fuelLPer100Km: 8, fuelLPerIdleHour: 1 })).toBe(false)
  expect(change({ daysKept: 30, minStopMs: 60_000 })).toBe(true)
})
