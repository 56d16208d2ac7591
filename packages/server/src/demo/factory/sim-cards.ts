import { roles } from '@trackway/core/codes/roles.ts'
import type { SimOperator } from '@trackway/core/features/sim-cards/sim-codes.ts'
import { sql } from 'kysely'
import type { CardValues } from '../../features/sim-cards/changes.ts'
import { importCards, type NewCard } from '../../features/sim-cards/import-cards.ts'
import { type DemoFactory, dayMs } from './demo-factory.ts'
import { newBatches } from './line-batches.ts'

/** Cards of the line, matched or not, and those of vehicles, some of which do not fit what is known of their devices. */

const operators: readonly SimOperator[] = ['chinaMobile', 'chinaMobile', 'chinaUnicom', 'chinaTelecom']
const plans = ['30 MB/月', '100 MB/月', '500 MB/年']
/** Batches of the line whose devices have their cards. */
const batchesWithCards = 9
/** Of vehicles: one reports another card, one's card was noted for another device, one has a card that is matched to none. */
const oddVehicles = { reported: [4, 17], entered: [9, 23], unmatched: [2, 13, 31] }

/** Enters them where there are none. */
export async function ensureSimCards({ database, scope, staff, now }: DemoFactory): Promise<void> {
  const { db } = database
  const known = await db
    .selectFrom('sim_cards')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .limit(1)
    .execute()
  if (known.length > 0) return
  const units = newBatches(now).flatMap(({ units }) => units)
  const { rows: vehicles } = await sql<{ id: number; terminalID: string; iccid: string }>`
    select devices.id, devices.terminal_id as "terminalID", iccid from devices
      join accounts on accounts.id = devices.account_id
    where starts_with(path, ${scope.path}) and devices.terminal_id ~ '^(861234|1440)' and length(iccid) = 20
      and devices.activate_time is not null
    order by devices.id limit 90`.execute(db)
  const operatorId = staff[roles.testStockUser]!
  await db.transaction().execute(async (trx) => {
    // As a device says it that had its card changed.
    const swapped = oddVehicles.reported.flatMap((at) => vehicles[at]?.id ?? [])
    await sql`
      update devices set information = information || jsonb_build_object('iccid', '8986061708009999' || lpad(id::text, 4, '0'))
      where id = any(${swapped}::int4[])`.execute(trx)
    const matched = units.filter((_, at) => at < batchesWithCards * 60)
    const line = units.slice(0, matched.length + 120).map(({ imei, iccid }, at): NewCard => {
      const isMatched = at < matched.length
      const state = at < 200 ? 'active' : isMatched ? 'testable' : 'stock'
      return { iccid: iccid!, terminalID: isMatched ? imei : null, values: valuesOf(at, state, now) }
    })
    const ofVehicles = vehicles.map(({ terminalID, iccid }, at): NewCard => {
      const state = at % 29 === 12 ? 'suspended' : 'active'
      return { iccid, terminalID: holderOf(terminalID, at), values: valuesOf(at + 5, state, now) }
    })
    const context = (daysAgo: number) => ({ scope, operatorId, now: now - daysAgo * dayMs })
    await importCards(trx, ofVehicles, context(46))
    await importCards(trx, line, context(20))
  })

  function holderOf(terminalID: string, at: number): string | null {
    if (oddVehicles.unmatched.includes(at)) return null
    // A device of the line that has no card of its own.
    return oddVehicles.entered.includes(at) ? units.at(-1 - at)!.imei : terminalID
  }
}

/** One in eleven ends within the month, one in twenty-three has ended. */
function valuesOf(index: number, state: NonNullable<CardValues['state']>, now: number): CardValues {
  const days = index % 23 === 7 ? -5 - (index % 30) : index % 11 === 3 ? 2 + (index % 27) : 60 + (index % 600)
  return {
    msisdn: `1064${String(700_000_000 + index * 1_013)}`,
    operator: operators[index % operators.length]!,
    plan: plans[index % plans.length]!,
    expireTime: now + days * dayMs,
    state,
  }
}
