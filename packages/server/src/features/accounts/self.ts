import { roles } from '@trackway/core/codes/roles.ts'
import type { SessionAccount } from '@trackway/core/features/accounts/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type Session, scopeOf } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { idsOf } from '../../platform/scope/scope-sql.ts'
import { toAccount } from './account-rows.ts'

/** The account of a session, with what the session may. */
export async function findSelf(db: Db, session: Session): Promise<SessionAccount> {
  const { account, permissions, actor, mustChangePassword } = session
  const row = await findAccountRow(db, scopeOf(session), account.id)
  const { rows } = await sql<Pick<SessionAccount, 'region' | 'group' | 'importCount'>>`
    with above as (select path, region, customer_group from accounts where id = any(${idsOf(row.path)}::integer[]))
    select (select region from above where region is not null order by length(path) desc limit 1) as region,
      (select customer_group from above where customer_group is not null order by length(path) desc limit 1) as group,
      (select balance from ledger_balances where account_id = ${row.id} and asset = 'import') as "importCount"`.execute(
    db,
  )
  const { region = null, group = null, importCount = null } = rows[0] ?? {}
  const self = {
    ...toAccount(row, row),
    permissions: [...permissions],
    isOfDevice: session.deviceId !== null,
    actor,
    mustChangePassword,
    region,
    group,
    importCount: row.role === roles.admin ? null : importCount,
  }
  return session.deviceId === null ? self : withoutPerson(self)
}

/** A session by a device's certificate does not see the personal data of the account. */
function withoutPerson(self: SessionAccount): SessionAccount {
  const person = { nickname: null, realname: null, telephone: null, email: null, remark: null }
  return { ...self, ...person, importCount: null }
}
