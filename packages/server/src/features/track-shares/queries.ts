import type { TrackShare } from '@trackway/core/api/tracks/track-shares.ts'
import { displayName, publicName } from '@trackway/core/rules/device-order.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn, devicesIn } from '../../platform/scope/scope-sql.ts'
import { isMakerInForceSql, maxLinksOfAccount, newLinkToken } from '../../platform/shared-links.ts'

const dayMs = 86_400_000
interface NewShare {
  deviceId: number
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
  { deviceId, from, to, days, title, withAlarms }: NewShare,
  now: number,
): Promise<{ id: number; token: string; expireTime: number }> {
  await db.deleteFrom('track_shares').where('expire_time', '<=', now).execute()
  const { count } = await db
    .selectFrom('track_shares')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', scope.accountId)
    .executeTakeFirstOrThrow()
  if (count >= maxLinksOfAccount) throw new Refusal('tooManyShares')

  const { token, hash } = newLinkToken()
  const expireTime = now + days * dayMs
  const { id } = await db
    .insertInto('track_shares')
    .values({
      token_hash: hash,
      device_id: deviceId,
      account_id: scope.accountId,
      title: title || (await nameForStrangers(db, deviceId)),
      from_time: from,
      to_time: to,
      create_time: now,
      expire_time: expireTime,
      with_alarms: withAlarms,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, expireTime }
}

async function nameForStrangers(db: Db, deviceId: number): Promise<string> {
  const device = await db
    .selectFrom('devices')
    .select(['car_number as carNumber', 'nickname', 'terminal_id as terminalID'])
    .where('id', '=', deviceId)
    .executeTakeFirst()
  if (device === undefined) throw new Refusal('notFound')
  return publicName(device)
}

/**
 * Links that work: whoever made one can still see the device and, unless the setting says otherwise, has not expired
 * and was not given a new password since.
 */
export function selectWorkingShares(db: Db, now: number) {
  return db
    .selectFrom('track_shares')
    .innerJoin('devices', 'devices.id', 'track_shares.device_id')
    .innerJoin('accounts', 'accounts.id', 'track_shares.account_id')
    .innerJoin('accounts as owners', 'owners.id', 'devices.account_id')
    .where('track_shares.expire_time', '>', now)
    .where(isMakerInForceSql('track_shares.create_time', now))
    .where(sql<boolean>`starts_with(owners.path, accounts.path)`)
}

/** A page of the links that the caller or an account below made to devices of theirs, newest first. */
export async function findShares(
  db: Db,
  scope: Scope,
  { terminalID, pageNum, pageSize }: { terminalID?: string | undefined; pageNum: number; pageSize: number },
  now: number,
): Promise<{ list: TrackShare[]; total: number }> {
  const found = selectWorkingShares(db, now)
    .where(accountsIn(scope))
    .where(devicesIn(scope))
    .$if(terminalID !== undefined, (query) => query.where('devices.terminal_id', '=', terminalID ?? ''))
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['track_shares.id', 'title', 'from_time', 'to_time', 'with_alarms', 'views', 'last_view_time'])
    .select(['track_shares.create_time', 'track_shares.expire_time', 'accounts.username'])
    .select(['devices.terminal_id', 'devices.car_number', 'devices.nickname'])
    .orderBy('track_shares.create_time', 'desc')
    .orderBy('track_shares.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const list = rows.map((row) => ({
    id: row.id,
    terminalID: row.terminal_id,
    displayName: displayName({
      carNumber: row.car_number,
      nickname: row.nickname,
      terminalID: row.terminal_id,
    }),
    title: row.title,
    from: row.from_time,
    to: row.to_time,
    createTime: row.create_time,
    expireTime: row.expire_time,
    withAlarms: row.with_alarms,
    username: row.username,
    views: row.views,
    lastViewTime: row.last_view_time,
  }))
  return { list, total }
}

/**
 * Ends a link that the caller or an account below made.
 * @returns of which device, whose that is now, and what the link was called
 * @throws {Refusal} `notFound`
 */
export async function deleteShare(
  db: Db,
  scope: Scope,
  id: number,
): Promise<{ terminalId: string; accountId: number; title: string }> {
  const share = await db
    .deleteFrom('track_shares')
    .using('devices')
    .whereRef('devices.id', '=', 'track_shares.device_id')
    .where('track_shares.id', '=', id)
    .where('track_shares.account_id', 'in', (eb) =>
      eb.selectFrom('accounts').select('accounts.id').where(accountsIn(scope)),
    )
    .returning(['devices.terminal_id as terminalId', 'devices.account_id as accountId', 'title'])
    .executeTakeFirst()
  if (share === undefined) throw new Refusal('notFound')
  return share
}
