import { expect, test } from 'vitest'
import { makeFormat } from './format.ts'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
const at = Date.UTC(2026, 6, 31, 17, 5, 9)
const en = makeFormat('en-US', 'Asia/Shanghai')
const cn = makeFormat('zh-CN', 'Asia/Shanghai')

test('instants are shown in the zone of the account', () => {
  expect(plain(en.dateTime(at))).toBe('1 Aug 2026, 01:05:09')
  expect(plain(cn.dateTime(at))).toBe('2026-08-01 01:05:09')
  expect(makeFormat('en-US', 'America/New_York').date(at)).toBe('31 Jul 2026')
})

test('a day names its month in English, and its weekday', () => {
  expect(plain(en.day('2026-08-01'))).toBe('Sat, 1 Aug 2026')
  expect(plain(cn.day('2026-08-01'))).toBe('2026-08-01 周六')
  expect([en.shortDay('2026-08-01'), cn.shortDay('2026-08-01')]).toEqual(['1 Aug', '08-01'])
})

test('midnight is 00, not 24', () => {
  expect(en.time(Date.UTC(2026, 0, 1, 16, 0, 0))).toBe('00:00:00')
})

test('a zone the browser does not know counts as UTC', () => {
  expect(makeFormat('en-US', 'Mars/Olympus').time(at)).toBe('17:05:09')
})

test.each([
  [-5_000, '0 sec'],
  [0, '0 sec'],
  [59_999, '59 sec'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 hr'],
  [3_600_000 * 3 + 60_000 * 20, '3 hr 20 min'],
  [86_400_000 * 2 + 3_600_000, '2 days 1 hr'],
  [86_400_000 * 40 + 3_600_000, '40 days'],
])('%i ms is %s', (ms, text) => expect(plain(en.duration(ms))).toBe(text))

test.each([
  [0, '0 kB'],
  [1_200, '2 kB'],
  [2_345_678, '2.3 MB'],
  [79_405_600_000, '79.4 GB'],
  [5_000_000_000_000, '5 TB'],
  [2_000_000_000_000_000, '2,000 TB'],
])('%i bytes are %s', (bytes, text) => expect(plain(en.bytes(bytes))).toBe(text))

test('distances change their unit at a kilometre', () => {
  expect(plain(en.distance(999.4))).toBe('999 m')
  expect(plain(en.distance(1234))).toBe('1.2 km')
  expect(plain(en.distance(123_456))).toBe('123 km')
})

test('Chinese units are set off, and those of distance and volume are Latin', () => {
  expect([cn.distance(13_900), cn.distance(500), cn.litres(7)]).toEqual(['13.9 km', '500 m', '7.0 L'])
  expect(cn.duration(3_600_000 * 3 + 60_000 * 20)).toBe('3 小时 20 分钟')
})

test('standing still is 0, unknown is a dash', () => {
  expect(plain(en.speed(0))).toBe('0 km/h')
  for (const show of [en.speed, en.distance, en.dateTime, en.duration, en.percent, en.number])
    expect(show(null)).toBe('–')
})

test.each([
  [0, '0 min'],
  [45 * 60_000, '45 min'],
  [(12 * 60 + 30) * 60_000, '12 hr 30 min'],
  [(99 * 60 + 59) * 60_000, '99 hr 59 min'],
  [(100 * 60 + 30) * 60_000, '100 hr'],
  [1_230 * 3_600_000, '1,230 hr'],
])('a sum of %i ms is %s', (ms, text) => expect(makeFormat('en-US', 'UTC').hours(ms)).toBe(text))

test('an account in the United States reads its own units', () => {
  const us = makeFormat('en-US', 'UTC', 'us')
  expect(plain(us.speed(96))).toBe('60 mph')
  expect(plain(us.distance(120))).toBe('394 ft')
  expect(plain(us.distance(42_195))).toBe('26.2 mi')
  expect(us.litres(10)).toBe('2.6 gal')
  expect(us.consumption(10)).toBe('4.3 gal/100 mi')
  expect(us.celsius(-10)).toBe('14 °F')
  expect(us.unit(21.5, '°C', 1)).toBe('70.7 °F')
  expect(us.unit(230, 'kPa', 0)).toBe('230 kPa')
  expect(makeFormat('en-GB', 'UTC', 'imperial').celsius(20)).toBe('20 °C')
})
