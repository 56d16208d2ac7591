import { addMonths } from '@trackway/core/rules/wall-time.ts'
import { sql } from 'kysely'
import { lockDevices, type Trx } from '../devices/changes/lock-devices.ts'
import { type DeviceChange, writeDevices } from '../devices/changes/set-devices.ts'
import type { OrderRow } from './book-sale.ts'

const everywhere = { accountId: 0, path: '/', deviceId: null }

interface Renewal {
  id: number
  renewalId: number
  terminalID: string
  timeZone: string
  months: number | null
  platformBefore: number | null
  platformAfter: number | null
  userBefore: number | null
  userAfter: number | null
  platformNow: number | null
  platformMonths: number | null
  userNow: number | null
  userMonths: number | null
  activateTime: number | null
  /** Of a term from activation, also where it is none any more. */
  monthsBefore: number | null
}

/**
 * Takes the time back that an order renewed its devices by: where a term is still what the renewal made it, it is what
 * it was before; where it was moved since, it loses as many months. A device that was deleted has nothing to lose.
 * @returns the devices that changed
 */
export async function takeBackTime(
  trx: Trx,
  order: OrderRow,
  deviceIds: readonly number[],
  now: number,
): Promise<number[]> {
  if (deviceIds.length === 0) return []
  const there = await trx
    .selectFrom('devices')
    .select('terminal_id as terminalID')
    .where('id', 'in', [...deviceIds])
    .execute()
  // Before their terms are read: two refunds of a device at once would both begin with the same.
  const devices = await lockDevices(
    trx,
    everywhere,
    there.map(({ terminalID }) => terminalID),
  )
  const ofOrder = sql`r.taken_back_time is null and (r.cause = 'order' and r.cause_id = ${order.id}
      or r.cause = 'card' and r.cause_id = (
        select id from ledger_movements where cause = 'order' and cause_id = ${order.id}))`
  const { rows } = await sql<Renewal>`
    select d.id, r.id as "renewalId", d.terminal_id as "terminalID", a.time_zone as "timeZone", r.months,
      r.platform_before_time as "platformBefore", r.platform_after_time as "platformAfter",
      r.user_before_time as "userBefore", r.user_after_time as "userAfter",
      d.platform_expire_time as "platformNow", case when d.platform_from_activation then d.platform_months end as "platformMonths",
      d.activate_time as "activateTime", d.platform_months as "monthsBefore", d.user_expire_time as "userNow", case when d.user_from_activation then d.user_months end as "userMonths"
    from device_renewals r join devices d on d.id = r.device_id join accounts a on a.id = d.account_id
    where d.id = any(${deviceIds}::int4[]) and ${ofOrder}
    order by d.id`.execute(trx)
  const changes = rows.map((row): DeviceChange => {
    const platform =
      lifetimeUndone(row) ??
      termWithout(row, row.platformBefore, row.platformAfter, row.platformNow, row.platformMonths)
    const isUsersOwn =
      row.userBefore === row.userAfter && (order.target !== 'both' || row.userMonths === null)
    const user = isUsersOwn
      ? none
      : termWithout(row, row.userBefore, row.userAfter, row.userNow, row.userMonths)
    return {
      terminalID: row.terminalID,
      platformExpireTime: platform.time,
      platformMonths: platform.months,
      platformFromActivation: platform.fromActivation,
      userExpireTime: user.time,
      userMonths: user.months,
    }
  })
  const { done } = await writeDevices(trx, devices, changes)
  await shortenLater(trx, rows)
  const ids = rows.map(({ id }) => id)
  await sql`update device_renewals r set taken_back_time = ${now}
    where r.device_id = any(${ids}::int4[]) and ${ofOrder}`.execute(trx)
  return done.map(({ id }) => id)
}

/**
 * Renewals that came after one that is taken back began with its time: what they would go back to has that no more. Else
 * two refunds in the order of the purchases would leave the first one's time.
 */
async function shortenLater(trx: Trx, rows: readonly Renewal[]): Promise<void> {
  const { rows: later } = await sql<{
    id: number
    deviceId: number
    platformBefore: number | null
    platformAfter: number | null
    userBefore: number | null
    userAfter: number | null
  }>`
    select r.id, r.device_id as "deviceId", r.platform_before_time as "platformBefore",
      r.platform_after_time as "platformAfter", r.user_before_time as "userBefore", r.user_after_time as "userAfter"
    from device_renewals r join jsonb_to_recordset(${JSON.stringify(
      rows.map(({ id, renewalId }) => ({ id, renewalId })),
    )}::jsonb) as gone (id int4, "renewalId" int8) on gone.id = r.device_id and r.id > gone."renewalId"
    where r.taken_back_time is null order by r.id for update of r`.execute(trx)
  const gone = new Map(rows.map((row) => [row.id, row]))
  const shorter = later.map(({ id, deviceId, ...times }) => {
    const { months, timeZone, platformBefore, platformAfter, userBefore, userAfter } = gone.get(deviceId)!
    const without = (time: number | null, after: number | null, before: number | null) => {
      if (time === null || months === null) return time === after ? before : time
      return time === after && before !== null ? before : addMonths(time, -months, timeZone)
    }
    return {
      id,
      platformBefore: without(times.platformBefore, platformAfter, platformBefore),
      platformAfter: times.platformAfter && without(times.platformAfter, null, null),
      userBefore: without(times.userBefore, userAfter, userBefore),
      userAfter: times.userAfter && without(times.userAfter, null, null),
    }
  })
  await sql`update device_renewals r set platform_before_time = s."platformBefore", platform_after_time = s."platformAfter",
      user_before_time = s."userBefore", user_after_time = s."userAfter"
    from jsonb_to_recordset(${JSON.stringify(shorter)}::jsonb) as s (id int8, "platformBefore" int8, "platformAfter" int8,
      "userBefore" int8, "userAfter" int8) where s.id = r.id`.execute(trx)
}

interface TermChange {
  time?: number
  months?: number
  fromActivation?: boolean
}

const none: TermChange = {}

/** A term for life that was made of one that had not begun: its months are where they were, and may have begun since. */
function lifetimeUndone({
  months,
  platformBefore,
  platformNow,
  monthsBefore,
  activateTime,
  timeZone,
}: Renewal): TermChange | null {
  const isOne = months === null && platformBefore === null && platformNow === null
  if (!isOne || monthsBefore === null) return null
  return activateTime === null
    ? { fromActivation: true }
    : { time: addMonths(activateTime, monthsBefore, timeZone) }
}

function termWithout(
  { months, timeZone }: Pick<Renewal, 'months' | 'timeZone'>,
  before: number | null,
  after: number | null,
  present: number | null,
  fromActivation: number | null,
): TermChange {
  // Of a term that has not begun: fewer months of it.
  if (present === null && fromActivation !== null)
    return months !== null && fromActivation > months ? { months: fromActivation - months } : {}
  if (present === after) return before === null ? {} : { time: before }
  return present === null || months === null ? {} : { time: addMonths(present, -months, timeZone) }
}
