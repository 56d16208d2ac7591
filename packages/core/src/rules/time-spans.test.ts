import { expect, test } from 'vitest'
import { mergeSpans } from './time-spans.ts'

test('spans that overlap or follow on one another are one', () => {
  const spans = [
    { from: 30, to: 40 },
    { from: 0, to: 9 },
    { from: 10, to: 15 },
    { from: 12, to: 13 },
  ]
  expect(mergeSpans(spans)).toEqual([
    { from: 0, to: 15 },
    { from: 30, to: 40 },
  ])
  expect(mergeSpans([])).toEqual([])
})
