import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { accountsBelow } from '../../../platform/scope/scope-sql.ts'
import { returnHoldings } from '../../ledger/ledger.ts'
import { hashPassword, randomPassword } from '../passwords.ts'
import { holdTree, insertBelow, lockTree, type NewAccount } from '../queries.ts'

export interface AccountToAdd extends Omit<NewAccount, 'passwordHash'> {
  /** Found in the caller's scope before, and may have sub-accounts. */
  parentId: number
}

/**
 * Adds accounts, each with a random password that must be changed at the first sign-in. The caller has checked them
 * against `account-rules.ts`.
 * @returns in the order given
 * @throws {Refusal} `notFound` for a superior that was deleted this very instant
 */
export async function addAccounts(
  trx: Db,
  accounts: readonly AccountToAdd[],
  now: number,
): Promise<{ id: number; password: string }[]> {
  await holdTree(trx)
  const passwords = accounts.map(randomPassword)
  const hashes = await Promise.all(passwords.map(hashPassword))
  const added: { id: number; password: string }[] = []
  for (const [index, { parentId, ...account }] of accounts.entries()) {
    const secret = { passwordHash: hashes[index]!, mustChangePassword: true }
    const { id } = await insertBelow(trx, parentId, { ...account, ...secret }, now)
    added.push({ id, password: passwords[index]! })
  }
  return added
}

/**
 * Deletes those of these accounts below the caller that nobody has taken into use: the first password is still that
 * which they were added with, and they have neither sub-accounts nor devices.
 * @returns the ids of those that are gone
 */
export async function deleteUnused(
  trx: Db,
  scope: Scope,
  ids: readonly number[],
  now: number,
): Promise<number[]> {
  await lockTree(trx)
  // Locked, so that nobody gives one of them a device meanwhile.
  const rows = await trx
    .selectFrom('accounts')
    .select(['id', 'parent_id'])
    .where(sql<boolean>`id = any(${ids}::int4[])`)
    .where(accountsBelow(scope))
    .where('must_change_password', '=', true)
    .where('password_reset_time', '=', 0)
    .where(sql<boolean>`not exists (select from accounts below where below.parent_id = accounts.id)`)
    .where(sql<boolean>`not exists (select from devices d where d.account_id = accounts.id)`)
    .forUpdate()
    .execute()
  for (const { id, parent_id } of rows)
    await returnHoldings(trx, [id], parent_id!, { operatorId: scope.accountId, now })
  const gone = rows.map(({ id }) => id)
  await trx.deleteFrom('accounts').where(sql<boolean>`id = any(${gone}::int4[])`).execute()
  return gone
}
