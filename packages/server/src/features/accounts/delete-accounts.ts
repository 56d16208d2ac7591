import type { Db } from '../../platform/database/database.ts'
import { isForeignKeyViolation, Refusal } from '../../platform/errors.ts'
import { by, type Scope, type Session } from '../../platform/http/session.ts'
import { type AccountRow, findAccountBelow } from '../../platform/scope/find-account.ts'
import { accountsBelow } from '../../platform/scope/scope-sql.ts'
import { returnHoldings } from '../ledger/ledger.ts'
import { lockTree } from './queries.ts'

interface DeletedBy {
  session: Session
  now: number
}

/**
 * Deletes an account below the caller; what it holds goes back to its superior.
 * @throws {Refusal} `notFound`; `accountInUse` while it has sub-accounts or devices
 */
export async function deleteAccount(
  trx: Db,
  scope: Scope,
  id: number,
  { session, now }: DeletedBy,
): Promise<{ username: string; parentId: number }> {
  return refusingUse(async () => {
    const { username, parent_id } = await findAccountBelow(trx, scope, id)
    await returnHoldings(trx, [id], parent_id!, { operatorId: by(session).actorId, now })
    await trx.deleteFrom('accounts').where('id', '=', id).execute()
    return { username, parentId: parent_id! }
  })
}

/**
 * Deletes all accounts below one; what they hold goes to it.
 * @returns their user names
 * @throws {Refusal} `countDiffers` when it is not so many; `accountInUse` while one of them has devices
 */
export async function deleteAllBelow(
  trx: Db,
  root: AccountRow,
  count: number,
  { session, now }: DeletedBy,
): Promise<string[]> {
  return refusingUse(async () => {
    // Nobody adds an account between the count and the deletion.
    await lockTree(trx)
    const rows = await trx
      .selectFrom('accounts')
      .select(['id', 'username'])
      .where(accountsBelow(root))
      .execute()
    if (rows.length !== count) throw new Refusal('countDiffers')
    const ids = rows.map(({ id }) => id)
    await returnHoldings(trx, ids, root.id, { operatorId: by(session).actorId, now })
    await trx.deleteFrom('accounts').where(accountsBelow(root)).execute()
    return rows.map(({ username }) => username)
  })
}

// The foreign keys decide, so what is added to an account this very instant still blocks the deletion.
async function refusingUse<T>(remove: () => Promise<T>): Promise<T> {
  try {
    return await remove()
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new Refusal('accountInUse', { cause: error })
    throw error
  }
}
