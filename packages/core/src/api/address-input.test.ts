import { expect, test } from 'vitest'
import { z } from 'zod'
import { allCalls } from '../contract.ts'
import { addressOf, addressReader } from './address-input.ts'
import { call, rowId } from './call.ts'

const of = call({
  method: 'GET',
  path: '/api/pay/account/del/{id}',
  permission: 'session',
  help: 'A call as the specification has some.',
  input: z.object({
    id: rowId,
    isAll: z.boolean().optional(),
    days: z.array(z.int()).optional(),
    search: z.string().optional(),
    type: z.union([z.int(), z.string()]).optional(),
  }),
  output: z.object({}),
})

test('path parameters go into the path, the rest into the query', () => {
  const input = { id: 7, isAll: false, days: [1, 2], search: 'a b', type: undefined }
  expect(addressOf(of, input)).toBe('/api/pay/account/del/7?isAll=false&days=1&days=2&search=a+b')
  expect(addressOf({ ...of, method: 'POST' }, input)).toBe('/api/pay/account/del/7')
})

test('texts are read as the schema wants them, and nonsense is left for it to refuse', () => {
  const read = addressReader(of)
  expect(read({ id: '7', isAll: 'true', days: '1', search: '12', type: 'K100' })).toEqual({
    id: 7,
    isAll: true,
    days: [1],
    search: '12',
    type: 'K100',
  })
  expect(read({ id: '', isAll: '1', days: ['1', 'x'], other: '3' })).toEqual({
    id: '',
    isAll: '1',
    days: [1, 'x'],
    other: '3',
  })
})

test('what a GET call takes fits into an address: no objects, and no lists of many', () => {
  for (const { method, path, input } of allCalls) {
    if (method === 'POST') continue
    const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    for (const [name, property] of Object.entries(properties)) {
      expect(JSON.stringify(property), `${path} ${name}`).not.toContain('"properties"')
      expect((property as { maxItems?: number }).maxItems ?? 0, `${path} ${name}`).toBeLessThanOrEqual(100)
    }
  }
})
