import { grantableRoles, rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountBelow, findAccountRow } from '../../platform/scope/find-account.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { checkDeviceLimits } from '../import-counts/device-limits.ts'
import { lockTree } from './queries.ts'

/**
 * Moves an account with all that is below it under another superior.
 * @returns the superior before
 * @throws {Refusal} `notFound`, `transferToSelf`, `alreadyThere`, `transferUnderDescendant`, `noSubAccounts`,
 *   `roleNotGrantable`, `endsAfterSuperior`, `deviceLimitReached`
 */
export async function transferAccount(
  trx: Db,
  scope: Scope,
  { id, parentId }: { id: number; parentId: number },
  now: number,
): Promise<{ from: number }> {
  await lockTree(trx)
  const account = await findAccountBelow(trx, scope, id)
  const parent = await findAccountRow(trx, scope, parentId)
  if (id === parentId) throw new Refusal('transferToSelf')
  if (account.parent_id === parentId) throw new Refusal('alreadyThere')
  if (parent.path.startsWith(account.path)) throw new Refusal('transferUnderDescendant')
  if (!rolesWithSubAccounts.includes(parent.role)) throw new Refusal('noSubAccounts')
  if (!grantableRoles[parent.role].includes(account.role)) throw new Refusal('roleNotGrantable')
  if (parent.expire_time !== null && (account.expire_time ?? Infinity) > parent.expire_time)
    throw new Refusal('endsAfterSuperior')

  const { path } = account
  await sql`update accounts set path = ${`${parent.path}${id}/`} || substr(path, ${path.length + 1}), moved_time = ${now},
      parent_id = case when id = ${id} then ${parentId} else parent_id end
    where path >= ${path} and path < ${pathEnd(path)}`.execute(trx)
  await checkDeviceLimits(trx, [id], { from: [account.parent_id!] })
  return { from: account.parent_id! }
}
