import { expect, test } from 'vitest'
import { keptReading, maxPlaces, type ReadingName, readingNames, readingRow } from './readings.ts'
import cn from './texts/cn.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }

test('every reading, group and word has a text in both languages, and no text is left over', () => {
  const rows = readingNames.map(readingRow)
  const choices = readingNames.flatMap((name) => {
    const row = readingRow(name)
    return row.kind === 'choice' ? [[name, [...row.choices].sort()]] : []
  })
  for (const { readings } of [en, cn]) {
    expect(Object.keys(readings.name).sort()).toEqual([...readingNames].sort())
    expect(Object.keys(readings.group).sort()).toEqual([...new Set(rows.map(({ group }) => group))].sort())
    expect(Object.keys(readings.place).sort()).toEqual(
      [...new Set(rows.flatMap(({ per }) => (per === undefined ? [] : [per])))].sort(),
    )
    const words = Object.entries(readings.choice).map(([name, texts]) => [name, Object.keys(texts).sort()])
    expect(Object.fromEntries(words)).toEqual(Object.fromEntries(choices))
  }
})

const kept = (name: ReadingName, reported: unknown, before?: unknown) => keptReading(name, reported, before)

test('numbers are kept in whole steps; what is none is not kept', () => {
  expect(kept('fuelL', 48.34)).toBe(48.3)
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1e12, '48', null]) {
    expect(kept('fuelL', value)).toBeUndefined()
  }
})

test('texts have a bound, and words are of the list', () => {
  expect(kept('driverId', 'x'.repeat(100))).toHaveLength(64)
  expect(kept('driverId', '')).toBeUndefined()
  expect(kept('packState', ['charging', 'exploded'])).toEqual(['charging', null])
})

test('wheels that were not reported keep their pressure', () => {
  expect(kept('tyrePressureKpa', [null, 235.04], [230, 231, null, 233])).toEqual([230, 235, null, 233])
  expect(kept('tyrePressureKpa', [null])).toBeUndefined()
  expect(kept('tyrePressureKpa', Array(255).fill(1))).toHaveLength(maxPlaces)
})
