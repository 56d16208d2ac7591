import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { devicesOfCards, mismatchSql } from './devices-of-cards.ts'

/** Cards or notes of one statement. */
const atOnce = 5_000

/** Compares cards with their devices, and keeps what does not fit. */
export async function checkCards(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with locked as materialized (
      select id from sim_cards where id = any(${ids}::int4[]) order by id for update
    )
    update sim_cards set mismatch = found.mismatch
    from (
      select c.id, ${mismatchSql} as mismatch from sim_cards c ${devicesOfCards}
      where c.id in (select id from locked)
    ) as found
    where sim_cards.id = found.id and sim_cards.mismatch is distinct from found.mismatch`.execute(db)
}

/** Compares the cards whose devices were changed since. @returns how many changes there were */
export async function checkChanged(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows: notes } = await sql<{ key: string | null; terminalId: string | null }>`
      delete from sim_checks where ctid = any(array(
        select ctid from sim_checks limit ${atOnce} for update skip locked))
      returning iccid_key as key, terminal_id as "terminalId"`.execute(trx)
    if (notes.length === 0) return 0
    const { rows: cards } = await sql<{ id: number }>`
      select id from sim_cards where iccid_key = any(${notes.flatMap(({ key }) => key ?? [])}::text[])
      union
      select id from sim_cards
      where terminal_id = any(${notes.flatMap(({ terminalId }) => terminalId ?? [])}::text[])`.execute(trx)
    await checkCards(
      trx,
      cards.map(({ id }) => id),
    )
    return notes.length
  })
}

/** Compares all cards: accounts may have moved. */
export async function checkAll(db: Db): Promise<void> {
  for (let afterId = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select id from sim_cards where id > ${afterId} order by id limit ${atOnce}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    await checkCards(
      db,
      rows.map(({ id }) => id),
    )
    afterId = last.id
  }
}
