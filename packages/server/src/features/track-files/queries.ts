import { displayName } from '@trackway/core/rules/device-order.ts'
import type { Db } from '../../platform/database.ts'
import { Refusal } from '../../platform/errors.ts'

/**
 * The name that a device in the caller's scope is shown by.
 * @throws {Refusal} `notFound` where it was deleted meanwhile
 */
export async function findVehicleName(db: Db, deviceId: number): Promise<string> {
  const device = await db
    .selectFrom('devices')
    .select(['car_number as carNumber', 'nickname', 'terminal_id as terminalID'])
    .where('id', '=', deviceId)
    .executeTakeFirst()
  if (device === undefined) throw new Refusal('notFound')
  return displayName(device)
}
