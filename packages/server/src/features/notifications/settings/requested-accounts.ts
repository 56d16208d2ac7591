import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { findAccountRow } from '../../../platform/scope/find-account.ts'
import { pathEnd } from '../../../platform/scope/scope-sql.ts'

export interface SettingsRequest {
  userId?: number | undefined
  withSubAccounts: boolean
}

/**
 * Whose settings are requested, as a condition on `accounts`.
 * @throws {Refusal} `notFound`, also for a stranger's account
 */
export async function requestedAccounts(db: Db, scope: Scope, { userId, withSubAccounts }: SettingsRequest) {
  const { id, path } = await requestedAccount(db, scope, userId)
  return withSubAccounts
    ? sql<boolean>`(accounts.path >= ${path} and accounts.path < ${pathEnd(path)})`
    : sql<boolean>`accounts.id = ${id}`
}

/** The account named, else the caller's. @throws {Refusal} `notFound`, also for a stranger's account */
export async function requestedAccount(
  db: Db,
  scope: Scope,
  userId: number | undefined,
): Promise<{ id: number; path: string }> {
  if (userId === undefined || userId === scope.accountId) return { id: scope.accountId, path: scope.path }
  return findAccountRow(db, scope, userId)
}

/** First key of the locks that order the entries one account adds; the second is its id. */
const accountLocks = 7_203_071

/** Has additions to one account's settings follow each other until the transaction ends. */
export async function lockSettings(tx: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${accountLocks}, ${accountId})`.execute(tx)
}
