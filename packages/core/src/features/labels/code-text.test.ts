import { expect, test } from 'vitest'
import { codeTextOf, isCodeText, usualCodeText } from './code-text.ts'

const facts = { id: '860123040000019', iccid: null, serialNumber: 'A/1 2' }

test.each([
  [usualCodeText, '860123040000019'],
  ['{iccid},{id}', ',860123040000019'],
  ['https://a.example/{id}?sn={serialNumber}', 'https://a.example/860123040000019?sn=A%2F1%202'],
  ['{id};{serialNumber}', '860123040000019;A/1 2'],
])('%s', (template, text) => expect(codeTextOf(template, facts)).toBe(text))

test('says whose label it is, by names that there are', () => {
  expect(['{id}', 'x{iccid}{id}', '{iccid}', '{id}{imei}', ''].map(isCodeText)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
