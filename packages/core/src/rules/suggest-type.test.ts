import { expect, test } from 'vitest'
import { deviceTypes } from '../codes/protocols.ts'
import { suggestType } from './suggest-type.ts'

const types = deviceTypes.map((type) => ({ ...type, ids: 'usual' as const }))
const imei = '490154203237518'

test('suggests the general type of the protocol a device spoke', () => {
  expect(suggestType(types, 'gt06', imei)?.name).toBe('Gt06')
  expect(suggestType(types, 'jt808', '13912345678')?.name).toBe('Y808')
  expect(suggestType(types, 'bsj', imei)?.name).toBe('Bsj')
  expect(suggestType(types, 'smoke', imei)).toBeUndefined()
})

test('suggests for an 808 device with a long id a type of such ids, where there is one', () => {
  const long = { id: 100, name: 'N19', wire: 'jt808', ids: 'long' as const }
  expect(suggestType([...types, long], 'jt808', imei)?.name).toBe('N19')
  expect(suggestType([...types, long], 'jt808', '13912345678')?.name).toBe('Y808')
  expect(suggestType(types, 'jt808', imei)?.name).toBe('Y808')
})
