import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Who moves devices, and by which paper. */
export interface StockChange {
  /** Id of the account that does it. */
  operatorId: number
  paperNumber?: string | null | undefined
  receiver?: string | null | undefined
  note?: string | null | undefined
}

/**
 * Says who changes the registration of devices in this transaction, and by which paper: the triggers of the stock, which
 * every registration, transfer and deletion passes, write it into the movements that follow.
 */
export async function describeStockChange(trx: Db, change: StockChange): Promise<void> {
  const { operatorId, paperNumber = null, receiver = null, note = null } = change
  await sql`
    select set_config('trackway.stock', jsonb_build_object('operator',
      (select username from accounts where id = ${operatorId}), 'paperNumber', ${paperNumber}::text,
      'receiver', ${receiver}::text, 'note', ${note}::text)::text, true)`.execute(trx)
}
