import { expect, test } from 'vitest'
import { textOfArea } from '../../map/drawing/area-text.ts'
import { readCheckCarUrl } from './url-state.ts'

/** What is left of an address. */
const read = (raw: Record<string, unknown>) => JSON.parse(JSON.stringify(readCheckCarUrl(raw)))

test('a search that somebody sent as a link comes back whole', () => {
  const search = {
    area: textOfArea({ shape: 'circle', lat: 48.2, lon: 16.3, radiusM: 500 }),
    from: '2026-11-20T08:00',
    to: '2026-11-20T09:30',
    userId: 7,
    confirmSeconds: 0,
    devices: '861234560010624_861234560010625',
  }
  expect(read(search)).toEqual(search)
})

test.each([
  ['an area that is none', { area: 'c91_0_500' }],
  ['a day without a minute', { from: '2026-11-20' }],
  ['an hour that there is not', { to: '2026-11-20T24:01' }],
  ['an account that is none', { userId: -1 }],
  ['a time to stay of more than a day', { confirmSeconds: 86_401 }],
  ['what belongs to another screen', { chosen: 4 }],
])('%s counts as absent', (_, raw) => expect(read(raw)).toEqual({}))

test('one device, which an address gives as a number, is read as its id', () => {
  expect(read({ devices: 8_612_345 })).toEqual({ devices: '8612345' })
})
