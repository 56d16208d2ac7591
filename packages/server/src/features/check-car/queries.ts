import { limits } from '@trackway/core/codes/limits.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { findFormer, shownThroughout } from '../devices/former-devices.ts'
import { displayNameSql } from '../devices/state-sql.ts'

/** A device that is looked for. */
export interface SoughtDevice {
  id: number
  terminalID: string
  displayName: string
  username: string
  iconType: string
}

const byName = new Intl.Collator('zh', { numeric: true })

/**
 * The devices named, or all at and below an account, in the order of their names, that the caller sees in all of the
 * time. Terminal ids outside the
 * scope are left out, as if they did not exist.
 * @throws {Refusal} `notFound` for an account outside the scope, `tooManyDevices`
 */
export async function findSoughtDevices(
  db: Db,
  scope: Scope,
  {
    terminalIDs,
    userId,
    from,
    to,
  }: { terminalIDs?: string[] | undefined; userId?: number | undefined; from: number; to: number },
): Promise<SoughtDevice[]> {
  const owner =
    userId === undefined ? scope : { ...scope, path: (await findAccountRow(db, scope, userId)).path }
  const rows = await db
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .select(['devices.id', 'devices.terminal_id as terminalID', displayNameSql.as('displayName')])
    .select(['devices.icon_type as iconType', 'accounts.username'])
    .where(shownThroughout(owner, { from, to }))
    .$if(terminalIDs !== undefined, (query) =>
      query.where(sql<boolean>`devices.terminal_id = any(${terminalIDs}::text[])`),
    )
    .limit(limits.devicesPerOperation + 1)
    .execute()
  if (rows.length > limits.devicesPerOperation) throw new Refusal('tooManyDevices')
  const former = await findFormer(
    db,
    owner,
    rows.map(({ id }) => id),
  )
  for (const row of rows) {
    const known = former.get(row.terminalID)
    if (known === undefined) continue
    row.displayName = displayName({ ...known, terminalID: row.terminalID })
    row.username = known.username
  }
  return rows.sort((a, b) => byName.compare(a.displayName, b.displayName) || a.id - b.id)
}
