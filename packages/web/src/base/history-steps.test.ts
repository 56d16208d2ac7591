import { expect, test } from 'vitest'
import { amends, openOverScreen, stepOf } from './history-steps.ts'

const parse = (search: string) => Object.fromEntries(new URLSearchParams(search))
const stringify = (search: object) => {
  const text = String(new URLSearchParams(search as Record<string, string>))
  return text && `?${text}`
}

test.each([
  ['a page', { pageNum: 2 }],
  ['another order', { sort: 'distanceM', isDescending: true }],
  ['a filter', { deviceType: 13 }],
  ['a filter taken away', { deviceType: undefined }],
  ['other vehicles', { terminalID: '1', devices: '1,2' }],
  ['all filters cleared, what was typed too', { search: undefined, state: undefined }],
])('%s is a step of its own', (_, change) => expect(amends(change)).toBe(false))

test.each([
  ['a letter typed', { search: 'a' }],
  ['a vehicle looked at', { terminalID: '1' }],
  ['a list drawn up to it', { terminalID: '1', sheet: 'peek' }],
  ['nothing', {}],
])('%s amends the step', (_, change) => expect(amends(change)).toBe(true))

test.each([
  ['a vehicle looked at', {}, { terminalID: '1', sheet: 'half' }, 'open'],
  ['another vehicle instead', { terminalID: '1' }, { terminalID: '2' }, 'amend'],
  ['the vehicle looked at no more', { terminalID: '1' }, { terminalID: undefined }, 'close'],
  ['a form over what is looked at', { chosen: 4 }, { edit: 4 }, 'open'],
  [
    'a form closed, with what it was for',
    { edit: 'new', forDevice: '1' },
    { edit: undefined, forDevice: undefined },
    'close',
  ],
  ['what was made, instead of its form', { edit: 'new' }, { edit: undefined, chosen: 5 }, 'amend'],
  [
    'another customer, whose vehicle none is',
    { terminalID: '1' },
    { userId: 3, terminalID: undefined },
    'step',
  ],
  ['the same again', { chosen: 4 }, { chosen: '4' }, 'amend'],
])('%s', (_, now, change, step) => expect(stepOf(now, change)).toBe(step))

test('a link to something open opens it over the screen', () => {
  const steps: [string, object][] = []
  const at = (search: string, state = {}) => ({
    location: { pathname: '/index/home', search, state },
    replace: (path: string) => void steps.push([path, {}]),
    push: (path: string, state = {}) => void steps.push([path, state]),
  })
  openOverScreen(at('?q=van&terminalID=8675'), { parse, stringify })
  expect(steps).toEqual([
    ['/index/home?q=van', {}],
    ['/index/home?q=van&terminalID=8675', { hasOpened: true }],
  ])
  openOverScreen(at('?q=van'), { parse, stringify })
  openOverScreen(at('?terminalID=8675', { hasOpened: true }), { parse, stringify })
  expect(steps).toHaveLength(2)
})
