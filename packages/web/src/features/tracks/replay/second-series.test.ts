import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import type { Format } from '../../../base/format.ts'
import { isReading, perOf, seriesName, seriesText } from './second-series.ts'

const t = ((key: string) => key) as TFunction
const format = {
  unit: (value: number, unit: string, digits: number) => `${value.toFixed(digits)} ${unit}`.trim(),
} as Format

test('columns of the track are distinguished from readings, which are requested', () => {
  expect(isReading('altitudeM')).toBe(false)
  expect(isReading('tyrePressureKpa')).toBe(true)
})

test('each has the name of what it is', () => {
  expect(seriesName('satellites', t)).toBe('tracks.series.satellites')
  expect(seriesName('batteryPercent', t)).toBe('readings.name.batteryPercent')
})

test('values have their unit; an odometer is in kilometres', () => {
  expect(seriesText('odometerM', 123_400, format, t)).toBe('123 km')
  expect(seriesText('altitudeM', 412, format, t)).toBe('412 m')
  expect(seriesText('satellites', 9, format, t)).toBe('9')
})

test('of wheels and packs one is chosen', () => {
  expect(perOf('tyrePressureKpa')).toBe('wheel')
  expect(perOf('packVoltageV')).toBe('pack')
  expect(perOf('batteryPercent')).toBeUndefined()
  expect(perOf('altitudeM')).toBeUndefined()
})
