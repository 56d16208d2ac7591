import { zstdCompressSync } from 'node:zlib'
import { distanceM } from '@trackway/core/geo/distance.ts'
import { type Track, toTrack } from '@trackway/core/track/columns.ts'
import { decodeBlock } from '@trackway/core/track/format/decode-block.ts'
import { encodeBlock } from '@trackway/core/track/format/encode-block.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aPosition, trackOfPositions } from '../../testing/position-rows.ts'
import { packDay, unpackDay } from './packed-day.ts'
import { decodeReadings, encodeReadings, numbersOfReading } from './packed-readings.ts'

const midnight = Date.UTC(2026, 10, 18)

function packed(extras: string[], track = trackOf(extras.length)): Buffer {
  const serverTimes = track.fixTime.map((time) => time + 900)
  return encodeReadings({ serverTimes, distancesM: new Float32Array(track.length), extras }, track)
}
const trackOf = (length: number): Track =>
  trackOfPositions(Array.from({ length }, (_, i) => aPosition({ fix_time: midnight + i * 10_000 })))
const sent = (extras: string[]) => decodeReadings(packed(extras), trackOf(extras.length)).extras

const decimal = fc.tuple(fc.integer(), fc.nat(6)).map(([whole, places]) => whole / 10 ** places)
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, 12.5, 12.6, true, null, [-4.5], [30, 1], '12', '#', '') },
  { weight: 1, arbitrary: decimal },
  { weight: 1, arbitrary: fc.jsonValue() },
)
const name = fc.oneof(
  fc.constantFrom('gsmLevel', 'fuelL', 'cells', 'a b', '"', '\\', '粤', '', '__proto__'),
  fc.string(),
)
const object = fc.dictionary(name, value, { maxKeys: 4 }).map((members) => JSON.stringify(members))
const anyText = fc.string().map((text) => text.replaceAll('\n', ' '))
const linesOf = (...line: fc.Arbitrary<string>[]) =>
  fc
    .array(fc.tuple(fc.oneof(fc.constant(''), ...line), fc.integer({ min: 1, max: 6 })), {
      minLength: 1,
      maxLength: 30,
    })
    .map((runs) => runs.flatMap(([text, times]) => Array<string>(times).fill(text)))

describe('readings', () => {
  test('come back to the letter, whatever a line says', () => {
    fc.assert(
      fc.property(linesOf(object, object, object, anyText), (any) => {
        expect(sent(any)).toEqual(any.map((text) => Buffer.from(text).toString()))
      }),
      { numRuns: 1_000 },
    )
  })

  const odd = [
    { what: 'numbers not written as they are read', text: '{"a":12.50,"b":-0,"c":1e3,"d":007}' },
    { what: 'numbers beyond 32 bits', text: '{"a":12345678901234567890,"b":4294967296.5}' },
    { what: 'numbers in names and texts', text: '{"a1":{"b2":["3",4,-5.25,"#6"]}}' },
    { what: 'a name said twice', text: '{"a":1,"a":2}' },
    { what: 'blanks between', text: '{ "a" : 1 , "b": [ 1, 2 ] }' },
    { what: 'braces in a text', text: '{"a":"}{][,\\"","b":{}}' },
    { what: 'no object', text: '"text"' },
    { what: 'a cut line', text: '{"a":[1,2}' },
    { what: 'more members than a shape has', text: JSON.stringify(Object.fromEntries(Array(99).entries())) },
  ]
  test.each(odd)('$what stay as they are', ({ text }) =>
    expect(sent([text, '', text])).toEqual([text, '', text]),
  )

  test('a day of sensors takes a byte a point, one of cells a tenth', () => {
    const sensors = Array.from({ length: 8_640 }, (_, i) =>
      JSON.stringify({ gsmLevel: 4, externalVoltageV: 12.4 + ((i * 7) % 3) / 10, fuelL: (5_000 - i) / 100 }),
    )
    const cells = Array.from({ length: 8_640 }, (_, i) =>
      JSON.stringify({ cells: [{ mcc: 460, mnc: 0, lac: 9_000, cellId: 4_000 + ((i >> 6) % 40) * 97 }] }),
    )
    expect(packedBytes(sensors) / 8_640).toBeLessThan(1)
    expect(packedBytes(cells) / 8_640).toBeLessThan(0.1)
  })
  const packedBytes = (extras: string[]) => {
    const track = trackOf(extras.length)
    return packDay({
      track,
      serverTimes: track.fixTime,
      distancesM: new Float32Array(track.length),
      extras,
    }).readings.length
  }

  test('one alone is that of the whole', () => {
    fc.assert(
      fc.property(linesOf(object), fc.constantFrom('gsmLevel', 'fuelL', 'cells'), (any, chosen) => {
        const values = any.map((text) => {
          if (text === '') return Number.NaN
          const one = (JSON.parse(text) as Record<string, unknown>)[chosen]
          const first: unknown = Array.isArray(one) ? one[0] : one
          return typeof first === 'number' ? first : Number.NaN
        })
        const numbers =
          numbersOfReading(packed(any), any.length, chosen)?.numbers ?? new Float64Array(any.length).fill(NaN)
        expect([...numbers].map((number) => number + 0)).toEqual(values.map((number) => number + 0))
      }),
    )
  })
})

