import type { Currency } from '@trackway/core/codes/currencies.ts'
import type { ExchangeRate, exchangeRateCalls } from '@trackway/core/features/exchange-rates/calls.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import type { Page } from '../../platform/database/read-page.ts'
import type { DayRates } from './providers/rate-provider.ts'

export const manual = 'manual'

export async function findRates(
  db: Db,
  { pageNum, pageSize, ...filter }: z.output<typeof exchangeRateCalls.find.input>,
): Promise<Page<ExchangeRate>> {
  const currency = filter.currency ?? null
  const found = sql`from exchange_rates where (${currency}::text is null or currency = ${currency}::text)`
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db)
  const { rows: list } = await sql<ExchangeRate>`
    select currency || ' ' || day as id, currency, to_char(day, 'YYYY-MM-DD') as day,
      trim_scale(usd_rate)::text as "usdRate", source
    ${found} order by day desc, currency limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  return { list, total: counted.rows[0]?.total ?? 0 }
}

/** @returns what was there of that day */
export async function saveRate(
  trx: Db,
  { currency, day, usdRate }: Pick<ExchangeRate, 'currency' | 'day' | 'usdRate'>,
  now: number,
): Promise<string | null> {
  const { rows } = await sql<{ usdRate: string }>`
    select trim_scale(usd_rate)::text as "usdRate" from exchange_rates
    where currency = ${currency} and day = ${day}::date for update`.execute(trx)
  await sql`
    insert into exchange_rates (currency, day, usd_rate, source, change_time)
    values (${currency}, ${day}::date, ${usdRate}::numeric, ${manual}, ${now})
    on conflict (currency, day) do update
      set usd_rate = excluded.usd_rate, source = excluded.source, change_time = excluded.change_time`.execute(
    trx,
  )
  return rows[0]?.usdRate ?? null
}

/** What was set by hand stays. @returns how many were kept */
export async function keepRates(
  db: Db,
  source: string,
  { day, usdRates }: DayRates,
  now: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into exchange_rates as known (currency, day, usd_rate, source, change_time)
    select currency, ${day}::date, usd_rate, ${source}, ${now}::bigint
    from unnest(${[...usdRates.keys()]}::text[], ${[...usdRates.values()]}::numeric[]) as given (currency, usd_rate)
    on conflict (currency, day) do update
      set usd_rate = excluded.usd_rate, source = excluded.source, change_time = excluded.change_time
      where known.source <> ${manual}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * US dollars for one unit of a currency, as a decimal: of this day, or else of the last before it.
 * @param day `YYYY-MM-DD`
 * @returns null where none is known
 */
export async function findRate(db: Db, currency: Currency, day: string): Promise<string | null> {
  if (currency === 'USD') return '1'
  const { rows } = await sql<{ usdRate: string }>`
    select trim_scale(usd_rate)::text as "usdRate" from exchange_rates
    where currency = ${currency} and day <= ${day}::date order by day desc limit 1`.execute(db)
  return rows[0]?.usdRate ?? null
}

/** The newest day of which a source gave rates. */
export async function lastSourceDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(max(day), 'YYYY-MM-DD') as day from exchange_rates where source <> ${manual}`.execute(db)
  return rows[0]?.day ?? null
}
