import type { RoleId } from '@trackway/core/codes/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/session.ts'
import { checkCommand, checkRisk, checkTarget } from './check-command.ts'
import { insertCommands } from './queries.ts'
import { expiryOf, latestOf } from './send.ts'
import { findTargets, lockTargets } from './targets.ts'

/** A text that is to wait for a device. */
export interface OfflineText {
  terminalID: string
  content: string
  /** Left out: as long as such commands wait; later than they may: as long as they may. */
  expireTime?: number | undefined
}

/**
 * Stores texts that wait for their devices, as a batch of somebody does.
 * @returns id of the command and of its device, by the terminal id; a device that is not there is left out
 * @throws {Refusal} as sending a command does
 */
export async function storeOfflineTexts(
  trx: Db,
  scope: Scope,
  role: RoleId,
  texts: readonly OfflineText[],
  now: number,
): Promise<Map<string, { id: number; deviceId: number }>> {
  const terminalIds = texts.map(({ terminalID }) => terminalID)
  await lockTargets(trx, scope, terminalIds)
  const targets = await findTargets(trx, scope, terminalIds, now)
  const byId = new Map(targets.map((target) => [target.terminalId, target]))
  const { username } = await trx
    .selectFrom('accounts')
    .select('username')
    .where('id', '=', scope.accountId)
    .executeTakeFirstOrThrow()
  const sender = { id: scope.accountId, name: username }
  const stored = new Map<string, { id: number; deviceId: number }>()
  const alike = Map.groupBy(texts, ({ content, expireTime = '' }) => `${expireTime} ${content}`)
  for (const group of alike.values()) {
    const known = group.flatMap(({ terminalID }) => byId.get(terminalID) ?? [])
    const checked = checkCommand({ content: group[0]!.content }, known)
    checkRisk(checked, role)
    const devices = known.map((target) => ({
      target,
      content: checkTarget(checked, target, { isOffline: true }),
      dueTime: now,
    }))
    if (devices.length === 0) continue
    const { expireTime: until } = group[0]!
    const expireTime =
      until === undefined
        ? expiryOf(checked, { isOffline: true }, now)
        : Math.min(until, latestOf(checked, now))
    const ids = await insertCommands(trx, { checked, sender, isOffline: true, expireTime }, devices, now)
    for (const [index, { target }] of devices.entries())
      stored.set(target.terminalId, { id: ids[index]!, deviceId: target.deviceId })
  }
  return stored
}

/** Cancels those of these commands that still wait. @returns their ids */
export async function cancelWaiting(trx: Db, ids: readonly number[], now: number): Promise<Set<number>> {
  const rows = await trx
    .updateTable('commands')
    .set({ state: 'cancelled', end_time: now })
    .where(sql<boolean>`id = any(${ids}::int4[])`)
    .where('state', '=', 'queued')
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
