import { type AlarmName, alarmNames } from '@trackway/core/codes/alarms.ts'
import { expect, test } from 'vitest'
import type { Report } from '../protocol.ts'
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

function aBody(alarmBits: number[]): Uint8Array {
  return encodePosition({
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
}

function reportOf(body: Uint8Array): Report {
  const [frame] = encodeFrames(terminalLayout('13912344329'), 0x0200, 7, body).frames
  const [message] = jt808.decode(frame!, jt808.newSession(), Date.UTC(2026, 5, 1, 1))
  return message!.reports[0]!
}

const alarmsOf = (...alarmBits: number[]): string[] =>
  (reportOf(aBody(alarmBits)).alarms ?? []).map((code) => alarmNames[code as 0])

test.each(Array.from({ length: 32 }, (_, bit) => bit))('bit %i', (bit) =>
  expect(alarmsOf(bit)).toEqual(standard[bit] ? [standard[bit]] : []),
)

test('several bits are several alarms', () =>
  expect(alarmsOf(0, 8, 31)).toEqual(['sos', 'externalPowerCut', 'doorOpened']))

test.each(Array.from({ length: 32 }, (_, bit) => bit))('state bit %i is whether a door is open', (bit) => {
  const body = aBody([])
  const state = new DataView(body.buffer, body.byteOffset + 4, 4)
  state.setUint32(0, state.getUint32(0) | (1 << bit))
  // JT/T 808-2013, "state bits": doors 1 to 5.
  expect(reportOf(body).doorOpen ?? false).toBe(bit >= 13 && bit <= 17)
})

test('the wheel that an alarm of tyres calls 0 is the first one', () => {
  // One wheel: its number, the alarm bit of a leak, 250 kPa, 30 °C, the percent of its sensor.
  const wheels = Buffer.from('0100004000fa001e0000', 'hex')
  const item = Buffer.concat([Buffer.from([0x66, 40 + wheels.length]), Buffer.alloc(40), wheels])
  const report = reportOf(Buffer.concat([aBody([]), item]))
  expect(report).toMatchObject({ tyrePressureKpa: [250], tyreTemperatureC: [30], tyreState: ['leak'] })
})
