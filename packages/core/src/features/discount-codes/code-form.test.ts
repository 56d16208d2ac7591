import { expect, test } from 'vitest'
import { codeLength, codeLetters, codeText, readCode } from './code-form.ts'

test('a code is read however it is typed, and shown in three groups', () => {
  for (const text of ['ABCD-2345-WXYZ', ' abcd 2345 wxyz ', 'abcd2345wxyz', 'ABCD–2345–WXYZ'])
    expect(readCode(text)).toBe('ABCD2345WXYZ')
  expect(codeText('ABCD2345WXYZ')).toBe('ABCD-2345-WXYZ')
})

test('what has other letters, or another number of them, is no code', () => {
  for (const text of [
    '',
    'ABCD-2345',
    'ABCD-2345-WXYZ-2',
    'ABCD-2345-WXY0',
    'ABCD-2345-WXYI',
    'ABCD-2345-WXY_',
  ])
    expect(readCode(text)).toBeNull()
})

test('nobody guesses a code', () => {
  expect(new Set(codeLetters).size ** codeLength).toBeGreaterThan(2 ** 58)
})
