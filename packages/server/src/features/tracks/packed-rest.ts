import type { Track } from '@trackway/core/track/columns.ts'
import { ByteWriter, readSequence, writeSequence } from '@trackway/core/track/varints.ts'

/** What the positions of a day say beside their track. */
export interface Rest {
  serverTimes: Float64Array
  distancesM: Float32Array
  /** JSON of the readings that have no column; '': none. */
  extras: string[]
}

/** Of each of the three sequences its bytes, u32 little-endian. */
const headerBytes = 12
/** An odometer that went further from one point to the next says nothing of the mileage. */
const maxStepM = 10_000

/**
 * Sequences of docs/TRACK-FORMAT.md: seconds from fix to server, each less the one before it; hundredths of
 * them less 50; decimetres of mileage less those of the odometer. Then a line for each point with its readings
 * in JSON, unless none has any. Server times are kept to 10 ms, metres to the sum: what has been driven so far
 * is rounded to decimetres, not each point's share.
 * @param track as it is read from its block
 */
export function encodeRest({ serverTimes, distancesM, extras }: Rest, track: Track): Buffer {
  const count = track.length
  const [seconds, hundredths, decimetres] = [
    new Int32Array(count),
    new Int32Array(count),
    new Int32Array(count),
  ]
  let [secondsBefore, driven, told] = [0, 0, 0]
  for (let i = 0; i < count; i++) {
    const delay = Math.round((serverTimes[i]! - track.fixTime[i]!) / 10)
    const whole = Math.floor(delay / 100)
    seconds[i] = whole - secondsBefore
    secondsBefore = whole
    hundredths[i] = delay - whole * 100 - 50
    driven += distancesM[i]!
    const share = Math.round(driven * 10) - told
    told += share
    decimetres[i] = share - expectedDecimetres(track, i)
  }
  const header = Buffer.alloc(headerBytes)
  const bodies = [seconds, hundredths, decimetres].map((values, i) => {
    const writer = new ByteWriter(count * 2)
    writeSequence(writer, values, count)
    header.writeUInt32LE(writer.length, i * 4)
    return writer.finish()
  })
  const lines = extras.some((extra) => extra !== '') ? extras.join('\n') : ''
  return Buffer.concat([header, ...bodies, Buffer.from(lines)])
}

/** @throws {RangeError} for bytes that are not of this track */
export function decodeRest(bytes: Buffer, track: Track): Rest {
  const count = track.length
  let at = headerBytes
  const [seconds, hundredths, decimetres] = [0, 1, 2].map((i) => {
    const values = new Int32Array(count)
    const end = at + bytes.readUInt32LE(i * 4)
    if (end > bytes.length || !readSequence(bytes, at, end, values, count)) {
      throw new RangeError('not the rest of this track')
    }
    at = end
    return values
  }) as [Int32Array, Int32Array, Int32Array]
  const rest: Rest = {
    serverTimes: new Float64Array(count),
    distancesM: new Float32Array(count),
    extras: decodeExtras(bytes, count),
  }
  let whole = 0
  for (let i = 0; i < count; i++) {
    whole += seconds[i]!
    rest.serverTimes[i] = track.fixTime[i]! + whole * 1_000 + (hundredths[i]! + 50) * 10
    rest.distancesM[i] = (decimetres[i]! + expectedDecimetres(track, i)) / 10
  }
  return rest
}

/**
 * Only the readings, a line of JSON for each of the track's points, without reading the numbers.
 * @throws {RangeError} for bytes that are not of a track of so many points
 */
export function decodeExtras(bytes: Buffer, count: number): string[] {
  const at = [0, 1, 2].reduce((sum, i) => sum + bytes.readUInt32LE(i * 4), headerBytes)
  if (at >= bytes.length) return Array<string>(count).fill('')
  const extras = bytes.toString('utf8', at).split('\n')
  if (extras.length !== count) throw new RangeError('not the rest of this track')
  return extras
}

/** Only the readings, a line for each point; null where none has this one. @throws {RangeError} as above */
export function extrasOf(bytes: Buffer, count: number, name: string): string[] | null {
  let at = headerBytes
  for (let i = 0; i < 3; i++) at += bytes.readUInt32LE(i * 4)
  if (at >= bytes.length || bytes.indexOf(`"${name}"`, at) < 0) return null
  const lines = bytes.toString('utf8', at).split('\n')
  if (lines.length !== count) throw new RangeError('not the rest of this track')
  return lines
}

function expectedDecimetres({ odometerM }: Track, i: number): number {
  const stepM = i === 0 ? 0 : odometerM[i]! - odometerM[i - 1]!
  return stepM > 0 && stepM < maxStepM ? stepM * 10 : 0
}