test('the mileage of a drive costs nothing, for it lies in its places', () => {
  const track = toTrack(
    Array.from({ length: 2_000 }, (_, i) => ({
      fixTime: midnight + i * 10_000,
      latE7: 312_345_670 + Math.round(9_000 * i + 400 * Math.sin(i)),
      lonE7: 1_214_567_890 + Math.round(70_000 * Math.sin(i / 50)),
      speedKmh: null,
      courseDeg: null,
      altitudeM: null,
      satellites: null,
      accOn: null,
      odometerM: null,
      quality: 0,
    })),
  )
  const degrees = (e7: Int32Array, i: number) => e7[Math.max(0, i)]! / 1e7
  const distancesM = Float32Array.from({ length: 2_000 }, (_, i) => {
    const [lat, lon] = [degrees(track.latE7, i), degrees(track.lonE7, i)]
    const metres = distanceM(degrees(track.latE7, i - 1), degrees(track.lonE7, i - 1), lat, lon)
    return Math.round(metres * 10) / 10
  })
  const day = { track, serverTimes: track.fixTime, distancesM, extras: Array<string>(2_000).fill('') }
  expect(encodeReadings(day, track).length).toBeLessThan(60)
})

describe('bytes that are no readings', () => {
  const track = trackOf(60)
  const extras = Array.from({ length: 60 }, (_, i) =>
    i % 5 === 0 ? '' : JSON.stringify({ fuelL: i / 10, cells: [{ cellId: i % 4 }], driverId: `d${i}` }),
  )
  const readings = packed(extras, track)
  const unread = (bytes: Buffer) => {
    for (const read of [() => decodeReadings(bytes, track), () => numbersOfReading(bytes, 60, 'fuelL')]) {
      try {
        read()
      } catch (error) {
        if (!(error instanceof RangeError) && !(error instanceof SyntaxError)) throw error
      }
    }
  }

  test('any damage gives a readings or a problem', () => {
    fc.assert(
      fc.property(fc.nat(readings.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = Buffer.from(readings)
        damaged[at]! ^= flip
        unread(damaged)
      }),
      { numRuns: 2_000 },
    )
  })

  test('any bytes behind the head give a readings or a problem', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (any) =>
        unread(Buffer.concat([readings.subarray(0, 3), any])),
      ),
    )
  })

  test('what is shorter, longer, newer or of another track is refused', () => {
    for (let end = 3; end < readings.length; end++) {
      expect(() => decodeReadings(readings.subarray(0, end), track)).toThrow(RangeError)
    }
    expect(() => decodeReadings(Buffer.concat([readings, Buffer.of(0)]), track)).toThrow(RangeError)
    expect(() => decodeReadings(readings, trackOf(59))).toThrow(RangeError)
    const newer = Buffer.from(readings)
    newer[2]!++
    expect(() => decodeReadings(newer, track)).toThrow('unknown version')
  })
})

