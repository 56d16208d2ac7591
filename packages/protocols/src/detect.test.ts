import { expect, test } from 'vitest'
import { detectProtocol } from './detect.ts'
import { jt808 } from './jt808/jt808.ts'
import { protocolByName, protocols } from './registry.ts'
import { fromHex } from './wire/bytes.ts'

const heartbeat = '7e000200000145357092170006807e'

test.each([
  ['a JT/T 808 heartbeat', heartbeat, 'jt808'],
  ['a stray flag before it', `7e${heartbeat}`, 'jt808'],
  ['filler before it', `0d0a${heartbeat}`, 'jt808'],
  ['a lock sentence', '283739343130343030343134302c312c3030312c424153452c322c54494d4529', 'jt808'],
  ['a GT06 login', '78780d01012345678901234500018cdd0d0a', 'gt06'],
])('knows %s', (_, hex, name) => {
  const found = detectProtocol(fromHex(hex), protocols)
  expect(typeof found === 'object' && found.protocol.name).toBe(name)
})

test('waits for the rest of a frame', () => {
  const bytes = fromHex(heartbeat)
  for (let length = 0; length < bytes.length; length++) {
    expect(detectProtocol(bytes.subarray(0, length), [jt808])).toBe('more')
  }
})

test.each([
  ['HTTP', '474554202f20485454502f312e310d0a'],
  ['TLS', '16030100c8010000c4'],
  ['SSH', '5353482d322e302d'],
  ['JT/T 1078 media', '3031636481e2'],
])('refuses %s', (_, hex) => expect(detectProtocol(fromHex(hex), [jt808])).toBe('none'))

test('finds a codec by name', () => {
  expect(protocolByName('jt808')).toBe(jt808)
  expect(protocolByName('nothing')).toBeUndefined()
})
