import { type CommandCode, toCommand } from '@trackway/core/features/commands/commands.ts'
import { expect, test } from 'vitest'
import { feed } from '../testing/feed.ts'
import { fromHex, toHex } from '../wire/bytes.ts'
import { bsj } from './bsj.ts'

const now = Date.UTC(2026, 7, 1)
const login = '2929b1000605162935b80d'
const decode = (hex: string) => bsj.decode(fromHex(hex), bsj.newSession(), now)[0]!

test('a login is answered by its checksum and type', () => {
  expect(decode(login).replies.map(toHex)).toEqual(['2929210005b8b1b8950d'])
})

test('length, stop and checksum must agree', () => {
  // Published with Traccar's tests: the length is 13 bytes, 45 came.
  const broken = '29298500081DD08C22120312174026026545710312541700000000F819C839FFFF1D00001E00500000003AF90D'
  expect(decode(broken)).toMatchObject({ kind: 'malformed', problem: 'length', reports: [] })
  expect(decode(login.replace('b80d', 'b90d'))).toMatchObject({ kind: 'malformed', problem: 'checksum' })
})

test('its port takes JT/T 808 too', () => {
  const heartbeat = '7e000200000145357092170006807e'
  const session = bsj.newSession()
  const { messages } = feed(bsj, [fromHex(heartbeat + heartbeat)], session, now)
  expect(messages.map(({ type, replies }) => [type, replies.length])).toEqual([
    ['0002', 1],
    ['0002', 1],
  ])
  const encoded = bsj.encodeCommand(toCommand('oilCut', {})!, session, {
    flag: 1,
    terminalId: '14535709217',
    now,
  })
  expect('frames' in encoded && toHex(encoded.frames[0]!)).toMatch(/^7e8105/)
})

// Reference other-protocols.md 4.3 and commands.md 1.1.
test.each([
  ['oilCut', {}, '89012345', '2929390006 5981972d 5d0d'],
  ['locate', {}, '89012345', '2929300006 5981972d 540d'],
  ['oilCut', {}, '89250345', '2929390006 5999832d 510d'],
  ['oilRestore', {}, '89250345', '2929380006 5999832d 500d'],
] as const)('%s %o to %s', (code: CommandCode, parameters, terminalId, hex) => {
  const encoded = bsj.encodeCommand(toCommand(code, parameters)!, bsj.newSession(), {
    flag: 1,
    terminalId,
    now,
  })
  expect('frames' in encoded && encoded.frames.map(toHex)).toEqual([hex.replaceAll(' ', '')])
})

test('a position that names a command is its reply', () => {
  const message = decode(
    '29298100280A9F9538081228160131022394301140372500000330FF0000007FFC0F00001E000000000034290D',
  )
  expect(message.command).toEqual({ correlation: 0x34, result: 'success' })
  expect(message.reports).toHaveLength(1)
})
