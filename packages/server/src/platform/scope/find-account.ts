import type { Selectable } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { refusal } from '../errors.ts'
import type { Scope } from '../http/session.ts'
import { accountsBelow, accountsIn } from './scope-sql.ts'

export type AccountRow = Selectable<Tables['accounts']>

/** @throws {Refusal} `notFound`, also for a stranger's account, so ids cannot be probed */
export async function findAccountRow(db: Db, scope: Scope, id: number): Promise<AccountRow> {
  return await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where(accountsIn(scope))
    .executeTakeFirstOrThrow(refusal('notFound'))
}

/** @throws {Refusal} `notFound`, also for the caller's own account: what a superior does to an account */
export async function findAccountBelow(db: Db, scope: Scope, id: number): Promise<AccountRow> {
  return await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where(accountsBelow(scope))
    .executeTakeFirstOrThrow(refusal('notFound'))
}
