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

test.each(Array.from({ length: 0x1a }, (_, byte) => byte))('alarm byte %i', (byte) =>
  expect(alarmOf(byte)).toEqual(concox[byte] ? [concox[byte]] : []),
)
