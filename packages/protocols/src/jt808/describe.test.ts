import { expect, test } from 'vitest'
import { fromHex, toHex } from '../wire/bytes.ts'
import { encodePosition, terminalLayout } from './encode.ts'
import { buildFrame } from './envelope.ts'
import { jt808 } from './jt808.ts'

const described = (hex: string) => jt808.describe(fromHex(hex), jt808.newSession())
/** What a field covers of the frame. */
const bytesOf = (hex: string, name: string) => {
  const field = described(hex).find((one) => one.name === name)!
  return hex.slice(field.offset * 2, (field.offset + field.length) * 2)
}

const heartbeat = '7e000200000145357092170006807e'

test('names header and checksum with their places', () => {
  expect(described(heartbeat)).toEqual([
    { offset: 0, length: 1, name: 'start', value: '7e' },
    { offset: 1, length: 2, name: 'message id', value: '0002 heartbeat' },
    { offset: 3, length: 2, name: 'attributes', value: '0000: body 0 bytes' },
    { offset: 5, length: 6, name: 'terminal id', value: '014535709217 (14535709217)' },
    { offset: 11, length: 2, name: 'serial', value: '6' },
    { offset: 13, length: 1, name: 'checksum', value: '80' },
    { offset: 14, length: 1, name: 'stop', value: '7e' },
  ])
})

test('counts escapes into places', () => {
  const body = encodePosition({
    fixTime: Date.UTC(2026, 5, 1),
    latitude: 8.289918, // 007e7e7e
    longitude: 8.224125, // 007d7d7d
    altitudeM: 5,
    speedKmh: 0,
    courseDeg: 0,
    isPositioned: true,
    accOn: true,
    satellites: 7,
  })
  const hex = toHex(buildFrame(terminalLayout('1'), 0x0200, 1, body))
  expect(bytesOf(hex, 'latitude')).toBe('007d027d027d02')
  expect(bytesOf(hex, 'longitude')).toBe('007d017d017d01')
  expect(bytesOf(hex, 'altitudeM')).toBe('0005')
  expect(bytesOf(hex, 'item 31')).toBe('3101')
  expect(bytesOf(hex, 'satellites.satellites')).toBe('07')
})

test('shows the messages of the platform too', () => {
  const circles =
    '7e86000038013912344323000001020000006f400301d907f2073d336c0000029a241026183956241026203956006f0a000000de000201d907f2073d336c0000029a006f0a0b7e'
  const values = Object.fromEntries(described(circles).map(({ name, value }) => [name, value]))
  expect(values).toMatchObject({
    action: 'append',
    'areas.1.areaId': '111',
    'areas.1.latitude': '31.000562',
    'areas.1.radiusM': '666',
    'areas.1.maxKmh': '111',
    'areas.2.areaId': '222',
    'areas.2.overspeedS': '10',
  })
})

test('shows the right checksum', () => {
  expect(described(heartbeat.replace('807e', '817e')).at(-2)?.value).toBe('81, should be 80')
})

test('changes nothing in the session', () => {
  const session = jt808.newSession()
  const before = JSON.stringify(session)
  jt808.describe(fromHex(heartbeat), session)
  jt808.describe(fromHex('7e10070004045460002319090640000000567e'), session)
  expect(JSON.stringify(session)).toBe(before)
})
