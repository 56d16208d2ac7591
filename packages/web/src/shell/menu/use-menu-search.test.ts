import { expect, test } from 'vitest'
import { screenAt } from '../access.ts'
import { readChoice, takes } from './use-menu-search.ts'

const takesAt = (path: string) => takes(screenAt(path)!.screen)

test.each([
  ['/index/home', true, true],
  ['/index/alarmsAll', true, false],
  ['/index/fence', true, false],
])('the menu takes along to %s: the account %s, the vehicle %s', (path, userId, terminalID) => {
  expect(takesAt(path)).toEqual({ userId, terminalID })
})

test('a screen reads of an address what it knows, nonsense counts as absent', () => {
  const { screen } = screenAt('/index/home')!
  expect(readChoice(screen, { userId: 7, terminalID: '861234560010624' })).toMatchObject({
    userId: 7,
    terminalID: '861234560010624',
  })
  expect(readChoice(screen, { userId: 'x' }).userId).toBeUndefined()
  expect(readChoice({ ...screen, search: undefined } as never, { userId: 7 })).toEqual({})
})
