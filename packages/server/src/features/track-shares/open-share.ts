import { holdsAny, permissionsOf } from '@trackway/core/codes/permissions.ts'
import type { SharedTrack } from '@trackway/core/features/track-shares/calls.ts'
import { audienceOf, shownRange } from '@trackway/core/rules/service-terms.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { hashLinkToken } from '../../platform/shared-links.ts'
import { selectWorkingShares } from './queries.ts'

/** A device that a link shows, and the part of its time in which its maker sees it. */
export interface SharedDevice {
  number: number
  deviceId: number
  from: number
  to: number
}

/** What a link opens: devices between two instants, and what its viewer may know. */
export interface OpenShare {
  id: number
  devices: SharedDevice[]
  facts: SharedTrack
}

/**
 * The share of a token. Every token that opens nothing takes one and the same look at one index.
 * @throws {Refusal} `notFound` for one that never was, ran out, was ended, or whose maker can no longer see any of
 *   the replay itself
 */
export async function openShare(db: Db, token: string, now: number): Promise<OpenShare> {
  const share = await selectWorkingShares(db, now)
    .select(['track_shares.id', 'title', 'from_time', 'to_time', 'track_shares.expire_time', 'with_alarms'])
    .select(['accounts.role', 'accounts.path', 'accounts.time_zone'])
    .where('token_hash', '=', hashLinkToken(token))
    .executeTakeFirst()
  if (share === undefined || !holdsAny(permissionsOf(share.role), ['main:track']))
    throw new Refusal('notFound')
  const rows = await db
    .selectFrom('track_share_devices')
    .innerJoin('devices', 'devices.id', 'track_share_devices.device_id')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .select([
      'number',
      'track_share_devices.name',
      'devices.id as deviceId',
      'track_optimisation as trackOptimisation',
    ])
    .select(['platform_expire_time as platformExpireTime', 'user_expire_time as userExpireTime'])
    .select('history_from_time as historyFromTime')
    .select(sql<boolean>`starts_with(accounts.path, ${share.path})`.as('isVisible'))
    .where('share_id', '=', share.id)
    .orderBy('number')
    .execute()
  const audience = audienceOf(share.role)
  const devices = rows.flatMap((row) => {
    const shown = shownRange(row, audience, { from: share.from_time, to: share.to_time })
    return row.isVisible && shown ? [{ ...row, ...shown }] : []
  })
  if (devices.length === 0) throw new Refusal('notFound')
  return {
    id: share.id,
    devices,
    facts: {
      title: share.title,
      from: Math.min(...devices.map(({ from }) => from)),
      to: Math.max(...devices.map(({ to }) => to)),
      vehicles: devices.map(({ number, name, trackOptimisation }) => ({ number, name, trackOptimisation })),
      timeZone: share.time_zone,
      expireTime: share.expire_time,
      withAlarms: share.with_alarms,
    },
  }
}

/**
 * One device of a share.
 * @throws {Refusal} `notFound`
 */
export async function openShareOf(
  db: Db,
  { token, number }: { token: string; number: number },
  now: number,
): Promise<SharedDevice & { withAlarms: boolean }> {
  const { devices, facts } = await openShare(db, token, now)
  const device = devices.find((each) => each.number === number)
  if (device === undefined) throw new Refusal('notFound')
  return { ...device, withAlarms: facts.withAlarms }
}
