import type { TrackShare } from '@trackway/core/features/track-shares/calls.ts'
import { publicName } from '@trackway/core/rules/device-order.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import type { Scope } from '../../platform/http/session.ts'
import { deleteLink, newLink, selectLinksToDevices } from '../../platform/shared-links.ts'

const dayMs = 86_400_000
interface NewShare {
  deviceIds: readonly number[]
  from: number
  to: number
  /** How many days it works. */
  days: number
  title?: string | undefined
  withAlarms: boolean
}

/**
 * Makes a link; those that ran out make room for it. The database keeps the hash of its token only.
 * @throws {Refusal} `tooManyShares`
 */
export async function insertShare(
  db: Db,
  scope: Scope,
  { deviceIds, from, to, days, title, withAlarms }: NewShare,
  now: number,
) {
  const { columns, made } = await newLink(db, 'track_shares', scope, now + days * dayMs, now)
  const devices = await namedForStrangers(db, deviceIds)
  const { id } = await db
    .insertInto('track_shares')
    .values({
      ...columns,
      title: title || devices.map(({ name }) => name).join(', '),
      from_time: from,
      to_time: to,
      with_alarms: withAlarms,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('track_share_devices')
    .values(
      devices.map(({ device_id, name }, index) => ({
        share_id: id,
        device_id,
        number: index + 1,
        // The title of a single vehicle's share replaces its name.
        name: devices.length === 1 && title ? title : name,
      })),
    )
    .execute()
  return { id, ...made }
}

/** What strangers read of these devices, in their order. */
async function namedForStrangers(db: Db, deviceIds: readonly number[]) {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'car_number as carNumber', 'nickname', 'terminal_id as terminalID'])
    .where('id', 'in', deviceIds)
    .execute()
  return rows
    .toSorted((a, b) => deviceIds.indexOf(a.id) - deviceIds.indexOf(b.id))
    .map((device) => ({ device_id: device.id, name: publicName(device) }))
}

/** A page of the links that the caller or an account below made to devices of theirs, newest first. */
export async function findShares(
  db: Db,
  scope: Scope,
  { terminalID, ...paging }: { terminalID?: string | undefined } & Paging,
  now: number,
): Promise<Page<TrackShare>> {
  const found = selectLinksToDevices(db, 'track_shares', scope, terminalID, now)
    .innerJoin('track_shares', 'track_shares.id', 'link.id')
    .select(['title', 'from_time as from', 'to_time as to', 'with_alarms as withAlarms'])
  return readPage(found, paging)
}

/**
 * Ends a link that the caller or an account below made.
 * @returns of which devices, whose those are now, and what the link was called
 * @throws {Refusal} `notFound`
 */
export async function deleteShare(
  db: Db,
  scope: Scope,
  id: number,
): Promise<{ devices: { terminalId: string; accountId: number }[]; title: string }> {
  const devices = await db
    .selectFrom('track_share_devices')
    .innerJoin('devices', 'devices.id', 'track_share_devices.device_id')
    .select(['devices.terminal_id as terminalId', 'devices.account_id as accountId'])
    .where('share_id', '=', id)
    .execute()
  const { title } = await deleteLink(db, 'track_shares', scope, id)
  return { devices, title }
}
