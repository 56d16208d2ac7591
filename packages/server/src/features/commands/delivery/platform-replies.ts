import type { CommandReply } from '@trackway/protocols/protocol.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { acknowledgeCommand, type CommandRow, failCommand } from './desk-queries.ts'
import { effectOfRow, effectUntil } from './effects.ts'
import { type Asked, matchReply } from './match-reply.ts'
import { unsure, type Verdict, verdictOf } from './verdict.ts'

/** Who delivered it, as in `commands.gateway`. */
export const platformGateway = 'nb-platform'

/** As long as a platform keeps a command, and its device may answer. */
const answeredMs = 11 * 86_400_000
/** What would end so soon is not handed over anew. */
const shortMs = 60_000

/**
 * What the platform of a network, or a device behind it, says of a command.
 * @returns whether it changed one
 */
export async function settleHeard(
  db: Db,
  deviceId: number,
  reply: CommandReply,
  now: number,
): Promise<boolean> {
  const { network, correlation } = reply
  if (network !== undefined) {
    const row = await findOpen(db, deviceId, correlation, now)
    return row !== null && settleByPlatform(db, row, { ...reply, network }, now)
  }
  const [newest, older] = await findUnanswered(db, deviceId, now)
  if (newest === undefined) return false
  const found = matchReply(reply, asAsked(newest), older ? asAsked(older) : null)
  if (found === null) return false
  const row = found === 'ended' ? older! : newest
  await write(db, row, verdictOf(reply, row), now)
  return true
}

const asAsked = ({ code, content }: CommandRow): Asked => ({ code, content, correlations: [] })

/** Newest first. One that was delivered lets the next one go before its device has answered: two may wait for words. */
async function findUnanswered(db: Db, deviceId: number, now: number): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    select * from commands
    where device_id = ${deviceId} and gateway = ${platformGateway} and sent_time > ${now - answeredMs}
      and (state = 'sent' or (state = 'acknowledged' and result is null))
    order by id desc limit 2`.execute(db)
  return rows
}

/**
 * The command that is meant: by what the platform calls it, else the one that is open. Platforms may tell of it before
 * they have told us its name.
 */
async function findOpen(
  db: Db,
  deviceId: number,
  correlation: CommandReply['correlation'],
  now: number,
): Promise<CommandRow | null> {
  const name = correlation === null ? null : String(correlation)
  const { rows } = await sql<CommandRow & { is_named: boolean }>`
    select *, platform_command_id is not distinct from ${name}::text and ${name}::text is not null as is_named
    from commands where device_id = ${deviceId} and gateway = ${platformGateway} and sent_time > ${now - answeredMs}
    order by is_named desc, id desc limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const isOpen = row.state === 'sent' || (row.state === 'acknowledged' && row.result === null)
  // CTWing may call a task otherwise than the command that it was made for.
  const isMeant = row.is_named || name === null || row.platform_command_id === null || /^\d+$/.test(name)
  return isOpen && isMeant ? row : null
}

async function settleByPlatform(
  db: Db,
  row: CommandRow,
  { network, text }: CommandReply & { network: NonNullable<CommandReply['network']> },
  now: number,
): Promise<boolean> {
  const reply = text ?? null
  switch (network) {
    case 'sent':
      return false
    case 'delivered':
      if (row.state !== 'sent') return false
      await write(db, row, unsure('accepted'), now)
      return true
    case 'successful':
      // The device itself said that it will carry it out later: all that succeeded is to tell it.
      if (row.reply_class === 'pending') return false
      await write(db, row, { replyClass: 'success', result: 1, reply, failure: null }, now)
      return true
    case 'failed':
      await write(db, row, { replyClass: 'refused', result: 3, reply, failure: 'refused' }, now)
      return true
    case 'timeout':
      await write(db, row, { replyClass: 'timeout', result: 2, reply, failure: 'timeout' }, now)
      return true
    case 'expired':
      await endUndelivered(db, row, 'expired', now)
      return true
    case 'cancelled':
      await endUndelivered(db, row, 'cancelled', now)
      return true
  }
}

async function write(db: Db, row: CommandRow, { failure, ...verdict }: Verdict, now: number): Promise<void> {
  if (failure !== null) {
    await failCommand(db, row.id, { failure, ...verdict }, now)
    return
  }
  const effect = effectOfRow(row)
  const awaited = effect && { effect, byTime: effectUntil(effect, verdict, now) }
  await acknowledgeCommand(db, row.id, verdict, awaited, now)
}

/** The platform has let it go, and the device never had it: it waits on while it may. */
async function endUndelivered(
  db: Db,
  { id, expire_time: expireTime }: CommandRow,
  state: 'expired' | 'cancelled',
  now: number,
): Promise<void> {
  const mayWait = state === 'expired' && expireTime > now + shortMs
  await db
    .updateTable('commands')
    .set(
      mayWait
        ? { state: 'queued', sent_time: null, gateway: null, answer_by_time: null, platform_command_id: null }
        : { state, end_time: now },
    )
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .execute()
}
