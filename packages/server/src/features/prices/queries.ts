import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn } from '../../platform/scope/scope-sql.ts'

/**
 * The models that have a price of their own at one of these accounts or at the platform, by their ids, and one
 * more.
 * @throws {Refusal} `unknownDeviceType`
 */
export async function findPricedTypes(
  db: Db,
  accountIds: readonly number[],
  more: number | undefined,
): Promise<number[]> {
  const rows = await db
    .selectFrom('device_types')
    .select('id')
    .where(
      sql<boolean>`(id = ${more ?? null}::integer or id in (select device_type_id from renew_prices
        where account_id = any(${accountIds}::integer[]) or account_id is null))`,
    )
    .orderBy('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  if (more !== undefined && !ids.includes(more)) throw new Refusal('unknownDeviceType')
  return ids
}

/** The user names of those of the accounts that the caller may know. */
export async function findNames(
  db: Db,
  scope: Scope,
  accountIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where(sql<boolean>`id = any(${accountIds}::integer[])`)
    .where(accountsIn(scope))
    .execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}
