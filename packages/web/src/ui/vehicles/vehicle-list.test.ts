import { expect, test } from 'vitest'
import { matchList, readList, type Vehicle } from './vehicle-list.ts'

const vehicle = (terminalID: string, name: string): Vehicle => ({
  terminalID,
  name,
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

test('a list names vehicles by id, plate or name, in whole; what names none is said', () => {
  expect(matchList(['VAN 2', '13800138701', 'Van', '粤B·58Q07'], [van, lorry])).toEqual({
    found: [van, lorry],
    missing: ['Van'],
  })
})
