import { readCode } from '@trackway/core/features/discount-codes/code-form.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'

/** Who sells, null: the platform, and when. */
interface Use {
  sellerId: number | null
  now: number
}

/**
 * Reserves a code of the seller for an order. Of several at once one gets it: the others wait for its transaction.
 * @param trx the transaction that writes the order
 * @throws {Refusal} `discountCodeMalformed`, `discountCodeUnknown`, also for another seller's; `discountCodeUsed`, also
 *   where another order holds it; `discountCodeOver` where it has expired or is disabled
 */
export async function reserveCode(
  trx: Db,
  code: string,
  order: Use & { id: number },
): Promise<{ discountBasisPoints: number }> {
  const found = await findCode(trx, code, order, true)
  await trx.updateTable('discount_codes').set({ order_id: order.id }).where('id', '=', found.id).execute()
  return { discountBasisPoints: found.discount_basis_points }
}

/**
 * What a code takes off, without reserving it.
 * @throws {Refusal} as {@link reserveCode}
 */
export async function checkCode(db: Db, code: string, use: Use): Promise<{ discountBasisPoints: number }> {
  const { discount_basis_points } = await findCode(db, code, use, false)
  return { discountBasisPoints: discount_basis_points }
}

/** The order was paid: the code it holds is used for good. */
export async function useCode(trx: Db, orderId: number, by: { name: string; now: number }): Promise<void> {
  await trx
    .updateTable('discount_codes')
    .set({ used_time: by.now, used_by: by.name })
    .where('order_id', '=', orderId)
    .where('used_time', 'is', null)
    .execute()
}

/** The order was cancelled or ran out: the code it holds is free again, unless it is used. */
export async function releaseCode(trx: Db, orderId: number): Promise<void> {
  await trx
    .updateTable('discount_codes')
    .set({ order_id: null })
    .where('order_id', '=', orderId)
    .where('used_time', 'is', null)
    .execute()
}

async function findCode(db: Db, text: string, { sellerId, now }: Use, isLocked: boolean) {
  const code = readCode(text)
  if (code === null) throw new Refusal('discountCodeMalformed')
  const found = await db
    .selectFrom('discount_codes')
    .select(['id', 'discount_basis_points', 'expire_time', 'is_enabled', 'order_id', 'used_time'])
    .where('code', '=', code)
    .where(sql<boolean>`account_id is not distinct from ${sellerId}::integer`)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (found === undefined) throw new Refusal('discountCodeUnknown')
  if (found.order_id !== null || found.used_time !== null) throw new Refusal('discountCodeUsed')
  if (!found.is_enabled || (found.expire_time !== null && found.expire_time <= now))
    throw new Refusal('discountCodeOver')
  return found
}
