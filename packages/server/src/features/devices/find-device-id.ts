import { limits } from '@trackway/core/codes/limits.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'

/**
 * The id of a device within the scope.
 * @throws {Refusal} `notFound`, also for a stranger's device
 */
export async function findDeviceId(db: Db, scope: Scope, terminalId: string): Promise<number> {
  const device = await db
    .selectFrom('devices')
    .select('devices.id')
    .where('devices.terminal_id', '=', terminalId)
    .where(devicesIn(scope))
    .executeTakeFirst()
  if (device === undefined) throw new Refusal('notFound')
  return device.id
}

/** 90 local days are an hour longer where clocks are put back meanwhile. */
const longestRangeMs = limits.trackDays * 86_400_000 + 3_600_000

/**
 * The device whose track is asked for between two instants.
 * @throws {Refusal} `notFound`, also for a stranger's device; `rangeTooLong`
 */
export async function findDeviceOfRange(
  db: Db,
  scope: Scope,
  { terminalID, from, to }: { terminalID: string; from: number; to: number },
): Promise<number> {
  const deviceId = await findDeviceId(db, scope, terminalID)
  if (to - from > longestRangeMs) throw new Refusal('rangeTooLong')
  return deviceId
}
