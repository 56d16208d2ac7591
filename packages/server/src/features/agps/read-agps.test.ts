import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AgpsUnreadable, casicSum, readAgps } from './read-agps.ts'
import { anEpoFile, liveOrbits, predictedOrbits, ubxTime } from './testing/agps-files.ts'

const hourMs = 3_600_000
const noon = Date.UTC(2026, 10, 22, 12)
const reasonOf = (bytes: Uint8Array) => {
  try {
    readAgps(bytes, noon)
    return null
  } catch (error) {
    return (error as AgpsUnreadable).reason
  }
}

test('what a wrong clock made is refused: it would keep out all that comes after', () => {
  const years = 365 * 24 * hourMs
  expect(reasonOf(liveOrbits(noon + 40 * years))).toBe('future')
  expect(reasonOf(predictedOrbits(noon + 3 * 24 * hourMs))).toBe('future')
  expect(reasonOf(anEpoFile(noon + 27 * 24 * hourMs))).toBe('future')
  expect(reasonOf(anEpoFile(noon, { sets: 480 }))).toBe('future')
  expect(reasonOf(anEpoFile(noon, { sets: 120 }))).toBeNull()
  expect(reasonOf(anEpoFile(noon + 6 * hourMs))).toBeNull()
  for (const seconds of [Number.NaN, Number.POSITIVE_INFINITY, 1e300])
    expect(reasonOf(casicOf(seconds))).toBe('future')
  expect(reasonOf(casicOf(3_600))).toBeNull()
})

/** Where and when the receiver is, with seconds of its week, and an orbit. */
function casicOf(secondsOfWeek: number): Buffer {
  const initial = Buffer.alloc(56)
  initial.writeDoubleLE(secondsOfWeek, 24)
  initial.writeUInt16LE(2446, 52)
  return Buffer.concat([casic(0x0b01, initial), casic(0x0807, Buffer.alloc(72))])
}

function casic(kind: number, payload: Buffer): Buffer {
  const frame = Buffer.alloc(payload.length + 10)
  frame.writeUInt16BE(0xbace, 0)
  frame.writeUInt16LE(payload.length, 2)
  frame.writeUInt16BE(kind, 4)
  frame.set(payload, 6)
  frame.writeUInt32LE(casicSum(new DataView(frame.buffer, frame.byteOffset), 0), payload.length + 6)
  return frame
}

describe('UBX', () => {
  test('a message is as u-blox writes it', () =>
    expect(ubxTime(noon).toString('hex').toUpperCase()).toBe(
      'B5621340180010000080EA070B160C0000000000000002000000000000001B1D',
    ))

  test('orbits of now count for two hours from their time, not from their receipt', () =>
    expect(readAgps(liveOrbits(noon - hourMs), noon)).toEqual({
      format: 'ubx',
      validFrom: noon - hourMs,
      validUntil: noon + hourMs,
    }))

  test('predicted orbits count for their days, 84 bytes a satellite and day', () => {
    const file = predictedOrbits(noon)
    expect(file.length - ubxTime(noon).length).toBe(12_852)
    expect(readAgps(file, noon)).toEqual({
      format: 'ubx',
      validFrom: Date.UTC(2026, 10, 22),
      validUntil: Date.UTC(2026, 10, 25),
    })
  })

  test('what is cut or changed is refused, wherever', () => {
    const file = liveOrbits(noon, 2)
    for (let length = 1; length < file.length; length++) {
      const isBetween = [32, 108].includes(length)
      // What ends between two messages is whole as far as it goes; the length that HTTP announces guards it.
      if (!isBetween) expect(reasonOf(file.subarray(0, length))).not.toBeNull()
    }
    const changed = Buffer.from(file)
    changed[50]! ^= 1
    expect(reasonOf(changed)).toBe('checksum')
    expect(reasonOf(ubxTime(noon))).toBe('noOrbits')
  })
})

describe('EPO', () => {
  test('three days are twelve sets of six hours', () => {
    const file = anEpoFile(noon)
    expect(file.length).toBe(27_648)
    // 12:00 GPS is 18 leap seconds before 12:00 UTC.
    expect(readAgps(file, noon)).toEqual({
      format: 'epo',
      validFrom: noon - 18_000,
      validUntil: noon - 18_000 + 72 * hourMs,
    })
    expect(anEpoFile(noon, { satellites: 56 }).length).toBe(48_384)
  })

  test('one that was cut is refused, within a satellite and between two', () => {
    const file = anEpoFile(noon)
    expect(reasonOf(file.subarray(0, 1_000))).toBe('truncated')
    expect(reasonOf(file.subarray(0, 72 * 33))).toBe('truncated')
    expect(reasonOf(Buffer.from('<html><body>Please sign in</body></html>'))).toBe('unknownFormat')
    expect(reasonOf(Buffer.alloc(0))).toBe('truncated')
  })
})

describe('CASIC', () => {
  /** Of the guide of the L76K: 31.82 N, 117.11 E, week 2146. */
  const aidIni = Buffer.from(
    'BACE38000B01' +
      '52B81E85EBD13F40D7A3703D0A475D400000000000000000000000007C2E1141' +
      '00000000000000000000003F00000000E507000062080023' +
      '19B448E7',
    'hex',
  )
  const sumOf = (bytes: Buffer) => casicSum(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0)

  test('sums are as in the guide', () => {
    expect(aidIni.length).toBe(66)
    expect(sumOf(aidIni)).toBe(aidIni.readUInt32LE(62))
    const acknowledged = Buffer.from('BACE040005010B0100000F010501', 'hex')
    expect(sumOf(acknowledged)).toBe(acknowledged.readUInt32LE(10))
  })

  test('orbits count from the time that is said with them', () => {
    const orbit = Buffer.alloc(6 + 72 + 4)
    orbit.set([0xba, 0xce, 72, 0, 0x08, 0x07])
    orbit.writeUInt32LE(sumOf(orbit), 78)
    const { format, validFrom, validUntil } = readAgps(Buffer.concat([aidIni, orbit]), noon)
    expect(format).toBe('casic')
    // 281,503 s into week 2146.
    expect(new Date(validFrom).toISOString()).toMatch(/^2021-02-2/)
    expect(validUntil - validFrom).toBe(2 * hourMs)
    expect(reasonOf(aidIni)).toBe('noOrbits')
    orbit[20] = 1
    expect(reasonOf(orbit)).toBe('checksum')
  })
})

test('whatever bytes come, they are read or refused', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('', 'b562', 'bace'), (any, start) => {
      try {
        readAgps(Buffer.concat([Buffer.from(start, 'hex'), any]), noon)
      } catch (error) {
        expect(error).toBeInstanceOf(AgpsUnreadable)
      }
    }),
  ))
