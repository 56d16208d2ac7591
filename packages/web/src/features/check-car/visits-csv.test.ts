import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { makeFormat } from '../../base/format.ts'
import { visitsCsv } from './visitors/visits-csv.ts'

const t = ((key: string) => key.split('.').at(-1)) as unknown as TFunction

test('a row a visit, in the account’s time; names that are formulas or have commas stay text', () => {
  const visit = {
    enterTime: Date.UTC(2026, 10, 20, 0, 0),
    leaveTime: Date.UTC(2026, 10, 20, 0, 1),
    enterPlace: { lat: -31.2, lon: 121.4 },
    leavePlace: { lat: 31.2, lon: 121.5 },
    isEntrySeen: true,
    isExitSeen: false,
    distanceM: 1234,
    nearestM: 12.4,
    nearestTime: Date.UTC(2026, 10, 20),
  }
  const device = { terminalID: '123', username: 'agent', iconType: 'car', total: 1, visits: [visit] }
  const csv = visitsCsv(
    [
      { ...device, displayName: '=1+1' },
      { ...device, displayName: 'A "1", B' },
      { ...device, displayName: '-1+cmd|x' },
    ],
    makeFormat('en-GB', 'Asia/Shanghai'),
    t,
  )
  const [head, first, second, third] = csv.split('\r\n')
  expect(head).toMatch(/^\ufeffdevice,terminalID,account,/)
  expect(first).toBe(
    `"'=1+1",123,agent,"20 Nov 2026, 08:00:00","20 Nov 2026, 08:01:00",60,1.234,12,-31.200000 121.400000,31.200000 121.500000,yes,no`,
  )
  expect(second).toMatch(/^"A ""1"", B",123/)
  expect(third).toMatch(/^"'-1\+cmd\|x",123/)
})
