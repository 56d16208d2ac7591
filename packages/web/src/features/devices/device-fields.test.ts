import { deviceTypes } from '@trackway/core/codes/protocols.ts'
import { suggestType } from '@trackway/core/rules/suggest-type.ts'
import { expect, test } from 'vitest'
import { detailsOf, doubtTerminalId } from './device-fields.ts'
import { deviceListSearch } from './search.ts'

test.each([
  ['490154203237518', 'gt06', null], // the example IMEI of 3GPP TS 23.003
  [' 490154203237518 ', 'gt06', null],
  ['490154203237519', 'gt06', 'luhn'],
  ['13912345678', 'jt808', null],
  ['00000000013912345678', 'jt808', null],
  ['490154203237518', 'jt808', 'not808'],
  ['12345', 'gt06', 'malformed'],
  ['49015420323751a', 'gt06', 'malformed'],
  ['', undefined, 'malformed'],
])('terminal id %j of a %s device: %s', (id, wire, doubt) => expect(doubtTerminalId(id, wire)).toBe(doubt))

test('suggests the general type of the protocol a device spoke', () => {
  expect(suggestType(deviceTypes, 'gt06')?.name).toBe('Gt06')
  expect(suggestType(deviceTypes, 'jt808')?.name).toBe('Y808')
  expect(suggestType(deviceTypes, 'bsj')?.name).toBe('Bsj')
  expect(suggestType(deviceTypes, 'smoke')).toBeUndefined()
})

test('empty fields are sent as null, others trimmed', () => {
  expect(detailsOf({ carNumber: ' 京A12345 ', nickname: '  ', sim: '' })).toEqual({
    carNumber: '京A12345',
    nickname: null,
    iccid: null,
    sim: null,
    remark: null,
  })
})

test('an address with nonsense shows the list as if it said nothing', () => {
  expect(
    deviceListSearch({ pageNum: 'x', pageSize: 9999, state: 'flying', sort: 'drop table', own: 'yes' }),
  ).toEqual({})
  expect(deviceListSearch({ pageNum: 3, state: 'offline', search: 8612 })).toEqual({
    pageNum: 3,
    state: 'offline',
    search: '8612',
  })
})
