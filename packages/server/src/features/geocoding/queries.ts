import type { Language } from '@trackway/core/codes/languages.ts'
import type { Address, AddressSource } from '@trackway/core/features/geocoding/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** A square of 0.0003 degree, 33 m from south to north, in which one address holds for all. */
export interface Cell {
  lat: number
  lon: number
}

const dayMs = 86_400_000

/** Cached addresses of cells: by source, null where that source knows nothing. */
export async function readCached(
  db: Db,
  cells: readonly Cell[],
  language: Language,
  sinceTime: number,
): Promise<{ cell: Cell; source: AddressSource; address: Address | null }[]> {
  const { rows } = await sql<{ lat: number; lon: number; source: AddressSource; address: Address | null }>`
    select c.cell_lat as lat, c.cell_lon as lon, c.source, c.address
    from unnest(${cells.map(({ lat }) => lat)}::int[], ${cells.map(({ lon }) => lon)}::int[]) as wanted (lat, lon)
    join address_cache c on c.cell_lat = wanted.lat and c.cell_lon = wanted.lon
    where c.language = ${language} and c.answer_time > ${sinceTime}`.execute(db)
  return rows.map(({ lat, lon, source, address }) => ({ cell: { lat, lon }, source, address }))
}

export async function storeAnswer(
  db: Db,
  cell: Cell,
  language: Language,
  source: AddressSource,
  address: Address | null,
  now: number,
): Promise<void> {
  await sql`
    insert into address_cache (cell_lat, cell_lon, language, source, address, answer_time)
    values (${cell.lat}, ${cell.lon}, ${language}, ${source}, ${address && JSON.stringify(address)}, ${now})
    on conflict (cell_lat, cell_lon, language, source)
    do update set address = excluded.address, answer_time = excluded.answer_time`.execute(db)
}

/** Removes answers that are too old to be given, some thousand at a time. */
export async function forgetOldAnswers(db: Db, beforeTime: number): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from address_cache where ctid = any (array(
        select ctid from address_cache where answer_time < ${beforeTime} limit 5000))`.execute(db)
    if (numAffectedRows < 5000n) return
  }
}

/**
 * Takes one question from a provider's budget of the day (UTC), which all processes share.
 * @param perDay null: no limit
 * @returns false where the budget is spent
 */
export async function spend(
  db: Db,
  source: AddressSource,
  perDay: number | null,
  now: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into address_usage as used (day, source, asked) values (${Math.floor(now / dayMs)}, ${source}, 1)
    on conflict (day, source) do update set asked = used.asked + 1
    where used.asked < ${perDay ?? 2_147_483_647}`.execute(db)
  return numAffectedRows === 1n
}

export async function countFailure(db: Db, source: AddressSource, now: number): Promise<void> {
  await sql`update address_usage set failed = failed + 1
    where day = ${Math.floor(now / dayMs)} and source = ${source}`.execute(db)
}

/** Requests to providers in the last 31 days, newest first. */
export async function usageByDay(
  db: Db,
  now: number,
): Promise<{ day: string; source: AddressSource; asked: number; failed: number }[]> {
  const { rows } = await sql<{ day: number; source: AddressSource; asked: number; failed: number }>`
    select day, source, asked, failed from address_usage where day > ${Math.floor(now / dayMs) - 31}
    order by day desc, source`.execute(db)
  return rows.map(({ day, ...counts }) => ({
    day: new Date(day * dayMs).toISOString().slice(0, 10),
    ...counts,
  }))
}

export async function countCached(db: Db): Promise<number> {
  // An estimate is soon enough: counting a million rows is not.
  const { rows } = await sql<{ count: number }>`
    select greatest(reltuples, 0)::bigint as count from pg_class where oid = 'address_cache'::regclass`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
