import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { checkOrders, type OrderFault } from './check-orders.ts'

/** Something in the books that does not add up. */
type LedgerFault = BookFault | OrderFault

interface BookFault {
  fault: 'balanceDiffers' | 'leftBehind' | 'chainBroken' | 'movementUnbalanced' | 'renewalsDiffer'
  /** The account, movement or asset that it is about. */
  id: number | null
  asset: string
  expected: number
  found: number
}

/**
 * Proves that the books are right: each balance is the sum of its entries and the end of their chain, each movement adds
 * up to nothing, each card that renewed a device did so once, and orders are as they say. What accounts held that are deleted is in the entries of
 * nobody, whose sum is what they left: none.
 * @returns what does not add up, the first 1,000 of a kind; empty: all is right
 */
export async function checkLedger(db: Db): Promise<LedgerFault[]> {
  const { rows } = await sql<BookFault>`
    with entries as (
      select e.*, case e.book when 'owed' then 'owed' else '' end || m.asset as asset
      from ledger_entries e join ledger_movements m on m.id = e.movement_id where e.book in ('held', 'owed')
    ), held as (
      select asset, account_id, sum(amount)::bigint as amount from entries where account_id is not null group by 1, 2
    ), balances as (
      select 'balanceDiffers' as fault, coalesce(b.account_id, held.account_id)::bigint as id,
        coalesce(b.asset, held.asset) as asset, coalesce(held.amount, 0) as expected, coalesce(b.balance, 0) as found
      from ledger_balances b full join held on held.account_id = b.account_id and held.asset = b.asset
      where coalesce(b.balance, 0) <> coalesce(held.amount, 0)
    ), left_behind as (
      select 'leftBehind' as fault, null::bigint as id, asset, 0::bigint as expected, sum(amount)::bigint as found
      from entries where account_id is null group by asset having sum(amount) <> 0
    ), chain as (
      select 'chainBroken' as fault, account_id::bigint as id, asset, previous as expected, before_balance as found from (
        select account_id, asset, before_balance,
          lag(after_balance, 1, 0::bigint) over (partition by account_id, asset order by id) as previous
        from entries where account_id is not null) as chained
      where before_balance <> previous
    ), movements as (
      select 'movementUnbalanced' as fault, m.id::bigint as id, m.asset, 0::bigint as expected,
        coalesce(sum(e.amount), 0)::bigint as found
      from ledger_movements m left join ledger_entries e on e.movement_id = m.id
      group by m.id having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2
    ), renewals as (
      select 'renewalsDiffer' as fault, m.id::bigint as id, m.asset, used.amount as expected, coalesce(r.devices, 0) as found
      from ledger_movements m
        join (select movement_id, amount from ledger_entries where book = 'used') as used on used.movement_id = m.id
        left join (select cause_id, count(*) as devices from device_renewals where cause = 'card' group by 1) as r
          on r.cause_id = m.id
      where m.kind = 'renew' and used.amount <> coalesce(r.devices, 0)
    )
    select * from balances union all select * from left_behind union all select * from chain union all select * from movements
    union all select * from renewals limit 1000`.execute(db)
  return [...rows, ...(await checkOrders(db))]
}