const pinnedRows = Array.from({ length: 12 }, (_, i) =>
  aPosition({
    fix_time: midnight + i * 10_000 + (i > 8 ? 777 : 0),
    server_time: midnight + i * 10_000 + 1_230 + i * 410,
    latitude_e7: i === 5 ? null : 312_345_680 + i * 9_870,
    longitude_e7: i === 5 ? null : 1_214_567_890 - i * 4_320,
    speed_kmh: i < 6 ? 40.5 + i : null,
    course_deg: (350 + i * 3) % 360,
    altitude_m: i % 4 === 0 ? null : 12 + i,
    satellites: 7 + (i % 3),
    acc_on: i > 9 ? null : i > 1,
    odometer_m: 12_345_678 + i * 118,
    distance_m: i * 10.3,
    quality: i === 7 ? 4 : 0,
    extra:
      i === 4
        ? null
        : {
            batteryPercent: 80 - i,
            ...(i > 6 ? { temperatureC: [-4.5 + i, 30], driverId: '粤B "1"' } : {}),
          },
  }),
)

/** These rows in the format of docs/TRACK-FORMAT.md: stored days are read for ever. */
const pinned = {
  block:
    'VFcBCgwAAAABAQAAAQAAAAAAQEC/HnpCAAAAAAAAAAAAAAAADQAAAAIAAAAKAAAAAAAAAABQeUAAAAAAAAAAAAUAAAAOAAAAAwIAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwAAAAJBQAAAQAAAAAAAMApjGdBMi6RWoog7T4AAAAADQAAAAQGAAABAAAAAAAAgKDJfUENFgcZh/wxPwYAAAAZAAAABQAAAAEAAAAAAABUIvWcQQAAAAAAAAAABgAAAB4AAAAGAAAAAQAAAAAAAAAAACpAAAAAAAAAAAAMAAAAGgAAAAcAAAABAAAAAAAAAAAAHEAAAAAAAAAAAAAAAAANAAAACAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAABQAAAAoAAAAKAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABgAAAAAAoJwBAAaSDJEMAAAABQIABAAAAgICAgIABRMGBgYGBgYGBgYGBgAACgQBBw0PDw8jDw8ABAIBAAQAAHuHAY8BkQEAALAOdV9FJQAAAAQCAQAEAADfBt8G3wbfBgAAvw3fBt8G3wbfBt8GAgEAAQIBAAECAQABAAECAgAABAICAAAEAgIAAAICAwICAwICAwICAAkCAAAAAQIACAAGAgEAAg==',
  readings:
    'VFIBAQkCAAIEAAIEAAICFgAA2RCoEgABqBL3NqBJn0n4NqcSAAADECJiYXR0ZXJ5UGVyY2VudCIOInRlbXBlcmF0dXJlQyIKImRyaXZlcklkIgMBMAAFMCwxLDIBCQADAgEAAAQAAxABASMAAgqgAaEBAAEBAgAEFAEFWyMsI10BAgQyHQACAAEDPAADDgEMIueypEIgXCIxXCIi',
}

test('a day is these bytes, and they are read as it was', () => {
  const track = trackOfPositions(pinnedRows)
  const rows = {
    track,
    serverTimes: Float64Array.from(pinnedRows, (row) => row.server_time),
    distancesM: Float32Array.from(pinnedRows, (row) => row.distance_m),
    extras: pinnedRows.map((row) => (row.extra === null ? '' : JSON.stringify(row.extra))),
  }
  const block = encodeBlock(track)
  expect(Buffer.from(block).toString('base64')).toBe(pinned.block)
  expect(encodeReadings(rows, decodeBlock(block).track!).toString('base64')).toBe(pinned.readings)

  const stored = {
    block: zstdCompressSync(Buffer.from(pinned.block, 'base64')),
    readings: zstdCompressSync(Buffer.from(pinned.readings, 'base64')),
  }
  const day = unpackDay(stored)
  expect(day.track).toEqual(track)
  expect(day.extras).toEqual(rows.extras)
  for (const [i, row] of pinnedRows.entries()) {
    expect(Math.abs(day.serverTimes[i]! - row.server_time)).toBeLessThanOrEqual(1_500)
    expect(Math.abs(day.distancesM[i]! - row.distance_m)).toBeLessThanOrEqual(1)
  }
})
