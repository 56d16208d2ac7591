/** What holds of every protocol in the registry, tried on the frames of `testing/frames/<protocol>.txt`. */

import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectProtocol } from './detect.ts'
import type { Report } from './protocol.ts'
import { protocols } from './registry.ts'
import { feed } from './testing/feed.ts'
import { parseVectors, type Vector } from './testing/vectors.ts'
import { fromHex, toHex } from './wire/bytes.ts'

const now = Date.UTC(2026, 10, 1)
/** No protocol may keep more than this of a stream in which it finds no frame. */
const maxHeldBytes = 65_536
/** Protocols of wearables, which have no ignition to report. */
const worn: readonly string[] = ['watch']

function vectorsOf(name: string): Vector[] {
  const file = new URL(`../testing/frames/${name}.txt`, import.meta.url)
  return parseVectors(readFileSync(file, 'utf8'))
}

/** Broken numbers of a vector agree to five digits. */
function closely(expected: unknown): unknown {
  if (typeof expected === 'number' && !Number.isInteger(expected)) return expect.closeTo(expected, 5)
  if (Array.isArray(expected)) return expected.map(closely)
  if (expected === null || typeof expected !== 'object') return expected
  return Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, closely(value)]))
}

/** Messages of one type come in several forms, of which not all have a field of alarms. */
const formOf = (type: string, { alarms, isAlarmEvent, extra, ...rest }: Report): string =>
  `${type} ${Object.keys(rest).sort().join(' ')}`
/** Forms that look alike with and without the field. */
const formsWithAndWithout = ['69 cells fix fixTime']

