import { alarms } from '@trackway/core/codes/alarms.ts'
import { expect, test } from 'vitest'
import { type Drive, drive, driveStart, type Leg } from '../../testing/drive.ts'
import { emptyConfig } from '../config-sources/config-sources.ts'

/** What the platform finds in reports itself. */

const configOf = (more: Partial<(typeof emptyConfig)['settings']['alarms']>) => ({
  ...emptyConfig,
  settings: { ...emptyConfig.settings, alarms: { ...emptyConfig.settings.alarms, ...more } },
})
const at80 = configOf({ overspeedKmh: 80, overspeedMs: 10_000 })

/** `begin 10` is an alarm that began 10 s after the start. */
const alarmsOf = ({ derived }: Drive, code: number) =>
  derived
    .flatMap((each) => each.alarms)
    .filter((each) => each.code === code)
    .map(({ phase = 'moment', time }) => `${phase} ${(time - driveStart) / 1000}`)

/** Driving north at these speeds, a report every 10 s. */
const speeds = (...list: number[]): Leg[] =>
  list.map((speedKmh, i) => ({ at: i * 10, north: i * 0.3, speedKmh }))

const { overspeed, movedWhileParked, fuelDrop } = alarms

test.each<[string, Leg[], string[]]>([
  [
    'begins with the first fix over the limit and ends with the first under it',
    speeds(70, 90, 95, 85, 70),
    ['begin 10', 'end 40'],
  ],
  ['one fix is none', speeds(70, 130, 70), []],
  ['at the limit is not over it', speeds(80, 80, 80), []],
  [
    'again after its end is another',
    speeds(90, 90, 70, 90, 90, 60),
    ['begin 0', 'end 20', 'begin 30', 'end 50'],
  ],
  [
    'two fixes of one moment are not long enough',
    [...speeds(90), { at: 5, north: 0.15, speedKmh: 90 }, { at: 9, north: 0.3, speedKmh: 70 }],
    [],
  ],
  [
    'ends where a silence begins',
    [
      ...speeds(90, 90),
      ...speeds(90, 90, 70).map((leg) => ({ ...leg, at: leg.at + 1_000, north: leg.north! + 20 })),
    ],
    ['begin 0', 'end 10', 'begin 1000', 'end 1020'],
  ],
  [
    'what was held back says nothing of now',
    speeds(90, 90, 90).map((leg) => ({ ...leg, isBuffered: true })),
    [],
  ],
  ['a fix by cells says nothing', speeds(90, 90, 90).map((leg) => ({ ...leg, fix: 'lbs' as const })), []],
])('speeding: %s', (_, legs, expected) => {
  expect(alarmsOf(drive(legs, 'UTC', undefined, at80), overspeed)).toEqual(expected)
})

test('speeding has limit and maximum', () => {
  const { derived } = drive(speeds(90, 131, 85, 70), 'UTC', undefined, at80)
  const [begin, end] = derived.flatMap((each) => each.alarms)
  expect(begin).toMatchObject({ source: 'platform', speedKmh: 90, detail: { limitKmh: 80 } })
  expect(end).toMatchObject({ speedKmh: 131, detail: { maxSpeedKmh: 131 } })
})

test('speeding is not reported where it is not watched, and ends when it is switched off', () => {
  const off = configOf({ overspeedKmh: 80, isOverspeedSought: false })
  expect(alarmsOf(drive(speeds(90, 90, 90), 'UTC', undefined, off), overspeed)).toEqual([])
  const { state } = drive(speeds(90, 90, 90), 'UTC', undefined, at80)
  const after = drive([{ at: 40, north: 1.2, speedKmh: 90 }], 'UTC', state, off)
  expect(alarmsOf(after, overspeed)).toEqual(['end 40'])
})

test('the limit of a vehicle is in its live state; the platform’s is not', () => {
  expect(drive(speeds(50), 'UTC', undefined, at80).state.speed_limit_kmh).toBe(80)
  expect(drive(speeds(50)).state.speed_limit_kmh).toBeNull()
})

const parked = (at: number, north: number): Leg => ({
  at,
  north,
  accOn: false,
  speedKmh: north > 0 ? 40 : 0,
})

test.each<[string, Leg[], string[]]>([
  ['towed away', [parked(0, 0), parked(60, 3), parked(120, 4)], ['moment 120']],
  ['one fix elsewhere is none', [parked(0, 0), parked(60, 3), parked(120, 0)], []],
  [
    'driving off with the ignition on is none',
    [parked(0, 0), { ...parked(60, 3), accOn: true }, { ...parked(70, 4), accOn: true }],
    [],
  ],
])('moved while parked: %s', (_, legs, expected) => {
  const sought = configOf({ movedWhileParkedM: 200 })
  expect(alarmsOf(drive(legs, 'UTC', undefined, sought), movedWhileParked)).toEqual(expected)
  expect(alarmsOf(drive(legs), movedWhileParked)).toEqual([])
})

const fuel = (at: number, fuelPercent: number, more: Partial<Leg> = {}): Leg => ({
  at,
  north: 0,
  speedKmh: 0,
  accOn: false,
  fuelPercent,
  ...more,
})

test.each<[string, Leg[], string[]]>([
  ['stolen while parked', [fuel(0, 80), fuel(60, 60)], ['moment 60']],
  ['a little less is none', [fuel(0, 80), fuel(60, 75)], []],
  ['burnt over hours is none', [fuel(0, 80), fuel(3_600, 74), fuel(7_200, 68)], []],
  ['swashing on the move is none', [fuel(0, 80), fuel(60, 50, { north: 1, speedKmh: 50, accOn: true })], []],
])('fuel: %s', (_, legs, expected) => {
  expect(alarmsOf(drive(legs), fuelDrop)).toEqual(expected)
})
