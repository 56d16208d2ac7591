import { createHash, randomBytes } from 'node:crypto'
import { type Permission, permissionsOf } from '@trackway/core/codes/permissions.ts'
import { audienceOf } from '@trackway/core/rules/service-terms.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from './database/database.ts'
import { ensureRoom } from './database/ensure-room.ts'
import type { Tables } from './database/tables.ts'
import { Refusal } from './errors.ts'
import type { Scope } from './http/session.ts'
import { accountsIn, ownersIn } from './scope/scope-sql.ts'
import { processSettings } from './settings/process-settings.ts'

/**
 * Links that show something to whoever has them, without an account. Each kind is a table of its own, with the page that
 * opens it and what its maker must be permitted to for it to work.
 */
const kinds = {
  bus_line_shares: { page: 'busLine', permission: 'main:bus' },
  live_shares: { page: 'sharedLive', permission: 'main:monitor' },
  track_shares: { page: 'sharedTrack', permission: 'main:track' },
} as const satisfies Partial<Record<keyof Tables, { page: string; permission: Permission }>>
type LinkTable = keyof typeof kinds

/** Far more than people make by hand, of each kind. */
const maxLinksOfAccount = 1_000
const tokenBytes = 24

/** 192 random bits; the database keeps their hash only. */
export function newLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url')
  return { token, hash: hashLinkToken(token) }
}

export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * A link that is about to be stored; those that ran out make room for it.
 * @returns the columns that every kind has, and what only this reply shows to its maker
 * @throws {Refusal} `tooManyShares`
 */
export async function newLink(
  db: Db,
  table: LinkTable,
  { accountId }: Scope,
  expireTime: number,
  now: number,
) {
  await sql`delete from ${sql.table(table)} where expire_time <= ${now}`.execute(db)
  await ensureRoom(db, table, accountId, maxLinksOfAccount, 'tooManyShares')
  const { token, hash } = newLinkToken()
  return {
    columns: { token_hash: hash, account_id: accountId, create_time: now, expire_time: expireTime },
    made: { token, path: `/${kinds[table].page}/${token}`, expireTime },
  }
}

/** A link ends with the suspension of its maker; by default also when he expires, and with a new password since. */
const isMakerInForce = (now: number) =>
  processSettings.sharesOutliveMaker
    ? sql<boolean>`accounts.suspend_time is null`
    : sql<boolean>`(accounts.suspend_time is null and (accounts.expire_time is null or accounts.expire_time > ${now})
        and link.create_time > accounts.password_reset_time)`

/**
 * The link of a token, with the scope and the time zone of whoever made it: what it shows is to be found in that scope.
 * Every token that opens nothing takes one and the same look at one index.
 * @throws {Refusal} `notFound` for one that never was, ran out, was ended, or whose maker may not show such things now
 */
export async function openLink<Table extends LinkTable>(db: Db, table: Table, token: string, now: number) {
  type Maker = Pick<Selectable<Tables['accounts']>, 'path' | 'role' | 'time_zone'>
  const { rows } = await sql<Selectable<Tables[Table]> & { account_id: number } & Maker>`
    select link.*, accounts.path, accounts.role, accounts.time_zone
    from ${sql.table(table)} link join accounts on accounts.id = link.account_id
    where token_hash = ${hashLinkToken(token)} and link.expire_time > ${now} and ${isMakerInForce(now)}`.execute(
    db,
  )
  const [link] = rows
  if (link === undefined || !permissionsOf(link.role).includes(kinds[table].permission))
    throw new Refusal('notFound')
  const { account_id: accountId, path, role, time_zone: timeZone } = link
  const audience = audienceOf(role)
  return { link, timeZone, maker: { accountId, path, audience, deviceId: null } satisfies Scope }
}

/** Counts a use of a link, which its maker sees. */
export async function countView(db: Db, table: LinkTable, id: number, now: number): Promise<void> {
  await sql`update ${sql.table(table)} set views = views + 1, last_view_time = ${now} where id = ${id}`.execute(
    db,
  )
}

type LinkColumns = Pick<
  Selectable<Tables[LinkTable]>,
  'id' | 'account_id' | 'create_time' | 'expire_time' | 'views' | 'last_view_time'
>

/** The links of a kind that work and that the caller or an account below made, newest first, as `link`. */
export function selectLinks(db: Db, table: LinkTable, scope: Scope, now: number) {
  const links = sql<LinkColumns>`
    (select id, account_id, create_time, expire_time, views, last_view_time from ${sql.table(table)})`
  return db
    .selectFrom(links.as('link'))
    .innerJoin('accounts', 'accounts.id', 'link.account_id')
    .where('link.expire_time', '>', now)
    .where(isMakerInForce(now))
    .where(accountsIn(scope))
    .select(['link.id', 'link.create_time as createTime', 'link.expire_time as expireTime'])
    .select(['accounts.username', 'link.views', 'link.last_view_time as lastViewTime'])
    .orderBy('link.create_time', 'desc')
    .orderBy('link.id', 'desc')
}

/** Links to devices that show one which both the caller and the link's maker see, or this one; with their number. */
export function selectLinksToDevices(
  db: Db,
  table: 'live_shares' | 'track_shares',
  scope: Scope,
  terminalId: string | undefined,
  now: number,
) {
  const devices =
    table === 'live_shares'
      ? sql`(
          select share_id, device_id from live_share_devices
          union select l.id, m.device_id from live_shares l join vehicle_group_members m using (group_id))`
      : sql`track_share_devices`
  return selectLinks(db, table, scope, now)
    .where(
      sql<boolean>`exists (
        select from ${devices} shown join devices on devices.id = shown.device_id
          join device_owners on device_owners.device_id = devices.id
          join accounts owners on owners.id = device_owners.account_id
        where shown.share_id = link.id and starts_with(owners.path, accounts.path) and ${ownersIn(scope)}
          and ${table === 'live_shares' ? sql`device_owners.to_time is null` : sql`true`} and devices.terminal_id = coalesce(${terminalId ?? null}, devices.terminal_id))`,
    )
    .select(
      sql<number>`(select count(*)::int4 from ${devices} shown where shown.share_id = link.id)`.as('devices'),
    )
}

/**
 * Ends a link that the caller or an account below made.
 * @returns the row that it was
 * @throws {Refusal} `notFound`
 */
export async function deleteLink<Table extends LinkTable | 'device_links'>(
  db: Db,
  table: Table,
  scope: Scope,
  id: number,
): Promise<Selectable<Tables[Table]>> {
  const makers = db.selectFrom('accounts').select('accounts.id').where(accountsIn(scope))
  const { rows } = await sql<Selectable<Tables[Table]>>`
    delete from ${sql.table(table)} where id = ${id} and account_id in ${makers} returning *`.execute(db)
  if (rows[0] === undefined) throw new Refusal('notFound')
  return rows[0]
}
