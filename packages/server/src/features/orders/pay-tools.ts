import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
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

/** So long one process alone asks a provider about a row. */
export const leaseMs = 30_000
const second = 1_000
const minute = 60 * second
const askAfterMs = [5, 10, 20, 40].map((s) => s * second).concat([1, 2, 5, 10].map((m) => m * minute))
const dayMs = 24 * 60 * minute
/** A payment that a provider has not decided is asked about so long. */
const pendingKeptMs = 30 * dayMs

/**
 * When a provider is asked next: at growing intervals until a day after the row was made, of what it says takes days
 * daily for a month.
 * @returns null: no more
 */
export function nextAskTime(
  { create_time, asks }: { create_time: number; asks: number },
  { now, isPending = false, order }: { now: number; isPending?: boolean; order?: { expire_time: number } },
): number | null {
  if (isPending)
    return now < create_time + pendingKeptMs ? now + (asks < askAfterMs.length ? 10 * minute : dayMs) : null
  if (now > create_time + 30 * dayMs) return null
  const next = now + (askAfterMs[asks] ?? (now < create_time + dayMs ? 10 * minute : dayMs))
  // An order that runs out ends then.
  return order !== undefined && order.expire_time > now ? Math.min(next, order.expire_time) : next
}
