import { trackSettings } from '@trackway/core/features/track-settings/calls.ts'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { refusedFields, settingFields } from './setting-fields.ts'

const t = ((key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' ')) as TFunction

test('what the schema refuses is wrong at its field, in the unit that it is entered in', () => {
  const fields = settingFields(trackSettings, { minTripMs: { unit: 'min', size: 60_000 } })
  const own = { fuelLPer100Km: 1.05, overspeedKmh: 5, minTripMs: -1, daysKept: null }
  expect(refusedFields(t, trackSettings, fields, own)).toEqual({
    fuelLPer100Km: 'rules.fuel',
    overspeedKmh: 'ui.form.outOfRange 10 300',
    minTripMs: 'ui.form.outOfRange 0 60',
  })
})
