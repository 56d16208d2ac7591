import { type AlarmName, alarmNames } from '@trackway/core/codes/alarms.ts'
import { expect, test } from 'vitest'
import { encodeFrames, encodePosition, terminalLayout } from './encode.ts'
import { jt808 } from './jt808.ts'

/** The alarm of each bit of a position's alarm flags: JT/T 808-2013, table of alarm flag bits. */
const standard: { [bit: number]: AlarmName } = {
  0: 'sos',
  1: 'overspeed',
  2: 'driverFatigue',
  4: 'positioningFault',
  5: 'antennaCut',
  6: 'antennaShort',
  7: 'externalVoltageLow',
  8: 'externalPowerCut',
  18: 'drivingTooLong',
  19: 'parkedTooLong',
  23: 'offRoute',
  25: 'fuelDrop',
  27: 'illegalIgnition',
  28: 'illegalMovement',
  29: 'collision',
  30: 'rollover',
  31: 'doorOpened',
}

function alarmsOf(...alarmBits: number[]): string[] {
  const body = encodePosition({
    fixTime: Date.UTC(2026, 5, 1),
    latitude: 22.5,
    longitude: 113.9,
    altitudeM: 10,
    speedKmh: 40,
    courseDeg: 90,
    isPositioned: true,
    accOn: true,
    oilCut: false,
    alarmBits,
  })
  const [frame] = encodeFrames(terminalLayout('13912344329'), 0x0200, 7, body).frames
  const [message] = jt808.decode(frame!, jt808.newSession(), Date.UTC(2026, 5, 1, 1))
  return (message!.reports[0]!.alarms ?? []).map((code) => alarmNames[code as 0])
}

test.each(Array.from({ length: 32 }, (_, bit) => bit))('bit %i', (bit) =>
  expect(alarmsOf(bit)).toEqual(standard[bit] ? [standard[bit]] : []),
)

test('several bits are several alarms', () =>
  expect(alarmsOf(0, 8, 31)).toEqual(['sos', 'externalPowerCut', 'doorOpened']))
