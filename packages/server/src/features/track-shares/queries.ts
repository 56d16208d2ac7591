import type { TrackShare } from '@trackway/core/features/track-shares/calls.ts'
import { publicName } from '@trackway/core/rules/device-order.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import { refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn, devicesIn } from '../../platform/scope/scope-sql.ts'
import { isMakerInForceSql, makeRoomForLink, newLinkToken } from '../../platform/shared-links.ts'

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
): Promise<{ id: number; token: string; expireTime: number }> {
  await makeRoomForLink(db, 'track_shares', scope.accountId, now)

  const devices = await namedForStrangers(db, deviceIds)
  const { token, hash } = newLinkToken()
  const expireTime = now + days * dayMs
  const { id } = await db
    .insertInto('track_shares')
    .values({
      token_hash: hash,
      account_id: scope.accountId,
      title: title || devices.map(({ name }) => name).join(', '),
      from_time: from,
      to_time: to,
      create_time: now,
      expire_time: expireTime,
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
        // Of one vehicle the title stands for its name.
        name: devices.length === 1 && title ? title : name,
      })),
    )
    .execute()
  return { id, token, expireTime }
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

/**
 * Links that work: unless the setting says otherwise, whoever made one has not expired and was not given a new
 * password since. Which of its devices one shows is asked of these.
 */
export function selectWorkingShares(db: Db, now: number) {
  return db
    .selectFrom('track_shares')
    .innerJoin('accounts', 'accounts.id', 'track_shares.account_id')
    .where('track_shares.expire_time', '>', now)
    .where(isMakerInForceSql('track_shares.create_time', now))
}

/** A page of the links that the caller or an account below made to devices of theirs, newest first. */
export async function findShares(
  db: Db,
  scope: Scope,
  { terminalID, pageNum, pageSize }: { terminalID?: string | undefined } & Paging,
  now: number,
): Promise<Page<TrackShare>> {
  const found = selectWorkingShares(db, now)
    .where(accountsIn(scope))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('track_share_devices')
          .innerJoin('devices', 'devices.id', 'track_share_devices.device_id')
          .innerJoin('accounts as owners', 'owners.id', 'devices.account_id')
          .select('devices.id')
          .whereRef('share_id', '=', 'track_shares.id')
          .where(sql<boolean>`starts_with(owners.path, accounts.path)`)
          .where(devicesIn(scope))
          .$if(terminalID !== undefined, (query) =>
            query.where('devices.terminal_id', '=', terminalID ?? ''),
          ),
      ),
    )
    .select(['track_shares.id', 'title', 'from_time as from', 'to_time as to', 'with_alarms as withAlarms'])
    .select(['views', 'last_view_time as lastViewTime', 'track_shares.create_time as createTime'])
    .select(['track_shares.expire_time as expireTime', 'accounts.username'])
    .select(
      sql<number>`(select count(*)::integer from track_share_devices where share_id = track_shares.id)`.as(
        'devices',
      ),
    )
    .orderBy('track_shares.create_time', 'desc')
    .orderBy('track_shares.id', 'desc')
  return readPage(found, { pageNum, pageSize })
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
  const share = await db
    .deleteFrom('track_shares')
    .where('id', '=', id)
    .where('account_id', 'in', (eb) =>
      eb.selectFrom('accounts').select('accounts.id').where(accountsIn(scope)),
    )
    .returning('title')
    .executeTakeFirstOrThrow(refusal('notFound'))
  return { devices, title: share.title }
}
