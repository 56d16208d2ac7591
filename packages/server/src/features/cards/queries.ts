import { cardAssets } from '@trackway/core/codes/ledger.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import type { CardHolder, cardCalls } from '@trackway/core/features/cards/calls.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import type { Scope } from '../../platform/http/session.ts'
import { ancestorsWithin, pathEnd } from '../../platform/scope/scope-sql.ts'

type Holder = Pick<CardHolder, 'id' | 'ancestors' | 'username' | 'nickname' | 'lastTime'>

/** A page of the agents below the caller, or at and below one of them, with when their cards last moved. */
export async function findCardHolders(
  db: Db,
  scope: Scope,
  root: Pick<Scope, 'path'>,
  filter: z.output<typeof cardCalls.find.input>,
): Promise<Page<Holder>> {
  const pattern = likePattern(filter.search ?? '')
  const found = sql`from accounts
    where path >= ${root.path} and path < ${pathEnd(root.path)} and id <> ${scope.accountId}
      and role in (${roles.agent}, ${roles.superAgent}) and (username ilike ${pattern} or nickname ilike ${pattern})`
  const key = filter.sort === 'nickname' ? sql`lower(nickname)` : sql`lower(username)`
  const direction = sql.raw(filter.isDescending ? 'desc nulls last' : 'asc nulls last')
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db)
  const { rows } = await sql<Omit<Holder, 'ancestors'> & { path: string }>`
    with page as (
      select id, path, username, nickname, ${key} as key ${found}
      order by key ${direction}, id limit ${filter.pageSize} offset ${(filter.pageNum - 1) * filter.pageSize}
    )
    select page.id, path, username, nickname, (select m.time from ledger_entries e
        join ledger_movements m on m.id = e.movement_id
        where e.account_id = page.id and m.asset = any(${cardAssets}::text[])
        order by e.id desc limit 1) as "lastTime"
    from page order by key ${direction}, page.id`.execute(db)
  const list = rows.map(({ path, ...row }) => ({ ...row, ancestors: ancestorsWithin(scope, path) }))
  return { list, total: counted.rows[0]?.total ?? 0 }
}
