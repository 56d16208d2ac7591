import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex } from '../wire/bytes.ts'
import { seal } from './envelope.ts'
import { gt06 } from './gt06.ts'
import { newSession } from './session.ts'
import { aFrame, decodeHex, now } from './testing/frame-builder.ts'

const cell = '01cc00287d001f71'
const location = (date: string, latitude = '027ac818', longitude = '0c465860') =>
  toHex(aFrame(0x12, `${date} c9 ${latitude} ${longitude} 00 1400 ${cell}`))

describe('calls malformed', () => {
  test.each([
    ['a wrong checksum', '78780d01012345678901234500018cde0d0a', 'checksum'],
    ['a wrong length', '78780e01012345678901234500018cdd0d0a', 'length'],
    ['a stump', '7878', 'short'],
    ['a latitude above 90', location('110616091835', '0ab7bf00'), 'coordinates'],
    ['a longitude above 180', location('110616091835', '027ac818', '157c2a00'), 'coordinates'],
    ['digits above 9 in the IMEI', toHex(aFrame(0x01, '0a23456789012345')), 'identity'],
    ['a login without an IMEI', toHex(aFrame(0x01, '')), 'identity'],
    ['a login with half an IMEI', toHex(aFrame(0x01, '01234567')), 'identity'],
    ['an IMEI of zeros', toHex(aFrame(0x01, '0000000000000000')), 'identity'],
  ])('%s', (_, hex, problem) => {
    expect(decodeHex(hex)).toMatchObject({
      kind: 'malformed',
      problem,
      reports: [],
      replies: [],
      refusals: [],
    })
  })
})

describe('keeps', () => {
  test('an empty position as a sign of life', () => {
    const message = decodeHex('787805120099abec0d0a')
    expect(message).toMatchObject({ kind: 'heartbeat', reports: [] })
    expect(message.replies.map(toHex)).toEqual(['787805120099abec0d0a'])
  })

  test('a place whose date is impossible: satellites vouch for it', () => {
    expect(decodeHex(location('110d20091835'))).toMatchObject({
      kind: 'reports',
      problem: 'date',
      reports: [{ fixTime: null, fix: 'gps', latitude: expect.closeTo(23.111693, 5) }],
    })
  })

  test('an alarm whose date is impossible', () => {
    const frame = aFrame(0x26, `110d20091835 c9 027ac818 0c465860 00 1400 09 ${cell} 00 04 04 01 02`)
    expect(gt06.decode(frame, newSession(), now)[0]).toMatchObject({
      kind: 'reports',
      reports: [{ fixTime: null, fix: 'gps', alarms: [0] }],
    })
  })

  test('an alarm whose LBS length does not fit its cell', () => {
    const frame = aFrame(0x27, `110616091835 c9 027ac818 0c465860 00 1400 0a ${cell} 00 04 04 01 02 ff`)
    expect(gt06.decode(frame, newSession(), now)[0]).toMatchObject({
      reports: [{ cells: [{ mcc: 460, mnc: 0, lac: 10365, cellId: 8049 }], alarms: [0] }],
    })
  })

  test('a two-byte MNC that the MCC does not announce', () => {
    const frame = aFrame(0x22, '110616091835 c9 027ac818 0c465860 00 1400 01360104cb8a00bef3 01 00 00')
    expect(gt06.decode(frame, newSession(), now)[0]).toMatchObject({
      reports: [{ accOn: true, cells: [{ mcc: 310, mnc: 260, lac: 52106, cellId: 48883 }] }],
    })
  })

  test('the known beginning of a body with an unknown tail', () => {
    const frame = aFrame(0x12, `110616091835 c9 027ac818 0c465860 00 1400 ${cell} 0102030405060708090a0b0c0d`)
    expect(gt06.decode(frame, newSession(), now)[0]).toMatchObject({
      kind: 'reports',
      reports: [{ fix: 'gps', speedKmh: 0 }],
    })
  })

  test('half a UTF-16 character out of a reply', () => {
    const frame = aFrame(0x21, '00000001 02 004f 004b 00', 1, true)
    expect(gt06.decode(frame, newSession(), now)[0]!.command).toEqual({ correlation: 1, text: 'OK' })
  })

  test('a pending command open when the reply is empty', () => {
    const message = gt06.decode(aFrame(0x15, '00 00000000 0000000000'), newSession(), now)[0]!
    expect(message.command).toBeUndefined()
  })

  test('unknown numbers readable', () => {
    const frame = aFrame(0xd7, '010203')
    expect(gt06.decode(frame, newSession(), now)[0]).toMatchObject({
      kind: 'unknown',
      type: 'd7',
      information: { raw: toHex(frame) },
    })
  })
})

const bodies = fc.uint8Array({ maxLength: 200 })
const sessions = fc.boolean().map((hasNoCrc) => ({ ...newSession(), hasNoCrc }))

test('reads any bytes without throwing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), sessions, (any, session) => {
      expect(gt06.decode(any, session, now).length).toBeGreaterThan(0)
      gt06.describe(any, session)
    }),
  )
})

test('reads any body of any number, and calls none malformed for its form', () => {
  fc.assert(
    fc.property(fc.nat({ max: 255 }), fc.boolean(), bodies, (number, isLong, body) => {
      const frame = seal(number, body, 1, isLong)
      const [message] = gt06.decode(frame, newSession(), now)
      expect(['date', 'coordinates', 'identity', undefined]).toContain(message!.problem)
      for (const { latitude = 0, longitude = 0, courseDeg = 0 } of message!.reports) {
        expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
        expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
        expect(courseDeg).toBeLessThan(360)
      }
      JSON.stringify(message)
      let end = 0
      for (const { offset, length } of gt06.describe(frame, newSession())) {
        expect(offset).toBe(end)
        end += length
      }
      expect(end).toBe(frame.length)
    }),
    { numRuns: 3000 },
  )
})
