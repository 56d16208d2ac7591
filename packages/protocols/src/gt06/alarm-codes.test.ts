import { type AlarmName, alarmNames } from '@trackway/core/codes/alarms.ts'
import { expect, test } from 'vitest'
import { encodeAlarm } from './encode.ts'
import { gt06 } from './gt06.ts'

/** What each alarm byte means in the documents of Concox and Jimi; a byte that is left out is no alarm. */
const concox: { [byte: number]: AlarmName } = {
  0x01: 'sos',
  0x02: 'externalPowerCut',
  0x03: 'vibration',
  0x04: 'fenceEntered',
  0x05: 'fenceLeft',
  0x06: 'overspeed',
  0x07: 'movedWhileParked',
  0x09: 'movedWhileParked',
  0x0a: 'deadZoneEntered',
  0x0b: 'deadZoneLeft',
  0x0c: 'poweredOn',
  0x0e: 'externalVoltageLow',
  0x0f: 'externalVoltageLow',
  0x10: 'simChanged',
  0x11: 'poweredOff',
  0x12: 'externalVoltageLow',
  0x13: 'tampered',
  0x14: 'doorOpened',
  0x15: 'internalBatteryLow',
  0x17: 'pseudoBaseStation',
  0x18: 'tampered',
  0x19: 'internalBatteryLow',
  // From firmware and from single makers' papers.
  0x1b: 'pairedDevicesApart',
  0x23: 'rollover',
  0x25: 'tampered',
  0x26: 'pairedDevicesApart',
  0x27: 'tampered',
  0x29: 'harshAcceleration',
  0x2a: 'harshCornering',
  0x2b: 'harshCornering',
  0x2c: 'collision',
  0x2d: 'rollover',
  0x2e: 'harshCornering',
  0x30: 'harshBraking',
  0x31: 'pairedDevicesApart',
  0x32: 'tampered',
  0x4b: 'rollover',
  0x4c: 'harshCornering',
  0x4d: 'harshCornering',
  0x4f: 'rollover',
  0x53: 'fuelDrop',
  0x5b: 'temperatureHigh',
  0x5c: 'temperatureLow',
  0xc9: 'idlingTooLong',
  0xf0: 'harshAcceleration',
  0xf1: 'harshBraking',
  0xf2: 'collision',
  0xfe: 'ignitionOn',
  // Makers contradict each other: the ignition bit of the frame, which is on here, counts.
  0xff: 'ignitionOn',
}

function alarmOf(alarm: number): string[] {
  const state = {
    oilCut: false,
    gpsOn: true,
    charging: true,
    accOn: true,
    armed: false,
    voltageLevel: 6,
    gsmLevel: 4,
    alarm,
  }
  const place = {
    deviceTime: Date.UTC(2026, 5, 1),
    latitude: 22.5,
    longitude: 113.9,
    speedKmh: 40,
    courseDeg: 0,
    satellites: 9,
    isPositioned: true,
    mcc: 460,
    mnc: 0,
    lac: 1,
    cellId: 2,
  }
  const frame = encodeAlarm(0x26, place, state, 1)
  const [message] = gt06.decode(frame, gt06.newSession(), Date.UTC(2026, 5, 1, 1))
  return (message!.reports[0]!.alarms ?? []).map((code) => alarmNames[code as 0])
}

test.each(Array.from({ length: 0x100 }, (_, byte) => byte))('alarm byte %i', (byte) =>
  expect(alarmOf(byte)).toEqual(concox[byte] ? [concox[byte]] : []),
)
