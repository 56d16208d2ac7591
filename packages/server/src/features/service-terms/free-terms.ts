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

/** May this account set the platform's term of devices as it likes: as an administrator, or by `freeTerms` at or above it? */
export async function hasFreeTerms(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select role = ${roles.admin} or exists (select from accounts above
      where above.free_terms and starts_with(a.path, above.path)) as "isFree"
    from accounts a where a.id = ${accountId}`.execute(db)
  return rows[0]?.isFree ?? false
}

/** Months of platform service that devices get which this account adds for import credits; null: it sets terms freely. */
export async function creditMonths(db: Db, payerId: number): Promise<number | null> {
  return (await hasFreeTerms(db, payerId)) ? null : monthsPerCredit(db)
}
