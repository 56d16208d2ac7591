import { holdsAny, permissionsOf } from '@trackway/core/codes/permissions.ts'
import type { BusShare } from '@trackway/core/features/bus/calls.ts'
import { audienceOf } from '@trackway/core/rules/service-terms.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import { Refusal, refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn } from '../../platform/scope/scope-sql.ts'
import {
  hashLinkToken,
  isMakerInForceSql,
  makeRoomForLink,
  newLinkToken,
} from '../../platform/shared-links.ts'

const dayMs = 86_400_000

/**
 * Makes a link to a line that was found in the caller's scope before; those that ran out make room for it. The database
 * keeps the hash of its token only.
 * @throws {Refusal} `tooManyShares`
 */
export async function insertShare(
  db: Db,
  { accountId }: Scope,
  { lineId, days }: { lineId: number; days: number },
  now: number,
): Promise<{ id: number; token: string; expireTime: number }> {
  await makeRoomForLink(db, 'bus_line_shares', accountId, now)
  const { token, hash } = newLinkToken()
  const expireTime = now + days * dayMs
  const { id } = await db
    .insertInto('bus_line_shares')
    .values({
      token_hash: hash,
      line_id: lineId,
      account_id: accountId,
      create_time: now,
      expire_time: expireTime,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, expireTime }
}

/** Links that work, to lines that whoever made them can still see. */
function selectWorkingShares(db: Db, now: number) {
  return db
    .selectFrom('bus_line_shares')
    .innerJoin('bus_lines', 'bus_lines.id', 'bus_line_shares.line_id')
    .innerJoin('accounts', 'accounts.id', 'bus_line_shares.account_id')
    .innerJoin('accounts as owners', 'owners.id', 'bus_lines.account_id')
    .where('bus_line_shares.expire_time', '>', now)
    .where(isMakerInForceSql('bus_line_shares.create_time', now))
    .where(sql<boolean>`starts_with(owners.path, accounts.path)`)
}

/** What a link opens, and the scope of whoever made it. */
export interface OpenBusShare {
  id: number
  lineId: number
  expireTime: number
  maker: Scope
}

/** @throws {Refusal} `notFound` for one that never was, ran out, was ended, or whose maker no longer sees the line */
export async function openShare(db: Db, token: string, now: number): Promise<OpenBusShare> {
  const row = await selectWorkingShares(db, now)
    .select(['bus_line_shares.id', 'line_id', 'bus_line_shares.expire_time'])
    .select(['accounts.id as account_id', 'accounts.path', 'accounts.role'])
    .where('token_hash', '=', hashLinkToken(token))
    .executeTakeFirst()
  if (row === undefined || !holdsAny(permissionsOf(row.role), ['main:bus'])) throw new Refusal('notFound')
  const { id, line_id: lineId, expire_time: expireTime, account_id: accountId, path } = row
  const maker = { accountId, path, deviceId: null, isOfFactoryTypes: false, audience: audienceOf(row.role) }
  return { id, lineId, expireTime, maker }
}

/** A page of the links that the caller or an account below made to lines of theirs, newest first. */
export async function findShares(
  db: Db,
  scope: Scope,
  { lineId, pageNum, pageSize }: { lineId?: number | undefined } & Paging,
  now: number,
): Promise<Page<BusShare>> {
  const found = selectWorkingShares(db, now)
    .where(accountsIn(scope))
    .$if(lineId !== undefined, (query) => query.where('line_id', '=', lineId!))
    .select([
      'bus_line_shares.id',
      'line_id as lineId',
      'bus_lines.name as line',
      'accounts.username',
      'views',
    ])
    .select(['bus_line_shares.create_time as createTime', 'bus_line_shares.expire_time as expireTime'])
    .select('last_view_time as lastViewTime')
    .orderBy('bus_line_shares.create_time', 'desc')
    .orderBy('bus_line_shares.id', 'desc')
  return readPage(found, { pageNum, pageSize })
}

/** Ends a link that the caller or an account below made. @throws {Refusal} `notFound` */
export async function deleteShare(
  db: Db,
  scope: Scope,
  id: number,
): Promise<{ line: string; accountId: number }> {
  return await db
    .deleteFrom('bus_line_shares')
    .using('bus_lines')
    .whereRef('bus_lines.id', '=', 'bus_line_shares.line_id')
    .where('bus_line_shares.id', '=', id)
    .where('bus_line_shares.account_id', 'in', (eb) =>
      eb.selectFrom('accounts').select('accounts.id').where(accountsIn(scope)),
    )
    .returning(['bus_lines.name as line', 'bus_lines.account_id as accountId'])
    .executeTakeFirstOrThrow(refusal('notFound'))
}
