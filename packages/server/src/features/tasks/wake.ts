import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/**
 * Has devices of tasks looked at anew at once, because something happened that a step may wait for: a login, an answer,
 * a part that came. A wake that is lost costs time alone, since each of them is due some time anyhow.
 *
 * It waits for a turn of the engine that is working on these devices. Call it when what happened is committed, or as
 * the last statement of its transaction.
 * @param kinds only tasks of these; left out: of all
 * @returns the tasks concerned
 */
export async function wake(
  db: Db,
  deviceIds: readonly number[] | Int32Array,
  kinds?: readonly string[],
): Promise<number[]> {
  if (deviceIds.length === 0) return []
  const { rows } = await sql<{ task_id: number }>`
    with woken as (
      select i.id from device_task_items i
      where i.device_id = any(${[...deviceIds]}::int4[]) and i.state in ('waiting', 'offered', 'running')
        and i.due_time > 0
        ${
          kinds === undefined
            ? sql``
            : sql`and i.task_id in (
          select id from device_tasks where kind = any(${kinds}::text[]) and finish_time is null)`
        }
      order by i.id for no key update)
    update device_task_items i set due_time = 0 from woken where i.id = woken.id
    returning i.task_id`.execute(db)
  return [...new Set(rows.map(({ task_id }) => task_id))]
}
