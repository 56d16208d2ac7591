import type { InputOf } from '@trackway/core/api/call.ts'
import type { LiveShare, liveShareCalls } from '@trackway/core/features/live-shares/calls.ts'
import { publicName } from '@trackway/core/rules/device-order.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { newLink, selectLinksToDevices } from '../../platform/shared-links.ts'

const hourMs = 3_600_000

/**
 * Makes a link; those that ran out make room for it.
 * @throws {Refusal} `tooManyShares`; `notFound` when a device is outside the scope
 */
export async function insertShare(
  db: Db,
  scope: Scope,
  { terminalIDs, hours, title, destination }: InputOf<typeof liveShareCalls.make>,
  now: number,
) {
  const uniqueIds = [...new Set(terminalIDs)]
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'car_number as carNumber', 'nickname', 'terminal_id as terminalID'])
    .where('terminal_id', 'in', uniqueIds)
    .where(devicesIn(scope))
    .orderBy('id')
    .execute()
  if (devices.length < uniqueIds.length) throw new Refusal('notFound')
  const { columns, made } = await newLink(db, 'live_shares', scope, now + hours * hourMs, now)
  const { id } = await db
    .insertInto('live_shares')
    .values({
      ...columns,
      title: title || devices.map(publicName).join(', '),
      latitude_e7: destination ? Math.round(destination.lat * 1e7) : null,
      longitude_e7: destination ? Math.round(destination.lon * 1e7) : null,
      place_name: destination?.name || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
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
