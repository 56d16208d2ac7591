import type { ExpectedItem, MeasuredItem } from '@trackway/core/features/jig-results/calls.ts'
import { expect, test } from 'vitest'
import { correctedTime } from './jig-clock.ts'
import { judge } from './judge.ts'

const item = (parts: Partial<MeasuredItem>): MeasuredItem => ({
  code: 'sleepCurrent',
  unit: 'µA',
  low: null,
  high: null,
  text: null,
  value: 80,
  pass: null,
  ...parts,
})
const expected = (parts: Partial<ExpectedItem>): ExpectedItem => ({
  code: 'sleepCurrent',
  unit: 'µA',
  low: 10,
  high: 100,
  text: null,
  ...parts,
})
const firmware = { code: 'firmware', unit: '', low: null, high: null }

test.each([
  ['within its limits', item({}), expected({}), null],
  ['at its limit', item({ value: 100 }), expected({}), null],
  ['a number as text', item({ value: '80' }), expected({}), null],
  ['too low', item({ value: 9.9 }), expected({}), 'low'],
  ['too high', item({ value: 101 }), expected({}), 'high'],
  ['in another unit', item({ unit: 'mA' }), expected({}), 'unit'],
  ['no number', item({ value: 'ERR' }), expected({}), 'notNumber'],
  ['not measured', item({ value: null }), expected({}), 'missing'],
  ['the right text', item({ ...firmware, value: 'V1.2' }), expected({ ...firmware, text: 'V1.2' }), null],
  ['another text', item({ ...firmware, value: 'V1.1' }), expected({ ...firmware, text: 'V1.2' }), 'text'],
  ['there, as is all that is asked', item({}), expected({ low: null, high: null }), null],
] as const)('%s', (_what, measured, wanted, fault) => {
  const { isPassed, failures, items } = judge({ items: [measured], pass: true }, [wanted])
  expect(items[0]!.fault).toBe(fault)
  expect(isPassed).toBe(fault === null)
  expect(failures).toEqual(fault === null ? [] : [measured.code])
})

test('an item that is expected and not sent is missing, and one beyond them does not count', () => {
  const verdict = judge({ items: [item({ code: 'led', pass: false })], pass: true }, [expected({})])
  expect(verdict).toMatchObject({ isPassed: false, failures: ['sleepCurrent'] })
  expect(verdict.items).toMatchObject([
    { code: 'led', isExpected: false, fault: null },
    { code: 'sleepCurrent', isExpected: true, value: null, fault: 'missing' },
  ])
})

test.each([
  ['its own limits', { items: [item({ high: 50 })], pass: true }, false],
  ['its own word of an item', { items: [item({ pass: false })], pass: true }, false],
  ['items within them, whatever it says of the whole', { items: [item({})], pass: false }, true],
  ['its word without items', { items: [], pass: false }, false],
] as const)('without expected values the jig is judged by %s', (_what, result, isPassed) =>
  expect(judge({ ...result, items: [...result.items] }, null).isPassed).toBe(isPassed),
)

const hour = 3_600_000
const now = Date.UTC(2026, 10, 28, 12)
test.each([
  ['a clock that is right', { testTime: now - hour, sentTime: now }, now - hour],
  ['a clock a day ahead', { testTime: now + 23 * hour, sentTime: now + 24 * hour }, now - hour],
  ['a clock that began in 1970', { testTime: 0, sentTime: hour }, now - hour],
  ['seconds on the way', { testTime: now - hour, sentTime: now - 3_000 }, now - hour],
  ['a clock ahead that does not tell', { testTime: now + hour }, now],
] as const)('the end of a test by %s', (_what, said, time) => expect(correctedTime(said, now)).toBe(time))
