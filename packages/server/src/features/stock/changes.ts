import type { RefusalName } from '@trackway/core/codes/results.ts'
import { type StockCause, type StockPlace, stockMoves } from '@trackway/core/features/stock/places.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/session.ts'
import { factoryOf } from '../../platform/scope/scope-sql.ts'
import { itemsIn } from './queries.ts'

/** By whom and when stock is changed. */
export interface StockContext {
  scope: Scope
  operatorId: number
  now: number
  /** The batch whose rows these are, which can be undone; null: none. */
  importId: number | null
}

export interface NewItem {
  terminalID: string
  deviceType: number | null
  place: StockPlace
  batch: string | null
  serialNumber: string | null
  paperNumber: string | null
  note: string | null
}

export interface ItemMove {
  terminalID: string
  place: StockPlace
  paperNumber: string | null
  receiver: string | null
  note: string | null
}

export interface LockedItem {
  id: number
  terminalID: string
  place: StockPlace
  isRegistered: boolean
}

interface Movement {
  itemId: number
  from: StockPlace | null
  to: StockPlace
  paperNumber: string | null
  receiver: string | null
  note: string | null
}

/** The items of the scope by terminal id, locked in one order until the transaction ends. */
export async function lockItems(
  trx: Db,
  scope: Scope,
  terminalIDs: readonly string[],
): Promise<Map<string, LockedItem>> {
  const rows = await trx
    .selectFrom('stock_items')
    .select(['id', 'terminal_id as terminalID', 'place'])
    .select(
      sql<boolean>`exists (select from devices d where d.terminal_id = stock_items.terminal_id)`.as(
        'isRegistered',
      ),
    )
    .where(sql<boolean>`terminal_id = any(${terminalIDs}::text[])`)
    .where(itemsIn(scope))
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.terminalID, row]))
}

/**
 * Enters devices that no stock has.
 * @returns the new ids by terminal id; those that are in a stock already are left out
 */
export async function enterItems(
  trx: Db,
  items: readonly NewItem[],
  context: StockContext,
): Promise<Map<string, number>> {
  const keeperId = factoryOf(context.scope)
  const { rows } = await sql<{ id: number; terminalID: string }>`
    insert into stock_items (account_id, terminal_id, device_type_id, place, place_time, batch, serial_number,
      paper_number, create_time)
    select ${keeperId}, "terminalID", "deviceType", place, ${context.now}::bigint, batch, "serialNumber", "paperNumber",
      ${context.now}::bigint
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as g ("terminalID" text, "deviceType" int4, place text,
      batch text, "serialNumber" text, "paperNumber" text)
    -- In one order, so that two who enter the same do not wait for each other.
    order by "terminalID"
    on conflict (terminal_id) do nothing
    returning id, terminal_id as "terminalID"`.execute(trx)
  const ids = new Map(rows.map(({ id, terminalID }) => [terminalID, id]))
  const entered = items.flatMap(({ terminalID, place, paperNumber, note }): Movement[] => {
    const itemId = ids.get(terminalID)
    return itemId === undefined ? [] : [{ itemId, from: null, to: place, paperNumber, receiver: null, note }]
  })
  await recordMovements(trx, entered, 'entered', context)
  return ids
}

/**
 * Moves devices to other places. Refuses of a device: `notFound`, also in another's stock; `placeNotAllowed` from where it
 * is.
 */
export async function moveItems(
  trx: Db,
  moves: readonly ItemMove[],
  context: StockContext,
): Promise<{ done: LockedItem[]; failed: { id: string; result: RefusalName }[] }> {
  const items = await lockItems(
    trx,
    context.scope,
    moves.map(({ terminalID }) => terminalID),
  )
  const failed: { id: string; result: RefusalName }[] = []
  const good = moves.flatMap((move) => {
    const item = items.get(move.terminalID)
    if (item && stockMoves[item.place].includes(move.place)) return { item, move }
    failed.push({ id: move.terminalID, result: item ? 'placeNotAllowed' : 'notFound' })
    return []
  })
  await place(
    trx,
    good.map(({ item, move }) => ({
      itemId: item.id,
      from: item.place,
      to: move.place,
      paperNumber: move.paperNumber,
      receiver: move.receiver,
      note: move.note,
    })),
    'moved',
    context,
  )
  return { done: good.map(({ item }) => item), failed }
}