/** Frames whose instants need no zone, whatever the clock of the device is. */
const zoned: { readonly [protocol: string]: (text: string, vector: Vector) => boolean } = {
  // Seconds since 1970 of modules, beside the clock.
  gt06: (_, { message }) => ['modules', 'peripherals', 'deviceState'].includes(String(message.name)),
  // The time of the satellites stands beside that of the clock, and is another.
  gps103: (text) => {
    const [, local, utc] = /,\d{6}(\d{4})(?:\d\d)?,[^,]*,?F,(\d{4})/.exec(text.replace(/[/: ]/g, '')) ?? []
    return local !== utc
  },
  // The time is that of the platform.
  nbiot: (_, { title }) => /receiver without a fix|CTWing: an event|profile of several services/.test(title),
  jt808: (_, { title }) => title.startsWith('a time zone item'),
  osmand: (text) => /T\d\d%?[^&"]*(?:Z|[+-]\d\d:?\d\d)/.test(text),
}

const joined = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

describe.each(protocols.map((protocol) => [protocol.name, protocol] as const))('%s', (name, protocol) => {
  const vectors = vectorsOf(name)
  const sound = vectors.filter(({ message }) => message.kind !== 'malformed')
  const anyFrame = fc.constantFrom(...vectors.map(({ bytes }) => bytes))

  test('has frames that say who sends them and where the device is', () => {
    expect(sound.some(({ message }) => message.identity !== undefined)).toBe(true)
    expect(sound.some(({ message }) => message.reports !== undefined)).toBe(true)
  })

  test.each(vectors)('reads $title', ({ bytes, now: received, message }) => {
    const session = protocol.newSession()
    const { frame, consumed } = protocol.frame(bytes, session)
    expect(consumed).toBe(bytes.length)
    expect(protocol.decode(frame!, session, received)[0]).toMatchObject(closely(message) as object)
  })

  test('reports also the end of alarms that last', () => {
    // One session for each frame: bits that a session remembers must not hide what the frame lacks.
    const reports = sound.flatMap(({ bytes, now: received }) => {
      const session = protocol.newSession()
      const messages = protocol.decode(protocol.frame(bytes, session).frame!, session, received)
      return messages.flatMap(({ type, reports }) =>
        reports.map((report) => ({ report, form: formOf(type, report) })),
      )
    })
    const lasting = new Set(
      reports.filter(({ report }) => report.alarms?.length && !report.isAlarmEvent).map(({ form }) => form),
    )
    const silent = reports.filter(
      ({ report, form }) =>
        lasting.has(form) && report.alarms === undefined && !formsWithAndWithout.includes(form),
    )
    expect(silent).toEqual([])
  })

  test('applies the offset of the clock of the device', () => {
    // One session for each frame: one may set the zone of those after it.
    const timesOf = ({ bytes, now: received }: Vector, utcOffsetMinutes: number) => {
      const session = protocol.newSession({ utcOffsetMinutes })
      const messages = protocol.decode(protocol.frame(bytes, session).frame!, session, received)
      return messages.flatMap(({ reports }) => reports.map(({ fixTime }) => fixTime))
    }
    const dated = sound.filter((vector) => {
      const times = timesOf(vector, 0)
      return (
        !zoned[name]?.(new TextDecoder().decode(vector.bytes), vector) &&
        times.some((time) => time !== null && time !== vector.now)
      )
    })
    expect(dated.length).toBeGreaterThan(0)
    const unheeded = dated.filter((vector) => {
      const utc = timesOf(vector, 0)
      const ahead = utc.map((time) => (time === null || time === vector.now ? time : time - 330 * 60_000))
      return String(timesOf(vector, 330)) !== String(ahead)
    })
    expect(unheeded.map(({ title }) => title)).toEqual([])
  })

  const damaged = vectors.filter(({ message }) => message.problem === 'checksum')
  test.each(damaged)('reads $title where the checksum does not count', ({ bytes }) => {
    const session = protocol.newSession({ isChecksumOptional: true })
    expect(protocol.decode(bytes, session, now)[0]?.kind).not.toBe('malformed')
  })

  test.each(sound)('is recognised by $title', ({ bytes }) => {
    expect(detectProtocol(bytes, protocols)).toMatchObject({ protocol: { name } })
    for (let length = 0; length < bytes.length; length++) {
      expect(protocol.detect(bytes.subarray(0, length))).not.toBe('no')
    }
  })

  test.each(vectors)('describes every byte of $title', ({ bytes }) => {
    const session = protocol.newSession()
    const { frame } = protocol.frame(bytes, session)
    const before = inspect(session, { depth: null })
    const fields = protocol.describe(frame!, session)
    expect(inspect(session, { depth: null })).toBe(before)
    const isCovered = new Uint8Array(frame!.length)
    for (const { offset, length } of fields) {
      expect(offset + length).toBeLessThanOrEqual(frame!.length)
      isCovered.fill(1, offset, offset + length)
    }
    expect(isCovered.indexOf(0)).toBe(-1)
  })

  /** A frame of which some bytes were changed on the way, or anything else. */
  const spoilt = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .tuple(anyFrame, fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 4 }), fc.nat(400))
      .map(([frame, changes, length]) => {
        const bytes = frame.slice(0, Math.max(1, length))
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
        return bytes
      }),
  )

  test('never throws and always makes progress', () => {
    fc.assert(
      fc.property(spoilt, fc.boolean(), (bytes, isChecksumOptional) => {
        const session = protocol.newSession({ isChecksumOptional })
        protocol.detect(bytes)
        const { frame, consumed } = protocol.frame(bytes, session)
        expect(consumed).toBeLessThanOrEqual(bytes.length)
        for (const one of frame === undefined ? [bytes] : [frame, bytes]) {
          protocol.describe(one, session)
          expect(protocol.decode(one, session, now).length).toBeGreaterThan(0)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('gives the same messages wherever the stream is cut', () => {
    const parts = fc.array(fc.oneof({ weight: 4, arbitrary: anyFrame }, { weight: 1, arbitrary: spoilt }), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(parts, fc.array(fc.nat(600), { maxLength: 12 }), (frames, cuts) => {
        const stream = joined(frames)
        const places = [0, ...cuts.filter((at) => at < stream.length).sort((a, b) => a - b), stream.length]
        const pieces = places.slice(1).map((end, i) => stream.subarray(places[i], end))
        const whole = feed(protocol, [stream], protocol.newSession(), now)
        expect(feed(protocol, pieces, protocol.newSession(), now)).toEqual(whole)
      }),
    )
  })

  test('gives the same messages byte by byte', () => {
    const stream = joined(sound.map(({ bytes }) => bytes))
    const whole = feed(protocol, [stream], protocol.newSession(), now)
    const bytes = Array.from(stream, (byte) => Uint8Array.of(byte))
    expect(feed(protocol, bytes, protocol.newSession(), now)).toEqual(whole)
    expect(whole.messages.length).toBeGreaterThanOrEqual(sound.length)
  })

  test('reads back what it writes', () => {
    const report = fc.record({
      fixTime: fc
        .integer({ min: Date.UTC(2012, 0) / 1000, max: now / 1000 })
        .map((seconds) => seconds * 1000),
      fix: fc.constant('gps' as const),
      latitude: fc.double({ min: -89.9, max: -0.1, noNaN: true }),
      longitude: fc.double({ min: 0.1, max: 179.9, noNaN: true }),
      speedKmh: fc.nat(200),
      courseDeg: fc.nat(359),
      accOn: fc.boolean(),
    })
    fc.assert(
      fc.property(report, fc.constantFrom(1, -1), fc.nat(0xffff), (south, side, serial) => {
        const sent = { ...south, latitude: side * south.latitude, longitude: side * south.longitude }
        const session = protocol.newSession()
        const bytes = protocol.encode(sent, serial)
        const { frame, consumed } = protocol.frame(bytes, session)
        expect(consumed).toBe(bytes.length)
        const [read] = protocol.decode(frame!, session, now)[0]!.reports
        // BSJ counts thousandths of a minute, Topflytech writes floats of four bytes.
        const places = name === 'bsj' || name === 'topflytech' ? 4 : 5
        const { accOn, ...place } = sent
        expect(read).toMatchObject({
          ...place,
          ...(!worn.includes(name) && { accOn }),
          latitude: expect.closeTo(sent.latitude, places),
          longitude: expect.closeTo(sent.longitude, places),
          // Some protocols count in knots.
          speedKmh: expect.closeTo(sent.speedKmh, 0),
        })
      }),
    )
  })

  test('holds a bounded number of bytes of an endless stream', () => {
    const heads = new Set(vectors.map(({ bytes }) => toHex(bytes.subarray(0, 2))))
    const starts = [new Uint8Array(0), ...Array.from(heads, fromHex)]
    for (const start of starts) {
      for (const filler of [0x00, 0x31, start[0] ?? 0xff]) {
        const endless = new Uint8Array(2 * maxHeldBytes).fill(filler)
        const { heldBytes } = feed(protocol, [start, endless], protocol.newSession(), now)
        expect(heldBytes).toBeLessThanOrEqual(maxHeldBytes)
      }
    }
  })
})
