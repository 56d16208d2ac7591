import type { CommandBatch, CommandRecord, commandCalls } from '@trackway/core/features/commands/calls.ts'
import { oilReplyOf } from '@trackway/core/features/commands/classify-reply.ts'
import { type Command, type CommandCode, kindOf } from '@trackway/core/features/commands/commands.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page, Paging } from '../../platform/database/read-page.ts'
import { readColumn } from '../../platform/database/stored-json.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesShown, pathEnd } from '../../platform/scope/scope-sql.ts'
import { hiddenUntilSql } from '../devices/former-devices.ts'
import { displayNameSql } from '../devices/state-sql.ts'
import type { CheckedCommand } from './check-command.ts'
import { commandForm } from './stored-command.ts'
import type { CommandTarget } from './targets.ts'

/** A command to a device that waits to be delivered. */
export interface NewCommand {
  target: Pick<CommandTarget, 'deviceId' | 'accountId'>
  content: string
  dueTime: number
}

/** Whose command it is; without an id: an account that is gone. */
export interface Sender {
  id: number | null
  name: string
}

interface About {
  checked: CheckedCommand
  sender: Sender
  isOffline: boolean
  isNextConnection?: boolean
  expireTime: number
  /** They wait until their task comes to them. */
  taskId?: number | null
}

/**
 * Stores commands, one for each device. They replace those of the same kind that still wait for these devices.
 * @returns their ids, in the order of the devices
 */
