import { type CardAsset, cardAssets, type LedgerAsset, type LedgerKind } from '@trackway/core/codes/ledger.ts'
import { type RoleId, roles } from '@trackway/core/codes/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'

/** Where numbers come from or go to: what an account holds, or a book of the platform. */
export type Place = { held: number } | 'issued' | 'used'

interface Movement {
  asset: LedgerAsset
  kind: LedgerKind
  amount: number
  from: Place
  to: Place
  operatorId: number
  reference?: string | undefined
  remark?: string | null | undefined
  now: number
}

/**
 * Moves numbers in two entries that add up to nothing. Two at once wait for each other's rows, which are locked in the
 * order of their ids.
 * @param trx a transaction, which commits the movement with the rest
 * @returns the movement, and what the accounts hold afterwards, by their ids
 * @throws {Refusal} `notFound` where one of them was deleted this instant; `notEnoughImportCounts`, or `notEnoughCards` with how many are missing; nothing may be written in the
 *   transaction afterwards
 */
export async function move(
  trx: Db,
  movement: Movement,
): Promise<{ id: number; balances: Map<number, number> }> {
  const { asset, kind, amount, from, to, operatorId, reference = null, remark = null, now } = movement
  const held = [from, to].flatMap((place) => (typeof place === 'object' ? [place.held] : []))
  // Before what they hold, as whoever deletes them does.
  const there = await trx
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`id = any(${held}::integer[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (there.length < held.length) throw new Refusal('notFound')
  if (typeof to === 'object') {
    await trx
      .insertInto('ledger_balances')
      .values({ account_id: to.held, asset, balance: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const rows = await trx
    .selectFrom('ledger_balances')
    .select(['account_id', 'balance'])
    .where('asset', '=', asset)
    .where(sql<boolean>`account_id = any(${held}::integer[])`)
    .orderBy('account_id')
    .forUpdate()
    .execute()
  const balances = new Map(rows.map((row) => [row.account_id, row.balance]))
  if (typeof from === 'object') {
    const missing = amount - (balances.get(from.held) ?? 0)
    if (missing > 0)
      throw isCard(asset)
        ? new Refusal('notEnoughCards', { count: missing })
        : new Refusal('notEnoughImportCounts')
  }

  const { id } = await trx
    .insertInto('ledger_movements')
    .values({ time: now, asset, kind, operator_id: operatorId, reference, remark })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enter(from, -amount)
  await enter(to, amount)
  return { id, balances }

  async function enter(place: Place, change: number): Promise<void> {
    const entry = { movement_id: id, amount: change }
    if (typeof place === 'string') {
      const none = { account_id: null, account_name: null, before_balance: null, after_balance: null }
      await trx
        .insertInto('ledger_entries')
        .values({ ...entry, book: place, ...none })
        .execute()
      return
    }
    const before = balances.get(place.held) ?? 0
    balances.set(place.held, before + change)
    await trx
      .updateTable('ledger_balances')
      .set({ balance: before + change })
      .where('account_id', '=', place.held)
      .where('asset', '=', asset)
      .execute()
    await sql`insert into ledger_entries (movement_id, book, account_id, account_name, amount, before_balance, after_balance)
      select ${id}, 'held', id, username, ${change}::bigint, ${before}::bigint, ${before + change}::bigint
      from accounts where id = ${place.held}`.execute(trx)
  }
}

const isCard = (asset: LedgerAsset): asset is CardAsset => (cardAssets as readonly string[]).includes(asset)

/** What an account draws on: administrators on what the platform issues, others on what they hold. */
export async function accountPlace(trx: Db, accountId: number): Promise<Place> {
  const { role } = await trx
    .selectFrom('accounts')
    .select('role')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return role === roles.admin ? 'issued' : { held: accountId }
}

const importCounts =
  (kind: 'use' | 'undo') =>
  async (trx: Db, accountId: number, count: number, reference: string, now = Date.now()): Promise<void> => {
    if (count === 0) return
    const place = await accountPlace(trx, accountId)
    const [from, to]: [Place, Place] = kind === 'use' ? [place, 'used'] : ['used', place]
    const what = { asset: 'import', kind, amount: count, reference, operatorId: accountId } as const
    await move(trx, { ...what, from, to, now })
  }

/**
 * Takes what adding devices costs from the import count of the account that adds them; administrators are never short.
 * `reference` is what it is for: a terminal id, an import.
 * @throws {Refusal} `notEnoughImportCounts`
 */
export const takeImportCounts = importCounts('use')

/** Gives back what an import that is undone had taken. */
export const returnImportCounts = importCounts('undo')

/** Only agents hold numbers: they alone hand them on and use them. */
export const mayHold = (role: RoleId): boolean => role === roles.agent || role === roles.superAgent

/** Before accounts are deleted, or may no longer hold anything: what they hold goes to a superior. */
export async function returnHoldings(
  trx: Db,
  accountIds: readonly number[],
  superiorId: number,
  {
    operatorId,
    now,
    kind = 'accountDeleted',
  }: { operatorId: number; now: number; kind?: 'accountDeleted' | 'roleChanged' },
): Promise<void> {
  if (accountIds.length === 0) return
  // Whoever hands them something this instant does so before, or finds them changed.
  await sql`select from accounts where id = any(${accountIds}::integer[]) order by id for update`.execute(trx)
  const holdings = await trx
    .selectFrom('ledger_balances')
    .selectAll()
    .where('account_id', 'in', accountIds)
    .where('balance', '>', 0)
    .orderBy('account_id')
    .execute()
  for (const { account_id, asset, balance } of holdings) {
    const to = await accountPlace(trx, superiorId)
    const what = { asset, kind, amount: balance, operatorId, now }
    await move(trx, { ...what, from: { held: account_id }, to })
  }
}
