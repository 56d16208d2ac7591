import type { unknownDevice } from '@trackway/core/api/devices.ts'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'

/**
 * A page of the terminal ids that were heard without being registered, most recent first. They belong to no
 * account, so no scope bounds them: only who may register devices for the platform is let here.
 */
export async function findUnknownDevices(
  db: Db,
  { pageNum, pageSize, search }: { pageNum: number; pageSize: number; search?: string | undefined },
): Promise<{ list: z.output<typeof unknownDevice>[]; total: number }> {
  const matching = db
    .selectFrom('unknown_devices')
    .$if(Boolean(search), (query) => query.where('terminal_id', 'ilike', likePattern(search ?? '')))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('last_time', 'desc')
    .orderBy('terminal_id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const list = rows.map((row) => ({
    terminalID: row.terminal_id,
    wire: row.wire,
    address: row.remote_address,
    attempts: row.attempts,
    firstTime: row.first_time,
    lastTime: row.last_time,
  }))
  return { list, total }
}
