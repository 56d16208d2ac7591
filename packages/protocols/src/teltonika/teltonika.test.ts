import { toCommand } from '@trackway/core/features/commands/commands.ts'
import { describe, expect, test } from 'vitest'
import { feed } from '../testing/feed.ts'
import { fromHex, toHex } from '../wire/bytes.ts'
import { seal } from './envelope.ts'
import { teltonika } from './teltonika.ts'

const now = Date.UTC(2026, 7, 1)
const greeting = '000F333536333037303432343431303133'
const record =
  '000000000000003608010000016B40D8EA30010000000000000000000000000000000105021503010101425E0F01F10000601A014E0000000000000000010000C7CF'
const datagram =
  '003DCAFE0105000F33353230393330383634303336353508010000016B4F815B30010000000000000000000000000000000103021503010101425DBC000001'

const secondCountOf2 = toHex(seal(fromHex(`${record.slice(16, -10)}02`)))

const decode = (hex: string) => teltonika.decode(fromHex(hex), teltonika.newSession(), now)[0]!
const repliesOf = (hex: string) => decode(hex).replies.map(toHex)

describe('answers', () => {
  test('a known device is let in, another is not', () => {
    expect(repliesOf(greeting)).toEqual(['01'])
    expect(decode(greeting).refusals.map(toHex)).toEqual(['00'])
  })

  test('the count of records', () => expect(repliesOf(record)).toEqual(['00000001']))
  test('ids and count of a datagram', () => expect(repliesOf(datagram)).toEqual(['0005cafe010501']))

  test.each([
    ['a wrong checksum', record.replace('C7CF', 'C7CE'), 'checksum'],
    ['another second count', secondCountOf2, 'fields'],
    ['no length', '0000000000000000', 'short'],
  ])('0 to %s, and nothing is taken', (_, hex, problem) => {
    expect(decode(hex)).toMatchObject({ kind: 'malformed', problem, reports: [] })
    expect(repliesOf(hex)).toEqual(['00000000'])
  })
})

test('goes on after a packet of no length', () => {
  // Published as a test of Traccar: 44 bytes after a length of 0.
  const lengthless =
    '0000000000000000080100000113fc208dff00209cca800f14f650006f00d60400040004030101150316030001460000015d000100000000'
  const { messages } = feed(teltonika, [fromHex(lengthless + record)], teltonika.newSession(), now)
  expect(messages.at(-1)).toMatchObject({ kind: 'reports', reports: [{ gsmLevel: 3 }] })
})

test('a keep-alive byte is a sign of life', () => {
  const { messages } = feed(teltonika, [fromHex(`ff${record}ff`)], teltonika.newSession(), now)
  expect(messages.map(({ kind }) => kind)).toEqual(['heartbeat', 'reports', 'heartbeat'])
})

test('an event is an alarm, the same element later is not', () => {
  const { encode, decode: read, newSession } = teltonika
  const at = { fixTime: now, fix: 'gps' as const, latitude: 54.7, longitude: 25.3, accOn: true }
  const [of] = read(encode({ ...at, alarms: [24] }), newSession(), now)
  expect(of!.reports[0]).toMatchObject({ alarms: [24], isAlarmEvent: true, accOn: true })
  const [plain] = read(encode(at), newSession(), now)
  expect(plain!.reports[0]?.alarms).toBeUndefined()
})

// Reference commands.md 1.1.
test('commands are text in codec 12', () => {
  const encoded = teltonika.encodeCommand(toCommand('oilCut', {})!, teltonika.newSession(), {
    flag: 1,
    terminalId: '0',
    now: 0,
  })
  expect(encoded).toMatchObject({ content: 'setdigout 1', correlations: [] })
  const frames = 'frames' in encoded ? encoded.frames.map(toHex) : []
  expect(frames).toEqual(['00000000000000130c01050000000b7365746469676f7574203101000087a2'])
})

/** Records of codec 8 extended, by the minutes before `now`. */
const hex = (value: number, bytes: number) =>
  BigInt(value)
    .toString(16)
    .padStart(2 * bytes, '0')
const place = '01 0f0ea850 209a6900 0094 00d6 08 0028'
const recordOf = (minutes: number, ...elements: string[]) =>
  `${hex(now - 60_000 * minutes, 8)} ${place} 0000 0001 ${elements.join('')}`.replaceAll(' ', '')
const packetOf = (...records: string[]) => {
  const count = hex(records.length, 1)
  return toHex(seal(fromHex(`8e${count}${records.join('')}${count}`)))
}

test.each([
  ['80 6d', { batteryV: 3.09 }],
  ['43 ff38 2d', { temperatureC: -2, humidityPercent: 45, isBatteryLow: true }],
  ['b7 0b73 28 0023 01 0004 6c', { temperatureC: 29.31, movements: 35, rollDeg: 4, batteryV: 3.08 }],
  ['80 6d 00', { data: '806d00' }],
])('an EYE tag that sends %s around it', (data, beacon) => {
  const bytes = data.replaceAll(' ', '')
  const tag = `02${hex(bytes.length / 2, 1)}${bytes}`
  const list = `01${hex(tag.length / 2, 1)}${tag}`
  const record = recordOf(1, '0000 0000 0000 0000 0001 0224', hex(list.length / 2, 2), list)
  expect(decode(packetOf(record)).reports).toMatchObject([{ extra: { beacons: [beacon] } }])
})

describe('a record that cannot be read', () => {
  const sound = (n: number) => recordOf(n, '0001 000101 0000 0000 0000 0000')
  /** Says an element of 600 bytes, and brings 120. */
  const bad = recordOf(9, '0000 0000 0000 0000 0001 0101 0258', 'ab'.repeat(120))
  const read = (records: readonly string[]) => decode(packetOf(...records))

  test.each([
    ['last', [sound(1), sound(2), sound(3), bad], [1, 2, 3]],
    ['first', [bad, sound(2), sound(3)], [2, 3]],
    ['in the middle', [sound(1), bad, sound(3), sound(4)], [1, 3, 4]],
    ['alone', [bad], []],
  ])('%s: the others are taken, and none is sent again', (_, records, minutes) => {
    const { kind, problem, reports, replies } = read(records)
    expect(reports.map(({ fixTime }) => (now - fixTime!) / 60_000)).toEqual(minutes)
    expect({ kind, problem }).toEqual({
      kind: minutes.length > 0 ? 'reports' : 'malformed',
      problem: 'fields',
    })
    expect(replies.map(toHex)).toEqual([hex(records.length, 4)])
  })

  test('none is missing of a sound packet', () => {
    expect(read([sound(1), sound(2)])).toMatchObject({ kind: 'reports', reports: [{ fix: 'gps' }, {}] })
    expect(read([sound(1), sound(2)]).problem).toBeUndefined()
  })
})
