import { noAltitude, noPlace } from '@trackway/core/track/columns.ts'
import {
  type DayRows,
  type PackedDay,
  unpackDay,
} from '@trackway/server/features/track-storage/packed-day.ts'
import type { Position } from '@trackway/server/ingest/derive.ts'
import { addPosition, makeRowTypes, newRows } from '@trackway/server/ingest/rows.ts'
import { positionColumns } from '@trackway/server/ingest/tables.ts'
import type pg from 'pg'

const dayMs = 86_400_000
const minuteMs = 60_000
const rowsPerStatement = 10_000
const columns = Object.keys(positionColumns).join(', ')

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
  const [from, to] = [day * dayMs, (day + 1) * dayMs]
  const name = `plain_positions_${day}`
  const typeId = (await makeRowTypes(client)).get('ingested_position')!
  const rows = newRows('ingested_position')
  const text = `insert into ${name} (${columns}) select ${columns} from unnest($1::pg_temp.ingested_position[])`
  const flush = async () => {
    await client.query({ name, text, values: [rows.bytes(typeId)] })
    rows.clear()
  }
  await client.query('begin')
  await client.query(
    `create table ${name} (like positions including defaults, check (fix_time >= ${from} and fix_time < ${to}))`,
  )
  const days = packed.map(({ device_id, ...bytes }) => ({ id: device_id, at: 0, rows: unpackDay(bytes) }))
  let count = 0
  for (let end = from + minuteMs; end <= to; end += minuteMs) {
    for (const device of days) {
      const { fixTime, length } = device.rows.track
      for (; device.at < length && fixTime[device.at]! < end; device.at++) {
        addPosition(rows, device.id, device.rows.serverTimes[device.at]!, positionAt(device.rows, device.at))
        count++
        if (rows.length === rowsPerStatement) await flush()
      }
    }
  }
  await flush()
  await client.query(`alter table ${name} add primary key (device_id, fix_time)`)
  await client.query('commit')
  await client.query(
    `alter table plain_positions attach partition ${name} for values from (${from}) to (${to})`,
  )
  return count
}

function positionAt({ track, distancesM, extras }: DayRows, i: number): Position {
  const known = (value: number, unknown: number) => (Object.is(value, unknown) ? null : value)
  return {
    fixTime: track.fixTime[i]!,
    latitudeE7: known(track.latE7[i]!, noPlace),
    longitudeE7: known(track.lonE7[i]!, noPlace),
    odometerM: known(track.odometerM[i]!, Number.NaN),
    speedKmh: known(track.speedKmh[i]!, Number.NaN),
    distanceM: distancesM[i]!,
    courseDeg: known(track.courseDeg[i]!, -1),
    altitudeM: known(track.altitudeM[i]!, noAltitude),
    satellites: known(track.satellites[i]!, -1),
    quality: track.quality[i]!,
    accOn: track.accOn[i] === -1 ? null : track.accOn[i] === 1,
    extra: extras[i] || null,
  }
}
