import { cancelWaiting, storeOfflineTexts } from '../commands/offline-commands.ts'
import { endOf } from './end-of-date.ts'
import type { Work } from './written-rows.ts'

/** Each row is a text that waits for its device; undoing cancels it unless it was sent. */
export const offlineCommands: Work = {
  async write(trx, rows, { scope, facts, timeZone, now }) {
    const texts = rows.map(({ cells: { terminalID = '', command = '', expireTime } }) => ({
      terminalID,
      content: command,
      expireTime: expireTime ? endOf(expireTime, timeZone) : undefined,
    }))
    const stored = await storeOfflineTexts(trx, scope, facts.giver, texts, now)
    return rows.flatMap(({ row, cells }) => {
      const command = stored.get(cells.terminalID ?? '')
      return command
        ? [{ row, targetId: command.deviceId, before: null, after: { command: command.id } }]
        : []
    })
  },

  async undo(trx, rows, { now }) {
    const idOf = (after: Record<string, unknown> | null) => Number(after?.command)
    const ids = rows.map(({ after }) => idOf(after))
    const cancelled = await cancelWaiting(trx, ids, now)
    const [undone, kept] = [true, false].map((is) =>
      rows.filter(({ after }) => cancelled.has(idOf(after)) === is),
    )
    return {
      rows: undone!.map(({ row }) => row),
      kept: kept!.map(({ row }) => ({ row, reason: { column: null, reason: 'changedSince' } })),
      deviceIds: undone!.flatMap(({ target_id }) => target_id ?? []),
    }
  },
}
