import { limits } from '@trackway/core/codes/limits.ts'
import { type Audience, shownRange } from '@trackway/core/rules/service-terms.ts'
import { mergeSpans, type TimeSpan } from '@trackway/core/rules/time-spans.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal, refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn, ownersIn } from '../../platform/scope/scope-sql.ts'
import { ownerTerms } from './state-sql.ts'

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

/** A device, also one that the caller had before, and the part of the requested range that he is shown. */
export interface DeviceRange {
  deviceId: number
  from: number
  to: number
}

/**
 * The device whose track is requested between two instants, and those of them between which the caller sees it: it may
 * have been another's, its service may have ended, or it may have been reset. Where nothing is shown, `to` is before
 * `from`; of parts with a gap between them it is the last.
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
  range: TimeSpan,
): Promise<DeviceRange> {
  const { deviceId, parts } = await findShownParts(db, scope, terminalId, range)
  return { deviceId, ...(parts.at(-1) ?? { from: range.from, to: range.from - 1 }) }
}

/** The same with all parts of the range that are shown, in order, and with whose the device was last. */
export async function findShownParts(
  db: Db,
  scope: Scope,
  terminalId: string,
  range: TimeSpan,
): Promise<{ deviceId: number; accountId: number; parts: TimeSpan[] }> {
  const spans = await db
    .selectFrom('devices')
    .innerJoin('device_owners', 'device_owners.device_id', 'devices.id')
    .select(['devices.id as deviceId', 'from_time as historyFromTime', 'to_time as toTime'])
    .select([ownerTerms.platform.as('platformExpireTime'), ownerTerms.user.as('userExpireTime')])
    .select('device_owners.account_id as accountId')
    .where('terminal_id', '=', terminalId)
    .where(ownersIn(scope))
    .orderBy('to_time', (order) => order.desc().nullsFirst())
    .execute()
  const [last] = spans
  if (last === undefined) throw new Refusal('notFound')
  const { deviceId, accountId } = last
  return { deviceId, accountId, parts: shownParts(spans, scope.audience ?? 'endUser', range) }
}

/** A time in which a device was an account's, from what it sees of it on; null: it still is. */
type OwnerSpan = Parameters<typeof shownRange>[0] & { toTime: number | null }

/** What of a range is shown of a device that was somebody's in these times, in order. */
export function shownParts(spans: readonly OwnerSpan[], audience: Audience, range: TimeSpan): TimeSpan[] {
  return mergeSpans(
    spans.flatMap((span) => {
      const to = Math.min(range.to, (span.toTime ?? Number.POSITIVE_INFINITY) - 1)
      return shownRange(span, audience, { from: range.from, to }) ?? []
    }),
  )
}
