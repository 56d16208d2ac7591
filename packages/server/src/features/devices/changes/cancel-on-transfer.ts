import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { recordEvent } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { SessionContext } from '../../../platform/http/serve.ts'
import { by } from '../../../platform/http/session.ts'

type Context = Pick<SessionContext<unknown>, 'session' | 'address' | 'now'>

/**
 * Cancels the queued commands of devices and ends their temporary unlocks when they change their owner: nobody's
 * command is carried out on the vehicle of another. Recorded as if each was cancelled by itself.
 * @returns the devices of which something was cancelled
 */
export const endCommandsOf = (trx: Db, context: Context, deviceIds: readonly number[]): Promise<number[]> =>
  endCommands(trx, context, sql`d.id = any(${deviceIds}::int4[])`)

/** The same in a batch, whose own record says that devices were transferred. */
export async function endCommandsOfBatch(trx: Db, deviceIds: readonly number[], now: number): Promise<void> {
  for (const [table, state] of [
    ['commands', sql`state = 'queued'`],
    ['temporary_unlocks', sql`end_time is null`],
  ] as const)
    await sql`update ${sql.table(table)} set end_time = ${now}
      ${table === 'commands' ? sql`, state = 'cancelled'` : sql``}
      where device_id = any(${deviceIds}::int4[]) and ${state}`.execute(trx)
}

/** The same for an account that was moved, with all below it: cancels what its former superiors queued. */
export const endCommandsOfStrangers = (trx: Db, context: Context, accountId: number): Promise<number[]> =>
  endCommands(
    trx,
    context,
    sql`exists (select from accounts moved join accounts owner on starts_with(owner.path, moved.path)
      where moved.id = ${accountId} and owner.id = d.account_id
        and not exists (select from accounts sender
          where sender.id = e.sender_id and starts_with(owner.path, sender.path)))`,
  )

/** Ends the unlock of a device that is under way. */
export async function endOpenUnlock(db: Db, deviceId: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('temporary_unlocks')
    .set({ end_time: now })
    .where('device_id', '=', deviceId)
    .where('end_time', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** @param which of `e`, a command or an unlock, and its device `d` */
async function endCommands(
  trx: Db,
  { session, address, now }: Context,
  which: RawBuilder<SqlBool>,
): Promise<number[]> {
  const event = { time: now, ...by(session), address }
  const { rows: unlocks } = await sql<{ accountId: number; terminalId: string }>`
    update temporary_unlocks e set end_time = ${now} from devices d
    where d.id = e.device_id and e.end_time is null and ${which}
    returning coalesce((select account_id from commands where id = e.command_id), d.account_id) as "accountId",
      d.terminal_id as "terminalId"`.execute(trx)
  for (const unlock of unlocks) await recordEvent(trx, { kind: 'temporaryUnlockEnded', ...event, ...unlock })
  const { rows: commands } = await sql<{
    id: number
    deviceId: number
    accountId: number
    terminalId: string
    content: string
  }>`
    update commands e set state = 'cancelled', end_time = ${now} from devices d
    where d.id = e.device_id and e.state = 'queued' and ${which}
    returning e.id, d.id as "deviceId", e.account_id as "accountId", d.terminal_id as "terminalId",
      e.content`.execute(trx)
  for (const { id, accountId, terminalId, content } of commands) {
    const before = { command: id, content }
    await recordEvent(trx, { kind: 'commandCancelled', ...event, accountId, terminalId, before })
  }
  return [...new Set(commands.map(({ deviceId }) => deviceId))]
}
