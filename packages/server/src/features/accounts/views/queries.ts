import { type ListView, listView } from '@trackway/core/features/accounts/view-calls.ts'
import type { Db } from '../../../platform/database/database.ts'
import { readColumn, storedForm } from '../../../platform/database/stored-json.ts'
import { Refusal } from '../../../platform/errors.ts'

/** Saved views of one account; nobody else sees them. */

/** More than these nobody finds anything in. */
const maxViewsOfList = 50

/** What a view shows, in `list_views.state`. Not read, it is not offered. */
const viewForm = storedForm('listView', listView.pick({ filter: true, columns: true }))

export async function findViews(db: Db, accountId: number, list: string): Promise<ListView[]> {
  const rows = await db
    .selectFrom('list_views')
    .select(['id', 'name', 'state'])
    .where('account_id', '=', accountId)
    .where('list', '=', list)
    .orderBy('name')
    .execute()
  return readColumn(rows, 'state', viewForm).map(({ id, name, state }) => ({ id, list, name, ...state }))
}

/** Adds a view, or replaces the one of the same name. @throws {Refusal} `tooManyViews` */
export async function saveView(
  db: Db,
  accountId: number,
  { list, name, ...state }: Omit<ListView, 'id'>,
): Promise<ListView> {
  const views = await findViews(db, accountId, list)
  if (views.length >= maxViewsOfList && !views.some((view) => view.name === name))
    throw new Refusal('tooManyViews')
  const stored = JSON.stringify(viewForm.write(state))
  const { id } = await db
    .insertInto('list_views')
    .values({ account_id: accountId, list, name, state: stored })
    .onConflict((conflict) => conflict.columns(['account_id', 'list', 'name']).doUpdateSet({ state: stored }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, list, name, ...state }
}

/** @throws {Refusal} `notFound`, also for somebody else's */
export async function deleteView(db: Db, accountId: number, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('list_views')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('notFound')
}
