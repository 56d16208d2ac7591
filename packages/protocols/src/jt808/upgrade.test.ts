import { expect, test } from 'vitest'
import { protocolByName } from '../registry.ts'
import { fromHex, toHex } from '../wire/bytes.ts'
import { textBody } from './command-bodies.ts'
import { decode } from './decode.ts'
import { terminalLayout } from './encode.ts'
import { framesToDevice, newSession, takeSerial } from './session.ts'
import {
  countParts,
  reserveAgain,
  reserveSerials,
  type UpgradeToSend,
  upgradeByLink,
  upgradePart,
} from './upgrade.ts'

const layout = { ...terminalLayout('013912345678'), identity: { terminalIds: ['13912345678'] } }
const upgrade: UpgradeToSend = {
  target: 0,
  maker: 'TRKWY',
  makerBytes: 5,
  version: '1.2.4',
  data: Uint8Array.from({ length: 40 }, (_, index) => index),
  partBytes: 24,
}

test('a file of 40 bytes goes out in three parts, the head in the first one only', () => {
  expect(countParts(upgrade)).toBe(3)
  const parts = [1, 2, 3].map((number) => upgradePart(layout, upgrade, { firstSerial: 0x30, number }))
  expect(parts.map((part) => toHex(part).toUpperCase())).toEqual([
    '7E810820180139123456780030000300010054524B575905312E322E34000000280001020304050607EA7E',
    '7E8108201801391234567800310003000208090A0B0C0D0E0F101112131415161718191A1B1C1D1E1FB17E',
    '7E810820080139123456780032000300032021222324252627A37E',
  ])
})

test('a link goes out by terminal control, with all ten semicolons', () => {
  const session = { ...newSession(), layout, nextSerial: 0x20 }
  const { frames, serial } = upgradeByLink(session, 'http://o.example/f/9;;;;o.example;80;0;;;V1.2.4;60')
  expect(serial).toBe(0x20)
  expect(toHex(frames[0]!).toUpperCase()).toBe(
    '7E81050033013912345678002001687474703A2F2F6F2E6578616D706C652F662F393B3B3B3B6F2E6578616D706C653B38303B303B3B3B56312E322E343B3630847E',
  )
})

test.each([
  [
    'an answer to a part',
    '7E00010005013912345678001100308108009C7E',
    { kind: 'part', serial: 0x30, result: 'success' },
  ],
  [
    'a request for a part',
    '7E0005400601000000000139123456780012003000010002537E',
    { kind: 'missing', firstSerial: 0x30, numbers: [2] },
  ],
  ['the result', '7E0108000201391234567800130000287E', { kind: 'installed', result: 'success' }],
])('%s is read', (_name, hex, file) => {
  const [message] = decode(fromHex(hex), newSession(), 0)
  expect(message).toMatchObject({ file })
  expect(message!.command).toBeUndefined()
})

test('a part of the longest body and of any data can be read again by whoever joins them', () => {
  const long = { ...upgrade, data: new Uint8Array(5000).fill(0x7e), partBytes: 1023 }
  const total = countParts(long)
  const protocol = protocolByName('jt808')!
  for (let number = 1; number <= total; number++) {
    const frame = upgradePart(layout, long, { firstSerial: 0xfffe, number })
    expect(protocol.frame(frame, newSession())).toMatchObject({ consumed: frame.length })
  }
})

test('other messages are numbered outside of the serials of the parts', () => {
  const session = { ...newSession(), layout, nextSerial: 0xfffe }
  expect(reserveSerials(session, 4)).toBe(0xfffe)
  expect(framesToDevice(session, 0x8300, textBody('a', false)).serial).toBe(2)
  // A new connection counts from 0, and reaches those of the file that it goes on with.
  const next = { ...newSession(), layout }
  reserveAgain(next, 1, 3)
  expect([takeSerial(next), takeSerial(next), takeSerial(next)]).toEqual([0, 4, 5])
})
