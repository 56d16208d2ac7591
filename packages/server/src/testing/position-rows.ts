import { type Track, toTrack } from '@trackway/core/track/columns.ts'
import fc from 'fast-check'
import type { Selectable } from 'kysely'
import { isMadeSmaller } from '../ingest/commit-failure.ts'
import { createPartitions } from '../ingest/partitions.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

const dayMs = 86_400_000
const lockNotAvailable = '55P03'

/** A row of `positions`, but for its device. */
export type PositionRow = Omit<Selectable<Tables['positions']>, 'device_id'>

export const aPosition = (row: Partial<PositionRow> & { fix_time: number }): PositionRow => ({
  server_time: row.fix_time + 1_500,
  latitude_e7: 312_345_678,
  longitude_e7: 1_214_567_891,
  odometer_m: 12_345_678,
  speed_kmh: 54.3,
  distance_m: 120.5,
  course_deg: 271,
  altitude_m: 12,
  satellites: 9,
  quality: 0,
  acc_on: true,
  extra: null,
  ...row,
})

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 5 })

/** Any rows a device may have between two instants, one an instant, in any order of arrival. */
export const anyPositions = (from: number, to: number, maxLength = 40): fc.Arbitrary<PositionRow[]> =>
  fc.uniqueArray(
    fc
      .record({
        fix_time: fc.integer({ min: from, max: to }),
        delayMs: fc.integer({ min: -60_000, max: 9_000_000 }),
        place: orNull(
          fc.tuple(
            fc.integer({ min: -900_000_000, max: 900_000_000 }),
            fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
          ),
        ),
        odometer_m: orNull(fc.integer({ min: 0, max: 2_000_000_000 })),
        speed_kmh: orNull(fc.integer({ min: 0, max: 3_000 }).map((tenths) => tenths / 10)),
        distance_m: fc.integer({ min: 0, max: 5_000 }).map((tenths) => tenths / 10),
        course_deg: orNull(fc.integer({ min: 0, max: 359 })),
        altitude_m: orNull(fc.integer({ min: -32_767, max: 32_767 })),
        satellites: orNull(fc.nat(99)),
        quality: fc.nat(0x7fff),
        acc_on: orNull(fc.boolean()),
        extra: orNull(fc.record({ batteryPercent: fc.nat(100), driverId: fc.string() })),
      })
      .map(({ delayMs, place, ...row }) => ({
        ...row,
        server_time: row.fix_time + delayMs,
        latitude_e7: place?.[0] ?? null,
        longitude_e7: place?.[1] ?? null,
      })),
    { selector: (row) => row.fix_time, maxLength },
  )

/**
 * Stores positions in partitions that are made as needed; what is there already stays. A day is not made while the
 * default partition is in use for long: it is tried again, as ingest does.
 */
export async function storePositions(
  database: Pick<Database, 'pool'>,
  deviceId: number,
  rows: readonly PositionRow[],
): Promise<void> {
  if (rows.length === 0) return
  const days = new Set(rows.map((row) => Math.floor(row.fix_time / dayMs)))
  for (let isMade = false; !isMade; ) {
    isMade = await createPartitions(database.pool, 'positions', days).then(
      () => true,
      (error) => {
        if (error.code !== lockNotAvailable) throw error
        return false
      },
    )
  }
  await insertPositions(database, deviceId, rows)
}

/**
 * Stores positions as ingest does: those of a day without a partition go into the default one, and rows whose
 * partition was attached on their way there are tried again (`ingest/commit-failure.ts`).
 */
export async function insertPositions(
  { pool }: Pick<Database, 'pool'>,
  deviceId: number,
  rows: readonly PositionRow[],
): Promise<void> {
  const json = JSON.stringify(rows.map((row) => ({ ...row, device_id: deviceId })))
  for (let isStored = false; !isStored; ) {
    isStored = await pool
      .query(
        'insert into positions select * from json_populate_recordset(null::positions, $1) on conflict do nothing',
        [json],
      )
      .then(
        () => true,
        (error) => {
          if (!isMadeSmaller(error)) throw error
          return false
        },
      )
  }
}

/** The rows as a track, in order of time and in the precision that the track is given in. */
export const trackOfPositions = (rows: readonly PositionRow[]): Track =>
  toTrack(
    rows
      .toSorted((a, b) => a.fix_time - b.fix_time)
      .map((row) => ({
        fixTime: row.fix_time,
        latE7: row.latitude_e7,
        lonE7: row.longitude_e7,
        speedKmh: row.speed_kmh,
        courseDeg: row.course_deg,
        altitudeM: row.altitude_m,
        satellites: row.satellites,
        accOn: row.acc_on,
        odometerM: row.odometer_m,
        quality: row.quality,
      })),
  )
