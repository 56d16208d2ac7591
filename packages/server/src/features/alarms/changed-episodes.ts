import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import type { ServiceTerms } from '@trackway/core/rules/service-terms.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/session.ts'
import { selectEpisodes } from './find-episodes.ts'

/** An episode with the fields that decide who is notified of it. */
export interface ChangedEpisode {
  alarm: AlarmEpisode
  deviceId: number
  /** Of the account whose device it was then. */
  ownerPath: string
  terms: ServiceTerms & { historyFromTime: number | null }
}

interface Row extends ServiceTerms {
  id: number
  deviceId: number
  ownerPath: string
  holderPath: string
  historyFromTime: number | null
}

/** So many are read; where there are as many, there may be more. */
export const maxChanged = 1_000
/** Sees every episode; who is notified of one is chosen afterwards. */
const platform: Scope = { accountId: 0, path: '/', deviceId: null, audience: 'administrator' }

/** The episodes of these devices that changed last, the latest change first. */
export async function changedEpisodes(db: Db, deviceIds: readonly number[]): Promise<ChangedEpisode[]> {
  const { rows } = await sql<Row>`
    select e.id, e.device_id as "deviceId", owner.path as "ownerPath", holder.path as "holderPath",
      d.platform_expire_time as "platformExpireTime", d.user_expire_time as "userExpireTime",
      d.history_from_time as "historyFromTime"
    from alarm_episodes e join devices d on d.id = e.device_id join accounts holder on holder.id = d.account_id
      join accounts owner on owner.id = e.account_id
    where e.device_id = any(${deviceIds}::int4[])
      and e.sequence > (select last_value from alarm_sequence) - ${recentChanges}
    order by e.sequence desc limit ${maxChanged}`.execute(db)
  const alarms = await selectEpisodes(db, platform, sql`e.id = any(${rows.map(({ id }) => id)}::int8[])`)
  const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]))
  return rows.flatMap(({ id, deviceId, ownerPath, holderPath, ...terms }) => {
    const alarm = byId.get(id)
    if (alarm === undefined) return []
    // The previous owner is not shown the name that the next one gave it.
    const displayName = ownerPath === holderPath ? alarm.displayName : alarm.terminalID
    return { alarm: { ...alarm, displayName }, deviceId, ownerPath, terms }
  })
}

/** Older changes than the last so many were published long ago. */
const recentChanges = 20_000
