import type { BaseMapId } from '@trackway/core/features/map-order/calls.ts'
import type { Db } from '../../platform/database/database.ts'

/** What these accounts have set, by account. */
export async function findMapOrders(
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, BaseMapId[]>> {
  const rows = await db
    .selectFrom('map_orders')
    .select(['account_id', 'maps'])
    .where('account_id', 'in', accountIds)
    .execute()
  return new Map(rows.map(({ account_id, maps }) => [account_id, maps as BaseMapId[]]))
}

/** @param maps null: the account has no order of its own any more */
export async function saveMapOrder(
  db: Db,
  accountId: number,
  maps: BaseMapId[] | null,
  now: number,
): Promise<void> {
  if (maps === null) {
    await db.deleteFrom('map_orders').where('account_id', '=', accountId).execute()
    return
  }
  const row = { maps, change_time: now }
  await db
    .insertInto('map_orders')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}
