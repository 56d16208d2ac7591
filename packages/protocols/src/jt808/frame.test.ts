import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../wire/bytes.ts'
import { xor } from '../wire/checksums.ts'
import { buildFrame, escaped, sisterFraming, standardFraming } from './envelope.ts'
import { jt808 } from './jt808.ts'

const heartbeat = '7e000200000145357092170006807e'
const sentence = '283739343130343030343134302c312c3030312c424153452c322c54494d4529'

/** Frames of a stream that arrives in the given pieces. */
function framesOf(pieces: Uint8Array[]): string[] {
  const session = jt808.newSession()
  let held = new Uint8Array(0)
  const frames: string[] = []
  for (const piece of pieces) {
    held = Uint8Array.from([...held, ...piece])
    for (;;) {
      const { frame, consumed, fatal } = jt808.frame(held, session)
      held = held.slice(consumed)
      if (frame) frames.push(toHex(frame))
      if (fatal) return [...frames, 'fatal']
      if (!frame) break
    }
  }
  return frames
}
const framesIn = (hex: string): string[] => framesOf([fromHex(hex)])

describe('cuts', () => {
  test.each([
    ['one frame', heartbeat, [heartbeat]],
    ['two frames', heartbeat + heartbeat, [heartbeat, heartbeat]],
    ['frames with one flag between them', heartbeat + heartbeat.slice(2), [heartbeat, heartbeat]],
    ['a frame after rubbish', `2424${heartbeat}`, [heartbeat]],
    ['a frame after stray flags', `7e7e7e${heartbeat}`, [heartbeat]],
    ['a frame after leftovers between flags', `7e010203${heartbeat}`, [heartbeat]],
    ['a frame after rubbish behind a frame', `${heartbeat}0d0a${heartbeat}`, [heartbeat, heartbeat]],
    ['a sentence between frames', heartbeat + sentence + heartbeat, [heartbeat, sentence, heartbeat]],
    ['a sentence after a line break', `${heartbeat}0d0a${sentence}`, [heartbeat, sentence]],
    ['a bracket that begins no sentence', `2848${heartbeat}`, [heartbeat]],
  ])('%s', (_, hex, frames) => expect(framesIn(hex)).toEqual(frames))

  test('a checksum of 7E that was not escaped', () => {
    const bare = bareChecksum(0x7e)
    expect(framesIn(bare + heartbeat)).toEqual([bare, heartbeat])
    expect(decoded(bare)).toMatchObject([{ kind: 'heartbeat' }])
  })

  test('a checksum of 7D that was not escaped', () => {
    const bare = bareChecksum(0x7d)
    expect(framesIn(bare + heartbeat)).toEqual([bare, heartbeat])
    expect(decoded(bare)).toMatchObject([{ kind: 'heartbeat' }])
  })

  test('a frame whose length is wrong, without waiting for more', () => {
    const short = '7e02000004013912344323000100797e'
    expect(framesIn(short)).toEqual([short])
    expect(decoded(short)).toMatchObject([{ kind: 'malformed', problem: 'length' }])
  })

  test('a frame that was never escaped', () => {
    const raw = '7e0002000301391234432300017e7d7e2a7e'
    const sum = xor(fromHex(raw).subarray(1, -2)).toString(16).padStart(2, '0')
    const whole = `${raw.slice(0, -4)}${sum}7e`
    expect(framesIn(whole + heartbeat)).toEqual([whole, heartbeat])
    expect(decoded(whole)).toMatchObject([{ kind: 'heartbeat' }])
  })

  test('a frame cut off and the whole one after it', () => {
    const [, good] = framesIn(`7e0200004001453570921700068001020304${heartbeat}`)
    expect(good).toBe(heartbeat)
  })

  test('frames between E7 flags', () => {
    const layout = { framing: sisterFraming, is2019: false, version: 0, rawId: fromHex('01234567890123') }
    const frame = toHex(buildFrame(layout, 0x0002, 0xe7e6, [0x3e, 0x3d, 0x7e]))
    expect(framesIn(`ff${frame}${frame.slice(2)}`)).toEqual([frame, frame])
    expect(decoded(frame)).toMatchObject([
      { kind: 'heartbeat', identity: { terminalIds: ['1234567890123', '01234567890123'] } },
    ])
  })
})

function bareChecksum(sum: number): string {
  const content = [0, 2, 0, 0, 1, 0x45, 0x35, 0x70, 0x92, 0x17, 0, 0]
  content[11] = xor(Uint8Array.from(content)) ^ sum
  return `7e${toHex(Uint8Array.from(content))}${sum.toString(16)}7e`
}

const decoded = (hex: string) => jt808.decode(fromHex(hex), jt808.newSession(), Date.now())

const anyFrame = fc
  .record({
    is2019: fc.boolean(),
    id: fc.constantFrom(0x0002, 0x0200, 0x0900, 0x0104),
    serial: fc.nat(0xffff),
    body: fc.uint8Array({ maxLength: 80 }),
  })
  .map(({ is2019, id, serial, body }) => {
    const rawId = fromHex(is2019 ? '00000000013912344329' : '013912344329')
    return toHex(buildFrame({ framing: standardFraming, is2019, version: 1, rawId }, id, serial, body))
  })
const rubbish = fc.uint8Array({ maxLength: 40 }).map(toHex)
const flags = fc.constantFrom('', '7e', '7e7e', '7d', '28', 'e7')
const stream = fc
  .array(fc.oneof(anyFrame, anyFrame, rubbish, flags, fc.constant(sentence)), { maxLength: 8 })
  .map((parts) => parts.join(''))

test('gives the same frames wherever the stream is cut', () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat(200), { maxLength: 12 }), (hex, lengths) => {
      const bytes = fromHex(hex)
      const pieces: Uint8Array[] = []
      let at = 0
      for (const length of lengths) {
        pieces.push(bytes.subarray(at, at + length))
        at += length
      }
      pieces.push(bytes.subarray(at))
      expect(framesOf(pieces)).toEqual(framesOf([bytes]))
      expect(framesOf(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(framesOf([bytes]))
    }),
    { numRuns: 300 },
  )
})

test('escaping and cutting give the content back', () => {
  fc.assert(
    fc.property(fc.array(anyFrame, { maxLength: 6 }), (frames) => {
      expect(framesIn(frames.join(''))).toEqual(frames)
    }),
  )
})

test('escapes as the standard prints it', () => {
  expect(toHex(escaped(fromHex('307e087d55'), standardFraming))).toBe('7e307d02087d01557e')
})

test('gives up a stream without frames, in linear time', () => {
  const start = process.threadCpuUsage()
  for (const byte of [0x00, 0x7e, 0x28, 0xe7, 0x7d]) {
    const session = jt808.newSession()
    let held = new Uint8Array(1_000_000).fill(byte)
    if (byte === 0x28) held = held.map((_, i) => (i % 2 ? 0x28 : 0x31))
    for (;;) {
      const { consumed, fatal } = jt808.frame(held, session)
      held = held.subarray(consumed)
      if (fatal || consumed === 0) break
    }
    expect(held.length).toBeLessThanOrEqual(1_000_000)
  }
  // Processor time of this thread alone: other processes may be busy.
  expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000)
})
