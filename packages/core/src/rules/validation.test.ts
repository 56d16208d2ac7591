import { expect, test } from 'vitest'
import { ruleText } from './rule-texts.ts'
import { type FormatRule, formatRules, isImei, readDate, readZoneMinutes } from './validation.ts'

const ones = (length: number) => '1'.repeat(length)

const tables: Record<FormatRule, [good: string[], bad: string[]]> = {
  imei: [
    [ones(6), ones(11), ones(15), ones(20), 'BALLESTEROS3', 'owntracks/jane/phone'],
    [ones(5), ones(21), '86-1', 'a', '/abc', '8.6E+14', '123 456a', `a${ones(40)}`],
  ],
  imeiLine: [
    [ones(10), ones(15)],
    [ones(9), ones(16), `${ones(9)}x`],
  ],
  id808: [['13800138000'], [ones(10), ones(12), '1380013800x']],
  sim: [
    ['13912345678', '1064912345678', 'abcDEF12345'],
    [ones(10), ones(12), ones(14), '1391234567 '],
  ],
  iccid: [
    [ones(19), ones(20), `${ones(18)}Ab`],
    [ones(18), ones(21), `${ones(17)}AAA`],
  ],
  cardIccid: [
    [`89${ones(17)}`, `89${ones(18)}`, `89${ones(16)}Ab`],
    [`89${ones(16)}`, `89${ones(19)}`, ones(19), `98${ones(17)}`],
  ],
  imsi: [[ones(15)], [ones(14), ones(16), `${ones(14)}x`]],
  msisdn: [
    ['14400000001', '+4915112345678', ones(15)],
    [ones(6), ones(16), '144000-0001'],
  ],
  telephone: [
    [
      '13912345678',
      '+8613912345678',
      '86-13912345678',
      '400-123-4567',
      '4001234567',
      '800-810-1234',
      '010-12345678'.replace('1234', '6234'),
      '02162345678',
      '0755-26234567-801',
      '+4915112345678',
      '138 0013 8000',
    ],
    ['12345', '12912345678', '23912345678', '401-123-4567', '010-1', 'call me', '+86123'],
  ],
  plate: [
    ['京A12345', '粤B·D1234', '沪AD12345', '粤Z1234港', '京A1234警', '苏A1234挂', 'B-AB 1234', 'GT 1'],
    ['京12345', '京A1234', '火A12345', '京A1234567', '京AA12#4'],
  ],
  username: [
    ['ab', '王明', 'a.b-c_d@e', 'x'.repeat(40)],
    ['a', 'x'.repeat(41), 'a b', 'a/b'],
  ],
  email: [
    ['a@b.cn', 'first.last@mail.example.com'],
    ['a@b', 'a b@c.de', '@b.cn', 'a@b.'],
  ],
  date: [
    [
      '1900-1-1',
      '2099-12-31',
      '2024/2/29',
      '2027.03.31',
      '2027年3月31日',
      '2027-03-31 08:30',
      '2027-03-31T23:59:59',
    ],
    ['1899-12-31', '2100-1-1', '2023-2-29', '31-12-2027', '2027-13-1', '2027-03-31 24:00', '45000'],
  ],
  host: [
    ['203.0.113.7:7700', 'gps.example.com:65535', '[2001:db8::7]:7700'],
    ['203.0.113.7', 'a:0', 'a:65536', ':7700', 'a b:80'],
  ],
  command: [
    ['STATUS#', 'SOS,A,13800138000,,#'],
    ['', '油', 'x'.repeat(201)],
  ],
  zone: [
    ['8', '+8', 'UTC+08:00', 'gmt-3:30', '+0530', '-12', '14'],
    ['UTC+15', '-12:30', 'Asia/Shanghai', '8:75'],
  ],
}

test.each(Object.entries(tables))('the rule of %s', (name, [good, bad]) => {
  const holds = formatRules[name as FormatRule]
  expect(good.filter((text) => !holds(text))).toEqual([])
  expect(bad.filter((text) => holds(text))).toEqual([])
})

test('every rule has its message in both languages', () => {
  for (const name of Object.keys(formatRules) as FormatRule[]) {
    expect(ruleText(name, 'en')).not.toBe('')
    expect(ruleText(name, 'cn')).toMatch(/\p{Script=Han}/u)
  }
  expect(ruleText('duplicate', 'en', { row: 41 })).toBe('Duplicate of row 41')
})

test('an IMEI ends with its Luhn digit', () => {
  expect(['490154203237518', '356938035643809'].every(isImei)).toBe(true)
  expect(['490154203237519', '000000000000000', '49015420323751'].some(isImei)).toBe(false)
})

test('dates and zones are read into one form', () => {
  expect([readDate('2027/3/1'), readDate('2027-03-01 8:05')]).toEqual(['2027-03-01', '2027-03-01T08:05'])
  expect([readZoneMinutes('UTC+05:30'), readZoneMinutes('-3'), readZoneMinutes('x')]).toEqual([
    330,
    -180,
    null,
  ])
})
