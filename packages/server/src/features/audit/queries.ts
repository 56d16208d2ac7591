import type { AuditKind } from '@trackway/core/codes/audit.ts'
import type { AuditEvent } from '@trackway/core/features/audit/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn } from '../../platform/scope/scope-sql.ts'

interface AuditQuery extends Paging {
  kind?: AuditKind | undefined
  search?: string | undefined
  from?: number | undefined
  until?: number | undefined
  /** Also what belongs to no account. */
  withPlatform: boolean
}

/** A page of what was recorded of the accounts at and below the caller, newest first. */
export async function findEvents(
  db: Db,
  scope: Scope,
  { pageNum, pageSize, kind, search, from, until, withPlatform }: AuditQuery,
): Promise<Page<AuditEvent>> {
  const matching = db
    .selectFrom('audit_events')
    .leftJoin('accounts as actors', 'actors.id', 'actor_id')
    .where((eb) => {
      const within = eb('account_id', 'in', eb.selectFrom('accounts').select('id').where(accountsIn(scope)))
      return withPlatform ? eb.or([within, eb('account_id', 'is', null)]) : within
    })
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(Boolean(search), (query) =>
      query.where((eb) => {
        const pattern = likePattern(search ?? '')
        return eb.or([
          eb('audit_events.terminal_id', 'ilike', pattern),
          eb('actors.username', 'ilike', pattern),
          sql<boolean>`audit_events.after->'terminalIDs' ? ${search}`,
        ])
      }),
    )
    .$if(from !== undefined, (query) => query.where('time', '>=', from!))
    .$if(until !== undefined, (query) => query.where('time', '<', until!))
    .leftJoin('accounts as acted', 'acted.id', 'acted_as_id')
    .select('acted.username as asUsername')
    .select(['audit_events.id', 'time', 'kind', 'actors.username', 'address', 'before', 'after', 'times'])
    .select('terminal_id as terminalID')
    .orderBy('audit_events.id', 'desc')
  return readPage(matching, { pageNum, pageSize })
}
