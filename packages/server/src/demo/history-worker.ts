import { type CityMaps, useCityMaps } from '@trackway/simulator/roads/city-maps.ts'
import pg from 'pg'
import { busLines } from '../ingest/config-sources/bus-lines.ts'
import type { DeviceStateRow } from '../ingest/device-state.ts'
import { type HistoryTask, writeHistory } from './history.ts'
import { HistoryRows } from './history-rows.ts'

export interface HistoryWork {
  databaseUrl: string
  tasks: HistoryTask[]
  maps: CityMaps
}

/** Writes the history of some vehicles. @returns the states they have come to, and how many positions it wrote */
export async function writeHistories({
  databaseUrl,
  tasks,
  maps,
}: HistoryWork): Promise<{ states: DeviceStateRow[]; count: number }> {
  await useCityMaps(maps)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    // A demo that the machine loses with its last seconds is made again: no need to wait for the disk.
    options: '-c synchronous_commit=off',
  })
  const rows = new HistoryRows(pool)
  // Departures of buses from their lines are derived for the past too; crossings of fences begin with the fences.
  const lines = await busLines.ofDevices(
    pool,
    tasks.map(({ state }) => state.device_id),
  )
  for (const task of tasks) await writeHistory(task, rows, lines.get(task.state.device_id))
  await rows.flush()
  await pool.end()
  return { states: tasks.map(({ state }) => state), count: rows.count }
}
