import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** The demo account, with what its sign-in needs. */
export async function findDemoAccount(db: Db) {
  return await db
    .selectFrom('demo_account')
    .innerJoin('accounts', 'accounts.id', 'demo_account.account_id')
    .selectAll('accounts')
    .select(['is_offered', 'permissions'])
    .executeTakeFirst()
}

export async function isDemoOffered(db: Db, now: number): Promise<boolean> {
  const found = await findDemoAccount(db)
  return found?.is_offered === true && (found.expire_time ?? Infinity) > now
}

/** From now on there is this one, or none. */
export async function setDemoAccount(
  trx: Db,
  accountId: number | null,
  { isOffered, permissions }: { isOffered: boolean; permissions: string[] | null },
): Promise<void> {
  // Two administrators at once: one after the other.
  await sql`lock table demo_account in exclusive mode`.execute(trx)
  await trx.deleteFrom('demo_account').execute()
  if (accountId === null) return
  await trx
    .insertInto('demo_account')
    .values({ account_id: accountId, is_offered: isOffered, permissions })
    .execute()
  await trx.updateTable('accounts').set({ is_demo: true }).where('id', '=', accountId).execute()
}
