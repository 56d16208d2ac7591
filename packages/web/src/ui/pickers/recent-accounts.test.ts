import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openStored, remember } from '../../base/stored.ts'
import { dropAccounts, recentAccounts, rememberAccount, withLatest } from './recent-accounts.ts'

beforeAll(() => openStored())
beforeEach(() => remember('recentAccounts', null))

test('the latest is first, and the sixth drops out', () => {
  for (const id of [11, 12, 13, 14, 15, 16]) rememberAccount(1, id)
  expect(recentAccounts(1)).toEqual([16, 15, 14, 13, 12])
  expect(withLatest([16, 15, 14, 13, 12], 14)).toEqual([14, 16, 15, 13, 12])
})

test('each account has its own, and what is gone is offered no more', () => {
  rememberAccount(1, 16)
  rememberAccount(2, 21)
  rememberAccount(2, 22)
  dropAccounts(2, [21, 16])
  expect(recentAccounts(2)).toEqual([22])
  expect(recentAccounts(1)).toContain(16)
})

test.each([null, 'text', [1], { 3: 'x' }, { 3: [null, 'a'] }])(
  'what else is stored (%j) counts as none',
  (value) => {
    remember('recentAccounts', value)
    expect(recentAccounts(3)).toEqual([])
  },
)
