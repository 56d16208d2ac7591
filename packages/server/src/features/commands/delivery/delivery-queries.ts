import type { Effect } from '@trackway/core/features/commands/commands.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { readColumn } from '../../../platform/database/stored-json.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { commandForm, effectForm } from '../stored-command.ts'
import type { Verdict } from './verdict.ts'

export type CommandRow = Selectable<Tables['commands']>

/** A command of a connected device with what its delivery depends on. */
export type DueCommand = CommandRow & {
  holder: string | null
  speed_kmh: number | null
  fix_time: number | null
}

/** What is to be done for these devices: commands that wait, are open, or whose effect is looked for; oldest first. */
export async function findDue(db: Db, deviceIds: readonly number[], now: number): Promise<DueCommand[]> {
  const { rows } = await sql<DueCommand>`
    select c.*, s.gateway as holder, s.speed_kmh, s.fix_time
    from commands c join device_states s on s.device_id = c.device_id
    where c.device_id = any(${deviceIds}::int4[])
      and not c.awaits_turn and (c.state in ('queued', 'sent') or (c.state = 'acknowledged' and c.effect_by_time > ${now}))
    order by c.device_id, c.id`.execute(db)
  return await readCommands(db, rows, now)
}

/** Reads what is stored of commands that are under way. One that this version cannot read fails, and is left out. */
export async function readCommands<Row extends CommandRow>(
  db: Db,
  rows: readonly Row[],
  now: number,
): Promise<Row[]> {
  const readable: Row[] = []
  for (const row of rows) {
    const command = commandForm.read(row.command)
    if (command !== null) readable.push({ ...row, command, effect: effectForm.read(row.effect) })
    else await failCommand(db, row.id, { failure: 'unsupported' }, now)
  }
  return readable
}

/** Devices that speak through this process, or are not known to speak through another, and for which a command is due. */
export async function findDueDevices(db: Db, gateway: string, now: number): Promise<number[]> {
  const { rows } = await sql<{ device_id: number }>`
    select distinct c.device_id from commands c join device_states s on s.device_id = c.device_id
    where c.state = 'queued' and not c.awaits_turn and c.due_time <= ${now} and c.expire_time > ${now}
      and coalesce(s.gateway, ${gateway}) = ${gateway}`.execute(db)
  return rows.map(({ device_id }) => device_id)
}

/**
 * Takes a command for delivery by this process.
 * @returns false when it is not to be delivered here any more: taken, cancelled, expired, another one is open, or the
 *   device is connected to another process
 */
export async function takeCommand(
  db: Db,
  { id, device_id }: CommandRow,
  { gateway, answerMs }: { gateway: string; answerMs: number },
  now: number,
): Promise<boolean> {
  const { rows } = await sql`
    update commands set state = 'sent', sent_time = ${now}, gateway = ${gateway}, held_by = null,
      answer_by_time = ${now + answerMs}
    where id = ${id} and state = 'queued' and not awaits_turn and expire_time > ${now}
      and not exists (select from commands o where o.device_id = ${device_id} and o.state = 'sent')
      and not exists (select from device_states s where s.device_id = ${device_id} and s.gateway <> ${gateway})
    returning id`.execute(db)
  return rows.length > 0
}

/** Queues a taken command again of which nothing was written to the device. @param reason why; null: for its turn */
export async function putBackCommand(db: Db, id: number, reason: CommandRow['held_by']): Promise<void> {
  await db
    .updateTable('commands')
    .set({ state: 'queued', sent_time: null, gateway: null, answer_by_time: null, held_by: reason })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .execute()
}

