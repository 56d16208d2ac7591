import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../protocol.ts'
import { toHex } from '../wire/bytes.ts'
import { encodeText } from './command.ts'
import {
  encodeAlarm,
  encodeHeartbeat,
  encodeIdentifiers,
  encodeLocation,
  encodeLogin,
  encodeReply,
  encodeVoltageHeartbeat,
  type PlaceToSend,
  type StateToSend,
} from './encode.ts'
import { gt06 } from './gt06.ts'
import { newSession } from './session.ts'
import { now } from './testing/frame-builder.ts'

const decode = (frame: Uint8Array): Message => {
  const session = newSession()
  expect(gt06.frame(frame, session).frame).toEqual(frame)
  return gt06.decode(frame, session, now)[0]!
}

const digits = (length: number) =>
  fc.array(fc.nat({ max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''))
const serials = fc.nat({ max: 0xffff })
const places: fc.Arbitrary<PlaceToSend> = fc.record({
  deviceTime: fc
    .integer({ min: Date.UTC(2015, 0, 1) / 1000, max: now / 1000 })
    .map((seconds) => seconds * 1000),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: 0.001, max: 180, noNaN: true }).map((each) => -each),
  speedKmh: fc.nat({ max: 255 }),
  courseDeg: fc.nat({ max: 359 }),
  satellites: fc.nat({ max: 15 }),
  isPositioned: fc.boolean(),
  accOn: fc.boolean(),
  mcc: fc.integer({ min: 200, max: 799 }),
  mnc: fc.nat({ max: 999 }),
  lac: fc.integer({ min: 1, max: 0xffff }),
  cellId: fc.nat({ max: 0xff_ffff }),
})
const states: fc.Arbitrary<StateToSend> = fc.record({
  oilCut: fc.boolean(),
  gpsOn: fc.boolean(),
  charging: fc.boolean(),
  accOn: fc.boolean(),
  armed: fc.boolean(),
  voltageLevel: fc.nat({ max: 6 }),
  gsmLevel: fc.nat({ max: 4 }),
})
const percent = [0, 10, 20, 40, 60, 80, 100]

const seen = (place: PlaceToSend) => ({
  fixTime: place.deviceTime,
  fix: place.isPositioned ? 'gps' : 'none',
  latitude: expect.closeTo(place.latitude, 5),
  longitude: expect.closeTo(place.longitude, 5),
  speedKmh: place.speedKmh,
  courseDeg: place.courseDeg,
  satellites: place.satellites,
  cells: [{ mcc: place.mcc, mnc: place.mnc, lac: place.lac, cellId: place.cellId }],
})
const statusOf = ({ oilCut, charging, accOn, armed, gsmLevel }: StateToSend) => ({
  oilCut,
  charging,
  accOn,
  armed,
  gsmLevel,
})

test('logins come back', () => {
  fc.assert(
    fc.property(digits(14), serials, fc.integer({ min: -48, max: 56 }), (tail, serial, quarters) => {
      const imei = `3${tail}`
      expect(decode(encodeLogin(imei, serial)).identity).toEqual({ terminalIds: [imei] })
      const extended = encodeLogin(imei, serial, { deviceType: '100f', utcOffsetMinutes: quarters * 15 })
      expect(decode(extended).information).toMatchObject({
        deviceType: '100f',
        utcOffsetMinutes: quarters * 15,
      })
    }),
  )
})

test('locations come back', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(0x12, 0x22, 0xa0),
      places,
      serials,
      fc.nat(),
      fc.boolean(),
      (number, place, serial, odometerM, isBuffered) => {
        const reason = { accOn: place.accOn === true, uploadMode: 0, isBuffered }
        const [report] = decode(encodeLocation(number, place, serial, { reason, odometerM })).reports
        expect(report).toMatchObject({ ...seen(place), accOn: place.accOn, odometerM })
        if (number !== 0x12) expect(report).toMatchObject({ isBuffered })
      },
    ),
  )
})

test('alarms come back', () => {
  fc.assert(
    fc.property(places, states, fc.nat({ max: 254 }), (place, state, fenceNumber) => {
      const { accOn: _, ...placeWithoutAcc } = place
      const frame = encodeAlarm(0x27, placeWithoutAcc, { ...state, alarm: 0x04 }, 7, fenceNumber)
      expect(decode(frame).reports[0]).toMatchObject({
        ...seen(place),
        ...statusOf(state),
        batteryPercent: percent[state.voltageLevel],
        alarms: [3],
        extra: { fenceNumber },
      })
      expect(
        decode(encodeAlarm(0x26, placeWithoutAcc, { ...state, alarm: 0x02 }, 7)).reports[0]?.alarms,
      ).toEqual([1])
    }),
  )
})

test('heartbeats come back', () => {
  fc.assert(
    fc.property(states, serials, fc.nat({ max: 5000 }), (state, serial, centivolts) => {
      expect(decode(encodeHeartbeat(state, serial)).reports[0]).toMatchObject({
        ...statusOf(state),
        batteryPercent: percent[state.voltageLevel],
      })
      const [report] = decode(encodeVoltageHeartbeat(state, centivolts / 100, serial)).reports
      expect(report).toMatchObject({ ...statusOf(state), batteryVoltageV: centivolts / 100 })
    }),
  )
})

test('identifiers come back', () => {
  fc.assert(
    fc.property(digits(14), digits(14), digits(18), (imei, imsi, iccid) => {
      const frame = encodeIdentifiers(`3${imei}`, `5${imsi}`, `8${iccid}`, 1)
      expect(decode(frame).information).toEqual({ imei: `3${imei}`, imsi: `5${imsi}`, iccid: `8${iccid}` })
    }),
  )
})

test('replies come back', () => {
  expect(decode(encodeReply(42, 'DYD=Success!', 3)).command).toEqual({
    correlation: 42,
    text: 'DYD=Success!',
  })
})

test.each([
  ['RELAY,1#', 0x2a, 1, 2, '787814800c0000002a52454c41592c312300020001 7872 0d0a'],
  ['RELAY,1#', 0, 1, undefined, '787812800c00000000 52454c41592c3123 0001 2b4d 0d0a'],
  ['TIMER,30#', 1, 1, 2, '787815800d0000000154494d45522c33302300020001 90c6 0d0a'],
  ['WHERE#', 1, 1, 2, '787812800a0000000157484552452300020001 f6ea 0d0a'],
] as const)('words %s as the makers do', (text, flag, serial, language, hex) => {
  expect(toHex(encodeText(text, flag, serial, language))).toBe(hex.replaceAll(' ', ''))
})
