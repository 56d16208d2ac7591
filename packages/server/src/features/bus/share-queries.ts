import type { BusShare } from '@trackway/core/features/bus/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import type { Scope } from '../../platform/http/session.ts'
import { newLink, selectLinks } from '../../platform/shared-links.ts'

const dayMs = 86_400_000

/**
 * Makes a link to a line that was found in the caller's scope before; those that ran out make room for it.
 * @throws {Refusal} `tooManyShares`
 */
export async function insertShare(
  db: Db,
  scope: Scope,
  { lineId, days }: { lineId: number; days: number },
  now: number,
) {
  const { columns, made } = await newLink(db, 'bus_line_shares', scope, now + days * dayMs, now)
  const { id } = await db
    .insertInto('bus_line_shares')
    .values({ ...columns, line_id: lineId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...made }
}

/** A page of the links that the caller or an account below made to lines that it still sees, newest first. */
export async function findShares(
  db: Db,
  scope: Scope,
  { lineId, ...paging }: { lineId?: number | undefined } & Paging,
  now: number,
): Promise<Page<BusShare>> {
  const found = selectLinks(db, 'bus_line_shares', scope, now)
    .innerJoin('bus_line_shares', 'bus_line_shares.id', 'link.id')
    .innerJoin('bus_lines', 'bus_lines.id', 'line_id')
    .innerJoin('accounts as owners', 'owners.id', 'bus_lines.account_id')
    .where(sql<boolean>`starts_with(owners.path, accounts.path)`)
    .$if(lineId !== undefined, (query) => query.where('line_id', '=', lineId!))
    .select(['line_id as lineId', 'bus_lines.name as line'])
  return readPage(found, paging)
}
