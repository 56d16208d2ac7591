import { expect, test } from 'vitest'
import { plainText, smsSegments } from './segments.ts'

const a = (count: number) => 'A'.repeat(count)
const cyrillic = (count: number) => 'Ж'.repeat(count)

test.each([
  ['', 1],
  [a(160), 1],
  [a(161), 2],
  [a(306), 2],
  [a(307), 3],
  [cyrillic(70), 1],
  [cyrillic(71), 2],
  [cyrillic(134), 2],
  [cyrillic(135), 3],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  ['🚗'.repeat(35), 1],
  ['🚗'.repeat(36), 2],
  // An escape and its sign, and the halves of a surrogate pair, stay together.
  [`${a(152)}€${a(152)}`, 3],
  [`${cyrillic(66)}🚗${cyrillic(66)}`, 3],
  ['沪A12345 离开围栏', 1],
])('%j is %i', (text, segments) => expect(smsSegments(text)).toBe(segments))

test('typographic quotes do not double the price', () => {
  const text = `${a(100)} “Depot” – it’s…`
  expect([smsSegments(text), smsSegments(plainText(text))]).toEqual([2, 1])
})
