import { limits } from '@trackway/core/codes/limits.ts'
import type { Visitor } from '@trackway/core/features/check-car/calls.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findFormer, shownThroughout } from '../devices/former-devices.ts'
import { displayNameSql } from '../devices/state-sql.ts'

const dayMs = 86_400_000

/** Ids of the devices that are looked for, ascending, and the terminal ids among those named that were found. */
export interface SoughtDevices {
  ids: readonly number[]
  found: ReadonlySet<string>
}

/**
 * The devices named, or all at and below an account, that the caller sees in all of the time. Terminal ids outside the
 * scope are left out, as if they did not exist.
 * @throws {Refusal} `notFound` for an account outside the scope; `tooManyDevices` with how many the period allows
 */
export async function findSoughtDevices(
  db: Db,
  owner: Scope,
  { terminalIDs, from, to }: { terminalIDs?: string[] | undefined; from: number; to: number },
): Promise<SoughtDevices> {
  const most = mostDevices(from, to)
  const rows = await db
    .selectFrom('devices')
    .select('devices.id')
    .$if(terminalIDs !== undefined, (query) =>
      query
        .select('devices.terminal_id as terminalID')
        .where(sql<boolean>`devices.terminal_id = any(${terminalIDs}::text[])`),
    )
    .where(shownThroughout(owner, { from, to }))
    .orderBy('devices.id')
    .limit(most + 1)
    .execute()
  if (rows.length > most) throw new Refusal('tooManyDevices', { count: most })
  return { ids: rows.map(({ id }) => id), found: new Set(rows.flatMap(({ terminalID }) => terminalID ?? [])) }
}

/** How many devices are searched over such a period. */
function mostDevices(from: number, to: number): number {
  const days = Math.max(1, Math.ceil((to - from) / dayMs))
  return Math.min(limits.devicesPerSearch, Math.floor(limits.deviceDaysPerSearch / days))
}

/** How devices are shown to the caller: those that it has no more under the names that they had. */
export async function describeDevices(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<Map<number, Omit<Visitor, 'total' | 'visits'>>> {
  const rows = await db
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .select(['devices.id', 'devices.terminal_id as terminalID', displayNameSql.as('displayName')])
    .select(['devices.icon_type as iconType', 'accounts.username'])
    .where('devices.id', '=', sql<number>`any(${ids}::int4[])`)
    .execute()
  const former = await findFormer(db, scope, ids)
  return new Map(
    rows.map(({ id, ...device }) => {
      const known = former.get(device.terminalID)
      if (known === undefined) return [id, device]
      const name = displayName({ ...known, terminalID: device.terminalID })
      return [id, { ...device, displayName: name, username: known.username }]
    }),
  )
}
