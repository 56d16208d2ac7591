/** The readings of a device do not depend on its protocol. */

import { expect, test } from 'vitest'
import { gt06 } from './gt06/gt06.ts'
import { aFrame } from './gt06/testing/frame-builder.ts'
import { encodeHeartbeat, encodePosition, type PositionToSend, terminalLayout } from './jt808/encode.ts'
import { buildFrame } from './jt808/envelope.ts'
import { jt808 } from './jt808/jt808.ts'
import type { Report } from './protocol.ts'

const now = Date.UTC(2026, 5, 1)

const gt06Reports = (number: number, body: string, isLong = false): Report | undefined =>
  gt06.decode(aFrame(number, body, 1, isLong), gt06.newSession(), now)[0]!.reports[0]
const jt808Report = (id: number, body: Uint8Array): Report | undefined =>
  jt808.decode(
    buildFrame(terminalLayout('1'), id, 1, body),
    jt808.newSession({ utcOffsetMinutes: 0 }),
    now,
  )[0]!.reports[0]

const place: PositionToSend = {
  fixTime: now,
  latitude: 23.1117,
  longitude: 114.4093,
  altitudeM: 0,
  speedKmh: 10,
  courseDeg: 0,
  isPositioned: true,
  accOn: true,
}
const hex = (value: number, bytes: number) => value.toString(16).padStart(2 * bytes, '0')
const positionWith = (more: Partial<PositionToSend>) =>
  jt808Report(0x0200, encodePosition({ ...place, ...more }))!

test.each([5, 9, 10, 14, 15, 20, 21, 31, 40, 75, 99, 100])('a signal of %i is one level', (csq) => {
  const gsmLevel = gt06Reports(0x13, `00 04 ${hex(csq, 1)} 00 02`)?.gsmLevel
  expect(positionWith({ csq }).gsmLevel).toBe(gsmLevel)
  expect(jt808Report(0x0002, encodeHeartbeat({ batteryPercent: 50, csq }))?.gsmLevel).toBe(gsmLevel)
})

test.each([
  ['24-02-29', '18021d', '240229', Date.UTC(2024, 1, 29)],
  ['23-02-28', '17021c', '230228', Date.UTC(2023, 1, 28)],
  ['23-02-29', '17021d', '230229', undefined],
  ['23-13-01', '170d01', '231301', undefined],
  ['09-12-31', '090c1f', '091231', undefined],
])('the day %s is believed by both or by none', (_, plain, bcd, time) => {
  const fix = 'c9 027ac818 0c465860 00 1400 01cc00287d001f71'
  const body = encodePosition(place)
  body.set(Buffer.from(`${bcd}000000`, 'hex'), 22)
  expect(gt06Reports(0x12, `${plain}000000 ${fix}`)?.fixTime ?? undefined).toBe(time)
  expect(jt808Report(0x0200, body)?.fixTime ?? undefined).toBe(time)
})

test.each([285, 0, -105])('a temperature of %i tenths of a degree', (tenths) => {
  const word = hex(tenths < 0 ? 0x1_0000_0000 + tenths : tenths, 4)
  expect(gt06Reports(0x94, `1e ${word} 000002ee`, true)?.temperatureC).toEqual([tenths / 10])
  expect(positionWith({ temperatureC: [tenths / 10] }).temperatureC).toEqual([tenths / 10])
})

test('a battery in volts and in percent', () => {
  expect(gt06Reports(0x23, '00 0192 04 00 02')?.batteryVoltageV).toBe(4.02)
  expect(positionWith({ batteryVoltageV: 4.02 }).batteryVoltageV).toBe(4.02)
  expect(gt06Reports(0x13, '00 5f 04 00 02')?.batteryPercent).toBe(95)
  expect(positionWith({ batteryPercent: 95 }).batteryPercent).toBe(95)
})
