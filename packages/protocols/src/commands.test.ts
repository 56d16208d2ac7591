import {
  type CommandCode,
  commandCodes,
  commandRow,
  toCommand,
} from '@trackway/core/features/commands/commands.ts'
import { meaningOf } from '@trackway/core/features/commands/text-meaning.ts'
import { describe, expect, test } from 'vitest'
import { commandsOf, previewCommand, roomFor } from './commands.ts'
import { gt06 } from './gt06/gt06.ts'
import { terminalLayout } from './jt808/encode.ts'
import { jt808 } from './jt808/jt808.ts'
import { newSession } from './jt808/session.ts'
import type { EncodedCommand, Unsupported } from './protocol.ts'
import { protocolByName, protocols } from './registry.ts'
import { toHex } from './wire/bytes.ts'

const example = (code: CommandCode) => toCommand(code, commandRow(code).example)!
const dangerous = commandCodes.filter((code) => commandRow(code).risk !== undefined)
/** The content as a free text; of messages by number, in the form that such a text has. */
const asFreeText = (content: string) => content.replace(/^([\dA-F]{4}) /i, '$1:')
const request = { flag: 1, terminalId: '013912345678', now: 0 }

function isEncoded(answer: EncodedCommand | Unsupported): EncodedCommand {
  if ('unsupported' in answer) throw new Error(answer.unsupported)
  return answer
}

describe.each(protocols.map((protocol) => [protocol.name, protocol] as const))('%s', (_, protocol) => {
  test.each(commandCodes)('has bytes for %s, or refuses it', (code) => {
    const answer = protocol.encodeCommand?.(example(code), protocol.newSession(), request)
    if (answer === undefined || 'unsupported' in answer) return
    expect(answer.content).not.toBe('')
    expect(answer.frames.every(({ length }) => length > 0)).toBe(true)
  })

  test.each([...dangerous, 'oilRestore', 'reset'] as const)('knows %s in a free text', (code) => {
    const command = code === 'gprs' ? toCommand('gprs', { isOn: false })! : example(code)
    const answer = protocol.encodeCommand?.(command, protocol.newSession(), request)
    if (answer === undefined || 'unsupported' in answer) return
    const content = asFreeText(answer.content)
    const text = toCommand('text', { content })
    const free = text && protocol.encodeCommand?.(text, protocol.newSession(), request)
    const isTheSame =
      free && !('unsupported' in free) && free.frames.map(toHex).join() === answer.frames.map(toHex).join()
    if (isTheSame) expect(meaningOf(content, protocol.name)).toBe(code)
    else expect(protocol.name).toBe('bsj')
  })
})

// What reference commands.md 1.1 lists, made and checked by script; firmware wants the `#`.
test.each([
  ['oilCut', {}, '78781480 0C 00000001 52454C41592C3123 0002 0001 EE4D 0D0A'],
  ['oilRestore', {}, '78781480 0C 00000001 52454C41592C3023 0002 0001 EA66 0D0A'],
  ['timer', { movingS: 30 }, '78781580 0D 00000001 54494D45522C333023 0002 0001 90C6 0D0A'],
  ['locate', {}, '78781280 0A 00000001 574845524523 0002 0001 F6EA 0D0A'],
  ['text', { content: 'WHERE' }, '78781280 0A 00000001 574845524523 0002 0001 F6EA 0D0A'],
] as const)('gt06 sends %s', (code, parameters, hex) => {
  const { frames, correlations } = isEncoded(
    gt06.encodeCommand(toCommand(code, parameters)!, gt06.newSession(), request),
  )
  expect(frames.map(toHex)).toEqual([hex.replaceAll(' ', '').toLowerCase()])
  expect(correlations).toEqual([1])
})

test('a backup server is a setting of JT/T 808 alone', () => {
  const server = { host: 'a.example', port: 808 }
  const send = (protocol: typeof gt06 | typeof jt808, more: object) =>
    protocol.encodeCommand!(
      toCommand('server', { ...server, ...more })!,
      protocol.newSession() as never,
      request,
    )
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const content = (more: object) => isEncoded(send(jt808, more)).content
  const main = `0000001309${hex('a.example')}`
  expect(content({})).toBe(`8103 02${main}000000180400000328`)
  expect(content({ backupHost: 'b.example' })).toBe(
    `8103 03${main}0000001709${hex('b.example')}000000180400000328`,
  )
  expect(send(gt06, { backupHost: 'b.example' })).toHaveProperty('unsupported')
})

