import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MediaPiece, Message } from '../protocol.ts'
import { fromHex, toHex } from '../wire/bytes.ts'
import { buildFrame, standardFraming } from './envelope.ts'
import { jt808 } from './jt808.ts'
import { newSession } from './session.ts'

const now = Date.UTC(2026, 10, 22, 4)
const layout = { framing: standardFraming, is2019: false, version: 0, rawId: fromHex('013912345678') }
/** 2026-11-22 12:00:00 at GMT+8, 31.0, 121.0, fixed. */
const position = `00000000${'00000002'}${'01d905c0'}${'07365040'}${'000a'}${'0064'}${'0000'}261122120000`
const head = `00000007${'00'}${'00'}${'03'}${'02'}`
const picture = fromHex(`ffd8ffe0${'5a'.repeat(60)}ffd9`)
const body = Uint8Array.from([...fromHex(head + position), ...picture])

function partsOf(bytes: Uint8Array, size: number, serial: number): Uint8Array[] {
  const total = Math.ceil(bytes.length / size)
  return Array.from({ length: total }, (_, index) =>
    buildFrame(layout, 0x0801, serial + index, bytes.subarray(index * size, (index + 1) * size), {
      total,
      number: index + 1,
    }),
  )
}

const decode = (frame: Uint8Array, session = newSession(), at = now): Message =>
  jt808.decode(frame, session, at)[0]!
const text = (frames: readonly Uint8Array[]) => frames.map(toHex)
const bodyOf = (frame: Uint8Array) => toHex(frame).slice(26, -4)
const idOf = (frame: Uint8Array) => toHex(frame).slice(2, 6)

test('the parts of a picture, joined, are its file; the first one says what and where it is', () => {
  const session = newSession()
  const pieces = partsOf(body, 50, 48).map((frame) => decode(frame, session).media!)
  expect(pieces.map(({ transfer, start, end, total }) => [transfer, start, end, total])).toEqual([
    ['0801 3 48', 0, 1, 3],
    ['0801 3 48', 1, 2, 3],
    ['0801 3 48', 2, 3, 3],
  ])
  expect(Uint8Array.from(pieces.flatMap(({ bytes }) => [...bytes]))).toEqual(picture)
  expect(pieces[0]!.facts).toEqual({
    mediaId: 7,
    kind: 'image',
    event: 'collision',
    channel: 2,
    time: now,
    latitude: 31,
    longitude: 121,
  })
  expect(pieces[1]!.facts).toBeUndefined()
})

test('each part is acknowledged by its own serial, the first one with the place where the picture was taken', () => {
  const session = newSession()
  const [first, second] = partsOf(body, 60, 48).map((frame) => decode(frame, session))
  expect([first, second].map((message) => bodyOf(message!.replies[0]!))).toEqual(['0030080100', '0031080100'])
  expect(first!.reports).toMatchObject([{ latitude: 31, isBuffered: true, fixTime: now }])
  expect(second!.reports).toEqual([])
})

test('8800 with the id alone ends a file once all of it is stored', () => {
  const session = newSession()
  const [first] = partsOf(body, 60, 48).map((frame) => decode(frame, session).media!)
  const facts = first!.facts!
  expect(jt808.answerMedia!(session, first!, { missing: [[1, 2]], facts })).toEqual([])
  const [end] = jt808.answerMedia!(session, first!, { missing: [], facts })
  expect([idOf(end!), bodyOf(end!)]).toEqual(['8800', '00000007'])
  // Nothing is left to request.
  expect(jt808.due!(session, now + 600_000)).toEqual([])
})

test('a picture in one message is handed on whole', () => {
  const { media, kind } = decode(buildFrame(layout, 0x0801, 9, body))
  expect(kind).toBe('reports')
  expect(media).toMatchObject({ transfer: '0801 1 9', start: 0, end: 1, total: 1, facts: { mediaId: 7 } })
  expect(media!.bytes).toEqual(picture)
})

test.each([
  ['without a position', head],
  ['without anything before it', ''],
])('a picture %s begins at its signature', (_, before) => {
  const bytes = Uint8Array.from([...fromHex(before), ...picture])
  expect(decode(buildFrame(layout, 0x0801, 9, bytes)).media!.bytes).toEqual(picture)
})

test('missing parts are requested by the id of the file, again while none comes, and anew when some came', () => {
  const session = newSession()
  const frames = partsOf(body, 20, 0)
  const deliver = (numbers: number[], at: number) => {
    for (const number of numbers) decode(frames[number - 1]!, session, at)
  }
  const requestsOf = (at: number) => jt808.due!(session, at).flatMap(({ replies }) => replies.map(bodyOf))
  deliver([1, 3, 5], now)
  expect(requestsOf(now + 4_000)).toEqual([])
  expect(requestsOf(now + 5_000)).toEqual(['00000007030002' + '0004' + '0006'])
  deliver([2], now + 6_000)
  expect(requestsOf(now + 11_000)).toEqual(['00000007020004' + '0006'])
  expect(requestsOf(now + 16_000)).toEqual(['00000007020004' + '0006'])
})

test('parts that were stored over a connection before are not requested', () => {
  const session = newSession()
  const media = decode(partsOf(body, 20, 0)[4]!, session).media!
  jt808.answerMedia!(session, media, { missing: [[2, 3]], facts: { mediaId: 7 } })
  expect(jt808.due!(session, now + 5_000).flatMap(({ replies }) => replies.map(bodyOf))).toEqual([
    '00000007010003',
  ])
})

test('no bytes are kept in the session, in whatever order parts come', () => {
  const frames = partsOf(body, 45, 65_535)
  fc.assert(
    fc.property(fc.shuffledSubarray(frames, { minLength: frames.length }), (shuffled) => {
      const session = newSession()
      const pieces: MediaPiece[] = shuffled.map((frame) => decode(frame, session).media!)
      expect(session.partSets.every(({ bytes }) => bytes === 0)).toBe(true)
      const sorted = pieces.sort((a, b) => a.start - b.start)
      expect(new Set(sorted.map(({ transfer }) => transfer)).size).toBe(1)
      expect(Uint8Array.from(sorted.flatMap(({ bytes }) => [...bytes]))).toEqual(picture)
    }),
  )
})

test('a photo of CC888 is a file without a head', () => {
  const { media, replies } = decode(buildFrame(layout, 0x8888, 5, picture))
  expect(media).toMatchObject({ transfer: '8888 1 5', bytes: picture, facts: { kind: 'image' } })
  expect(text(replies)).toHaveLength(1)
})
