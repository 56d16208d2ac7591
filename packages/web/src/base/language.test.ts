import { roles } from '@trackway/core/codes/roles.ts'
import { expect, test } from 'vitest'
import { detectLanguage, isLanguageForced } from './language.ts'

test.each([
  [['zh-CN', 'en'], 'cn'],
  [['zh-TW'], 'cn'],
  [['en-IN', 'en'], 'en-IN'],
  [['en-GB'], 'en'],
  [['de-DE', 'fr-CH'], 'fr'],
  [['pt-BR'], 'pt'],
  [['my'], 'my'],
  [['de', 'it'], 'cn'],
  [[], 'cn'],
])('browser languages %j give %s', (preferred, language) => expect(detectLanguage(preferred)).toBe(language))

test('factory roles are forced to Chinese, others are not', () => {
  expect([roles.test, roles.testSearch, roles.wanweiTest].map(isLanguageForced)).toEqual([true, true, true])
  expect(isLanguageForced(roles.testStockUser)).toBe(false)
  expect(isLanguageForced(roles.agent)).toBe(false)
  expect(isLanguageForced(undefined)).toBe(false)
})
