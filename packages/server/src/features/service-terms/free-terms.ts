import { roles } from '@trackway/core/codes/roles.ts'
import { serviceTimeSettings } from '@trackway/core/features/service-terms/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { storedSetting } from '../../platform/stored-setting.ts'

export const serviceTimeSetting = storedSetting({
  name: 'serviceTime',
  version: 1,
  schema: serviceTimeSettings,
  unversioned: (value) => value,
})

const usualMonths = 12

export async function monthsPerCredit(db: Db): Promise<number> {
  return (await serviceTimeSetting.read(db))?.monthsPerCredit ?? usualMonths
}

/**
 * Is the row of `accounts` exempt: below an administrator with `freeTerms`, or below such a one? Elsewhere the flag
 * means nothing: whoever is above an account can act as it, and would have what was not given to him.
 */
export const isExemptSql = sql<boolean>`exists (
  select from accounts exempt join accounts giver on giver.id = exempt.parent_id
  where exempt.free_terms and giver.role = ${roles.admin} and starts_with(accounts.path, exempt.path))`

/** May this account set the platform's term of devices as it likes: as an administrator, or exempt? */
export async function hasFreeTerms(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select role = ${roles.admin} or ${isExemptSql} as "isFree" from accounts where id = ${accountId}`.execute(
    db,
  )
  return rows[0]?.isFree ?? false
}

/** Months of platform service that devices get which this account adds for import credits; null: it sets terms freely. */
export async function creditMonths(db: Db, payerId: number): Promise<number | null> {
  return (await hasFreeTerms(db, payerId)) ? null : monthsPerCredit(db)
}
