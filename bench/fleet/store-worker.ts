import { parentPort, workerData } from 'node:worker_threads'
import { storeTrackDay } from '@trackway/server/features/track-storage/pack-days.ts'
import { packDay } from '@trackway/server/features/track-storage/packed-day.ts'
import { type DeviceStateRow, deviceStateColumns } from '@trackway/server/ingest/device-state.ts'
import { openDatabase } from '@trackway/server/platform/database/database.ts'
import { fleetDays, type StoreVehicle } from './fleet-days.ts'
import { storePlainDay } from './plain-rows.ts'

/** A thread that builds a part of the store, and reports how many points each step has stored. */

export type StoreWork = { url: string } & (
  | { kind: 'pack'; vehicles: StoreVehicle[] }
  | { kind: 'plain'; days: number[] }
)

const work = workerData as StoreWork
const database = openDatabase(work.url, 1)
const client = await database.pool.connect()
// Should the machine fail, the store is built again.
await client.query('set synchronous_commit = off')
await client.query(`set maintenance_work_mem = '512MB'`)
if (work.kind === 'pack') for (const vehicle of work.vehicles) parentPort?.postMessage(await pack(vehicle))
else for (const day of work.days) parentPort?.postMessage(await storePlainDay(client, day))
client.release()
await database.close()

async function pack(vehicle: StoreVehicle): Promise<number> {
  let points = 0
  let last: DeviceStateRow | undefined
  await client.query('begin')
  for (const { day, rows, state } of fleetDays(vehicle)) {
    await storeTrackDay(
      client,
      { day, deviceId: vehicle.deviceId, rows, packed: packDay(rows), readingSums: null },
      Date.now(),
    )
    points += rows.track.length
    last = state
  }
  if (last !== undefined) await storeState(last)
  await client.query('commit')
  return points
}

/** The state that ingest would have left, so that lists and jobs know when the device last reported. */
async function storeState(state: DeviceStateRow): Promise<void> {
  const columns = Object.keys(deviceStateColumns).join(', ')
  await client.query(
    `insert into device_states (${columns})
     select ${columns} from json_populate_record(null::device_states, $1)`,
    [JSON.stringify(state)],
  )
}
