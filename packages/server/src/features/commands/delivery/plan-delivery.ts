import { whyNotCut } from '@trackway/core/features/commands/command-states.ts'
import type { CommandRow, DueCommand } from './delivery-queries.ts'

/** The platforms of networks, as in `commands.gateway`. */
export const platformGateway = 'nb-platform'
/** How soon a device is polled again for what could not be delivered. */
export const recheckMs = 2_000
/** A process that a device left notices it at once, and stores the outcome of its command: else the process is gone. */
const leftMs = 5_000

type HoldReason = NonNullable<CommandRow['held_by']>

/** The device that the commands are for, as this process knows it. */
export interface Recipient {
  /** Of this process, as in `device_states.gateway`. */
  gateway: string
  /** Since when it is connected here; infinite: it only polls. */
  since: number
  /** Its last ignition report on this connection, and when it came. */
  accOn: boolean | null
  accTime: number | null
}

/** What is to be done for a device now. */
export interface DeliveryPlan {
  /** It was sent by a process that is gone, and will be answered nowhere. */
  abandoned: DueCommand | null
  /** These may not go now, and wait or fail. */
  held: { row: DueCommand; reason: HoldReason }[]
  deliver: DueCommand | null
  /** When to look again even without an event; null: no need. */
  nextTime: number | null
}

/** @param commands of one device, oldest first: one at a time, and none past one that is under way */
export function planDelivery(
  commands: readonly DueCommand[],
  { gateway, since, accOn, accTime }: Recipient,
  now: number,
): DeliveryPlan {
  const plan: DeliveryPlan = { abandoned: null, held: [], deliver: null, nextTime: null }
  const sent = commands.find(({ state }) => state === 'sent')
  if (sent !== undefined) {
    // The process that sent it publishes its outcome, unless that process is gone.
    const isElsewhere = sent.gateway !== gateway && sent.gateway !== platformGateway
    if (isElsewhere && sent.holder === gateway && since + leftMs <= now) plan.abandoned = sent
    else plan.nextTime = now + recheckMs
    return plan
  }
  for (const row of commands) {
    if (row.state !== 'queued' || row.expire_time <= now) continue
    if (row.due_time > now) {
      plan.nextTime = Math.min(plan.nextTime ?? Number.POSITIVE_INFINITY, row.due_time)
      continue
    }
    if (row.is_next_connection && since <= row.create_time) continue
    plan.nextTime = now + recheckMs
    // The commit that names the new gateway is under way, or the device is about to be released.
    if (row.holder !== null && row.holder !== gateway) continue
    const { code, speed_kmh: speedKmh, fix_time: fixTime } = row
    const reason = code === 'oilCut' ? whyNotCut({ accOn, accTime, speedKmh, fixTime }, now) : null
    if (reason === null) {
      plan.deliver = row
      plan.nextTime = null
      return plan
    }
    plan.held.push({ row, reason })
  }
  return plan
}

/** Of a device that is connected nowhere. */
export const unconnected = { since: Number.POSITIVE_INFINITY, accOn: null, accTime: null }
