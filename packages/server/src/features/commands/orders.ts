import type { CommandOrder } from '@trackway/core/api/devices/commands.ts'
import { type Command, commandCodes } from '@trackway/core/commands/commands.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { inTransaction, type SessionContext } from '../../platform/http/serve.ts'
import type { Scope } from '../../platform/http/session.ts'
import { type Asked, toCommandAsked } from './wanted.ts'

/** Saved commands: those of an account are offered to it and to all below it. */

const maxOrders = 200

export async function findOrders(db: Db, scope: Scope): Promise<CommandOrder[]> {
  const { rows } = await sql<{ id: number; name: string; command: Command; isOwn: boolean }>`
    select o.id, o.name, o.command, o.account_id = ${scope.accountId} as "isOwn"
    from command_orders o join accounts a on a.id = o.account_id
    where starts_with(${scope.path}, a.path) order by lower(o.name), o.id`.execute(db)
  return rows
    .filter(({ command }) => commandCodes.includes(command.code))
    .map(({ command, ...row }) => {
      const isText = command.code === 'text'
      const { content } = command.parameters as { content?: string }
      return isText
        ? { ...row, code: null, content: content ?? '', parameters: {} }
        : { ...row, code: command.code, content: null, parameters: command.parameters }
    })
}

/** One of the same name gives way. @throws {Refusal} `invalidInput`; `tooManyEntries` */
export function saveOrder(
  context: SessionContext<unknown>,
  { name, ...asked }: Asked & { name: string },
): Promise<{ id: number }> {
  const command = toCommandAsked(asked)
  return inTransaction(context, async ({ db, scope: { accountId }, now }) => {
    const row = { account_id: accountId, name, command: JSON.stringify(command), create_time: now }
    const { id } = await db
      .insertInto('command_orders')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'name']).doUpdateSet({ command: row.command }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const { count } = await db
      .selectFrom('command_orders')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (count > maxOrders) throw new Refusal('tooManyEntries')
    return { id }
  })
}

/** @throws {Refusal} `notFound`, also for those of an account above */
export async function deleteOrder(db: Db, { accountId }: Scope, id: number): Promise<Record<string, never>> {
  const { numDeletedRows } = await db
    .deleteFrom('command_orders')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Refusal('notFound')
  return {}
}
