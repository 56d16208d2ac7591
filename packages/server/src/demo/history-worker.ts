import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import type { DeviceStateRow } from '../ingest/device-state.ts'
import { type HistoryTask, writeHistory } from './history.ts'
import { HistoryRows } from './history-rows.ts'

/** A thread that writes the history of some vehicles and reports each state it has come to. */

export interface HistoryWork {
  databaseUrl: string
  tasks: HistoryTask[]
}

/** Said after each vehicle; `count`: positions of all of them so far. */
export interface HistoryDone {
  state: DeviceStateRow
  count: number
}

const { databaseUrl, tasks } = workerData as HistoryWork
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: 1,
  // A demo that the machine loses with its last seconds is made again: no need to wait for the disk.
  options: '-c synchronous_commit=off',
})
const rows = new HistoryRows(pool)
for (const task of tasks) {
  await writeHistory(task, rows)
  await rows.flush()
  parentPort?.postMessage({ state: task.state, count: rows.count } satisfies HistoryDone)
}
await pool.end()