test.each([
  ['oilCut', {}, 1, '7E 8105 0001 013912345678 0001 64 D0 7E'],
  ['oilRestore', {}, 2, '7E 8105 0001 013912345678 0002 65 D2 7E'],
  ['timer', { movingS: 30 }, 4, '7E 8103 000A 013912345678 0004 01 00000029 04 0000001E 8E 7E'],
  ['text', { content: 'RELAY,1#' }, 5, '7E 8300 0009 013912345678 0005 01 52454C41592C3123 C3 7E'],
] as const)('jt808 sends %s', (code, parameters, serial, hex) => {
  const session = newSession()
  session.nextSerial = serial
  session.layout = { ...terminalLayout('013912345678'), identity: { terminalIds: ['013912345678'] } }
  const { frames, correlations } = isEncoded(
    jt808.encodeCommand(toCommand(code, parameters)!, session, request),
  )
  expect(frames.map(toHex)).toEqual([hex.replaceAll(' ', '').toLowerCase()])
  expect(correlations).toEqual([serial])
  expect(session.nextSerial).toBe(serial + 1)
})

test('a model’s own text replaces that of its family', () => {
  const commandTexts = { oilCut: 'DYD,000000', timer: 'FREQ,{movingS}#' } as const
  expect(previewCommand(gt06, example('oilCut'), { commandTexts })).toMatchObject({ content: 'DYD,000000#' })
  expect(previewCommand(gt06, example('timer'), { commandTexts })).toMatchObject({ content: 'FREQ,30#' })
})

// Reference jt808.md 10 and 11: who takes texts in which message; clones cut by A006 with the time in GMT+8.
test.each([
  ['jimi', 'text', { content: 'TEST' }, '7e890000050139123456780001f054455354 5b 7e'],
  ['aovx', 'text', { content: '#0;1' }, '7e8103000a013912345678000101 0000f030 04 23303b31 65 7e'],
  ['clone', 'oilCut', {}, '7ea0060007013912345678000101 260102000005 .. 7e'],
  [
    '',
    'network',
    {},
    '7e81060019013912345678000106 00000010 00000011 00000012 00000013 00000017 00000018 .. 7e',
  ],
] as const)('jt808 of dialect %s sends %s', (dialect, code, parameters, hex) => {
  const session = newSession({ dialect })
  session.nextSerial = 1
  session.layout = { ...terminalLayout('013912345678'), identity: { terminalIds: ['013912345678'] } }
  const timedRequest = { ...request, now: Date.UTC(2026, 0, 1, 16, 0, 5) }
  const { frames } = isEncoded(jt808.encodeCommand(toCommand(code, parameters)!, session, timedRequest))
  expect(frames.map(toHex).join()).toMatch(new RegExp(`^${hex.replaceAll(' ', '')}$`))
})

// Reference other-protocols.md and the SMS words of the family, commands.md 4.5, 4.6 and 6.
test('h02 can be located, and takes free texts unchanged', () => {
  const h02 = protocolByName('h02')!
  const lineOf = (code: CommandCode, parameters = {}) =>
    new TextDecoder().decode(
      isEncoded(h02.encodeCommand!(toCommand(code, parameters)!, h02.newSession(), request)).frames[0],
    )
  expect(lineOf('locate')).toBe('*HQ,013912345678,R1,000000#')
  expect(lineOf('version')).toBe('check123456')
  expect(lineOf('reset')).toBe('reset123456')
  expect(lineOf('text', { content: 'S20,1,0' })).toBe('*HQ,013912345678,S20,000000,1,0#')
  expect(lineOf('text', { content: '#152#01301##' })).toBe('#152#01301##')
  expect(lineOf('text', { content: 'MD123456 1 3 8 1' })).toBe('MD123456 1 3 8 1')
})

test('a parameter that a protocol has no room for is refused by its name, and has no field', () => {
  const gps103 = protocolByName('gps103')!
  expect(previewCommand(gps103, toCommand('timer', { movingS: 20, parkedS: 300 })!)).toEqual({
    unsupported: 'parameters',
    unread: ['parkedS'],
  })
  expect(roomFor(gps103, 'timer')).toEqual(['movingS'])
  expect(
    previewCommand(jt808, toCommand('server', { host: 'a.example', port: 1, transport: 'udp' })!),
  ).toEqual({
    unsupported: 'parameters',
    unread: ['transport'],
  })
  expect(roomFor(protocolByName('watch'), 'devicePassword')).toEqual(['new'])
  expect(roomFor(gps103, 'doorLock')).toBeNull()
})

