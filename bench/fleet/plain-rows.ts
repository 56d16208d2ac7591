import { once } from 'node:events'
import { noAltitude, noPlace } from '@trackway/core/track/columns.ts'
import { type PackedDay, unpackDay } from '@trackway/server/features/track-storage/packed-day.ts'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

const dayMs = 86_400_000
const minuteMs = 60_000
const pieceBytes = 1 << 20
/** Of a row without its readings, which are at most a few hundred bytes. */
const longestRow = 4_096

/** A parent like `positions`; each day gets a table of its own in it, with the same key. */
export const plainTable = `
  create table plain_positions (like positions including defaults, primary key (device_id, fix_time))
  partition by range (fix_time)`

/**
 * Stores a day of all devices as rows, in the order in which they would have come: minute by minute. One
 * transaction, so that nothing of it needs to go through the log.
 */
export async function storePlainDay(client: pg.PoolClient, day: number): Promise<number> {
  const { rows: packed } = await client.query<Pick<PackedDay, 'block' | 'readings'> & { device_id: number }>(
    'select device_id, block, readings from track_days where day = $1 order by device_id',
    [day],
  )
  const name = `plain_positions_${day}`
  const bounds = `fix_time >= ${day * dayMs} and fix_time < ${(day + 1) * dayMs}`
  await client.query('begin')
  await client.query(`create table ${name} (like positions including defaults, check (${bounds}))`)
  const copy = client.query(copyFrom(`copy ${name} from stdin with (format binary, freeze)`))
  const ended = once(copy, 'finish')
  let count = 0
  for (const piece of pieces(packed)) {
    count += piece.rows
    if (!copy.write(piece.bytes)) await once(copy, 'drain')
  }
  copy.end()
  await ended
  await client.query(`alter table ${name} add primary key (device_id, fix_time)`)
  await client.query('commit')
  await client.query(
    `alter table plain_positions attach partition ${name} for values from (${day * dayMs}) to (${(day + 1) * dayMs})`,
  )
  return count
}

/** The binary form of COPY: signature, rows, and a count of -1. */
function* pieces(packed: (Pick<PackedDay, 'block' | 'readings'> & { device_id: number })[]) {
  const days = packed.map(({ device_id, block, readings }) => ({
    deviceId: device_id,
    at: 0,
    ...unpackDay({ block, readings }),
  }))
  yield { bytes: Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1'), rows: 0 }
  let writer = new RowWriter()
  const first = days.reduce(
    (least, { track }) => Math.min(least, track.fixTime[0]!),
    Number.POSITIVE_INFINITY,
  )
  const last = days.reduce((most, { track }) => Math.max(most, track.fixTime.at(-1)!), 0)
  for (let end = first + minuteMs; ; end += minuteMs) {
    for (const day of days) {
      for (; day.at < day.track.length && day.track.fixTime[day.at]! < end; day.at++) {
        writer.add(day.deviceId, day, day.at)
        if (!writer.isFull) continue
        yield writer
        writer = new RowWriter()
      }
    }
    if (end > last) break
  }
  yield writer
  yield { bytes: Buffer.from([0xff, 0xff]), rows: 0 }
}

/** Rows of `positions` in the order of its columns. */
class RowWriter {
  rows = 0
  #buffer = Buffer.allocUnsafe(pieceBytes)
  #at = 0

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#at)
  }

  get isFull(): boolean {
    return this.#at > pieceBytes - longestRow
  }

  add(
    deviceId: number,
    { track, serverTimes, distancesM, extras }: ReturnType<typeof unpackDay>,
    i: number,
  ): void {
    const isPlaced = track.latE7[i] !== noPlace
    this.#int2(14)
    this.#int(4, deviceId)
    this.#int(8, track.fixTime[i]!)
    this.#int(8, serverTimes[i]!)
    this.#int(4, isPlaced ? track.latE7[i]! : null)
    this.#int(4, isPlaced ? track.lonE7[i]! : null)
    this.#float(8, track.odometerM[i]!)
    this.#float(4, track.speedKmh[i]!)
    this.#float(4, distancesM[i]!)
    this.#int(2, track.courseDeg[i] === -1 ? null : track.courseDeg[i]!)
    this.#int(2, track.altitudeM[i] === noAltitude ? null : track.altitudeM[i]!)
    this.#int(2, track.satellites[i] === -1 ? null : track.satellites[i]!)
    this.#int(2, track.quality[i]!)
    this.#int(1, track.accOn[i] === -1 ? null : track.accOn[i]!)
    this.#text(extras[i]!)
    this.rows++
  }

  #length(bytes: number): void {
    this.#at = this.#buffer.writeInt32BE(bytes, this.#at)
  }

  #int2(value: number): void {
    this.#at = this.#buffer.writeInt16BE(value, this.#at)
  }

  #int(bytes: 1 | 2 | 4 | 8, value: number | null): void {
    this.#length(value === null ? -1 : bytes)
    if (value === null) return
    if (bytes === 1) this.#at = this.#buffer.writeInt8(value, this.#at)
    else if (bytes === 2) this.#int2(value)
    else if (bytes === 4) this.#at = this.#buffer.writeInt32BE(value, this.#at)
    else {
      this.#buffer.writeInt32BE(Math.floor(value / 2 ** 32), this.#at)
      this.#at = this.#buffer.writeUInt32BE(Math.round(value) % 2 ** 32, this.#at + 4)
    }
  }

  #float(bytes: 4 | 8, value: number): void {
    this.#length(Number.isNaN(value) ? -1 : bytes)
    if (Number.isNaN(value)) return
    this.#at =
      bytes === 4 ? this.#buffer.writeFloatBE(value, this.#at) : this.#buffer.writeDoubleBE(value, this.#at)
  }

  #text(value: string): void {
    const bytes = this.#buffer.write(value, this.#at + 4)
    this.#length(bytes === 0 ? -1 : bytes)
    this.#at += bytes
  }
}
