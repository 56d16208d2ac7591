import type { Db } from '../../../platform/database/database.ts'

/** @returns the numbers that were learnt */
export async function forgetCode(tx: Db, deviceId: number): Promise<string[]> {
  await tx.deleteFrom('device_codes').where('device_id', '=', deviceId).execute()
  const rows = await tx
    .deleteFrom('device_keys')
    .where('device_id', '=', deviceId)
    .where('is_learnt', '=', true)
    .returning('key')
    .execute()
  return rows.map(({ key }) => key)
}
