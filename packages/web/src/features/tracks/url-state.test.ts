import { expect, test } from 'vitest'
import { devicesOf, readTrackUrl, urlStateOfDevices } from './url-state.ts'

test('reads devices, days, speed and cursor', () => {
  const search = readTrackUrl({
    terminalID: 7,
    devices: '8,7',
    first: '2026-01-01',
    last: '2026-01-02',
    rate: 60,
    at: '1767225600000',
  })
  expect(search).toEqual({
    terminalID: '7',
    devices: '8,7',
    first: '2026-01-01',
    last: '2026-01-02',
    rate: 60,
    at: 1_767_225_600_000,
  })
})

test('leaves out what it does not know', () => {
  expect(readTrackUrl({ rate: 7, at: 'noon', first: '2026-01-02', last: '2026-01-01' })).toEqual({})
})

test.each([
  { search: {}, devices: [] },
  { search: { terminalID: 'a' }, devices: ['a'] },
  { search: { terminalID: 'b', devices: 'a,b' }, devices: ['a', 'b'] },
  { search: { terminalID: 'c', devices: 'a,,b,a' }, devices: ['c', 'a', 'b'] },
  { search: { devices: 'a,b,c,d,e,f' }, devices: ['a', 'b', 'c', 'd', 'e'] },
])('$search shows $devices', ({ search, devices }) => expect(devicesOf(search)).toEqual(devices))

test('a removed device is not active any more', () => {
  expect(urlStateOfDevices(['a', 'b'], 'c')).toEqual({ terminalID: 'a', devices: 'a,b' })
  expect(urlStateOfDevices(['a'], 'a')).toEqual({ terminalID: 'a' })
  expect(urlStateOfDevices([], 'a')).toEqual({})
})
