import {
  type LiveReadings,
  type ReadingName,
  type ReportedReadings,
  readingNames,
  readingRow,
} from '@trackway/core/readings/readings.ts'
import type { Track } from '@trackway/core/track/columns.ts'
import type pg from 'pg'
import type { Db } from '../../platform/database/database.ts'
import { readExtras } from '../track-storage/read-extras.ts'

/** A reading, and which wheel, sensor or pack it is of, from 1 on. */
export interface ReadingPlace {
  name: ReadingName
  place: number
}

/** Points of a track with the readings of each. */
export interface FileSlice extends Track {
  reported?: readonly (ReportedReadings | null)[]
}

/** The readings that a device is known to report: the columns of its files. */
export async function findReadingPlaces(db: Db, deviceId: number): Promise<ReadingPlace[]> {
  const state = await db
    .selectFrom('device_states')
    .select([
      'gsm_level as gsmLevel',
      'battery_percent as batteryPercent',
      'battery_voltage_v as batteryVoltageV',
      'external_voltage_v as externalVoltageV',
      'readings',
    ])
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  if (state === undefined) return []
  const { readings, ...fields } = state
  const known: Record<string, unknown> = { ...fields }
  for (const [name, reading] of Object.entries((readings ?? {}) as LiveReadings)) known[name] = reading.value
  return readingNames.flatMap((name) => {
    const value = known[name] ?? null
    if (value === null || !readingRow(name).inExport) return []
    const count = Array.isArray(value) ? value.length : 1
    return Array.from({ length: count }, (_, i) => ({ name, place: i + 1 }))
  })
}

/** Each slice with its readings. */
export async function* withReadings(
  pool: pg.Pool,
  deviceId: number,
  slices: AsyncIterable<Track>,
): AsyncGenerator<FileSlice> {
  for await (const track of slices) {
    const extras = await readExtras(pool, deviceId, track.fixTime)
    let [line, parsed]: [string, ReportedReadings | null] = ['', null]
    yield {
      ...track,
      reported: extras.map((extra) => {
        // Most repeat the one before.
        if (extra !== line)
          [line, parsed] = [extra, extra === '' ? null : (JSON.parse(extra) as ReportedReadings)]
        return parsed
      }),
    }
  }
}
