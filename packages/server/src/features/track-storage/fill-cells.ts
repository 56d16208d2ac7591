import { setTimeout as sleep } from 'node:timers/promises'
import { visitedCells } from '@trackway/core/track/visits/visited-cells.ts'
import type pg from 'pg'
import type { Log } from '../../platform/log.ts'
import { trackOfBlock } from './packed-day.ts'

/** Days a statement fills: tens of ms of work. */
const groupSize = 200
/** A round of packing may last this much longer. */
const longestMs = 60_000

interface Row {
  device_id: number
  day: number
  block: Buffer
}

/** Fills in the cells of days that were packed before there were any (migration 064), the newest first. */
export async function fillCells(client: Pick<pg.ClientBase, 'query'>, log: Log): Promise<void> {
  const end = performance.now() + longestMs
  let before = { day: 2 ** 31 - 1, device_id: 0 }
  while (performance.now() < end) {
    const begin = performance.now()
    const { rows } = await client.query<Row>(
      `select device_id, day, block from track_days where cells is null and (day, device_id) < ($1, $2)
       order by day desc, device_id desc limit $3`,
      [before.day, before.device_id, groupSize],
    )
    if (rows.length === 0) return
    before = rows.at(-1)!
    await fill(client, rows, log)
    // As long as it worked, as the packer does.
    await sleep(performance.now() - begin)
  }
}

async function fill(client: Pick<pg.ClientBase, 'query'>, rows: readonly Row[], log: Log): Promise<void> {
  const filled: { deviceId: number; day: number; cells: string }[] = []
  for (const { device_id: deviceId, day, block } of rows) {
    try {
      filled.push({ deviceId, day, cells: `{${visitedCells(await trackOfBlock(block)).join()}}` })
    } catch (error) {
      // It stays without: the box decides, and who reads it is told that it is damaged.
      log.error({ deviceId, day, err: error }, 'a packed day can not be read')
    }
  }
  // What was packed again meanwhile has its cells already.
  await client.query(
    `update track_days t set cells = f.cells::int4[]
     from unnest($1::int4[], $2::int4[], $3::text[]) as f (device_id, day, cells)
     where t.device_id = f.device_id and t.day = f.day and t.cells is null`,
    [filled.map(({ deviceId }) => deviceId), filled.map(({ day }) => day), filled.map(({ cells }) => cells)],
  )
}