export async function holdCommand(db: Db, id: number, reason: CommandRow['held_by']): Promise<void> {
  await db
    .updateTable('commands')
    .set({ held_by: reason })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/** The device has it, and may have confirmed it. @param expected effect to look for from now on; null: none */
export async function acknowledgeCommand(
  db: Db,
  id: number,
  { replyClass, result, reply }: Pick<Verdict, 'replyClass' | 'result' | 'reply'>,
  expected: { effect: Effect; byTime: number } | null,
  now: number,
): Promise<void> {
  await db
    .updateTable('commands')
    .set({
      state: 'acknowledged',
      end_time: null,
      failure: null,
      acknowledge_time: replyClass === 'unanswered' ? null : now,
      reply,
      result,
      reply_class: replyClass,
      effect: expected === null ? null : JSON.stringify(effectForm.write(expected.effect)),
      effect_by_time: expected?.byTime ?? null,
    })
    .where('id', '=', id)
    // A late answer mends what was given up.
    .where('state', 'in', ['sent', 'failed', 'acknowledged'])
    .execute()
}

/** Why a command came to nothing. */
export interface Failure {
  failure: NonNullable<CommandRow['failure']>
  result?: CommandRow['result']
  reply?: string | null
  replyClass?: CommandRow['reply_class']
}

export async function failCommand(
  db: Db,
  id: number,
  { failure, result = 3, reply = null, replyClass = null }: Failure,
  now: number,
): Promise<void> {
  await db
    .updateTable('commands')
    .set({ state: 'failed', failure, result, reply, reply_class: replyClass, end_time: now })
    .where('id', '=', id)
    // What was taken without a word of the device may still come to nothing.
    .where(
      sql<boolean>`(state in ('queued', 'sent', 'failed') or (state = 'acknowledged' and result is null))`,
    )
    .execute()
}

export async function confirmCommand(db: Db, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('commands')
    .set({ state: 'confirmed', confirm_time: now, result: 1 })
    .where('id', '=', id)
    .where('state', '=', 'acknowledged')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** What a process of this name sent before it ended will be answered on no connection of it. */
export async function failInterrupted(db: Db, gateway: string, now: number): Promise<number[]> {
  const rows = await db
    .updateTable('commands')
    .set({ state: 'failed', failure: 'disconnected', result: 3, end_time: now })
    .where('state', '=', 'sent')
    .where('gateway', '=', gateway)
    .returning('device_id')
    .execute()
  return rows.map(({ device_id }) => device_id)
}

/** The newest command of a device whose connection ended before it answered, since then; null: there is none. */
export async function findInterrupted(db: Db, deviceId: number, since: number): Promise<CommandRow | null> {
  const rows = await db
    .selectFrom('commands')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('state', '=', 'failed')
    .where('failure', '=', 'disconnected')
    .where('end_time', '>', since)
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  return readColumn(rows, 'command', commandForm)[0] ?? null
}

/** Longer than any process needs to write down that nothing was answered. */
const graceMs = 60_000

/** As many as one statement removes in a moment. */
const removedAtOnce = 5_000

/** Removes commands that are over and were stored before this, some at a time. */
export async function removeOldCommands(db: Db, before: number): Promise<void> {
  await sql`
    delete from commands where id in (
      select id from commands where create_time < ${before} and state not in ('queued', 'sent')
      order by create_time limit ${removedAtOnce})`.execute(db)
}

/** Ends what waited too long, and what was sent by a process that is gone. @returns the devices concerned */
export async function endOverdue(db: Db, now: number): Promise<number[]> {
  const { rows } = await sql<{ device_id: number }>`
    with expired as (
      update commands set state = 'expired', end_time = ${now}, failure = held_by
      where id in (
        select id from commands where state = 'queued' and not awaits_turn and expire_time <= ${now}
        order by id for no key update skip locked)
      returning device_id
    ), lost as (
      update commands set state = 'failed', failure = 'timeout', result = 2, end_time = ${now}
      where state = 'sent' and answer_by_time < ${now - graceMs} returning device_id
    ), forgotten as (
      -- The device replied that it would carry it out later, and never showed it.
      update commands set state = 'expired', end_time = ${now}
      where state = 'acknowledged' and reply_class = 'pending' and effect_by_time <= ${now} returning device_id
    )
    select device_id from expired union select device_id from lost union select device_id from forgotten`.execute(
    db,
  )
  return rows.map(({ device_id }) => device_id)
}
