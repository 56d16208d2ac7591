import type { StockItem, StockMovement, stockCalls } from '@trackway/core/features/stock/calls.ts'
import { type StockPlace, stockPlaces } from '@trackway/core/features/stock/places.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import { refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { type KeptIn, keptIn, pathEnd } from '../../platform/scope/scope-sql.ts'

type Filter = z.output<typeof stockCalls.find.input>

const accountsOf = ({ path }: Scope) =>
  sql<number>`(select id from accounts where path >= ${path} and path < ${pathEnd(path)})`

/** `where(itemsIn(scope))` on `stock_items`: those of factories at or below the caller. */
export const itemsIn = (scope: Scope) => sql<boolean>`stock_items.account_id in ${accountsOf(scope)}`

function filtered(db: Db, isKept: KeptIn, filter: Omit<Partial<Filter>, 'place'>) {
  const { search, deviceType, isRegistered, from, to, terminalIDs } = filter
  return db
    .selectFrom('stock_items')
    .leftJoin('devices', 'devices.terminal_id', 'stock_items.terminal_id')
    .where(isKept('stock_items'))
    .$if(search !== undefined && search !== '', (query) =>
      query.where(sql<boolean>`stock_items.search_text like ${likePattern(search!.toLowerCase())}`),
    )
    .$if(deviceType !== undefined, (query) =>
      query.where(
        sql<boolean>`coalesce(devices.device_type_id, stock_items.device_type_id) = ${deviceType!}`,
      ),
    )
    .$if(isRegistered !== undefined, (query) =>
      query.where('devices.id', isRegistered === 'yes' ? 'is not' : 'is', null),
    )
    .$if(from !== undefined, (query) => query.where('place_time', '>=', from!))
    .$if(to !== undefined, (query) => query.where('place_time', '<', to!))
    .$if(terminalIDs !== undefined, (query) =>
      query.where(sql<boolean>`stock_items.terminal_id = any(${terminalIDs!}::text[])`),
    )
}

/** A page of the devices in their places. */
export async function findStock(db: Db, scope: Scope, filter: Filter): Promise<Page<StockItem>> {
  const direction = filter.isDescending ? 'desc' : 'asc'
  const found = filtered(db, await keptIn(db, scope, 'stock_items'), filter)
    .$if(filter.place !== undefined, (query) => query.where('place', '=', filter.place!))
    .leftJoin('accounts', 'accounts.id', 'devices.account_id')
    .leftJoin('device_types', (join) =>
      join.on(sql<boolean>`device_types.id = coalesce(devices.device_type_id, stock_items.device_type_id)`),
    )
    .select(['stock_items.id', 'stock_items.terminal_id as terminalID', 'place', 'place_time as placeTime'])
    .select(['device_types.id as deviceTypeId', 'batch', 'serial_number as serialNumber'])
    .select(sql<string | null>`coalesce(device_types.label, device_types.name)`.as('deviceTypeName'))
    .select(['paper_number as paperNumber', 'receiver', 'stock_items.create_time as createTime'])
    .select('activate_time as activateTime')
    .select(
      sql<string | null>`case when accounts.id in ${accountsOf(scope)} then accounts.username end`.as(
        'username',
      ),
    )
    .$if(filter.sort === 'placeTime', (query) => query.orderBy('place_time', direction))
    .$if(filter.sort === 'terminalID', (query) => query.orderBy('stock_items.terminal_id', direction))
    .orderBy('stock_items.id', direction)
  return readPage(found, filter)
}

/** How many devices are at each place. */
export async function countStock(
  db: Db,
  scope: Scope,
  filter: z.output<typeof stockCalls.counts.input>,
): Promise<Record<StockPlace, number>> {
  const rows = await filtered(db, await keptIn(db, scope, 'stock_items'), filter)
    .select(['place', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('place')
    .execute()
  const counts = new Map<string, number>(rows.map(({ place, count }) => [place, count]))
  return Object.fromEntries(stockPlaces.map((place) => [place, counts.get(place) ?? 0])) as Record<
    StockPlace,
    number
  >
}

/** @throws {Refusal} `notFound`, also for what is in another's stock */
export async function findMovements(
  db: Db,
  scope: Scope,
  { terminalID, ...paging }: Paging & { terminalID: string },
): Promise<Page<StockMovement>> {
  const { id } = await db
    .selectFrom('stock_items')
    .select('id')
    .where('terminal_id', '=', terminalID)
    .where(itemsIn(scope))
    .executeTakeFirstOrThrow(refusal('notFound'))
  const found = db
    .selectFrom('stock_movements')
    .select(['id', 'time', 'from_place as fromPlace', 'to_place as toPlace', 'cause', 'operator'])
    .select(['paper_number as paperNumber', 'receiver', 'note'])
    .where('item_id', '=', id)
    .orderBy('id', 'desc')
  return readPage(found, paging)
}
