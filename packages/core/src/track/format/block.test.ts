import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noAltitude, noPlace, type Track, type TrackPointValues, toTrack } from '../columns.ts'
import { blockVersion, entryBytes, headerBytes, maxBlockPoints } from './block.ts'
import { decodeBlock } from './decode-block.ts'
import { DecodeMemory } from './decode-memory.ts'
import { encodeBlock } from './encode-block.ts'

const dayStart = Date.UTC(2026, 9, 25)

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 5 })
const point: fc.Arbitrary<TrackPointValues> = fc
  .record({
    fixTime: fc.integer({ min: 0, max: 86_399_999 }),
    place: orNull(
      fc.tuple(
        fc.integer({ min: -900_000_000, max: 900_000_000 }),
        fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
      ),
    ),
    speedKmh: orNull(fc.double({ min: 0, max: 1000, noNaN: true })),
    courseDeg: orNull(fc.integer({ min: 0, max: 359 })),
    altitudeM: orNull(fc.integer({ min: -32_767, max: 32_767 })),
    satellites: orNull(fc.integer({ min: 0, max: 99 })),
    accOn: orNull(fc.boolean()),
    odometerM: orNull(fc.double({ min: 0, max: 2_000_000_000, noNaN: true })),
    quality: fc.integer({ min: 0, max: 0xffff }),
  })
  .map(({ place, fixTime, ...rest }) => ({
    ...rest,
    fixTime: dayStart + fixTime,
    latE7: place?.[0] ?? null,
    lonE7: place?.[1] ?? null,
  }))

/** Points in order of time, some of them a plain drive, so that runs and predictions occur. */
const track: fc.Arbitrary<Track> = fc
  .array(point, { maxLength: 60 })
  .map((points) => toTrack(points.toSorted((a, b) => a.fixTime - b.fixTime)))

function unpack(block: Uint8Array): Track {
  const decoded = decodeBlock(block)
  if (decoded.track === null) throw new Error(decoded.problem)
  return decoded.track
}

/** How far a value may be off; unknown must stay unknown. */
const precision: [Exclude<keyof Track, 'length'>, number, number][] = [
  ['fixTime', 0, Number.NaN],
  ['latE7', 5, noPlace],
  ['lonE7', 5, noPlace],
  ['speedKmh', 0.0501, Number.NaN],
  ['courseDeg', 0, -1],
  ['altitudeM', 0, noAltitude],
  ['satellites', 0, -1],
  ['accOn', 0, -1],
  ['odometerM', 0.5, Number.NaN],
  ['quality', 0, Number.NaN],
]

function expectSame(actual: Track, expected: Track) {
  expect(actual.length).toBe(expected.length)
  for (const [name, tolerance, unknown] of precision) {
    for (let i = 0; i < expected.length; i++) {
      const was = expected[name][i]!
      const is = actual[name][i]!
      if (Object.is(was, unknown)) expect(is, name).toBe(unknown)
      else expect(Math.abs(is - was), `${name} of point ${i}`).toBeLessThanOrEqual(tolerance)
    }
  }
}

test('every field of every point comes back within its precision', () => {
  fc.assert(
    fc.property(track, (any) => expectSame(unpack(encodeBlock(any)), any)),
    { numRuns: 500 },
  )
})

test('columns read alone are those of the whole', () => {
  const names = new Set(['fixTime', 'latE7', 'lonE7', 'quality'] as const)
  fc.assert(
    fc.property(track, (original) => {
      const block = encodeBlock(original)
      const { track: part } = decodeBlock(block, names)
      for (const name of names) expect(part![name]).toEqual(unpack(block)[name])
      expect(part!.speedKmh).toHaveLength(0)
    }),
  )
})

test('columns read to memory that is used again are those of the whole', () => {
  const names = new Set(['fixTime', 'latE7', 'lonE7', 'quality'] as const)
  const memory = new DecodeMemory()
  fc.assert(
    fc.property(track, (original) => {
      const block = encodeBlock(original)
      memory.reuse()
      const { track: part } = decodeBlock(block, names, memory)
      for (const name of names) expect(part![name]).toEqual(unpack(block)[name])
    }),
  )
})

test.each(['latE7', 'odometerM', 'altitudeM'] as const)('%s read alone is that of the whole', (name) => {
  fc.assert(
    fc.property(track, (original) => {
      const block = encodeBlock(original)
      expect(decodeBlock(block, new Set([name])).track![name]).toEqual(unpack(block)[name])
    }),
  )
})

