import { alarms } from '@trackway/core/codes/alarms.ts'
import { protocolByName } from '@trackway/protocols/registry.ts'
import { createSpeaker, spokenProtocols } from '@trackway/simulator/device/speakers.ts'
import { describe, expect, test } from 'vitest'
import { drive, driveStart, type Leg } from '../../testing/drive.ts'
import { emptyConfig } from '../config-sources/config-sources.ts'
import { derive } from '../derive.ts'
import { newDeviceState } from '../device-state.ts'

const { sos, vibration, overspeed } = alarms
const cases: { what: string; legs: Leg[]; raised: number[][] }[] = [
  {
    what: 'a bit that stays set is one alarm',
    legs: [0, 10, 20].map((at) => ({ at, north: at / 10, alarms: [sos] })),
    raised: [[sos], [], []],
  },
  {
    what: 'gone and set again is another',
    legs: [
      { at: 0, north: 0, alarms: [sos] },
      { at: 10, north: 1, alarms: [] },
      { at: 20, north: 2, alarms: [sos] },
    ],
    raised: [[sos], [], [sos]],
  },
  {
    what: 'not said is not gone',
    legs: [
      { at: 0, north: 0, alarms: [sos] },
      { at: 10, north: 1 },
      { at: 20, north: 2, alarms: [sos, overspeed] },
    ],
    raised: [[sos], [], [overspeed]],
  },
  {
    what: 'events hours apart are two, though nothing took the first back',
    legs: [
      { at: 0, north: 0, alarms: [vibration] },
      { at: 7200, north: 0, alarms: [vibration] },
    ],
    raised: [[vibration], [vibration]],
  },
  {
    what: 'an event again within ten minutes is the same, later it is another',
    legs: [0, 590, 1_200].map((at) => ({ at, north: 0, alarms: [vibration] })),
    raised: [[vibration], [], [vibration]],
  },
  {
    what: 'each alarm that is sent as an event is one, and the same event sent again is not',
    legs: [0, 180, 180, 420].map((at) => ({ at, north: 0, alarms: [sos], isAlarmEvent: true })),
    raised: [[sos], [sos], [], [sos]],
  },
  {
    what: 'reports held back have a memory of their own',
    legs: [
      { at: 0, north: 0, alarms: [sos] },
      { at: -50, north: 0, alarms: [sos], delay: 60, isBuffered: true },
      { at: -40, north: 0, alarms: [sos], delay: 60, isBuffered: true },
      { at: 10, north: 0, alarms: [sos] },
    ],
    raised: [[sos], [sos], [], []],
  },
  { what: 'codes that are none', legs: [{ at: 0, north: 0, alarms: [-1, 1.5, 40_000] }], raised: [[]] },
]
test.each(cases)('$what', ({ legs, raised }) => {
  const { derived } = drive(legs)
  expect(derived.map((each) => each.alarms.map(({ code }) => code))).toEqual(raised)
})

test('the last alarm is the newest, not the one that came last', () => {
  const { state } = drive([
    { at: 60, north: 0, alarms: [sos] },
    { at: 0, north: 0, alarms: [overspeed], delay: 90 },
  ])
  expect(state).toMatchObject({ last_alarm: sos, last_alarm_time: driveStart + 60_000 })
})

test('an alarm without a fix is where the vehicle was last known to be', () => {
  const { derived } = drive([
    { at: 0, north: 5 },
    { at: 10, fixTime: null, alarms: [sos] },
    { at: 20, north: 90, fix: 'lbs', alarms: [sos, overspeed] },
  ])
  expect(derived[1]!.alarms[0]).toMatchObject({ time: driveStart + 10_000, latitudeE7: 225_050_000 })
  expect(derived[2]!.alarms[0]).toMatchObject({ code: overspeed, latitudeE7: 225_050_000 })
})

test.each([
  ['without a place', {}],
  ['with the last place known', { latitude: 22.6, longitude: 113.9 }],
])('an alarm without a fix by a clock that was never set is one of now, %s', (_, place) => {
  const unset = {
    at: 60,
    fixTime: Date.UTC(2015, 0, 16, 3, 10),
    fix: 'none',
    delay: 1,
    alarms: [sos],
  } as const
  const { derived, state } = drive([
    { at: 0, north: 0 },
    { ...unset, ...place, alarms: [...unset.alarms] },
  ])
  expect(derived[1]!.alarms).toMatchObject([{ code: sos, time: driveStart + 61_000 }])
  expect(state).toMatchObject({ last_alarm: sos, last_alarm_time: driveStart + 61_000 })
})

test('an alarm without a fix that was kept back keeps its time', () => {
  const leg: Leg = { at: -90_000, fix: 'none', delay: 90_000, isBuffered: true, alarms: [sos] }
  const { derived } = drive([{ at: -90_001, north: 0 }, leg])
  expect(derived[1]!.alarms).toMatchObject([{ time: driveStart - 90_000_000 }])
})

describe('in the bytes of a protocol', () => {
  /** How often an alarm occurred that a device reports as on, off and on again, a minute each. */
  function occurrencesOf(name: (typeof spokenProtocols)[number], code: number): number {
    const device = {
      terminalId: '861234050000003',
      vehicle: { seed: 12, character: 'coldVan', city: 'Lisbon' },
    }
    const speaker = createSpeaker(name, device as never)
    const protocol = protocolByName(name)!
    const session = protocol.newSession()
    protocol.decode(speaker.greet().bytes, session, driveStart)
    const state = newDeviceState(1)
    let count = 0
    for (const [minute, alarms] of [[code], [], [code]].entries()) {
      const fixTime = driveStart + minute * 60_000
      const place = {
        latitude: 22.5 + minute / 1_000,
        longitude: 113.9,
        speedKmh: 40,
        courseDeg: 0,
        accOn: true,
      }
      const { bytes } = speaker.report({ fixTime, fix: 'gps', ...place, satellites: 9, alarms })
      const reports = protocol.decode(bytes, session, fixTime).flatMap((message) => message.reports)
      for (const report of reports) {
        const { alarms } = derive(state, report, { timeZone: 'UTC' }, fixTime, emptyConfig)
        count += alarms.filter((each) => each.code === code).length
      }
    }
    return count
  }

  test.each(spokenProtocols)('%s: on, off and on again are two', (name) => {
    const counts = [sos, overspeed].map((code) => occurrencesOf(name, code))
    expect(counts).toContain(2)
    expect(counts).not.toContain(1)
  })
})
