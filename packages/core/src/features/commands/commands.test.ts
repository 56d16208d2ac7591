import { expect, test } from 'vitest'
import {
  type CommandCode,
  commandCodes,
  commandRow,
  effectOf,
  isOffered,
  kindOf,
  toCommand,
} from './commands.ts'

test.each(commandCodes)('the example of %s is allowed', (code) => {
  expect(toCommand(code, commandRow(code).example)).toMatchObject({ code })
})

test.each<[CommandCode, Record<string, unknown>]>([
  ['timer', { movingS: 4 }],
  ['timer', { movingS: 18_001 }],
  ['timer', { movingS: 30, secret: 1 }],
  ['speedAlarm', { isOn: true, speedKmh: 256 }],
  ['sos', { numbers: ['12,34'] }],
  ['text', { content: 'RELAY,1#\r\nX' }],
  ['apn', { name: 'a,b' }],
  ['apn', { name: 'a#' }],
  ['server', { host: 'a.example;b', port: 1 }],
])('%s refuses %j', (code, parameters) => expect(toCommand(code, parameters)).toBeNull())

test('0 switches off what else has a least value', () => {
  expect(toCommand('timer', { movingS: 0 })).toMatchObject({ parameters: { movingS: 0 } })
})

test('what a command changes follows from its parameters', () => {
  expect(effectOf(toCommand('timer', { movingS: 30 })!)).toEqual({ reportEveryS: 30 })
  expect(effectOf(toCommand('oilCut', {})!)).toEqual({ reading: 'oilCut', is: true })
  expect(effectOf(toCommand('version', {})!)).toBeNull()
})

test('cut and restore take each other’s place, two texts do not', () => {
  expect(kindOf(toCommand('oilCut', {})!)).toBe(kindOf(toCommand('oilRestore', {})!))
  const text = (content: string) => kindOf(toCommand('text', { content })!)
  expect(text('A#')).not.toBe(text('B#'))
})

test('a model offers what its sensors and work modes allow, and all while nobody set them up', () => {
  const any = { commands: null, sensors: [], workModes: [] }
  expect(commandCodes.every((code) => isOffered(code, any))).toBe(true)
  const lock = { commands: null, sensors: ['battery', 'light'], workModes: ['clock'] } as const
  const codes = commandCodes.filter((code) => isOffered(code, lock))
  expect(codes).toEqual(
    expect.arrayContaining(['tamper', 'lowPowerAlarm', 'wakeMode', 'clockMode', 'locate']),
  )
  expect(codes.some((code) => code.startsWith('tire') || code.startsWith('oil') || code === 'sleep')).toBe(
    false,
  )
  expect(isOffered('tamper', { ...lock, commands: ['locate'] })).toBe(false)
  expect(isOffered('text', { ...lock, commands: ['locate'] })).toBe(true)
})
