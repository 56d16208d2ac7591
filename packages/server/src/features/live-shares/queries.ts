import type { LiveShare, liveShareCalls } from '@trackway/core/features/live-shares/calls.ts'
import { publicName } from '@trackway/core/rules/device-order.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import { findGroups } from '../../platform/http/groups-of-scope.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { newLink, selectLinksToDevices } from '../../platform/shared-links.ts'

const hourMs = 3_600_000

/**
 * Makes a link; those that ran out make room for it.
 * @throws {Refusal} `tooManyShares`; `notFound` when a device or a group is outside the scope
 */
export async function insertShare(
  db: Db,
  scope: Scope,
  { terminalIDs, vehicleGroupId, hours, title, destination }: z.output<typeof liveShareCalls.make.input>,
  now: number,
) {
  const uniqueIds = [...new Set(terminalIDs)]
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'car_number as carNumber', 'nickname', 'terminal_id as terminalID'])
    .where(sql<boolean>`terminal_id = any(${uniqueIds}::text[])`)
    .where(devicesIn(scope))
    .orderBy('id')
    .execute()
  if (devices.length < uniqueIds.length) throw new Refusal('notFound')
  const [group] = await findGroups(db, scope, vehicleGroupId === undefined ? [] : [vehicleGroupId])
  const names = [...(group === undefined ? [] : [group.name]), ...devices.map(publicName)]
  const { columns, made } = await newLink(db, 'live_shares', scope, now + hours * hourMs, now)
  const { id } = await db
    .insertInto('live_shares')
    .values({
      ...columns,
      title: title || names.join(', '),
      group_id: group?.id ?? null,
      latitude_e7: destination ? Math.round(destination.lat * 1e7) : null,
      longitude_e7: destination ? Math.round(destination.lon * 1e7) : null,
      place_name: destination?.name || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (devices.length === 0) return { id, ...made }
  await db
    .insertInto('live_share_devices')
    .values(devices.map((device) => ({ share_id: id, device_id: device.id })))
    .execute()
  return { id, ...made }
}

/** A page of the links that the caller or an account below made, newest first. */
export async function findShares(
  db: Db,
  scope: Scope,
  { terminalID, ...paging }: { terminalID?: string | undefined } & Paging,
  now: number,
): Promise<Page<LiveShare>> {
  const found = selectLinksToDevices(db, 'live_shares', scope, terminalID, now)
    .innerJoin('live_shares', 'live_shares.id', 'link.id')
    .select(['title', 'place_name as placeName'])
  return readPage(found, paging)
}
