import { roles } from '@trackway/core/codes/roles.ts'
import { addAccounts, deleteUnused } from '../accounts/changes/many-accounts.ts'
import { endOf } from './end-of-date.ts'
import { roleOf, superiorOf } from './row-facts.ts'
import type { Work } from './written-rows.ts'

/** Adds accounts below the superiors that their rows name. */
export const newAccounts: Work = {
  // Each password takes some ten milliseconds to hash.
  rowsAtOnce: 25,

  async write(trx, rows, { facts, timeZone, now }) {
    const accounts = rows.map(({ cells }) => {
      const superior = superiorOf(cells, facts)!
      const { newUsername = '', role, accountName, realname, telephone, email, remark, expireTime } = cells
      return {
        parentId: superior.id,
        timeZone: superior.timeZone,
        username: newUsername,
        role: roleOf(role ?? '') ?? roles.user,
        nickname: accountName,
        realname,
        telephone,
        email,
        remark,
        expireTime: expireTime ? endOf(expireTime, timeZone) : superior.expireTime,
      }
    })
    const added = await addAccounts(trx, accounts, now)
    return rows.map(({ row }, index) => {
      const { id, password } = added[index]!
      return { row, targetId: id, before: null, after: null, password }
    })
  },

  async undo(trx, rows, { scope, now }) {
    const ids = rows.flatMap(({ target_id }) => target_id ?? [])
    const gone = new Set(await deleteUnused(trx, scope, ids, now))
    const kept = rows.filter(({ target_id }) => !gone.has(target_id ?? 0))
    return {
      rows: rows.filter(({ target_id }) => gone.has(target_id ?? 0)).map(({ row }) => row),
      kept: kept.map(({ row }) => ({ row, reason: { column: null, reason: 'inUse' } })),
      deviceIds: [],
    }
  },
}
