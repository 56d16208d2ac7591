import type { CommandReply } from '@trackway/protocols/protocol.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { readColumn } from '../../../platform/database/stored-json.ts'
import { commandForm } from '../stored-command.ts'
import { type DeliveryContext, publishChange, settleCommand } from './deliver.ts'
import type { CommandRow } from './delivery-queries.ts'
import { asTarget, matchReply } from './match-reply.ts'
import { platformGateway } from './plan-delivery.ts'
import { unsure, type Verdict, verdictOf } from './verdict.ts'

/** As long as a platform keeps a command, and its device may answer. */
const answeredMs = 11 * 86_400_000
/** Longer than a platform takes to reach a listening device, its repetitions (`maxRetransmit`) included. */
const deliveryMs = 10 * 60_000
/** A report so soon after the handover may be older than it: the device may be asleep again. */
const underWayMs = 60_000
/** What would end so soon is not handed over anew. */
const shortMs = 60_000

/** Settles a command by a report of the network platform, or by a reply of its device. */
export async function settlePushedReplies(
  context: DeliveryContext,
  deviceId: number,
  reply: CommandReply,
): Promise<void> {
  const { network, correlation } = reply
  const { database, now } = context
  if (network !== undefined) {
    const row = await findOpen(database.db, deviceId, correlation, now())
    if (row !== null) await settleByPlatform(context, row, { ...reply, network })
    return
  }
  const rows = await findUnanswered(database.db, deviceId, now())
  const open = rows.find(({ state }) => state !== 'failed')
  const ended = rows.find((row) => row !== open)
  const found = matchReply(reply, open ? asTarget(open) : null, ended ? asTarget(ended) : null)
  const row = found === 'ended' ? ended : found === 'open' ? open : undefined
  if (row !== undefined) await settleCommand(context, row, verdictOf(reply, row))
}

/**
 * A device that reports a while after its command was handed over is listening, so the platform has delivered it by
 * then: a command without a reply does not wait much longer.
 * @param rows of its commands
 */
export async function shortenAfterContact(db: Db, rows: readonly CommandRow[], now: number): Promise<void> {
  const untilTime = now + deliveryMs
  for (const { id, state, gateway, sent_time: sentTime, answer_by_time: byTime } of rows) {
    if (state !== 'sent' || gateway !== platformGateway || sentTime === null || byTime === null) continue
    if (now < sentTime + underWayMs || byTime <= untilTime) continue
    await db
      .updateTable('commands')
      .set({ answer_by_time: untilTime })
      .where('id', '=', id)
      .where('state', '=', 'sent')
      .execute()
  }
}

/** Commands that were given up, on which the platform and the device may still report. */
const isGivenUp = sql<boolean>`(state = 'failed' and failure in ('timeout', 'platformUnsure'))`

/**
 * Newest first. One that was delivered, or given up, lets the next one go before its device has answered: two may wait
 * for words.
 */
async function findUnanswered(db: Db, deviceId: number, now: number): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    select * from commands
    where device_id = ${deviceId} and gateway = ${platformGateway} and sent_time > ${now - answeredMs}
      and (state = 'sent' or (state = 'acknowledged' and result is null) or ${isGivenUp})
    order by state = 'failed', id desc limit 2`.execute(db)
  return readColumn(rows, 'command', commandForm)
}

/**
 * The command that a platform reports on: by the platform's id, else the open one. Platforms may report before
 * they have answered with the id.
 */
async function findOpen(
  db: Db,
  deviceId: number,
  correlation: CommandReply['correlation'],
  now: number,
): Promise<CommandRow | null> {
  const name = correlation === null ? null : String(correlation)
  const { rows } = await sql<CommandRow & { is_named: boolean; is_given_up: boolean }>`
    select *, platform_command_id is not distinct from ${name}::text and ${name}::text is not null as is_named,
      ${isGivenUp} as is_given_up
    from commands where device_id = ${deviceId} and gateway = ${platformGateway} and sent_time > ${now - answeredMs}
    order by is_named desc, id desc limit 1`.execute(db)
  const [row] = readColumn(rows, 'command', commandForm)
  if (row === undefined) return null
  const isOpen =
    row.state === 'sent' ||
    (row.state === 'acknowledged' && row.result === null) ||
    (row.is_given_up && row.is_named)
  // CTWing may call a task otherwise than the command that it was made for.
  const isMeant = row.is_named || name === null || row.platform_command_id === null || /^\d+$/.test(name)
  return isOpen && isMeant ? row : null
}

async function settleByPlatform(
  context: DeliveryContext,
  row: CommandRow,
  { network, text }: CommandReply & { network: NonNullable<CommandReply['network']> },
): Promise<void> {
  if (network === 'expired' || network === 'cancelled') return endUndelivered(context, row, network)
  const verdict = verdictOfPlatform(network, row, text ?? null)
  if (verdict !== null) await settleCommand(context, row, verdict)
}

/** @returns null: the report has nothing new */
function verdictOfPlatform(
  network: Exclude<CommandReply['network'], 'expired' | 'cancelled' | undefined>,
  row: CommandRow,
  reply: string | null,
): Verdict | null {
  switch (network) {
    case 'sent':
      return null
    case 'delivered':
      return row.state === 'acknowledged' ? null : unsure('accepted')
    case 'successful':
      // The device itself replied that it will carry it out later: only the delivery succeeded.
      return row.reply_class === 'pending' ? null : { replyClass: 'success', result: 1, reply, failure: null }
    case 'failed':
      return { replyClass: 'refused', result: 3, reply, failure: 'refused' }
    case 'timeout':
      return { replyClass: 'timeout', result: 2, reply, failure: 'timeout' }
  }
}

/**
 * The platform has let it go, and the device never had it: it waits on while it may, and shows when it was handed over.
 * @returns whether it changed
 */
async function endUndelivered(
  { database, bus, now }: DeliveryContext,
  { id, device_id: deviceId, expire_time: expireTime }: CommandRow,
  state: 'expired' | 'cancelled',
): Promise<void> {
  const mayWait = state === 'expired' && expireTime > now() + shortMs
  const { numUpdatedRows } = await database.db
    .updateTable('commands')
    .set(
      mayWait
        ? { state: 'queued', gateway: null, answer_by_time: null, platform_command_id: null }
        : { state, end_time: now() },
    )
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) publishChange(bus, [deviceId])
}
