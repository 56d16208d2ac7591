import type { Db } from '../../platform/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/session.ts'
import type { AccountRow } from './account-rows.ts'
import { accountsIn } from './scope.ts'

/** @throws {Refusal} `notFound`, also for a stranger's account, so ids cannot be probed */
export async function findAccountRow(db: Db, scope: Scope, id: number): Promise<AccountRow> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where(accountsIn(scope))
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('notFound')
  return row
}