/**
 * Moves devices that passed their tests on from where they were produced, each with who tested it. Those that are
 * elsewhere, or in no stock of the factory, stay.
 */
export async function moveTested(
  trx: Db,
  accountId: number,
  tested: readonly { terminalID: string; operator: string | null; note: string | null }[],
  now: number,
): Promise<void> {
  if (tested.length === 0) return
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(tested)}::jsonb) as g ("terminalID" text, operator text, note text)
    ), items as (
      select i.id, g.operator, g.note from stock_items i join given g on g."terminalID" = i.terminal_id
      where i.place = 'produced' and i.account_id = (stock_place_of(${accountId})).keeper_id
      order by i.id for update of i
    ), moved as (
      update stock_items i set place = 'tested', place_time = ${now}::bigint, paper_number = null, receiver = null
      from items where i.id = items.id
    )
    insert into stock_movements (item_id, from_place, to_place, cause, operator, note, time)
    select id, 'produced', 'tested', 'moved', operator, note, ${now}::bigint from items`.execute(trx)
}

/** Deletes entries made by mistake. Refuses of a device: `notFound`; `stillRegistered`. */
export async function removeItems(
  trx: Db,
  terminalIDs: readonly string[],
  { scope }: Pick<StockContext, 'scope'>,
): Promise<{ done: LockedItem[]; failed: { id: string; result: RefusalName }[] }> {
  const items = await lockItems(trx, scope, terminalIDs)
  const done = [...items.values()].filter(({ isRegistered }) => !isRegistered)
  await sql`delete from stock_items where id = any(${done.map(({ id }) => id)}::int4[])`.execute(trx)
  return {
    done,
    failed: terminalIDs.flatMap((id) => {
      const item = items.get(id)
      if (item === undefined) return { id, result: 'notFound' as const }
      return item.isRegistered ? { id, result: 'stillRegistered' as const } : []
    }),
  }
}

/**
 * Takes back what a batch did to these items where no other movement followed: those that it entered are removed, others
 * go back to where they were.
 * @returns the ids of items that were taken back
 */
export async function undoItems(
  trx: Db,
  itemIds: readonly number[],
  importId: number,
  context: StockContext,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; from: StockPlace | null; to: StockPlace }>`
    select i.id, m.from_place as from, m.to_place as to from stock_items i cross join lateral (
      select from_place, to_place, import_id from stock_movements where item_id = i.id order by id desc limit 1) as m
    where i.id = any(${itemIds}::int4[]) and m.import_id = ${importId}
      and (m.from_place is not null or not exists (select from devices d where d.terminal_id = i.terminal_id))
    order by i.id for update of i`.execute(trx)
  const added = rows.flatMap(({ id, from }) => (from === null ? id : []))
  await sql`delete from stock_items where id = any(${added}::int4[])`.execute(trx)
  const moved = rows.flatMap(({ id, from, to }): Movement[] =>
    from === null ? [] : [{ itemId: id, from: to, to: from, paperNumber: null, receiver: null, note: null }],
  )
  await place(trx, moved, 'undone', { ...context, importId: null })
  return new Set(rows.map(({ id }) => id))
}

async function place(
  trx: Db,
  movements: readonly Movement[],
  cause: StockCause,
  context: StockContext,
): Promise<void> {
  await sql`
    update stock_items i set place = g.to, place_time = ${context.now}::bigint, paper_number = g."paperNumber",
      receiver = g.receiver
    from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb)
      as g ("itemId" int4, "to" text, "paperNumber" text, receiver text)
    where i.id = g."itemId"`.execute(trx)
  await recordMovements(trx, movements, cause, context)
}

async function recordMovements(
  trx: Db,
  movements: readonly Movement[],
  cause: StockCause,
  { operatorId, importId, now }: StockContext,
): Promise<void> {
  await sql`
    insert into stock_movements (item_id, from_place, to_place, cause, operator, paper_number, receiver, note, import_id,
      time)
    select "itemId", "from", "to", ${cause}, (select username from accounts where id = ${operatorId}), "paperNumber",
      receiver, note, ${importId}::int4, ${now}::bigint
    from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb)
      as g ("itemId" int4, "from" text, "to" text, "paperNumber" text, receiver text, note text)`.execute(trx)
}
