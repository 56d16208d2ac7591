import type { Command } from '@trackway/core/features/commands/commands.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { checkTarget } from './check-command.ts'
import { insertCommands, type Sender } from './queries.ts'
import { findTargets } from './targets.ts'

interface OwnCommand {
  scope: Scope
  sender: Sender
  /** By terminal id. */
  commands: ReadonlyMap<string, Command>
  /** Until when it may be delivered. */
  expireTime: number
}

/**
 * Stores commands that the platform sends on behalf of somebody as a part of something larger, within a transaction;
 * who calls it publishes `command.changed`.
 * @returns their ids by terminal id; those that a device cannot be sent are left out
 */
export async function storeOwnCommands(
  trx: Db,
  { scope, sender, commands, expireTime }: OwnCommand,
  now: number,
): Promise<Map<string, number>> {
  const stored = new Map<string, number>()
  for (const target of await findTargets(trx, scope, [...commands.keys()], now)) {
    const command = commands.get(target.terminalId)!
    try {
      const checked = { command, code: command.code }
      const content = checkTarget(checked, { ...target, commands: null }, { isOffline: true })
      const about = { checked, sender, isOffline: true, expireTime }
      const [id] = await insertCommands(trx, about, [{ target, content, dueTime: now }], now)
      stored.set(target.terminalId, id!)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return stored
}
