import { type NbPlatform, nbPlatforms } from '@trackway/core/api/devices/nb-platforms.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Ids that OceanConnect makes are UUIDs; CTWing's are 32 digits in hex, or the product and the serial in one. */
const forms: Record<NbPlatform, RegExp> = {
  oceanConnect: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  ctwing: /^(?:[0-9a-f]{32}|\d{20,40})$/i,
}

/** What a platform calls the device, of the names that were learnt of it; null: nobody has said that yet. */
export async function platformIdOf(
  db: Db,
  deviceId: number,
): Promise<{ platform: NbPlatform; id: string } | null> {
  const rows = await db
    .selectFrom('device_keys')
    .select('key')
    .where('device_id', '=', deviceId)
    .where('is_learnt', '=', true)
    .execute()
  return platformIdAmong(rows.map(({ key }) => key))
}

/** The first of these names that a platform makes; null: none. */
export function platformIdAmong(keys: readonly string[]): { platform: NbPlatform; id: string } | null {
  for (const key of keys)
    for (const platform of nbPlatforms) if (forms[platform].test(key)) return { platform, id: key }
  return null
}

/** The platform that a device (an expression of its id) has a name at, as SQL; of those that have none, the first one. */
export const platformSql = (deviceId: RawBuilder<unknown>): RawBuilder<NbPlatform> => {
  const cases = nbPlatforms.map((name) => sql`when bool_or(key ~* ${forms[name].source}) then ${name}::text`)
  return sql<NbPlatform>`(select case ${sql.join(cases, sql` `)} else ${nbPlatforms[0]}::text end
    from device_keys where device_id = ${deviceId} and is_learnt)`
}

/** Keeps what a platform calls the device, unless it is another's. */
export async function keepPlatformId(db: Db, deviceId: number, id: string): Promise<void> {
  await db
    .insertInto('device_keys')
    .values({ key: id, device_id: deviceId, is_learnt: true })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  await sql`update devices set information = information || jsonb_build_object('platformDeviceId', ${id}::text)
    where id = ${deviceId}`.execute(db)
}
