import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { networkOf } from '../networks.ts'

/**
 * How many mails, SMS and calls go out: on behalf of an account, to a receiver whoever sends, and at the request of
 * one who calls. Each is a level that rises by one with what is sent and falls steadily with time.
 */

/** `consent` and `link` are mails to addresses that nobody has confirmed yet. */
export type BudgetKind = 'mail' | 'consent' | 'link' | 'sms' | 'phone'

export interface Sending {
  kind: BudgetKind
  accountId: number
  /** Address or number. */
  receiver: string
  /** Network address of who asked for it; null: nobody did just now. */
  caller: string | null
  /** May use the part that is kept for what is urgent. */
  isUrgent: boolean
}

interface Bound {
  /** So many at once. */
  count: number
  /** All of them are free again after this time. */
  perMs: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** More of what is urgent than of everything else. */
const urgentShare = 1.5

const confirming = {
  account: { count: 50, perMs: dayMs },
  receiver: { count: 4, perMs: dayMs },
  caller: { count: 20, perMs: hourMs },
}
const texts = {
  account: { count: 200, perMs: hourMs },
  receiver: { count: 20, perMs: hourMs },
  caller: { count: 5, perMs: hourMs },
}
export const sendBounds: Record<BudgetKind, Record<'account' | 'receiver' | 'caller', Bound>> = {
  mail: {
    account: { count: 400, perMs: hourMs },
    receiver: { count: 40, perMs: hourMs },
    caller: { count: 20, perMs: hourMs },
  },
  consent: confirming,
  link: confirming,
  sms: texts,
  phone: texts,
}

interface Level extends Bound {
  key: string
}

/**
 * Takes one from each budget that a sending concerns, or from none.
 * @returns null; else when there is room again in all of them
 */
export async function takeBudget(db: Db, sending: Sending, now: number): Promise<number | null> {
  const levels = levelsOf(sending)
  const keys = levels.map(({ key }) => key)
  return await db.transaction().execute(async (tx) => {
    // In the order of the keys, so that two who take at once cannot wait for each other.
    await sql`
      insert into send_budgets (key, used, time) select key, 0, ${now}
      from unnest(${keys}::text[]) as k (key) order by key on conflict do nothing`.execute(tx)
    const { rows } = await sql<{ key: string; used: number; time: number }>`
      select key, used, time from send_budgets where key = any(${keys}::text[]) order by key for update`.execute(
      tx,
    )
    const stored = new Map(rows.map((row) => [row.key, row]))
    const taken = levels.map(({ key, count, perMs }) => {
      const { used, time } = stored.get(key)!
      const rate = count / perMs
      const after = Math.max(0, used - Math.max(0, now - time) * rate) + 1
      const most = sending.isUrgent ? count * urgentShare : count
      return { key, used: after, roomTime: after <= most ? null : Math.ceil(now + (after - most) / rate) }
    })
    const roomTimes = taken.map(({ roomTime }) => roomTime).filter((time) => time !== null)
    if (roomTimes.length > 0) return Math.max(...roomTimes)
    await sql`
      update send_budgets b set used = t.used, time = greatest(b.time, ${now}::int8)
      from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as t (key text, used float8)
      where b.key = t.key`.execute(tx)
    return null
  })
}

/** Gives back what was taken for something that did not go out. */
export async function returnBudget(db: Db, sending: Sending): Promise<void> {
  await sql`
    update send_budgets set used = greatest(0, used - 1)
    where key = any(${levelsOf(sending).map(({ key }) => key)}::text[])`.execute(db)
}

/** Removes levels that have long fallen to nothing. */
export async function forgetBudgets(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('send_budgets')
    .where('time', '<', now - 2 * dayMs)
    .execute()
}

function levelsOf({ kind, accountId, receiver, caller }: Sending): Level[] {
  const { account, receiver: ofReceiver, caller: ofCaller } = sendBounds[kind]
  return [
    { key: `${kind} account ${accountId}`, ...account },
    { key: `${kind} receiver ${receiver.toLowerCase()}`, ...ofReceiver },
    ...(caller === null ? [] : [{ key: `${kind} caller ${networkOf(caller, 'customer')}`, ...ofCaller }]),
  ]
}