export async function insertCommands(
  trx: Db,
  { checked: { command, code }, sender, taskId = null, ...about }: About,
  devices: readonly NewCommand[],
  now: number,
): Promise<number[]> {
  const kind = kindOf(code === 'text' ? command : ({ ...command, code } as Command))
  // Locked in one order, as all who end many commands do: two of them wait, and do not deadlock.
  await sql`
    update commands set state = 'cancelled', failure = 'replaced', end_time = ${now} where id in (
      select id from commands
      where state = 'queued' and kind = ${kind}
        and device_id = any(${devices.map(({ target }) => target.deviceId)}::int4[])
      order by id for no key update)`.execute(trx)
  const rows = await trx
    .insertInto('commands')
    .values(
      devices.map(({ target, content, dueTime }) => ({
        device_id: target.deviceId,
        account_id: target.accountId,
        task_id: taskId,
        awaits_turn: taskId !== null,
        sender_id: sender.id,
        sender: sender.name,
        kind,
        code,
        content,
        command: JSON.stringify(commandForm.write(command)),
        is_offline: about.isOffline,
        is_next_connection: about.isNextConnection ?? false,
        due_time: dueTime,
        create_time: now,
        expire_time: about.expireTime + (dueTime - (devices[0]?.dueTime ?? now)),
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Commands of devices that were the caller's then. */
const shownTo = (scope: Scope): RawBuilder<SqlBool> => sql`
  c.account_id in (select id from accounts where path >= ${scope.path} and path < ${pathEnd(scope.path)})
  and ${devicesShown(scope)}`

type Row = Omit<CommandRecord, 'parameters' | 'oilReply'> & {
  command: { parameters: Record<string, unknown> }
}

const columns = sql`c.id, devices.terminal_id as "terminalID", ${displayNameSql} as "displayName", c.code, c.content, c.command, c.state, c.result, c.reply, c.reply_class as "replyClass", c.failure,
  c.held_by as "heldBy", c.is_offline as "isOffline", c.is_recorded as "isRecorded", c.sender, c.task_id as "jobId",
  c.create_time as "createTime", c.due_time as "dueTime",
  c.sent_time as "sentTime", c.acknowledge_time as "acknowledgeTime", c.confirm_time as "confirmTime",
  c.end_time as "endTime", c.expire_time as "expireTime"`

function toRecord({ command, ...row }: Row): CommandRecord {
  const { reply, code } = row
  return {
    ...row,
    parameters: command.parameters,
    oilReply: reply === null ? null : oilReplyOf(reply, code as CommandCode),
  }
}

/** Pages go no further; days or devices narrow the query. */
const maxCounted = 10_000

/** A page of commands, newest first. */
export async function findCommands(
  db: Db,
  scope: Scope,
  input: z.output<typeof commandCalls.find.input>,
): Promise<Page<CommandRecord>> {
  const { terminalIDs, from, to, states, jobId, search, pageNum, pageSize } = input
  const conditions = [shownTo(scope)]
  if (terminalIDs) conditions.push(sql`devices.terminal_id = any(${terminalIDs}::text[])`)
  if (from !== undefined) conditions.push(sql`c.create_time >= ${from}`)
  if (to !== undefined) conditions.push(sql`c.create_time <= ${to}`)
  if (states) conditions.push(sql`c.state = any(${states}::text[])`)
  if (jobId !== undefined) conditions.push(sql`c.task_id = ${jobId}`)
  if (search) {
    const pattern = likePattern(search.toLowerCase())
    conditions.push(sql`(devices.search_text like ${pattern} or lower(c.content) like ${pattern})`)
  }
  const found = sql`from commands c join devices on devices.id = c.device_id where ${sql.join(conditions, sql` and `)}`
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total from (select ${found} limit ${maxCounted}) counted`.execute(db)
  const { rows } = await sql<Row>`
    select ${columns} ${found} order by c.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
    db,
  )
  return { list: rows.map(toRecord), total: counts[0]!.total }
}

/** @throws {Refusal} `notFound`, also for a stranger's */
export async function findCommand(db: Db, scope: Scope, id: number): Promise<CommandRecord> {
  const { rows } = await sql<Row>`
    select ${columns} from commands c join devices on devices.id = c.device_id
    where c.id = ${id} and ${shownTo(scope)}`.execute(db)
  if (rows[0] === undefined) throw new Refusal('notFound')
  return toRecord(rows[0])
}

/** A command as the live connection sends it, with the fields that decide who receives it. */
export interface ChangedCommand {
  command: CommandRecord
  deviceId: number
  ownerPath: string
  isOfFactoryType: boolean
}

/** Older changes were published before. */
const recentMs = 120_000

/** The commands of these devices that changed lately. */
export async function findChangedCommands(
  db: Db,
  deviceIds: readonly number[],
  now: number,
): Promise<ChangedCommand[]> {
  const { rows } = await sql<Row & Omit<ChangedCommand, 'command'>>`
    select ${columns}, c.device_id as "deviceId", accounts.path as "ownerPath",
      device_types.factory_visible as "isOfFactoryType"
    from commands c join devices on devices.id = c.device_id join accounts on accounts.id = c.account_id
      join device_types on device_types.id = devices.device_type_id
    where c.device_id = any(${deviceIds}::int4[]) and greatest(c.create_time, c.sent_time, c.acknowledge_time,
      c.confirm_time, c.end_time,
      -- What waits though it is held, or was handed over before, has no time of its own for that.
      case when c.held_by is not null or c.state = 'queued' and c.sent_time is not null then ${now}::int8 end)
      > ${now - recentMs}
    order by c.id desc limit 1000`.execute(db)
  return rows.map(({ deviceId, ownerPath, isOfFactoryType, ...row }) => ({
    command: toRecord(row),
    deviceId,
    ownerPath,
    isOfFactoryType,
  }))
}

/**
 * Cancels a command that waits.
 * @returns its device
 * @throws {Refusal} `notFound`, also for a stranger's; `commandOver` where it was sent or is over
 */
export async function cancelCommand(
  trx: Db,
  scope: Scope,
  id: number,
  now: number,
): Promise<{ deviceId: number; accountId: number; terminalId: string; content: string }> {
  await findCommand(trx, scope, id)
  const { rows } = await sql<{ deviceId: number; accountId: number; terminalId: string; content: string }>`
    update commands c set state = 'cancelled', end_time = ${now} from devices d
    where c.id = ${id} and c.state = 'queued' and d.id = c.device_id
    returning c.device_id as "deviceId", c.account_id as "accountId", d.terminal_id as "terminalId", c.content`.execute(
    trx,
  )
  if (rows[0] === undefined) throw new Refusal('commandOver')
  return rows[0]
}

/** The values that a device last confirmed, by command, to one whose they were. */
export async function findLastParameters(
  db: Db,
  scope: Scope,
  deviceId: number,
): Promise<Map<string, { last: Record<string, unknown>; lastTime: number }>> {
  // A free text holds no values by their names.
  const { rows } = await sql<{ code: string; command: Command; lastTime: number }>`
    select distinct on (code) code, command, coalesce(acknowledge_time, confirm_time) as "lastTime"
    from commands join devices on devices.id = device_id
    where device_id = ${deviceId} and commands.create_time >= ${hiddenUntilSql(scope)} and state in ('acknowledged', 'confirmed') and result = 1
      and command ->> 'code' = code
    order by code, commands.id desc`.execute(db)
  return new Map(rows.map(({ code, command, lastTime }) => [code, { last: command.parameters, lastTime }]))
}

/** The batches of the accounts at and below the caller, newest first. */
export async function findBatches(
  db: Db,
  scope: Scope,
  { pageNum, pageSize }: Paging,
): Promise<Page<CommandBatch>> {
  // A retry is a command of its own to the same device: the newest one counts.
  const newest = (task: RawBuilder<unknown>) => sql`
    select distinct on (c.device_id) c.state, c.code, c.content, c.sender
    from commands c join devices on devices.id = c.device_id
    where c.task_id = ${task} and ${shownTo(scope)} order by c.device_id, c.id desc`
  const mine = sql`from device_tasks j where j.kind = 'command' and exists (
    select from commands c join devices on devices.id = c.device_id where c.task_id = j.id and ${shownTo(scope)})`
  const { rows: counts } = await sql<{ total: number }>`select count(*) as total ${mine}`.execute(db)
  // Where protocols differ, words sort after numbers.
  const { rows } = await sql<CommandBatch>`
    select j.id as "jobId", j.create_time as "createTime", s.code, s.content, s.sender, s.total, s.states
    from (select j.id, j.create_time ${mine} order by j.id desc
      limit ${pageSize} offset ${(pageNum - 1) * pageSize}) j,
    lateral (
      select min(code) as code, max(content) as content, min(sender) as sender, sum(count)::int as total,
        json_object_agg(state, count) as states
      from (select state, count(*) as count, min(code) as code, max(content) as content, min(sender) as sender
        from (${newest(sql`j.id`)}) newest group by state) by_state) s
    order by j.id desc`.execute(db)
  return { list: rows, total: counts[0]!.total }
}

/** The newest command of each device of a batch. @throws {Refusal} `notFound` */
export async function findBatchStates(
  db: Db,
  scope: Scope,
  jobId: number,
): Promise<z.output<typeof commandCalls.batchStates.output>['list']> {
  await checkBatch(db, scope, jobId)
  const { rows } = await sql<Pick<Row, 'id' | 'terminalID' | 'displayName' | 'state' | 'failure'>>`
    select id, "terminalID", "displayName", state, failure from (
      select distinct on (c.device_id) c.id, devices.terminal_id as "terminalID", ${displayNameSql} as "displayName",
        c.state, c.failure, c.due_time
      from commands c join devices on devices.id = c.device_id
      where c.task_id = ${jobId} and ${shownTo(scope)} order by c.device_id, c.id desc) newest
    order by due_time, id`.execute(db)
  return rows
}

/** @throws {Refusal} `notFound`: the caller sees nothing of the batch */
export async function checkBatch(db: Db, scope: Scope, jobId: number): Promise<void> {
  const { rows } = await sql`
    select from commands c join devices on devices.id = c.device_id
    where c.task_id = ${jobId} and ${shownTo(scope)} limit 1`.execute(db)
  if (rows.length === 0) throw new Refusal('notFound')
}

interface FailedCommand extends CheckedCommand {
  terminalId: string
  isOffline: boolean
}

/** What came to nothing in a batch, once a device. @throws {Refusal} `notFound` */
export async function findFailedOfBatch(db: Db, scope: Scope, taskId: number): Promise<FailedCommand[]> {
  await checkBatch(db, scope, taskId)
  const { rows } = await sql<FailedCommand>`
    select * from (
      select distinct on (c.device_id) c.command, c.code, devices.terminal_id as "terminalId",
        c.is_offline as "isOffline", c.state
      from commands c join devices on devices.id = c.device_id
      where c.task_id = ${taskId} and ${shownTo(scope)} order by c.device_id, c.id desc) last
    where state in ('failed', 'expired')`.execute(db)
  return readColumn(rows, 'command', commandForm)
}