const commanded = protocols.filter(({ encodeCommand }) => encodeCommand !== undefined)
describe.each(commanded.map((protocol) => [protocol.name, protocol] as const))('%s', (_, protocol) => {
  test.each(commandsOf(protocol))('%s: each parameter changes the bytes, or is refused', (code) => {
    const bytesOf = (parameters: Record<string, unknown>) => {
      const command = toCommand(code, parameters)
      if (command === null) return null
      const answer = protocol.encodeCommand!(command, protocol.newSession(), request)
      return 'unsupported' in answer ? null : answer.frames.map(toHex).join()
    }
    const { parameters, example } = commandRow(code)
    const room = roomFor(protocol, code)!
    const usual = Object.fromEntries(Object.entries(example).filter(([name]) => room.includes(name)))
    for (const name of Object.keys(parameters.shape)) {
      const values = samples.filter((value) => parameters.shape[name]!.safeParse(value).success)
      const bases = basesOf(code, usual)
      const changes = bases.some(
        (base) => new Set(values.map((value) => bytesOf({ ...base, [name]: value }))).size > 1,
      )
      expect([name, changes || !room.includes(name)]).toEqual([name, true])
    }
  })
})

const samples = [
  true,
  false,
  0,
  1,
  2,
  3,
  4,
  5,
  10,
  12,
  15,
  20,
  30,
  60,
  70,
  90,
  100,
  130,
  150,
  180,
  200,
  300,
  480,
  600,
  1_800,
  3_600,
  100_000,
  -480,
  22.5,
  113.9,
  '13800138000',
  '123456',
  '654321',
  'name1',
  'name2',
  '08:00',
  '09:30',
  '203.0.113.7',
  'gps.example.com',
  'http://203.0.113.7/a.bin',
  'http://203.0.113.7/b.bin',
  'normal',
  'interval',
  'sleep',
  'daily',
  'hours',
  'weekdays',
  'alarmClocks',
  'automatic',
  'manual',
  'en',
  'cn',
  'in',
  'out',
  'in/out',
  'both',
  'off',
  'on',
  'tcp',
  'udp',
  'platform',
  'platformSms',
  'nothing',
  'cutNow',
  'frontLeft',
  'frontRight',
  'rearLeft',
  'frontLow',
  'rearHigh',
  '0',
  '30',
  'STATUS#',
  'PARAM#',
  [1],
  [1, 2],
  ['13800138000'],
  ['13800138001'],
  ['08:00'],
  ['09:30', '10:00'],
]

/** Every mode of a command that has modes, with values for all of them; else its example, switched on. */
const basesOf = (code: CommandCode, usual: Record<string, unknown>): Record<string, unknown>[] =>
  'mode' in commandRow(code).parameters.shape && code !== 'defenceMode'
    ? ['normal', 'interval', 'sleep', 'daily', 'hours', 'weekdays', 'alarmClocks'].map((mode) => ({
        ...usual,
        ...modeValues[code],
        mode,
      }))
    : [usual]

const modeValues: { [C in CommandCode]?: Record<string, unknown> } = {
  workMode: { minutes: 60, time: '08:00' },
  wakeMode: { hours: 6, time: '08:00' },
  clockMode: { everyS: 60, hours: 12, time: '06:00', weekdays: [1], alarmClocks: ['08:00'] },
}

test('a model’s own message is its number and its body in hex', () => {
  const profile = { commandTexts: { oilCut: '8105:F0' } }
  expect(previewCommand(jt808, example('oilCut'), profile)).toMatchObject({ content: '8105 f0' })
})

test('a command that a protocol has no form of is refused before anything is sent', () => {
  expect(commandsOf(gt06)).toContain('oilCut')
  expect(commandsOf(gt06)).not.toContain('doorLock')
  expect(commandsOf(undefined)).toEqual([])
  expect(previewCommand(gt06, toCommand('workMode', { mode: 'sleep' })!)).toEqual({
    unsupported: 'parameters',
  })
})

