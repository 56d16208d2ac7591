import type { Db } from '../../../platform/database/database.ts'
import { payWaysOf } from '../find-pay-account.ts'
import { payAccounts } from '../stored-accounts.ts'

/** The account at PayPal that takes a seller's payments now, with its secrets. */
export async function payAccountOf(db: Db, sellerId: number | null) {
  const way = (await payWaysOf(db, sellerId)).find(({ provider }) => provider === 'paypal')
  if (way === undefined) return null
  const row = await db
    .selectFrom('pay_accounts')
    .select(['id', 'account_id as ownerId', 'settings', 'secret'])
    .where('id', '=', way.payAccountId)
    .executeTakeFirstOrThrow()
  return { id: row.id, ownerId: row.ownerId, settings: payAccounts.settingsOf(row) }
}
