import { expect, test } from 'vitest'
import { fillSetup, hostKindOf, setupText } from './setup-texts.ts'

test('a text is filled with what is known, and says what is not', () => {
  const texts = ['SERVER,{hostKind},{host},{port},0#', 'APN,{apn},{apnUser},{apnPassword}#']
  const values = {
    host: 'gps.example.com',
    hostKind: hostKindOf('gps.example.com'),
    port: '5023',
    apnUser: '',
  }
  expect(texts.map((text) => fillSetup(text, values))).toEqual([
    { text: 'SERVER,1,gps.example.com,5023,0#', missing: [] },
    { text: 'APN,{apn},,{apnPassword}#', missing: ['apn', 'apnPassword'] },
  ])
})

test.each([
  ['an address', '203.0.113.7', '0'],
  ['a long address', '2001:db8::1', '0'],
  ['a name', 'gps.example.com', '1'],
])('%s is told from a name', (_, host, kind) => expect(hostKindOf(host)).toBe(kind))

test('names that nothing stands for are refused', () => {
  expect(setupText.safeParse('SERVER,{server}#').success).toBe(false)
  expect(setupText.safeParse('  setparam 2004:{host}').data).toBe('  setparam 2004:{host}')
})
