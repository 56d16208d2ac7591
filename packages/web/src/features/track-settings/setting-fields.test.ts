import { trackSettings } from '@trackway/core/api/episodes.ts'
import { trackSettingDefaults } from '@trackway/core/track/segment-settings.ts'
import { expect, test } from 'vitest'
import { contradiction, originOf, ownOf, type SettingField, settingGroups } from './setting-fields.ts'

const fields: readonly SettingField[] = settingGroups.flatMap(
  (group): readonly SettingField[] => group.fields,
)

test('every setting of the contract has its field', () =>
  expect(fields.map(({ key }) => key).sort()).toEqual(Object.keys(trackSettings.shape).sort()))

test.each(fields.filter(({ unit }) => unit !== null))('the contract takes both ends of $key', (field) => {
  for (const value of [field.min, field.max])
    expect(trackSettings.shape[field.key].safeParse(value * field.scale)).toMatchObject({ success: true })
  expect(trackSettings.shape[field.key].safeParse(null).success).toBe(field.isNullable === true)
})

test('only what is one’s own is sent, also where it is none', () =>
  expect(
    ownOf({ ...trackSettingDefaults, fuelLPer100Km: null }, new Set(['stopKmh', 'fuelLPer100Km'])),
  ).toEqual({ stopKmh: 3, fuelLPer100Km: null }))

test('a vehicle cannot stop faster than it starts', () => {
  expect(contradiction(trackSettingDefaults)).toBeNull()
  expect(contradiction({ ...trackSettingDefaults, stopKmh: 7 })).toBe('stopAboveStart')
})

test('an inherited value comes from the nearest level that has one', () => {
  const inherited = { ...trackSettingDefaults, stopKmh: 2, gapMs: 600_000 }
  const levels = { type: { stopKmh: 2 }, account: { stopKmh: 1, minTripM: 200 } }
  const origin = (key: 'stopKmh' | 'minTripM' | 'gapMs' | 'gapStayM') =>
    originOf(key, inherited, levels, trackSettingDefaults)
  expect([origin('stopKmh'), origin('minTripM'), origin('gapMs'), origin('gapStayM')]).toEqual([
    'type',
    'account',
    'above',
    'default',
  ])
})
