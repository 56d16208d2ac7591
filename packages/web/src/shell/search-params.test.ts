import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test.each([
  ['?terminalID=00000000013912345678', { terminalID: '00000000013912345678' }],
  ['?terminalID=89860123456789012345', { terminalID: '89860123456789012345' }],
  ['?terminalID=861234560010624&pageNum=2', { terminalID: '861234560010624', pageNum: 2 }],
  ['?compare=true&withSubAccounts=false', { compare: true, withSubAccounts: false }],
  ['?search=%E8%8B%8FA1', { search: '苏A1' }],
])('%s is read and written the same', (text, search) => {
  expect(parseSearch(text)).toEqual(search)
  expect(decodeURIComponent(stringifySearch(search))).toBe(decodeURIComponent(text))
})

test('what is absent is not written', () => expect(stringifySearch({ search: undefined })).toBe(''))
