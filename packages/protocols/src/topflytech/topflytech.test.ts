import { toCommand } from '@trackway/core/features/commands/commands.ts'
import { expect, test } from 'vitest'
import { fromHex, toHex } from '../wire/bytes.ts'
import { topflytech } from './topflytech.ts'

const now = Date.UTC(2026, 7, 1)
const decode = (hex: string) => topflytech.decode(fromHex(hex), topflytech.newSession(), now)[0]!

// Reference more-protocols.md 3.8.
test.each([
  ['a login', '232301001500010867730050316482101180680302', '232301000F00010867730050316482'],
  [
    'a position',
    '252502004401A40867730050316482001E0E101901F428184B70000300000040000512FFFF00000086E419982606170545120040CE436CA10841297C3D42063000761385',
    '252502000F01A40867730050316482',
  ],
  [
    'an alarm, with its code',
    '252504004201A50867730050316482001E0E101901F42818807000030000008000FFFFFFFF01000086E46C9726061706150000E4000152351A0152351A0352351A0B',
    '252504001001A5086773005031648201',
  ],
  ['a heartbeat', '252503000F01A60867730050316482', '252503000F01A60867730050316482'],
  [
    'Wi-Fi',
    '2727150030003208677300600277142606170546005CCF7F0102A1A42BB011027EC63C846AD01944B9FFFFFFFFFFFFFF',
    '272715000F00320867730060027714',
  ],
  [
    'a list of elements that asks for it',
    '272762002612340880616898888888BD4126091810203002025F12074B030001123403010203',
    '272762000F12340880616898888888',
  ],
  [
    'an alarm as a list of elements, with its code',
    '272764003312340880616898888888264126091810203002020106028403000100031081EE0001001234560100010201030104',
    '27276400101234088061689888888806',
  ],
  [
    'an alarm with access points, with its code',
    '272725005212340880616898888888A008260918102030AABBCCDDEEFF102030405060C8203040506070D0304050607080D8800000800050A01539500000255A04B4003C0000012C1E006405000000000000',
    '27272500101234088061689888888808',
  ],
])('answers %s', (_, hex, answer) => expect(decode(hex).replies.map(toHex)).toEqual([answer.toLowerCase()]))

test('a position of the first generation and an answer are not answered', () => {
  const first =
    '232302004200150357367031063979003c03842307d000004a0000050100004001009500940000000285ab001510281350477f710d4452819342d1ba944101160038'
  expect(decode(first).replies).toEqual([])
})

test('commands are text with the factory PIN', () => {
  const told = topflytech.encodeCommand(toCommand('oilCut', {})!, topflytech.newSession(), {
    flag: 1,
    terminalId: '867730050316482',
    now,
  })
  expect('frames' in told && told.frames.map(toHex)).toEqual([
    '252581001f000108677300503164820152454c41592c3030303030302c3123',
  ])
})
