import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex, toHex } from '../wire/bytes.ts'
import { encodePosition, terminalLayout } from './encode.ts'
import { buildFrame, escaped, standardFraming } from './envelope.ts'
import { jt808 } from './jt808.ts'
import { downlink } from './messages/downlink.ts'
import { uplink } from './messages/uplink.ts'

const now = Date.UTC(2026, 7, 1)
const layout = terminalLayout('13912344323')

const read = (frame: Uint8Array, session = jt808.newSession()) => jt808.decode(frame, session, now)[0]!
const frame = (id: number, body: ArrayLike<number> = []) => buildFrame(layout, id, 1, body)
/** A content with a right checksum but whatever else. */
function sealed(hex: string): Uint8Array {
  const bytes = fromHex(hex)
  return escaped(Uint8Array.from([...bytes, bytes.reduce((sum, byte) => sum ^ byte, 0)]), standardFraming)
}
/** Body of the only answer: serial, number, result. */
const answer = (one: Uint8Array | undefined) => one && toHex(one).slice(26, -4)

const position = {
  fixTime: Date.UTC(2026, 5, 1),
  latitude: 22.5,
  longitude: 114,
  altitudeM: 0,
  speedKmh: 0,
  courseDeg: 0,
  isPositioned: true,
  accOn: true,
}
const body = encodePosition({ ...position, satellites: 9 })
const changed = (at: number, ...bytes: number[]) => {
  const copy = body.slice()
  copy.set(bytes, at)
  return frame(0x0200, copy)
}

test.each<[string, Uint8Array, object, string | undefined]>([
  ['1 wrong checksum', sealed('000200000139123443230001ff').with(-2, 0), { problem: 'checksum' }, undefined],
  ['2 wrong escape', fromHex('7e00020000013912344323017d03807e'), { problem: 'escape' }, undefined],
  ['4 body longer than said', sealed('000200000139123443230001ff'), { problem: 'length' }, undefined],
  ['4 body shorter than said', sealed('000200050139123443230001ff'), { problem: 'length' }, undefined],
  ['5 no whole header', sealed('00020000013912'), { problem: 'short' }, undefined],
  ['11 number above total', sealed('02002001013912344323000100020003ff'), { problem: 'part' }, '0001020002'],
  ['11 total 0', sealed('02002001013912344323000100000000ff'), { problem: 'part' }, '0001020002'],
  ['11 total absurd', sealed('02002001013912344323000f ffff0001ff'), { problem: 'part' }, '000f020002'],
  ['14 encrypted', sealed('0200040101391234432300016a'), { problem: 'encrypted' }, '0001020003'],
  ['15 register too short', frame(0x0100, [1, 2, 3]), { problem: 'fields' }, '0001010002'],
  ['20 a platform message', frame(0x8103, [0]), { problem: 'direction' }, undefined],
])('%s', (_, bytes, message, result) => {
  const found = read(bytes)
  expect(found).toMatchObject({ kind: 'malformed', ...message })
  expect(found.reports).toEqual([])
  expect(answer(found.replies[0])).toBe(result)
})

test('a checksum may be wrong where the profile allows it', () => {
  const wrong = frame(0x0200, body)
  wrong[wrong.length - 2]! ^= 1
  const lenient = jt808.newSession({ isChecksumOptional: true })
  expect(read(wrong, lenient)).toMatchObject({ kind: 'reports', reports: [{ latitude: 22.5 }] })
})

test('7 an item that runs past the end leaves the rest and is acknowledged', () => {
  const cutOff = frame(0x0200, Uint8Array.from([...body, 0x01, 0x04, 0x00]))
  const { kind, reports, replies } = read(cutOff)
  expect(kind).toBe('reports')
  expect(reports[0]).toMatchObject({ latitude: 22.5, satellites: 9, extra: { truncated: '010400' } })
  expect(answer(replies[0])).toBe('0001020000')
})

test('8 a position below its base is a sign of life', () => {
  expect(read(frame(0x0200, [1, 2, 3, 4]))).toMatchObject({ kind: 'heartbeat', reports: [] })
  expect(answer(read(frame(0x0200, [1, 2, 3, 4])).replies[0])).toBe('0001020000')
})

test.each([
  ['a nibble above 9', [0x2a, 6, 1, 0, 0, 0]],
  ['month 13', [0x26, 0x13, 1, 0, 0, 0]],
  ['day 0', [0x26, 6, 0, 0, 0, 0]],
  ['30 February', [0x26, 2, 0x30, 0, 0, 0]],
  ['hour 24', [0x26, 6, 1, 0x24, 0, 0]],
  ['a year to come', [0x30, 6, 1, 0, 0, 0]],
  ['a clock that was never set', [0x07, 1, 0x13, 0x10, 0x20, 0x41]],
])('9 %s is no time, the place stays', (_, time) => {
  expect(read(changed(22, ...time)).reports[0]).toMatchObject({ fixTime: null, latitude: 22.5 })
})

