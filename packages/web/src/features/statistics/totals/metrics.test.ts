import { reports } from '@trackway/core/features/statistics/reports.ts'
import { expect, test } from 'vitest'
import { makeFormat } from '../../../base/format.ts'
import { changePercent } from './Change.tsx'
import { overviewMetrics, reportMetrics, unitOf } from './metrics.ts'

const metric = makeFormat('en-US', 'UTC')

test('metrics belong to reports there are, each once', () => {
  for (const [report, metrics] of Object.entries(reportMetrics)) {
    expect(reports).toHaveProperty(report)
    expect(new Set(metrics.map(({ key }) => key)).size).toBe(metrics.length)
  }
  expect(new Set(overviewMetrics.map(({ key }) => key)).size).toBe(overviewMetrics.length)
})

test.each([
  ['distance', 12_000, 12],
  ['duration', 7_200_000, 2],
  ['speed', 80, 80],
  ['count', 3, 3],
] as const)('the axis of a %s counts %i as %i', (form, value, shown) =>
  expect(value / unitOf(form, metric).divisor).toBe(shown),
)

test('the axis counts in the units of the account', () => {
  const { divisor, name } = unitOf('distance', makeFormat('en-US', 'UTC', 'us'))
  expect([16_093.44 / divisor, name]).toEqual([expect.closeTo(10), 'mi'])
})

test('there are no halves of what is counted', () => {
  expect(unitOf('count', metric).isWhole).toBe(true)
  expect(unitOf('distance', metric).isWhole).toBe(false)
})

test.each([
  [150, 100, 50],
  [50, 100, -50],
  [99.9, 100, 0],
  [5, 0, null],
  [5, null, null],
  [null, 5, null],
])('from %s before %s is %s %%', (value, previous, percent) => {
  expect(changePercent(value, previous)).toBe(percent)
  expect(Object.is(changePercent(value, previous), -0)).toBe(false)
})
