import { zstdCompressSync } from 'node:zlib'
import type { Track } from '@trackway/core/track/columns.ts'
import { encodeBlock } from '@trackway/core/track/format/encode-block.ts'
import { visitedCells } from '@trackway/core/track/visits/visited-cells.ts'
import { createPartitions } from '@trackway/server/ingest/partitions.ts'
import type pg from 'pg'
import { fleetDays } from './fleet-days.ts'

const dayMs = 86_400_000
/** Vehicles of one town whose days all devices share out among themselves: a taxi, a truck and a motorcycle. */
const models = [3, 18, 33]

/** A day of a vehicle that reports every ten seconds, and what each fix added to its mileage. */
interface ModelDay {
  track: Track
  distancesM: Float32Array
}

/** Days of fix times that count from midnight. */
export function modelDays(firstDay: number, days: number): ModelDay[] {
  return models.flatMap((deviceId) =>
    [...fleetDays({ deviceId, firstDay, days, isSteady: true })].map(({ day, rows }) => ({
      track: { ...rows.track, fixTime: rows.track.fixTime.map((time) => time - day * dayMs) },
      distancesM: rows.distancesM,
    })),
  )
}

/** The town of the models, and copies of it side by side to the east. */
const townDegrees = 0.8

export interface Fleet {
  models: readonly ModelDay[]
  towns: number
}

/** Which day of which model a device drives, and in which town. */
function driveOf({ models, towns }: Fleet, deviceId: number, day: number) {
  return { model: models[(deviceId * 7 + day) % models.length]!, town: deviceId % towns }
}

const movedTo = ({ track }: ModelDay, town: number, day: number): Track => ({
  ...track,
  fixTime: track.fixTime.map((time) => time + day * dayMs),
  lonE7: track.lonE7.map((lon) => lon + town * townDegrees * 1e7),
})

/** Stores a packed day of all devices: a block each, made once for those that drive the same. */
export async function storePackedDay(
  pool: pg.Pool,
  day: number,
  deviceIds: readonly number[],
  fleet: Fleet,
): Promise<void> {
  const packed = new Map<string, unknown[]>()
  for (const deviceId of deviceIds) {
    const { model, town } = driveOf(fleet, deviceId, day)
    const key = `${fleet.models.indexOf(model)} ${town}`
    if (!packed.has(key)) packed.set(key, valuesOf(movedTo(model, town, day)))
    await pool.query({
      name: 'bench-packed-day',
      text: `insert into track_days (device_id, day, points, first_time, last_time, min_latitude_e7,
           max_latitude_e7, min_longitude_e7, max_longitude_e7, block, cells, distance_m, packed_time, readings)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 0, '')`,
      values: [deviceId, day, ...packed.get(key)!],
    })
  }
}

function valuesOf(track: Track): unknown[] {
  return [
    track.length,
    track.fixTime[0],
    track.fixTime.at(-1),
    track.latE7.reduce((least, lat) => Math.min(least, lat)),
    track.latE7.reduce((most, lat) => Math.max(most, lat)),
    track.lonE7.reduce((least, lon) => Math.min(least, lon)),
    track.lonE7.reduce((most, lon) => Math.max(most, lon)),
    zstdCompressSync(encodeBlock(track)),
    visitedCells(track),
  ]
}

/** Stores a day of some devices as rows, in `positions` or in a table like it. */
export async function storeRows(
  pool: pg.Pool,
  table: 'positions' | 'plain_positions',
  day: number,
  deviceIds: readonly number[],
  fleet: Fleet,
): Promise<void> {
  if (table === 'positions') await createPartitions(pool, 'positions', [day])
  for (const deviceId of deviceIds) {
    const { model, town } = driveOf(fleet, deviceId, day)
    const track = movedTo(model, town, day)
    await pool.query({
      name: `bench-${table}`,
      text: `insert into ${table} (device_id, server_time, fix_time, latitude_e7, longitude_e7, speed_kmh,
           distance_m, quality)
         select $1, fix_time + 800, fix_time, lat, lon, speed, metres, quality
         from unnest($2::int8[], $3::int4[], $4::int4[], $5::real[], $6::real[], $7::int2[])
           as drive (fix_time, lat, lon, speed, metres, quality)`,
      values: [
        deviceId,
        ...[track.fixTime, track.latE7, track.lonE7, track.speedKmh, model.distancesM, track.quality].map(
          (column) => Array.from(column),
        ),
      ],
    })
  }
}
