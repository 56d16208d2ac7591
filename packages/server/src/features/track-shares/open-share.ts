import type { SharedTrack } from '@trackway/core/features/track-shares/calls.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { ownersIn } from '../../platform/scope/scope-sql.ts'
import { openLink } from '../../platform/shared-links.ts'
import { shownParts } from '../devices/find-device-id.ts'
import { ownerTerms } from '../devices/state-sql.ts'

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
 * The share of a token.
 * @throws {Refusal} `notFound`, also where its maker can no longer see any of the replay itself
 */
export async function openShare(db: Db, token: string, now: number): Promise<OpenShare> {
  const { link: share, maker, timeZone } = await openLink(db, 'track_shares', token, now)
  const rows = await db
    .selectFrom('track_share_devices')
    .innerJoin('devices', 'devices.id', 'track_share_devices.device_id')
    .innerJoin('device_owners', 'device_owners.device_id', 'devices.id')
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .select([
      'number',
      'track_share_devices.name',
      'devices.id as deviceId',
      'track_optimisation as trackOptimisation',
    ])
    .select([ownerTerms.platform.as('platformExpireTime'), ownerTerms.user.as('userExpireTime')])
    .select(['device_owners.from_time as historyFromTime', 'device_owners.to_time as toTime'])
    .where('share_id', '=', share.id)
    .where(ownersIn(maker))
    .orderBy('number')
    .execute()
  const devices = [...Map.groupBy(rows, ({ number }) => number).values()].flatMap((spans) => {
    const shown = shownParts(spans, maker.audience, { from: share.from_time, to: share.to_time }).at(-1)
    return shown ? [{ ...spans[0]!, ...shown }] : []
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
      timeZone,
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
