import { sql } from 'kysely'
import type { HttpContext } from '../../../platform/http/http-context.ts'

/** Who was rung up pressed the key: the alarm is acknowledged, if nobody has done so. */
export async function acknowledgeByCall(
  { db, bus }: Pick<HttpContext, 'db' | 'bus'>,
  episodeId: number,
  now: number,
): Promise<void> {
  const deviceId = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ deviceId: number }>`
      update alarm_episodes set state = 'acknowledged', handle_time = ${now}, sequence = nextval('alarm_sequence')
      where id = ${episodeId} and state = 'new' returning device_id as "deviceId"`.execute(tx)
    if (rows[0] === undefined) return null
    await sql`
      insert into alarm_news (episode_id, change, time) values (${episodeId}, 'acknowledged', ${now})`.execute(
      tx,
    )
    return rows[0].deviceId
  })
  if (deviceId !== null) bus.publish('alarm.changed', { deviceIds: Int32Array.of(deviceId) })
}