test.each([
  ['latitude above 90', [0x05, 0x5d, 0x4a, 0x81, 1, 1, 1, 1]],
  ['longitude above 180', [0, 1, 1, 1, 0x0a, 0xba, 0x95, 0x01]],
  ['zero and zero', [0, 0, 0, 0, 0, 0, 0, 0]],
  ['all ones', [255, 255, 255, 255, 255, 255, 255, 255]],
])('10 %s is no place, the items stay', (_, place) => {
  const [report] = read(changed(8, ...place)).reports
  expect(report).toMatchObject({ fix: 'none', satellites: 9 })
  expect(report).not.toHaveProperty('latitude')
})

test('a last known place is kept without being a fix', () => {
  expect(read(changed(7, 1)).reports[0]).toMatchObject({ fix: 'none', latitude: 22.5, longitude: 114 })
})

test('13 a bulk whose count and lengths lie keeps what can be read', () => {
  const lying = [0, 9, 1, 0, body.length, ...body, 0, 0, 0, 200, ...body]
  const { reports, replies } = read(frame(0x0704, lying))
  expect(reports.map(({ latitude, isBuffered }) => [latitude, isBuffered])).toEqual([
    [22.5, true],
    [22.5, true],
  ])
  expect(answer(replies[0])).toBe('0001070400')
})

test.each([
  ['beyond the end', 200],
  ['into the next one', 40],
])('13 a length in a bulk that reaches %s costs none of those behind it', (_, more) => {
  const whole = [0, body.length, ...body]
  const lying = [0, 3, 0, 0, body.length + more, ...body, ...whole, ...whole]
  const { reports } = read(frame(0x0704, lying))
  expect(reports.map(({ latitude }) => latitude)).toEqual([22.5, 22.5, 22.5])
})

test('17 an id of zeros names nobody, unless the body does', () => {
  const nobody = { ...layout, rawId: new Uint8Array(6) }
  expect(read(buildFrame(nobody, 0x0200, 1, body)).identity).toEqual({ terminalIds: [] })
  const imei = [0xf6, 8, ...fromHex('0868935060005020')]
  expect(read(buildFrame(nobody, 0x0200, 1, [...body, ...imei])).identity).toEqual({
    terminalIds: ['868935060005020'],
    bodyId: '868935060005020',
  })
})

test('an unknown number is kept readable and answered "not supported"', () => {
  const found = read(frame(0x0fff, [1, 2]))
  expect(found).toMatchObject({ kind: 'unknown', type: '0fff', information: { body: '0102' } })
  expect(answer(found.replies[0])).toBe('00010fff03')
})

const anyId = fc.oneof(
  fc.constantFrom(...[...Object.keys(uplink), ...Object.keys(downlink)].map(Number)),
  fc.nat(0xffff),
)

test('no bytes make it throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const session = jt808.newSession()
      expect(jt808.decode(bytes, session, now).length).toBeGreaterThan(0)
      jt808.describe(bytes, session)
    }),
    { numRuns: 2000 },
  )
})

test('no body of any message makes it throw, and every report is sound', () => {
  fc.assert(
    fc.property(anyId, fc.uint8Array({ maxLength: 300 }), fc.boolean(), (id, bytes, is2019) => {
      const session = jt808.newSession()
      const one = buildFrame(terminalLayout('13912344323', is2019 ? 2019 : 2013), id, 1, bytes)
      for (const { reports } of jt808.decode(one, session, now)) {
        for (const { latitude = 0, longitude = 0, fixTime } of reports) {
          expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
          expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
          expect(fixTime === null || Number.isFinite(fixTime)).toBe(true)
        }
        JSON.stringify(reports)
      }
      for (const { offset, length } of jt808.describe(one, session)) {
        expect(offset).toBeGreaterThanOrEqual(0)
        expect(offset + length).toBeLessThanOrEqual(one.length)
      }
    }),
    { numRuns: 3000 },
  )
})

test('no items make it throw', () => {
  const item = fc
    .tuple(fc.nat(255), fc.uint8Array({ maxLength: 60 }))
    .map(([id, bytes]) => [id, bytes.length, ...bytes])
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), (items) => {
      const one = frame(0x0200, [...body, ...items.flat()])
      expect(read(one).reports[0]).toMatchObject({ latitude: 22.5 })
      jt808.describe(one, jt808.newSession())
    }),
    { numRuns: 3000 },
  )
})
