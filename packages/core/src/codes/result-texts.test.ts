import { expect, test } from 'vitest'
import { preferredLanguage, resultText } from './result-texts.ts'
import { type ResultName, resultCodes } from './results.ts'

test.each([
  ['zh-CN,zh;q=0.9,en;q=0.8', 'cn'],
  ['zh-TW', 'cn'],
  ['en-US,en;q=0.5', 'en'],
  ['en-IN', 'en-IN'],
  ['pt-BR;q=0.7, fr;q=0.9', 'fr'],
  ['de-DE, th;q=0.1', 'th'],
  ['de', null],
  ['*', null],
  ['fr;q=0', null],
  [';;,,q=', null],
  ['', null],
  [undefined, null],
])('Accept-Language %j prefers %s', (header, language) => expect(preferredLanguage(header)).toBe(language))

test('every code has a text in Chinese and in English', () => {
  for (const name of Object.keys(resultCodes) as ResultName[]) {
    expect(resultText(name, 'en')).not.toBe('')
    expect(resultText(name, 'cn')).toMatch(/\p{Script=Han}/u)
    expect(resultText(name, 'vi')).toBe(resultText(name, 'en'))
  }
})
