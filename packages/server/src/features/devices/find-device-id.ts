import { limits } from '@trackway/core/codes/limits.ts'
import { shownRange } from '@trackway/core/rules/service-terms.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal, refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'

/**
 * The id of a device within the scope.
 * @throws {Refusal} `notFound`, also for a stranger's device
 */
export async function findDeviceId(db: Db, scope: Scope, terminalId: string): Promise<number> {
  return (await findOwnedDevice(db, scope, terminalId)).deviceId
}

/**
 * A device within the scope, and whose it is.
 * @throws {Refusal} `notFound`, also for a stranger's device
 */
export async function findOwnedDevice(
  db: Db,
  scope: Scope,
  terminalId: string,
): Promise<{ deviceId: number; accountId: number; terminalId: string }> {
  const device = await db
    .selectFrom('devices')
    .select(['devices.id', 'devices.account_id'])
    .where('devices.terminal_id', '=', terminalId)
    .where(devicesIn(scope))
    .executeTakeFirstOrThrow(refusal('notFound'))
  return { deviceId: device.id, accountId: device.account_id, terminalId }
}

/** 90 local days are an hour longer where clocks are put back meanwhile. */
const longestRangeMs = limits.trackDays * 86_400_000 + 3_600_000

/** A device and the part of the requested range that the caller is shown. */
export interface DeviceRange {
  deviceId: number
  from: number
  to: number
}

/**
 * The device whose track is requested between two instants, and those of them between which the caller sees it: its
 * service may have ended, or it may have been reset. Where nothing is shown, `to` is before `from`.
 * @throws {Refusal} `notFound`, also for a stranger's device; `rangeTooLong`
 */
export async function findDeviceOfRange(
  db: Db,
  scope: Scope,
  { terminalID, from, to }: { terminalID: string; from: number; to: number },
): Promise<DeviceRange> {
  const device = await findDeviceShown(db, scope, terminalID, { from, to })
  if (to - from > longestRangeMs) throw new Refusal('rangeTooLong')
  return device
}

/** The same for a range of any length. */
export async function findDeviceShown(
  db: Db,
  scope: Scope,
  terminalId: string,
  range: { from: number; to: number },
): Promise<DeviceRange> {
  const device = await db
    .selectFrom('devices')
    .select(['id as deviceId', 'platform_expire_time as platformExpireTime'])
    .select(['user_expire_time as userExpireTime', 'history_from_time as historyFromTime'])
    .where('terminal_id', '=', terminalId)
    .where(devicesIn(scope))
    .executeTakeFirstOrThrow(refusal('notFound'))
  const shown = shownRange(device, scope.audience ?? 'endUser', range)
  return { deviceId: device.deviceId, ...(shown ?? { from: range.from, to: range.from - 1 }) }
}
