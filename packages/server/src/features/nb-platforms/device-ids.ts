import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { nbPlatforms } from './providers/nb-platforms.ts'

/** The platform's id of the device, as stored from its pushes or its registration; null: not known yet. */
export async function platformIdOf(
  db: Db,
  deviceId: number,
): Promise<{ platform: string; id: string } | null> {
  const rows = await db
    .selectFrom('device_keys')
    .select('key')
    .where('device_id', '=', deviceId)
    .where('is_learnt', '=', true)
    .execute()
  return platformIdAmong(rows.map(({ key }) => key))
}

/** The first of these names that a platform makes; null: none. */
export function platformIdAmong(keys: readonly string[]): { platform: string; id: string } | null {
  for (const key of keys)
    for (const { name, deviceId } of nbPlatforms) if (deviceId.test(key)) return { platform: name, id: key }
  return null
}

/** The platform that a device (an expression of its id) has a name at, as SQL; of those that have none, the first one. */
export const platformSql = (deviceId: RawBuilder<unknown>): RawBuilder<string> => {
  const cases = nbPlatforms.map(
    ({ name, deviceId: form }) => sql`when bool_or(key ~* ${form.source}) then ${name}::text`,
  )
  return sql<string>`(select case ${sql.join(cases, sql` `)} else ${nbPlatforms[0]!.name}::text end
    from device_keys where device_id = ${deviceId} and is_learnt)`
}

/** Keeps what a platform calls the device. @returns false: it is another device's, which keeps it */
export async function keepPlatformId(db: Db, deviceId: number, id: string): Promise<boolean> {
  await db
    .insertInto('device_keys')
    .values({ key: id, device_id: deviceId, is_learnt: true })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { numAffectedRows } = await sql`
    update devices set information = information || jsonb_build_object('platformDeviceId', ${id}::text)
    where id = ${deviceId} and exists (select from device_keys where key = ${id} and device_id = ${deviceId})`.execute(
    db,
  )
  return numAffectedRows !== 0n
}
