import { alarms } from '@trackway/core/codes/alarms.ts'
import type { CheckResult } from '@trackway/core/features/quality-checks/calls.ts'
import {
  type CheckCode,
  type Criterion,
  newCriterion,
} from '@trackway/core/features/quality-checks/checks.ts'
import type { Message, Report } from '@trackway/protocols/protocol.ts'
import { expect, test } from 'vitest'
import { closeChecks, failuresOf, judge, openCheck, type Sighting } from './judge.ts'

const minute = 60_000
const start = 10_000 * minute
const attempt = { startTime: start, loginTime: start + minute }

const check = (code: CheckCode, parts: Partial<Criterion> = {}): CheckResult =>
  openCheck({ ...newCriterion(code), ...parts })
const said = (parts: Partial<Message>, time = start + 2 * minute): Sighting => ({
  kind: 'message',
  time,
  message: { kind: 'reports', type: '', name: '', reports: [], replies: [], refusals: [], ...parts },
})
const report = (parts: Partial<Report>, time?: number) =>
  said({ reports: [{ fixTime: null, fix: 'none', ...parts }] }, time)
const reply = (command: string, text: string): Sighting => ({ kind: 'reply', time: start, command, text })
const known = (information: object): Sighting => ({
  kind: 'known',
  time: start,
  information: information as Record<string, unknown>,
})
const place = { fix: 'gps', latitude: 22.5, longitude: 114 } as const

const cases: [string, CheckResult, Sighting[], Partial<CheckResult>][] = [
  ['a login', check('login'), [{ kind: 'login', time: start }], { state: 'passed', time: start }],
  ['a frame is no login', check('login'), [report({})], { state: 'open', time: null }],
  [
    'a fix counts from the login',
    check('fix'),
    [report(place, start + 3 * minute)],
    { state: 'passed', value: 2 },
  ],
  ['a late fix', check('fix'), [report(place, start + 5 * minute)], { state: 'open', value: 4 }],
  [
    'a later fix does not make up for it, nor does it become worse',
    check('fix'),
    [report(place, start + 5 * minute), report(place, start + 9 * minute)],
    { state: 'open', value: 4 },
  ],
  ['a fix of before', check('fix'), [report({ ...place, isBuffered: true })], { state: 'open', value: null }],
  ['cells are no fix', check('fix'), [report({ ...place, fix: 'lbs' })], { state: 'open', value: null }],
  ['too few satellites', check('satellites'), [report({ satellites: 3 })], { state: 'open', value: 3 }],
  [
    'enough satellites once',
    check('satellites'),
    [report({ satellites: 3 }), report({ satellites: 9 }), report({ satellites: 2 })],
    { state: 'passed', value: 9 },
  ],
  [
    'what it kept from before',
    check('satellites'),
    [report({ satellites: 9, isBuffered: true })],
    { state: 'open', value: null },
  ],
  [
    'a fix of yesterday that is not marked',
    check('fix'),
    [report({ ...place, fixTime: start - 1_440 * minute })],
    { state: 'open', value: null },
  ],
  [
    'a clock that was never set, without a fix',
    check('gsm'),
    [report({ gsmLevel: 4, fixTime: start - 1_440 * minute })],
    { state: 'passed' },
  ],
  [
    'a value that is as it should be as it is shown',
    check('batteryVoltage'),
    [report({ batteryVoltageV: 3.598 })],
    { state: 'passed', value: 3.6 },
  ],
  [
    'a fix that is in time as it is shown',
    check('fix'),
    [report(place, start + 4.04 * minute)],
    { state: 'passed', value: 3 },
  ],
  ['the signal', check('gsm'), [report({ gsmLevel: 2 })], { state: 'passed', value: 2 }],
  [
    'too much voltage',
    check('externalVoltage'),
    [report({ externalVoltageV: 15 })],
    { state: 'open', value: 15 },
  ],
  [
    'voltage',
    check('externalVoltage'),
    [report({ externalVoltageV: 12.04 })],
    { state: 'passed', value: 12.04 },
  ],
  ['the battery', check('batteryPercent'), [report({ batteryPercent: 80 })], { state: 'passed', value: 80 }],
  [
    'ACC on alone',
    check('acc'),
    [report({ accOn: true }), report({ accOn: true })],
    { state: 'open', value: 'on' },
  ],
  ['ACC on and off', check('acc'), [report({ accOn: false }), report({ accOn: true })], { state: 'passed' }],
  [
    'a vibration',
    check('gSensor'),
    [report({ alarms: [alarms.vibration] })],
    { state: 'passed', value: 'alarm' },
  ],
  ['another alarm', check('gSensor'), [report({ alarms: [alarms.sos] })], { state: 'open' }],
  [
    'a moving bit',
    check('gSensor'),
    [report({ extra: { isMoving: true } })],
    { state: 'passed', value: 'moving' },
  ],
  [
    'another firmware',
    check('firmware', { text: 'V1.2' }),
    [said({ information: { firmware: 'V1.20' } })],
    { state: 'open', value: 'V1.20' },
  ],
  [
    'firmware of before',
    check('firmware', { text: 'V1.2' }),
    [known({ firmware: 'v1.2' })],
    { state: 'passed' },
  ],
  [
    'firmware in a reply',
    check('firmware', { text: 'V1.2' }),
    [reply('version', 'GT06 [VERSION]V1.2 2026')],
    { state: 'passed' },
  ],
  [
    'a version of several words',
    check('firmware', { text: 'GT06N V1.2 (beta)' }),
    [reply('version', '[VERSION]GT06N_V1.1; GT06N V1.2 (beta), 2026/11/01')],
    { state: 'passed' },
  ],
  [
    'a part of its words',
    check('firmware', { text: 'GT06N V1.2' }),
    [reply('version', 'GT06N V1.20')],
    { state: 'open' },
  ],
  [
    'what is said now counts, not what was known',
    check('firmware', { text: 'V1.2' }),
    [said({ information: { firmware: 'V1.1' } }), known({ firmware: 'V1.0' })],
    { state: 'open', value: 'V1.1' },
  ],
  [
    'the number of the SIM card',
    check('iccid'),
    [said({ information: { iccid: '89860012345678901234' } })],
    { state: 'passed', value: '89860012345678901234' },
  ],
  ['something else than its number', check('iccid'), [known({ iccid: '0' })], { state: 'open', value: null }],
  [
    'a reply',
    check('command'),
    [reply('status', 'Battery:4.1V')],
    { state: 'passed', value: 'Battery:4.1V' },
  ],
  ['a reply to another command', check('command'), [reply('version', 'V1')], { state: 'open' }],
]

test.each(cases)('%s', (_, before, sightings, after) => {
  expect(judge([before], sightings, attempt)).toEqual([expect.objectContaining(after)])
})

test('what is seen again changes nothing, and what is open at the end has failed', () => {
  const sightings = [report({ satellites: 9, accOn: true }), report({ satellites: 2, accOn: true })]
  const once = judge([check('satellites'), check('acc'), check('iccid')], sightings, attempt)
  expect(judge(once, sightings, attempt)).toEqual(once)
  expect(failuresOf(once)).toEqual([])
  expect(failuresOf(closeChecks(once))).toEqual(['acc', 'iccid'])
})
