import type { InputOf } from '@trackway/core/api/call.ts'
import type { LiveShare, liveShareCalls } from '@trackway/core/features/live-shares/calls.ts'
import { publicName } from '@trackway/core/rules/device-order.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn, devicesIn } from '../../platform/scope/scope-sql.ts'
import { isMakerInForceSql, makeRoomForLink, newLinkToken } from '../../platform/shared-links.ts'

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
): Promise<{ id: number; token: string; expireTime: number }> {
  const wanted = [...new Set(terminalIDs)]
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'car_number as carNumber', 'nickname', 'terminal_id as terminalID'])
    .where('terminal_id', 'in', wanted)
    .where(devicesIn(scope))
    .orderBy('id')
    .execute()
  if (devices.length < wanted.length) throw new Refusal('notFound')
  await makeRoomForLink(db, 'live_shares', scope.accountId, now)

  const { token, hash } = newLinkToken()
  const expireTime = now + hours * hourMs
  const { id } = await db
    .insertInto('live_shares')
    .values({
      token_hash: hash,
      account_id: scope.accountId,
      title: title || devices.map(publicName).join(', '),
      latitude_e7: destination ? Math.round(destination.lat * 1e7) : null,
      longitude_e7: destination ? Math.round(destination.lon * 1e7) : null,
      place_name: destination?.name || null,
      create_time: now,
      expire_time: expireTime,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('live_share_devices')
    .values(devices.map((device) => ({ share_id: id, device_id: device.id })))
    .execute()
  return { id, token, expireTime }
}

/** Links that work, with the account that made each. What one shows is asked of its devices. */
export function selectWorkingShares(db: Db, now: number) {
  return db
    .selectFrom('live_shares')
    .innerJoin('accounts', 'accounts.id', 'live_shares.account_id')
    .where('live_shares.expire_time', '>', now)
    .where(isMakerInForceSql('live_shares.create_time', now))
}

/** A page of the links that the caller or an account below made, newest first. */
export async function findShares(
  db: Db,
  scope: Scope,
  { terminalID, pageNum, pageSize }: { terminalID?: string | undefined } & Paging,
  now: number,
): Promise<Page<LiveShare>> {
  const found = selectWorkingShares(db, now)
    .where(accountsIn(scope))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('live_share_devices')
          .innerJoin('devices', 'devices.id', 'live_share_devices.device_id')
          .select('devices.id')
          .whereRef('share_id', '=', 'live_shares.id')
          .where(devicesIn(scope))
          .$if(terminalID !== undefined, (query) =>
            query.where('devices.terminal_id', '=', terminalID ?? ''),
          ),
      ),
    )
    .select(['live_shares.id', 'title', 'place_name as placeName', 'views', 'last_view_time as lastViewTime'])
    .select(['live_shares.create_time as createTime', 'live_shares.expire_time as expireTime', 'username'])
    .select(
      sql<number>`(select count(*)::integer from live_share_devices where share_id = live_shares.id)`.as(
        'devices',
      ),
    )
    .orderBy('live_shares.create_time', 'desc')
    .orderBy('live_shares.id', 'desc')
  return readPage(found, { pageNum, pageSize })
}

/**
 * Ends a link that the caller or an account below made.
 * @throws {Refusal} `notFound`
 */
export async function deleteShare(db: Db, scope: Scope, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('live_shares')
    .where('id', '=', id)
    .where('account_id', 'in', (eb) =>
      eb.selectFrom('accounts').select('accounts.id').where(accountsIn(scope)),
    )
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('notFound')
}
