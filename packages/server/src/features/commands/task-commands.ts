import type { ResultName } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import type { CommandFailure, CommandState } from '@trackway/core/features/commands/command-states.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Scope, scopeOfAccount } from '../../platform/http/session.ts'
import type { StepContext, TaskItem } from '../tasks/task-kind.ts'
import { type CommandRequest, checkCommand, checkTarget } from './check-command.ts'
import { publishChange } from './delivery/deliver.ts'
import { lateMs } from './delivery/late.ts'
import { insertCommands } from './queries.ts'
import { type CommandTarget, findTargets } from './targets.ts'

/** Commands that steps of tasks send. */

/** A command of a task waits for those before it in the connection, and no longer. */
const waitMs = 5 * 60_000

/** A command that was stored for a device of a task, or why it gets none. */
export type TaskCommand = { commandId: number } | { refusal: ResultName }

/**
 * Stores a command for each of these devices, which are connected, in the transaction of the step: it is there exactly
 * once.
 * @returns by the id of the item
 */
export async function sendInTask(
  { db, bus, now, task }: Pick<StepContext<object>, 'db' | 'bus' | 'now' | 'task'>,
  request: CommandRequest,
  items: readonly Pick<TaskItem, 'id' | 'terminalId'>[],
): Promise<Map<number, TaskCommand>> {
  if (items.length === 0) return new Map()
  const { id, path } = await db
    .selectFrom('accounts')
    .select(['id', 'path'])
    .where('id', '=', task.scopeAccountId)
    .executeTakeFirstOrThrow()
  // The engine hands over devices of that account alone.
  const scope = scopeOfAccount({ id, path, role: roles.admin })
  const found = await findTargets(
    db,
    scope,
    items.map(({ terminalId }) => terminalId),
    now,
  )
  const targets = new Map(found.map((target) => [target.terminalId, target]))
  const checked = checkCommand(request, found)
  const stored = new Map<number, TaskCommand>()
  const sent = items.flatMap((item) => {
    const target = targets.get(item.terminalId)
    try {
      if (target === undefined) throw new Refusal('notFound')
      return [{ item, target, content: checkTarget(checked, target, { isOffline: false }), dueTime: now }]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      stored.set(item.id, { refusal: error.refusal })
      return []
    }
  })
  if (sent.length === 0) return stored
  const sender = { id: task.creatorId, name: task.creator }
  const ids = await insertCommands(
    db,
    { checked, sender, isOffline: false, expireTime: now + waitMs },
    sent,
    now,
  )
  for (const [place, { item }] of sent.entries()) stored.set(item.id, { commandId: ids[place]! })
  publishChange(
    bus,
    sent.map(({ target }) => target.deviceId),
  )
  return stored
}

/** Of these devices those whose model has no form of the command, whether they are connected or not. */
export async function findUnsupported(
  db: Db,
  scope: Scope,
  request: CommandRequest,
  terminalIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const targets = await findTargets(db, scope, terminalIds, now)
  const checked = checkCommand(request, targets)
  const isUnsupported = (target: CommandTarget) => {
    try {
      checkTarget(checked, target, { isOffline: true })
      return false
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.refusal === 'commandUnsupported' || error.refusal === 'invalidInput'
    }
  }
  return new Set(targets.filter(isUnsupported).map(({ terminalId }) => terminalId))
}

export interface CommandOutcome {
  state: CommandState
  failure: CommandFailure | null
  reply: string | null
  createTime: number
  acknowledgeTime: number | null
  /** It failed, and an answer may still come until then; null: what became of it stays. */
  openUntil: number | null
}

/** What has become of commands, by their ids; one that is gone with its device is left out. */
export async function findOutcomes(
  db: Db,
  ids: readonly number[],
  now: number,
): Promise<Map<number, CommandOutcome>> {
  const { rows } = await sql<CommandOutcome & { id: number }>`
    select id, state, failure, reply, create_time as "createTime", acknowledge_time as "acknowledgeTime",
      case when state = 'failed' and failure in ('timeout', 'disconnected') and end_time > ${now - lateMs}
        then end_time + ${lateMs}::int8 end as "openUntil"
    from commands where id = any(${ids}::int4[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
