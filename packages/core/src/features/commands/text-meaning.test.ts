import { expect, test } from 'vitest'
import type { CommandCode } from './commands.ts'
import { meaningOf, riskiest } from './text-meaning.ts'

test.each<[string, CommandCode]>([
  ['RELAY,1#', 'oilCut'],
  ['relay,1', 'oilCut'],
  ['PRELAY,1#', 'oilCut'],
  ['DYD,000000#', 'oilCut'],
  ['RELAY,1234,1#', 'oilCut'],
  ['RELAY3,ON,1,1000#', 'oilCut'],
  ['setdigout 1', 'oilCut'],
  ['RELAY,0#', 'oilRestore'],
  ['HFYD#', 'oilRestore'],
  ['FACTORYALL#', 'factory'],
  ['SERVER,0,1.2.3.4,5000,0#', 'server'],
  ['APN,cmnet#', 'apn'],
  ['GPRSON,0#', 'gprs'],
  ['GPRSON,1#', 'text'],
  ['GPRSON,666666,0#', 'gprs'],
  ['IP,203.0.113.7,5023', 'server'],
  ['adminip123456 203.0.113.7 5023', 'server'],
  ['apn123456 cmnet', 'apn'],
  ['setparam 2004:203.0.113.7;2005:5023', 'server'],
  ['setparam 1000:1;2006:1', 'server'],
  ['setparam 2001:cmnet', 'apn'],
  ['setparam 10050:30', 'text'],
  ['setdigout ?1', 'oilCut'],
  ['setdigout 0', 'oilRestore'],
  ['defaultcfg', 'factory'],
  ['cpureset', 'reset'],
  ['STATUS#', 'text'],
])('%s is treated as %s', (content, code) => expect(meaningOf(content, 'gt06')).toBe(code))

test.each<[string, string, CommandCode]>([
  ['gps103', 'J', 'oilCut'],
  ['gps103', '109', 'oilCut'],
  ['gps103', '**,imei:359586015829802,J', 'oilCut'],
  ['gps103', '**,imei:359586015829802,K', 'oilRestore'],
  ['gps103', 'B', 'text'],
  ['gt06', 'J', 'text'],
  ['tk103', 'AV010', 'oilCut'],
  ['tk103', '(088046338039AV010)', 'oilCut'],
  ['tk103', '(088046338039,AV011)', 'oilRestore'],
  ['h02', 'S20,1,1', 'oilCut'],
  ['h02', '*HQ,4210051415,S20,120000,1,1#', 'oilCut'],
  ['h02', '*HQ,4210051415,S20,120000,1,3,10,3,5,5,3,5#', 'oilCut'],
  ['h02', '*HQ,4210051415,S20,120000,1,0#', 'oilRestore'],
  ['h02', 'S20,0,0', 'oilRestore'],
  ['meitrack', 'C01,0,12222', 'oilCut'],
  ['meitrack', 'C01,20,21222', 'oilCut'],
  ['meitrack', 'C01,0,02222', 'oilRestore'],
  ['meitrack', 'A21,1,203.0.113.7,5023,,,', 'server'],
  ['meitrack', 'A23,203.0.113.7,5023', 'server'],
  ['meitrack', 'F11', 'factory'],
  ['meitrack', 'A10', 'text'],
  ['watch', 'IP,203.0.113.7,5023', 'server'],
  ['watch', 'POWEROFF', 'shutdown'],
  ['topflytech', 'RELAY,000000,1#', 'oilCut'],
  ['topflytech', 'IP,000000,203.0.113.7,5023#', 'server'],
  ['jt808', '8105:64', 'oilCut'],
  ['jt808', '8105:F0', 'oilCut'],
  ['jt808', '8500:80', 'oilCut'],
  ['jt808', '8105:65', 'oilRestore'],
  ['jt808', '8103:010000001303313233', 'server'],
  ['jt808', '8103:0100000029040000001E', 'text'],
  ['bsj', '8105:64', 'oilCut'],
  ['bsj', 'RELAY,1#', 'oilCut'],
  ['bsj', '<SPBSJ*P:BSJGPS*T:203.0.113.7,5023>', 'server'],
])('by %s, %s is treated as %s', (wire, content, code) => expect(meaningOf(content, wire)).toBe(code))

test('where the protocol is not known, the most dangerous meaning counts', () => {
  expect(meaningOf('J')).toBe('oilCut')
  expect(meaningOf('F11')).toBe('factory')
  expect(meaningOf('STATUS#')).toBe('text')
  expect(riskiest(['text', 'server', 'oilCut', 'reset'])).toBe('oilCut')
  expect(riskiest([])).toBe('text')
})

test('a type’s own texts are the commands that it has them for', () => {
  const texts = { oilCut: 'KILL,(1)', server: 'HOST,{host},{port}#' }
  expect(meaningOf('kill,(1)#', 'gt06', texts)).toBe('oilCut')
  expect(meaningOf('HOST,203.0.113.7,5023', 'gt06', texts)).toBe('server')
  expect(meaningOf('HOST#', 'gt06', texts)).toBe('text')
})
