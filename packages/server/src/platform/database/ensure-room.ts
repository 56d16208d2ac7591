import type { RefusalName } from '@trackway/core/codes/results.ts'
import { sql } from 'kysely'
import { Refusal } from '../errors.ts'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

type TableOfAccounts = {
  [T in keyof Tables]: Tables[T] extends { account_id: number } ? T : never
}[keyof Tables]

/**
 * Lets an account have `added` more rows, while it has `most` at the most. Whoever may add some at the same time is
 * kept out by a lock of the caller's.
 * @throws {Refusal} the one that is named
 */
export async function ensureRoom(
  db: Db,
  table: TableOfAccounts,
  accountId: number,
  most: number,
  full: RefusalName,
  added = 1,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from ${sql.table(table)} where account_id = ${accountId}`.execute(db)
  if (rows[0]!.count + added > most) throw new Refusal(full)
}
