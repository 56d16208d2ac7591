import { sql } from 'kysely'
import type { HttpContext } from '../../../platform/http/http-context.ts'
import { scopeOfAccount } from '../../../platform/http/session.ts'
import { handleEpisodes } from '../../alarms/handle-episodes.ts'

/** Who was rung up pressed the key: the alarm is acknowledged for the account of the rule, if nobody has done so. */
export async function acknowledgeByCall(
  { db, bus }: Pick<HttpContext, 'db' | 'bus'>,
  { episodeId, accountId }: { episodeId: number; accountId: number },
  now: number,
): Promise<void> {
  const deviceIds = await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      select from alarm_episodes where id = ${episodeId} and state = 'new' for update`.execute(tx)
    const account = await tx
      .selectFrom('accounts')
      .select(['id', 'path', 'role'])
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (rows.length === 0 || account === undefined) return []
    const input = { action: 'acknowledge' as const, ids: [episodeId] }
    return (await handleEpisodes(tx, scopeOfAccount(account), input, { accountId, actorId: null, now }))
      .deviceIds
  })
  if (deviceIds.length > 0) bus.publish('alarm.changed', { deviceIds: Int32Array.from(deviceIds) })
}
