import { roles } from '@trackway/core/codes/roles.ts'
import { renewPriceCalls } from '@trackway/core/features/prices/calls.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { mayHold } from '../ledger/ledger.ts'
import { priceTable } from './price-table.ts'
import { findNames, findPricedTypes } from './queries.ts'
import { readLevels, readOwnPrices } from './read-levels.ts'
import { savePrices } from './save-prices.ts'

export const renewPriceHandlers: readonly Handler[] = [
  serve(renewPriceCalls.find, async ({ db, scope, input }) => {
    const seller = await findSeller(db, scope, input.userId)
    const table = await readTable(db, scope, seller.id, input.deviceType)
    return {
      userId: seller.id,
      name: table.levels.at(-1)!.name,
      maySetFloor: seller.id !== null && seller.id !== scope.accountId,
      currencies: table.currencies,
      list: table.rows,
    }
  }),

  serveChange(renewPriceCalls.save, async (context) => {
    const { db, scope, input, now } = context
    const { deviceType = null, prices } = input
    const seller = await findSeller(db, scope, input.userId)
    // Who pays it does not say how much.
    const isOwn = seller.id === null || seller.id === scope.accountId
    if (isOwn && prices.some(({ floor }) => floor !== undefined)) throw new Refusal('noPermission')
    const { before, after } = await savePrices(db, seller.id, deviceType, prices, now)
    await recordChange(context, 'renewPrices', seller.id, {
      before: { deviceType, ...before },
      after: { deviceType, ...after },
    })
  }),

  serve(renewPriceCalls.preview, async ({ db, scope, input }) => {
    const account = await findAccountRow(db, scope, input.userId)
    const table = await readTable(
      db,
      scope,
      account.role === roles.admin ? null : account.id,
      input.deviceType,
    )
    return {
      seller: table.levels.at(-1)!.name,
      list: table.rows.flatMap(({ deviceType, duration, currency, amount }) =>
        amount === null ? [] : [{ deviceType, duration, currency, amount }],
      ),
    }
  }),
]

/**
 * Whose prices are meant; null: the platform, whose prices administrators set.
 * @throws {Refusal} `notFound`, `notAnAgent`
 */
async function findSeller(db: Db, scope: Scope, userId = scope.accountId): Promise<{ id: number | null }> {
  const { id, role } = await findAccountRow(db, scope, userId)
  if (role === roles.admin) return { id: null }
  if (!mayHold(role)) throw new Refusal('notAnAgent')
  return { id }
}

async function readTable(db: Db, scope: Scope, accountId: number | null, deviceType: number | undefined) {
  const levels = await readLevels(db, accountId)
  const own = await readOwnPrices(db, levels)
  const ids = levels.flatMap(({ id }) => id ?? [])
  const types = await findPricedTypes(db, ids, deviceType)
  const names = await findNames(db, scope, ids)
  return { levels, currencies: own.currencies, rows: priceTable(levels, own, types, names) }
}
