import type { Track } from '@trackway/core/track/columns.ts'
import { readSequence } from '@trackway/core/track/format/varints.ts'
import type { Rest } from './packed-rest.ts'

/** Of each of the three sequences its bytes, u32 little-endian. */
const headerBytes = 12
/** An odometer that went further from one point to the next says nothing of the mileage. */
const maxStepM = 10_000

/**
 * Reads a rest of version 1, which is stored in days packed before version 2: sequences of docs/TRACK-FORMAT.md
 * with the seconds from fix to server, each less the one before it; hundredths of them less 50; decimetres of
 * mileage less those of the odometer. Then a line for each point with its readings in JSON, unless none has any.
 * @throws {RangeError} for bytes that are not of this track
 */
export function decodeRestV1(bytes: Buffer, track: Track): Rest {
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
    extras: extrasOfV1(bytes, count),
  }
  let whole = 0
  for (let i = 0; i < count; i++) {
    whole += seconds[i]!
    rest.serverTimes[i] = track.fixTime[i]! + whole * 1_000 + (hundredths[i]! + 50) * 10
    rest.distancesM[i] = (decimetres[i]! + expectedDecimetres(track, i)) / 10
  }
  return rest
}

/** Only the readings, a line of JSON for each point. @throws {RangeError} as above */
function extrasOfV1(bytes: Buffer, count: number): string[] {
  const at = linesAt(bytes)
  if (at >= bytes.length) return Array<string>(count).fill('')
  const extras = bytes.toString('utf8', at).split('\n')
  if (extras.length !== count) throw new RangeError('not the rest of this track')
  return extras
}

/** The lines that may say something of this reading, '' where not; null: none does. @throws {RangeError} as above */
export function linesNamingV1(bytes: Buffer, count: number, name: string): string[] | null {
  if (bytes.indexOf(`"${name}"`, linesAt(bytes)) < 0) return null
  return extrasOfV1(bytes, count).map((line) => (line.includes(`"${name}"`) ? line : ''))
}

function linesAt(bytes: Buffer): number {
  return [0, 1, 2].reduce((sum, i) => sum + bytes.readUInt32LE(i * 4), headerBytes)
}

function expectedDecimetres({ odometerM }: Track, i: number): number {
  const stepM = i === 0 ? 0 : odometerM[i]! - odometerM[i - 1]!
  return stepM > 0 && stepM < maxStepM ? stepM * 10 : 0
}
