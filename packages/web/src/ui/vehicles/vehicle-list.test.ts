import { expect, test } from 'vitest'
import {
  matchList,
  maxChosenDevices,
  readDevices,
  readList,
  type Vehicle,
  writeDevices,
} from './vehicle-list.ts'

const vehicle = (terminalID: string, name: string): Vehicle => ({
  terminalID,
  name,
  username: 'owner',
  words: `${name}\n${terminalID}`.toLowerCase(),
})
const van = vehicle('861234560010624', 'Van 2')
const lorry = vehicle('13800138701', '粤B·58Q07')

test.each([
  ['861234560010624\n13800138701\r\n', ['861234560010624', '13800138701']],
  ['粤B·58Q07，Van 2', ['粤B·58Q07', 'Van 2']],
  ['a, a; b', ['a', 'b']],
  ['Van 2', null],
  ['Van 2\n', null],
])('%j is the list %j', (text, list) => expect(readList(text)).toEqual(list))

test('a list names vehicles by id, plate or name, in whole; what names none is listed', () => {
  expect(matchList(['VAN 2', '13800138701', 'Van', '粤B·58Q07'], [van, lorry])).toEqual({
    found: [van, lorry],
    missing: ['Van'],
  })
})

test('devices are read once each, without what is no id, and no more than an address holds', () => {
  expect(readDevices('861234560010624_x_861234560010624_13800138701')).toEqual([
    '861234560010624',
    '13800138701',
  ])
  const many = Array.from({ length: 600 }, (_, index) => String(861_234_560_000_000 + index))
  expect(readDevices(writeDevices(many))).toHaveLength(maxChosenDevices)
})

test('names of apps come back as they are', () => {
  const ids = ['owntracks/jane_doe/phone', '861234560010624']
  expect(readDevices(writeDevices(ids))).toEqual(ids)
})

test('no device means all', () => {
  expect(readDevices(undefined)).toEqual([])
  expect(writeDevices([])).toBeUndefined()
})
