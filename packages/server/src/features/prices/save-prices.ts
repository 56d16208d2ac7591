import type { Currency } from '@trackway/core/codes/currencies.ts'
import { type DurationId, durations } from '@trackway/core/codes/durations.ts'
import { amountText } from '@trackway/core/rules/money.ts'
import type { RuleName } from '@trackway/core/rules/rule-texts.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { isForeignKeyViolation, Refusal } from '../../platform/errors.ts'
import { readLevels, readOwnPrices } from './read-levels.ts'
import { type OwnPrice, resolvePrices } from './resolve-prices.ts'

/** What is left out stays; null is inherited again. */
interface PriceChange {
  duration: DurationId
  currency: Currency
  amount?: number | null | undefined
  floor?: number | null | undefined
}

/**
 * Sets prices and floors of an account, or of the platform (null).
 * @param trx a transaction, in which nothing may be kept after a refusal
 * @returns what was set before and after, for the record
 * @throws {Refusal} `unknownDeviceType`; `priceBelowFloor` where a price would be below what the account pays itself, or
 *   a floor below what the account above pays
 */
export async function savePrices(
  trx: Db,
  accountId: number | null,
  deviceTypeId: number | null,
  changes: readonly PriceChange[],
  now: number,
): Promise<{ before: Record<string, string>; after: Record<string, string> }> {
  const levels = await readLevels(trx, accountId)
  const level = levels.at(-1)!
  // Two changes of one account at once wait for each other, so that each is checked against what is stored.
  await sql`select pg_advisory_xact_lock(${priceLocks}, ${accountId ?? 0})`.execute(trx)
  const known = await readOwnPrices(trx, levels)
  const before: Record<string, string> = {}
  const after: Record<string, string> = {}
  for (const change of changes) {
    const was = known.exact(level, deviceTypeId, change.duration, change.currency)
    const next = {
      amount: change.amount === undefined ? was.amount : change.amount,
      floor: change.floor === undefined ? was.floor : change.floor,
    }
    Object.assign(before, recorded(change, was))
    Object.assign(after, recorded(change, next))
    await writePrice(trx, { accountId, deviceTypeId, ...next }, change, now)
  }
  const own = await readOwnPrices(trx, levels)
  for (const [n, { duration, currency, amount, floor }] of changes.entries()) {
    const [here, above] = resolvePrices(own.ofType(deviceTypeId, duration, currency)).toReversed()
    if (amount != null && here!.cost !== null && amount < here!.cost)
      throw refusedAt(n, 'amount', 'belowFloor')
    if (floor != null && above?.cost != null && floor < above.cost) throw refusedAt(n, 'floor', 'belowCost')
  }
  return { before, after }
}

const priceLocks = 7_203_091

const refusedAt = (n: number, field: 'amount' | 'floor', reason: RuleName) =>
  new Refusal('priceBelowFloor', { issues: [{ path: `prices.${n}.${field}`, reason }] })

async function writePrice(
  trx: Db,
  {
    accountId,
    deviceTypeId,
    amount,
    floor,
  }: OwnPrice & { accountId: number | null; deviceTypeId: number | null },
  { duration, currency }: PriceChange,
  now: number,
): Promise<void> {
  if (amount === null && floor === null) {
    await trx
      .deleteFrom('renew_prices')
      .where(sql<boolean>`account_id is not distinct from ${accountId}::integer`)
      .where(sql<boolean>`device_type_id is not distinct from ${deviceTypeId}::integer`)
      .where('duration', '=', duration)
      .where('currency', '=', currency)
      .execute()
    return
  }
  const values = { amount, floor_amount: floor, change_time: now }
  try {
    await trx
      .insertInto('renew_prices')
      .values({ account_id: accountId, device_type_id: deviceTypeId, duration, currency, ...values })
      .onConflict((conflict) => conflict.constraint('renew_prices_item').doUpdateSet(values))
      .execute()
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new Refusal('unknownDeviceType', { cause: error })
    throw error
  }
}

/** As it is recorded: `year: 29.99 USD`. */
function recorded({ duration, currency }: PriceChange, { amount, floor }: OwnPrice): Record<string, string> {
  const { name } = durations[duration]
  const text = (value: number | null) => (value === null ? '' : `${amountText(value, currency)} ${currency}`)
  return { [`${name}.${currency}`]: text(amount), [`${name}.${currency}.floor`]: text(floor) }
}