test('packing what was unpacked gives the same bytes', () => {
  fc.assert(
    fc.property(track, (any) => {
      const block = encodeBlock(any)
      expect(encodeBlock(unpack(block))).toEqual(block)
    }),
  )
})

test('a regular drive takes about four bytes a point, a parked day almost none', () => {
  const drive = toTrack(Array.from({ length: 8640 }, (_, i) => drivePoint(i, 54)))
  const parked = toTrack(Array.from({ length: 8640 }, (_, i) => drivePoint(i, 0)))
  expect(encodeBlock(drive).length / 8640).toBeLessThan(4.5)
  expect(encodeBlock(parked).length).toBeLessThan(500)
})

test('the distance is stored once, by speed, places and odometer together', () => {
  const points = Array.from({ length: 8_640 }, (_, i) => ({
    ...drivePoint(i, 54),
    speedKmh: 54 + 20 * Math.sin(i / 7),
    courseDeg: Math.round(180 + 90 * Math.sin(i / 11)),
  }))
  let [lat, lon, odometerM] = [31.2, 114.07, 5_000_000]
  const drive = points.map((point) => {
    const metres = (point.speedKmh / 3.6) * 10
    const course = (point.courseDeg * Math.PI) / 180
    lat += (metres * Math.cos(course)) / 111_195
    lon += (metres * Math.sin(course)) / 95_100
    odometerM += metres
    return { ...point, latE7: Math.round(lat * 1e7), lonE7: Math.round(lon * 1e7), odometerM }
  })
  const bytes = (track: TrackPointValues[]) => encodeBlock(toTrack(track)).length / 8_640
  expect(bytes(drive) - bytes(drive.map((point) => ({ ...point, odometerM: null })))).toBeLessThan(1)
})

function drivePoint(i: number, speedKmh: number): TrackPointValues {
  const way = speedKmh === 0 ? 0 : i
  return {
    fixTime: dayStart + i * 10_000,
    latE7: 312_300_000 + ((i * 7919) % 101) * (speedKmh === 0 ? 0 : 3),
    lonE7: 1_140_700_000 + way * 15_776,
    speedKmh: speedKmh === 0 ? 0 : speedKmh + (i % 3),
    courseDeg: 90,
    altitudeM: 12,
    satellites: 11,
    accOn: speedKmh > 0,
    odometerM: way * 150,
    quality: 0,
  }
}

describe('a block that is none', () => {
  const block = encodeBlock(toTrack(Array.from({ length: 200 }, (_, i) => drivePoint(i, 40))))

  test('any bytes give a track or a problem, never a throw', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (any) => void decodeBlock(any)))
  })

  test('any damage to a block gives a track or a problem, never a throw', () => {
    fc.assert(
      fc.property(fc.nat(block.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = block.slice()
        damaged[at]! ^= flip
        const { track, problem } = decodeBlock(damaged)
        expect(track === null).toBe(problem !== null)
      }),
      { numRuns: 2000 },
    )
  })

  test('every shorter piece of a block is refused', () => {
    for (let end = 0; end < block.length; end++) expect(decodeBlock(block.subarray(0, end)).track).toBeNull()
  })

  const changed = (at: number, ...bytes: number[]) => {
    const copy = block.slice()
    copy.set(bytes, at)
    return copy
  }
  test.each([
    { what: 'nothing', bytes: new Uint8Array(), problem: 'notABlock' },
    { what: 'another magic', bytes: changed(0, 0), problem: 'notABlock' },
    { what: 'a newer version', bytes: changed(2, blockVersion + 1), problem: 'unknownVersion' },
    { what: 'too many points', bytes: changed(4, 0, 0, 0, 0x7f), problem: 'tooLong' },
    { what: 'bytes behind it', bytes: new Uint8Array([...block, 0]), problem: 'corrupt' },
    { what: 'an unknown prediction', bytes: changed(headerBytes + 1, 99), problem: 'corrupt' },
  ])('$what: $problem', ({ bytes, problem }) => {
    expect(decodeBlock(bytes)).toEqual({ track: null, problem })
  })

  test('a column of an unknown id is skipped', () => {
    const quality = headerBytes + 9 * entryBytes
    expect(unpack(changed(quality, 77)).fixTime[199]).toBe(drivePoint(199, 40).fixTime)
  })
})

test('a track longer than a block may be is refused by the writer', () => {
  expect(() => encodeBlock({ ...toTrack([]), length: maxBlockPoints + 1 })).toThrow(RangeError)
})
