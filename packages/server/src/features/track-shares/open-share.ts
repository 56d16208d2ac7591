import type { SharedTrack } from '@trackway/core/api/tracks/track-shares.ts'
import { holdsAny, permissionsOf } from '@trackway/core/codes/permissions.ts'
import { audienceOf, shownRange } from '@trackway/core/rules/service-terms.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { hashLinkToken } from '../../platform/shared-links.ts'
import { selectWorkingShares } from './queries.ts'

/** What a link opens: a device between two instants, and what its viewer may know. */
export interface OpenShare {
  id: number
  deviceId: number
  facts: SharedTrack
}

/**
 * The share of a token. Every token that opens nothing takes one and the same look at one index.
 * @throws {Refusal} `notFound` for one that never was, ran out, was ended, or whose maker can no longer see the
 *   replay itself
 */
export async function openShare(db: Db, token: string, now: number): Promise<OpenShare> {
  const row = await selectWorkingShares(db, now)
    .select(['track_shares.id', 'track_shares.device_id', 'title', 'from_time', 'to_time'])
    .select(['track_shares.expire_time', 'with_alarms', 'accounts.role', 'accounts.time_zone'])
    .select(['platform_expire_time', 'user_expire_time', 'history_from_time'])
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .select('track_optimisation')
    .where('token_hash', '=', hashLinkToken(token))
    .executeTakeFirst()
  if (row === undefined || !holdsAny(permissionsOf(row.role), ['main:track'])) throw new Refusal('notFound')
  const shown = shownRange(
    {
      platformExpireTime: row.platform_expire_time,
      userExpireTime: row.user_expire_time,
      historyFromTime: row.history_from_time,
    },
    audienceOf(row.role),
    { from: row.from_time, to: row.to_time },
  )
  if (shown === null) throw new Refusal('notFound')
  return {
    id: row.id,
    deviceId: row.device_id,
    facts: {
      displayName: row.title,
      ...shown,
      timeZone: row.time_zone,
      expireTime: row.expire_time,
      withAlarms: row.with_alarms,
      trackOptimisation: row.track_optimisation,
    },
  }
}

/** Lets whoever shared it see that the link is used. */
export async function countView(db: Db, id: number, now: number): Promise<void> {
  await db
    .updateTable('track_shares')
    .set({ views: sql`views + 1`, last_view_time: now })
    .where('id', '=', id)
    .execute()
}
