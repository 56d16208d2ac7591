import { expect, test } from 'vitest'
import { nameIn } from './names.ts'
import { isCovered } from './street-files.ts'

test.each([
  [
    'the name in one’s own language',
    'cn',
    { name: 'Wien', 'name:zh': '维也纳', 'name:en': 'Vienna' },
    '维也纳',
  ],
  ['the simpler letters of two', 'cn', { 'name:zh': '漢堡', 'name:zh-Hans': '汉堡' }, '汉堡'],
  ['what it is called there, where all can read that', 'fr', { name: 'Łódź', 'name:en': 'Lodz' }, 'Łódź'],
  ['what one cannot read, in Latin letters', 'fr', { name: 'Москва', 'name:en': 'Moscow' }, 'Moscow'],
  ['one’s own letters', 'ru', { name: 'Москва', 'name:en': 'Moscow' }, 'Москва'],
  ['a street with a number', 'vi', { name: 'A 4 / E 60' }, 'A 4 / E 60'],
  ['what nobody can read, rather than nothing', 'es', { name: 'ក្រុង' }, 'ក្រុង'],
  ['older data', 'en-IN', { name: '東京', name_en: 'Tokyo' }, 'Tokyo'],
  ['nothing for what has no name', 'en', { name: '', 'name:en': '' }, ''],
  ['nothing for what is no text', 'en', { name: 12 }, ''],
] as const)('%s: %s reads %o as %s', (_, language, names, name) => expect(nameIn(language, names)).toBe(name))

test('a place is covered where one of the files reaches, its edges included', () => {
  const file = (bounds: number[]) => ({ id: 'town', bounds }) as never
  const files = [file([9, 47, 10, 48]), file([24, 60, 25, 61])]
  expect(isCovered(files, 9.5, 47.5)).toBe(true)
  expect(isCovered(files, 25, 60)).toBe(true)
  expect(isCovered(files, 9.5, 60.5)).toBe(false)
  expect(isCovered([], 9.5, 47.5)).toBe(false)
})