// Reference commands.md 1, 3 and 6; more-protocols.md 1.6 and 2.8.
test.each([
  ['h02', 'oilCut', {}, 'S20', '*HQ,013912345678,S20,000000,1,1#'],
  ['h02', 'oilRestore', {}, 'S20', '*HQ,013912345678,S20,000000,1,0#'],
  ['h02', 'timer', { movingS: 30 }, 'S71', '*HQ,013912345678,S71,000000,22,30#'],
  ['h02', 'defenceOn', {}, 'SCF', '*HQ,013912345678,SCF,000000,0,0#'],
  ['gps103', 'oilCut', {}, 'J', '**,imei:013912345678,J'],
  ['gps103', 'timer', { movingS: 20 }, 'C', '**,imei:013912345678,C,20s'],
  ['gps103', 'timer', { movingS: 600 }, 'C', '**,imei:013912345678,C,10m'],
  ['gps103', 'speedAlarm', { isOn: true, speedKmh: 60 }, 'H', '**,imei:013912345678,H,060'],
  ['tk103', 'locate', {}, 'BP04', '(013912345678AP00)'],
  ['tk103', 'oilCut', {}, 'BV01', '(013912345678AV010)'],
  // What follows are positions of BR00: no answer that could be distinguished from them.
  ['tk103', 'timer', { movingS: 20 }, null, '(013912345678AR0000140000)'],
  ['tk103', 'timer', { movingS: 0 }, null, '(013912345678AR0000000000)'],
  ['watch', 'timer', { movingS: 300 }, 'UPLOAD', '[CS*013912345678*000A*UPLOAD,300]'],
  ['watch', 'locate', {}, 'CR', '[CS*013912345678*0002*CR]'],
] as const)('%s sends %s', (name, code, parameters, correlation, text) => {
  const protocol = protocolByName(name)!
  const answer = protocol.encodeCommand!(toCommand(code, parameters)!, protocol.newSession(), request)
  const { frames, correlations } = isEncoded(answer)
  expect(frames.map((frame) => new TextDecoder().decode(frame))).toEqual([text])
  expect(correlations).toEqual(correlation === null ? [] : [correlation])
})

test('commands of watches and of Meitrack are those of the makers, byte for byte', () => {
  const watch = protocolByName('watch')!
  const session = watch.newSession()
  watch.decode(new TextEncoder().encode('[ZJ*4209317591*002C*000A*LK,0,0,100]'), session, 0)
  const located = isEncoded(watch.encodeCommand!(toCommand('locate', {})!, session, request))
  expect(new TextDecoder().decode(located.frames[0])).toBe('[ZJ*4209317591*0001*0002*CR]')
  const meitrack = protocolByName('meitrack')!
  for (const [code, flag, text] of [
    ['locate', 42, '@@k25,861990020417355,A10*82\r\n'],
    ['oilCut', 44, '@@m34,861990020417355,C01,20,12222*39\r\n'],
    ['version', 48, '@@q25,861990020417355,E91*95\r\n'],
  ] as const) {
    const request = { flag, terminalId: '861990020417355', now: 0 }
    const { frames } = isEncoded(
      meitrack.encodeCommand!(toCommand(code, {})!, meitrack.newSession(), request),
    )
    expect(new TextDecoder().decode(frames[0])).toBe(text)
  }
})

// Reference commands.md 1.1 and 4.3: a fence on the device is a circle in 100 m, or a rectangle by two corners.
test.each([
  [
    'fenceOn',
    { latitude: 22.577, longitude: 113.9, radiusM: 450, alarmOn: 'out' },
    'FENCE,ON,0,N22.577,E113.9,5,OUT,0#',
  ],
  [
    'fenceOn',
    { latitude: -33.9, longitude: -70.5, radiusM: 100, alarmOn: 'in/out', way: 'platformSms' },
    'FENCE,ON,0,S33.9,W70.5,1,,1#',
  ],
  [
    'fenceRectangle',
    { south: 22.5, west: 113.8, north: 22.6, east: 113.9, alarmOn: 'in' },
    'FENCE,ON,1,N22.5,E113.8,N22.6,E113.9,IN,0#',
  ],
  ['fenceOff', {}, 'FENCE,OFF#'],
] as const)('a fence on the device: %s', (code, parameters, content) =>
  expect(previewCommand(gt06, toCommand(code, parameters)!)).toMatchObject({ content }),
)

test('idling is reported every so many minutes, 0 switches it off, and the model has its own text', () => {
  const profile = { commandTexts: { idle: 'IDLE,{minutes}#' } } as const
  const idle = (minutes: number) => toCommand('idle', { minutes })
  expect(previewCommand(gt06, idle(5)!, profile)).toMatchObject({ content: 'IDLE,5#' })
  expect(previewCommand(gt06, idle(0)!, profile)).toMatchObject({ content: 'IDLE,0#' })
  expect([idle(-1), idle(301), idle(2.5)]).toEqual([null, null, null])
  expect(previewCommand(gt06, idle(5)!)).toEqual({ unsupported: 'command' })
})

// Reference commands.md 1.1.
test('teltonika sends setdigout 1', () => {
  const teltonika = protocolByName('teltonika')!
  const { frames } = isEncoded(
    teltonika.encodeCommand!(toCommand('oilCut', {})!, teltonika.newSession(), request),
  )
  expect(frames.map(toHex)).toEqual(['00000000000000130c01050000000b7365746469676f7574203101000087a2'])
})
