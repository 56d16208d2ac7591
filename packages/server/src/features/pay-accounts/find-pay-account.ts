import type { Currency } from '@trackway/core/codes/currencies.ts'
import type { OnlinePayType } from '@trackway/core/codes/orders.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { processSettings } from '../../platform/settings/process-settings.ts'
import type { ClientTools, PayClient } from './providers/pay-provider.ts'
import { connectTo, offeredPayProviders, payAccounts } from './stored-accounts.ts'

/**
 * The ways in which customers of a seller may pay online, in the order of the registry, each with the nearest account that
 * is on and lacks no secret.
 */
export async function payWaysOf(
  db: Db,
  sellerId: number | null,
): Promise<{ provider: OnlinePayType; currencies: readonly Currency[]; payAccountId: number }[]> {
  const candidates = await findCandidates(db, sellerId)
  return offeredPayProviders().flatMap(({ name, currencies }) => {
    const found = candidates.find((each) => each.provider === name && isReady(db, each))
    return found ? [{ provider: name, currencies, payAccountId: found.id }] : []
  })
}

/** Clients that were made, with the tokens and certificates they keep. */
const made = new Map<string, { tools: ClientTools; client: PayClient }>()
const maxMade = 200

/**
 * @returns the client of an account at a provider, also of one that takes no new payments; null where there is none, or
 *   a secret is missing
 */
export async function payClientOf(
  db: Db,
  payAccountId: number,
  tools: ClientTools,
): Promise<PayClient | null> {
  const row = await db
    .selectFrom('pay_accounts')
    .select(['provider', 'settings', 'secret'])
    .where('id', '=', payAccountId)
    .executeTakeFirst()
  if (row === undefined) return null
  const settings = payAccounts.settingsOf(row)
  const baseUrl = tools.baseUrl ?? processSettings.payUrls[row.provider]
  const key = JSON.stringify([payAccountId, row.provider, settings, baseUrl, tools.timeoutMs])
  const known = made.get(key)
  if (known?.tools.now === tools.now && known.tools.db === db) return known.client
  const own = { ...tools, db, payAccountId, ...(baseUrl && { baseUrl }) }
  const client = connectTo(row.provider, settings, own)
  if (client === null) return null
  if (made.size >= maxMade) made.clear()
  made.set(key, { tools: own, client })
  return client
}

const isReady = (db: Db, { id, provider, settings }: Candidate) =>
  connectTo(provider, settings, { now: Date.now, db, payAccountId: id }) !== null

interface Candidate {
  id: number
  provider: string
  /** With its secrets. */
  settings: Record<string, unknown>
}

/**
 * The accounts that may take a seller's payments, the nearest first: its own, then those that superiors share, then the
 * platform's.
 * @param sellerId null: the platform
 */
async function findCandidates(db: Db, sellerId: number | null): Promise<Candidate[]> {
  const { rows } = await sql<Candidate & { secret: Buffer | null }>`
    select pay.id, pay.provider, pay.settings, pay.secret
    from pay_accounts as pay
      join accounts as holder on holder.id = pay.account_id
      left join accounts as seller on seller.id = ${sellerId}::integer
    where pay.deleted_time is null and pay.is_enabled and pay.blocked_time is null
      and (holder.role = ${roles.admin} or holder.own_pay_accounts)
      and (holder.id = seller.id
        or pay.is_shared and (holder.role = ${roles.admin} or starts_with(seller.path, holder.path))
        or ${sellerId}::integer is null and holder.role = ${roles.admin})
    -- The seller and those above it, upwards; other administrators of the platform after them.
    order by coalesce(starts_with(seller.path, holder.path), false) desc,
      length(holder.path) * case when starts_with(seller.path, holder.path) then -1 else 1 end, pay.id`.execute(
    db,
  )
  return rows.map(({ settings, secret, ...row }) => ({
    ...row,
    settings: payAccounts.settingsOf({ settings, secret }),
  }))
}
