import {
  type BalanceAsset,
  cardAssets,
  currencyOf,
  type LedgerAsset,
  type LedgerBook,
  type LedgerKind,
} from '@trackway/core/codes/ledger.ts'
import { type RoleId, roles } from '@trackway/core/codes/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'

/** Where numbers come from or go to: what an account holds, what the platform owes it, or a book of the platform. */
export type Place = { held: number } | { owed: number } | Exclude<LedgerBook, 'held' | 'owed'>

interface Cause {
  asset: LedgerAsset
  kind: LedgerKind
  operatorId: number | null
  reference?: string | null | undefined
  remark?: string | null | undefined
  /** What this is for, of which there is one movement only. */
  cause?: { name: string; id: number }
  now: number
}

interface Movement extends Cause {
  amount: number
  from: Place
  to: Place
}

/**
 * Moves numbers from one place to another.
 * @returns the movement, and what the accounts hold afterwards, by their ids
 * @throws {Refusal} as {@link post}
 */
export function move(
  trx: Db,
  { amount, from, to, ...cause }: Movement,
): Promise<{ id: number; balances: Map<number, number> }> {
  return post(trx, cause, [
    { place: from, amount: -amount },
    { place: to, amount },
  ])
}

/**
 * Writes a movement of entries that add up to nothing. Two at once wait for each other's rows, which are locked in the
 * order of their ids.
 * @param trx a transaction, which commits the movement with the rest
 * @param entries of one place several count as one; those of nothing are left out
 * @returns the movement, and what the accounts hold afterwards, by their ids
 * @throws {Refusal} `notFound` where one of them was deleted this instant; where an account would hold less than nothing,
 *   `notEnoughImportCounts`, `balanceInsufficient`, or `notEnoughCards` with how many are missing; nothing may be written
 *   in the transaction afterwards
 */
export async function post(
  trx: Db,
  { asset, kind, operatorId, reference = null, remark = null, cause, now }: Cause,
  entries: readonly { place: Place; amount: number }[],
): Promise<{ id: number; balances: Map<number, number> }> {
  const sums = [...Map.groupBy(entries, ({ place }) => JSON.stringify(place)).values()]
    .map((same) => ({ place: same[0]!.place, amount: same.reduce((sum, { amount }) => sum + amount, 0) }))
    .filter(({ amount }) => amount !== 0)
  const accounts = sums.flatMap(({ place }) => accountOf(place) ?? [])
  const ids = [...new Set(accounts.map(({ id }) => id))]
  // Before what they hold, as whoever deletes them does.
  const there = await trx
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (there.length < ids.length) throw new Refusal('notFound')
  const names = new Map(there.map(({ id, username }) => [id, username]))
  const balanceRows = accounts.map(({ id, book }) => ({
    account_id: id,
    asset: assetIn(book, asset),
    balance: 0,
  }))
  if (balanceRows.length > 0)
    await trx
      .insertInto('ledger_balances')
      .values(balanceRows.toSorted((a, b) => a.account_id - b.account_id || a.asset.localeCompare(b.asset)))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const rows = await trx
    .selectFrom('ledger_balances')
    .select(['account_id', 'asset', 'balance'])
    .where('asset', 'in', [asset, ...(currencyOf(asset) ? [assetIn('owed', asset)] : [])])
    .where(sql<boolean>`account_id = any(${ids}::integer[])`)
    .orderBy('account_id')
    .orderBy('asset')
    .forUpdate()
    .execute()
  const balanceOf = new Map(rows.map((row) => [`${row.account_id} ${row.asset}`, row.balance]))

  const { id } = await trx
    .insertInto('ledger_movements')
    .values({
      time: now,
      asset,
      kind,
      operator_id: operatorId,
      reference,
      remark,
      cause: cause?.name ?? null,
      cause_id: cause?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const held = new Map<number, number>()
  for (const { place, amount } of sums) {
    const account = accountOf(place)
    if (account === null) {
      const none = { account_id: null, account_name: null, before_balance: null, after_balance: null }
      await trx
        .insertInto('ledger_entries')
        .values({ movement_id: id, amount, book: place as LedgerBook, ...none })
        .execute()
      continue
    }
    const own = assetIn(account.book, asset)
    const before = balanceOf.get(`${account.id} ${own}`) ?? 0
    const after = before + amount
    if (account.book === 'held') {
      if (after < 0 && amount < 0) throw shortage(asset, -after)
      held.set(account.id, after)
    }
    await trx
      .updateTable('ledger_balances')
      .set({ balance: after })
      .where('account_id', '=', account.id)
      .where('asset', '=', own)
      .execute()
    await trx
      .insertInto('ledger_entries')
      .values({
        movement_id: id,
        amount,
        book: account.book,
        account_id: account.id,
        account_name: names.get(account.id)!,
        before_balance: before,
        after_balance: after,
      })
      .execute()
  }
  return { id, balances: held }
}

function accountOf(place: Place): { id: number; book: 'held' | 'owed' } | null {
  if (typeof place === 'string') return null
  return 'held' in place ? { id: place.held, book: 'held' } : { id: place.owed, book: 'owed' }
}

const assetIn = (book: 'held' | 'owed', asset: LedgerAsset): BalanceAsset =>
  book === 'held' ? asset : (`owed${asset}` as BalanceAsset)

function shortage(asset: LedgerAsset, missing: number): Refusal {
  if (asset === 'import') return new Refusal('notEnoughImportCounts')
  if ((cardAssets as readonly string[]).includes(asset))
    return new Refusal('notEnoughCards', { count: missing })
  return new Refusal('balanceInsufficient')
}

/** What an account draws on: administrators on what the platform issues, others on what they hold. */
export async function accountPlace(trx: Db, accountId: number): Promise<'issued' | { held: number }> {
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
    .where('balance', '<>', 0)
    .orderBy('account_id')
    .orderBy('asset')
    .execute()
  const place = await accountPlace(trx, superiorId)
  for (const { account_id, asset, balance } of holdings) {
    const currency = currencyOf(asset)
    const isOwed = asset !== currency && currency !== null
    // A balance is its holder's money: it goes back to him first.
    if (currency !== null && !isOwed) {
      if (kind === 'roleChanged') continue
      throw new Refusal('balanceHeld')
    }
    // Money that belonged to nobody else is the platform's.
    const own =
      typeof place === 'object' ? (isOwed ? { owed: superiorId } : place) : currency ? 'income' : place
    const from = isOwed ? { owed: account_id } : { held: account_id }
    await post(trx, { asset: currency ?? (asset as LedgerAsset), kind, operatorId, now }, [
      { place: from, amount: -balance },
      { place: own, amount: balance },
    ])
  }
}
