import type { Location } from '@trackway/core/features/locations/calls.ts'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { makeFormat } from '../../../base/format.ts'
import { readingFacts, readingTable } from './reading-facts.ts'

const now = Date.UTC(2026, 10, 22, 12)
const context = {
  t: ((key: string, values?: object) =>
    [key, ...Object.values(values ?? {})].join(' ')) as unknown as TFunction,
  format: makeFormat('en', 'UTC'),
  now,
}
const aDevice = (readings: Location['readings'], parts: Partial<Location> = {}) =>
  ({ gsmLevel: null, stateTime: now, ...parts, readings }) as Location

test('a reading that a device has one of is a fact with its unit', () => {
  const device = aDevice({
    fuelL: { time: now, value: 48.31 },
    driverId: { time: now, value: '10218094' },
    temperatureC: { time: now, value: [-4.25] },
  })
  expect(readingFacts(device, 'vehicle', context)).toEqual([
    { name: 'fuelL', text: '48.3 L', age: null },
    { name: 'driverId', text: '10218094', age: null },
  ])
  expect(readingFacts(device, 'cargo', context)).toMatchObject([{ name: 'temperatureC', text: '-4.3 °C' }])
  expect(readingTable(device, 'cargo', context)).toBeNull()
})

test('a field of the live state is a fact of its group as well', () => {
  expect(readingFacts(aDevice({}, { gsmLevel: 3 }), 'device', context)).toEqual([
    { name: 'gsmLevel', text: '3', age: null },
  ])
})

test('wheels are below each other, and one without readings has a dash', () => {
  const device = aDevice({
    tyrePressureKpa: { time: now, value: [230, null, 228] },
    tyreState: { time: now, value: ['normal', null, 'leak'] },
  })
  expect(readingFacts(device, 'tyres', context)).toEqual([])
  expect(readingTable(device, 'tyres', context)).toEqual({
    columns: ['readings.name.tyrePressureKpa', 'readings.name.tyreState'],
    rows: [
      { title: 'readings.place.wheel 1', texts: ['230 kPa', 'readings.choice.tyreState.normal'] },
      { title: 'readings.place.wheel 3', texts: ['228 kPa', 'readings.choice.tyreState.leak'] },
    ],
    age: null,
  })
})

test('two packs with more readings than that are beside each other', () => {
  const device = aDevice({
    packPercent: { time: now, value: [80, 75] },
    packVoltageV: { time: now, value: [51.24, 50.9] },
    packCycles: { time: now, value: [120, null] },
  })
  expect(readingTable(device, 'battery', context)).toMatchObject({
    columns: ['readings.place.pack 1', 'readings.place.pack 2'],
    rows: [
      { title: 'readings.name.packPercent', texts: ['80%', '75%'] },
      { title: 'readings.name.packVoltageV', texts: ['51.2 V', '50.9 V'] },
      { title: 'readings.name.packCycles', texts: ['120', '–'] },
    ],
  })
})

test('only what is old while the device reports tells its age', () => {
  const fuelL = { time: now - 3 * 3_600_000, value: 48 }
  expect(readingFacts(aDevice({ fuelL }), 'vehicle', context)[0]!.age).toBe('ui.ago 3 hr')
  expect(readingFacts(aDevice({ fuelL }, { stateTime: fuelL.time }), 'vehicle', context)[0]!.age).toBeNull()
})
