import type { CommandOrder } from '@trackway/core/features/commands/calls.ts'
import type { Command } from '@trackway/core/features/commands/commands.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { ensureRoom } from '../../platform/database/ensure-room.ts'
import { readColumn } from '../../platform/database/stored-json.ts'
import { Refusal } from '../../platform/errors.ts'
import type { SessionContext } from '../../platform/http/serve.ts'
import type { Scope } from '../../platform/http/session.ts'
import { type CommandRequest, toCommand } from './check-command.ts'
import { commandForm } from './stored-command.ts'

/** Saved commands: those of an account are offered to it and to all below it. */

const maxOrders = 200

export async function findOrders(db: Db, scope: Scope): Promise<CommandOrder[]> {
  const { rows } = await sql<{ id: number; name: string; command: Command; isOwn: boolean }>`
    select o.id, o.name, o.command, o.account_id = ${scope.accountId} as "isOwn"
    from command_orders o join accounts a on a.id = o.account_id
    where starts_with(${scope.path}, a.path) order by lower(o.name), o.id`.execute(db)
  return readColumn(rows, 'command', commandForm).map(({ command, ...row }) =>
    command.code === 'text'
      ? { ...row, code: null, content: command.parameters.content, parameters: {} }
      : { ...row, code: command.code, content: null, parameters: command.parameters },
  )
}

/** Replaces one of the same name; within a transaction. @throws {Refusal} `invalidInput`; `tooManyEntries` */
export async function saveOrder(
  { db, scope: { accountId }, now }: SessionContext<unknown>,
  { name, ...request }: CommandRequest & { name: string },
): Promise<{ id: number }> {
  const command = JSON.stringify(commandForm.write(toCommand(request)))
  const saved = await db
    .insertInto('command_orders')
    .values({ account_id: accountId, name, command, create_time: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doUpdateSet({ command }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await ensureRoom(db, 'command_orders', accountId, maxOrders, 'tooManyEntries', 0)
  return saved
}

/** @throws {Refusal} `notFound`, also for those of an account above */
export async function deleteOrder(db: Db, { accountId }: Scope, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('command_orders')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Refusal('notFound')
}
