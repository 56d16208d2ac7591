import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { payClientOf } from '../pay-accounts/find-pay-account.ts'
import type { PayClient } from '../pay-accounts/providers/pay-provider.ts'

/** What paying needs. */
export interface PayTools {
  db: Db
  bus: Bus
  log: Log
  now(): number
  /** The client of an account at a provider; null: it is gone, or something is missing for it. */
  clientOf(payAccountId: number): Promise<PayClient | null>
  /** Called between two steps, so that a test can end the process there. */
  step?(name: string): void
}

/** The tools of a process, with clients of the accounts at providers as they are stored. */
export const payToolsOf = (
  { db, bus, log }: Pick<PayTools, 'db' | 'bus' | 'log'>,
  now: () => number,
): PayTools => ({
  db,
  bus,
  log,
  now,
  clientOf: (payAccountId) => payClientOf(db, payAccountId, { now }),
})

/** How long one process alone polls a provider for a row. */
export const leaseMs = 30_000
const second = 1_000
const minute = 60 * second
const pollAfterMs = [5, 10, 20, 40].map((s) => s * second).concat([1, 2, 5, 10].map((m) => m * minute))
const dayMs = 24 * 60 * minute
/** How long a payment is polled that its provider has not decided. */
const pendingKeptMs = 30 * dayMs

/**
 * When a provider is polled next: at growing intervals until a day after the row was made, of what it says takes days
 * daily for a month.
 * @returns null: no more
 */
export function nextAskTime(
  { create_time, asks }: { create_time: number; asks: number },
  { now, isPending = false, order }: { now: number; isPending?: boolean; order?: { expire_time: number } },
): number | null {
  if (isPending)
    return now < create_time + pendingKeptMs ? now + (asks < pollAfterMs.length ? 10 * minute : dayMs) : null
  if (now > create_time + 30 * dayMs) return null
  const next = now + (pollAfterMs[asks] ?? (now < create_time + dayMs ? 10 * minute : dayMs))
  // An order that runs out ends then.
  return order !== undefined && order.expire_time > now ? Math.min(next, order.expire_time) : next
}
