import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database/database.ts'
import { ensureRoom } from './database/ensure-room.ts'
import { processSettings } from './settings/process-settings.ts'

/** Links that show something to whoever has them, without an account. */

const tokenBytes = 24

/** 192 random bits; the database keeps their hash only. */
export function newLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url')
  return { token, hash: hashLinkToken(token) }
}

export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Tables of the links of each kind. */
type LinkTable = 'bus_line_shares' | 'live_shares' | 'track_shares'
/** Far more than people make by hand, of each kind. */
const maxLinksOfAccount = 1_000

/** Removes the links that ran out, which make room for another. @throws {Refusal} `tooManyShares` */
export async function makeRoomForLink(
  db: Db,
  table: LinkTable,
  accountId: number,
  now: number,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where expire_time <= ${now}`.execute(db)
  await ensureRoom(db, table, accountId, maxLinksOfAccount, 'tooManyShares')
}

/** Lets whoever made a link see that it is used. */
export async function countView(db: Db, table: LinkTable, id: number, now: number): Promise<void> {
  await sql`update ${sql.table(table)} set views = views + 1, last_view_time = ${now} where id = ${id}`.execute(
    db,
  )
}

/** May the maker's links still be used, in a query of them with `accounts`? @param createTime their column */
export function isMakerInForceSql(createTime: string, now: number): RawBuilder<boolean> {
  // Then links go on when their maker's account expires or its password is reset.
  if (processSettings.sharesOutliveMaker) return sql<boolean>`true`
  return sql<boolean>`((accounts.expire_time is null or accounts.expire_time > ${now})
    and ${sql.ref(createTime)} > accounts.password_reset_time)`
}
