import type { RefusalName } from '@trackway/core/codes/results.ts'
import type { RenewalPreview } from '@trackway/core/features/cards/calls.ts'
import { type RenewedTerm, renewTerm, type Term } from '@trackway/core/rules/renewal.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { devicesIn } from '../../../platform/scope/scope-sql.ts'
import { type Changed, lockDevices, type Trx } from './lock-devices.ts'
import { type DeviceChange, writeDevices } from './set-devices.ts'

/** The same devices again within this time are a second click. */
const repeatedMs = 60_000

export interface RenewalTerms {
  /** Null: for life. */
  months: number | null
  /** `both`: the user's term is extended along with the platform's, where it ends at all. */
  target: 'both' | 'platform'
  /** The account that pays; null: it is gone. */
  payerId: number | null
  now: number
  /** It was paid for already: the same again within a minute is no second click. */
  isPaid?: boolean
}

/** A device as a renewal finds it, and what it would make of its terms. */
export interface PlannedRenewal {
  id: number
  terminalID: string
  nickname: string | null
  carNumber: string | null
  accountId: number
  username: string
  stateTime: number | null
  externalVoltageV: number | null
  deviceTypeId: number
  platform: Term
  user: Term
  renewed: { platform: RenewedTerm; user: Term } | null
  /** Why it cannot be renewed; null: it can. */
  result: 'lifetimeTerm' | 'operationRepeated' | null
}

/** What renewing these devices of the scope would make of each. Those that are missing are not there for the caller. */
export async function planRenewals(
  db: Db,
  scope: Scope,
  terminalIDs: readonly string[],
  terms: RenewalTerms,
): Promise<PlannedRenewal[]> {
  const { months, payerId, now, isPaid = false } = terms
  const { rows } = await sql<{
    id: number
    terminalID: string
    nickname: string | null
    carNumber: string | null
    accountId: number
    username: string
    timeZone: string
    stateTime: number | null
    externalVoltageV: number | null
    deviceTypeId: number
    platform: Term
    user: Term
    anchorDay: number | null
    isRepeated: boolean
  }>`
    select devices.id, terminal_id as "terminalID", devices.nickname, car_number as "carNumber",
      account_id as "accountId", device_type_id as "deviceTypeId", a.username, a.time_zone as "timeZone", s.state_time as "stateTime",
      s.external_voltage_v as "externalVoltageV",
      json_build_object('expireTime', platform_expire_time,
        'monthsFromActivation', case when platform_from_activation then platform_months end) as platform,
      json_build_object('expireTime', user_expire_time,
        'monthsFromActivation', case when user_from_activation then user_months end) as user,
      case when last.platform_after_time = platform_expire_time then last.anchor_day end as "anchorDay",
      not ${isPaid} and exists (select from device_renewals r where r.device_id = devices.id and r.payer_id = ${payerId}::integer
        and r.time > ${now - repeatedMs} and r.months is not distinct from ${months}::smallint) as "isRepeated"
    from devices join accounts a on a.id = devices.account_id
      left join device_states s on s.device_id = devices.id
      left join lateral (select platform_after_time, anchor_day from device_renewals r
        where r.device_id = devices.id order by r.id desc limit 1) as last on true
    where terminal_id = any(${terminalIDs}::text[]) and ${devicesIn(scope)}
    order by devices.id`.execute(db)
  return rows.map(({ timeZone, anchorDay, isRepeated, ...device }) => {
    const at = { now, timeZone, anchorDay }
    const platform = renewTerm(device.platform, months, at)
    const user = terms.target === 'both' ? renewTerm(device.user, months, at) : null
    const renewed = platform && { platform, user: user ?? device.user }
    const result = isRepeated ? 'operationRepeated' : platform === null ? 'lifetimeTerm' : null
    return { ...device, renewed, result }
  })
}

/** A planned renewal as its buyer is shown it. */
export function previewOf(device: PlannedRenewal): RenewalPreview {
  return {
    terminalID: device.terminalID,
    nickname: device.nickname,
    carNumber: device.carNumber,
    username: device.username,
    stateTime: device.stateTime,
    externalVoltageV: device.externalVoltageV,
    platformExpireTime: device.platform.expireTime,
    renewedTime: device.renewed?.platform.expireTime ?? null,
    platformMonths: monthsToCome(device.platform),
    renewedMonths: monthsToCome(device.renewed?.platform),
    result: device.result,
  }
}

/** Of a term that begins with the activation. */
const monthsToCome = (term: Term | undefined): number | null =>
  term?.expireTime === null ? term.monthsFromActivation : null

/** What paid for renewals: each device is renewed once for it. */
interface RenewalCause {
  /** By a card: the movement of the ledger that took it; by an order: its id. */
  cause: 'card' | 'order'
  causeId: number
}

/**
 * Renews devices, each once for its cause. Refuses of a device: `notFound`, also for a stranger's; `lifetimeTerm` where
 * its term never ends; `operationRepeated` where the payer renewed it within the last minute.
 * @param pay takes what it costs to renew so many, and says what paid
 */
export async function renewDevices(
  trx: Trx,
  scope: Scope,
  terminalIDs: readonly string[],
  terms: RenewalTerms,
  pay: (devices: readonly PlannedRenewal[]) => Promise<RenewalCause>,
): Promise<Changed> {
  const devices = await lockDevices(trx, scope, terminalIDs)
  const planned = await planRenewals(trx, scope, terminalIDs, terms)
  const possible = planned.filter(({ result }) => result === null)
  const failed: { id: string; result: RefusalName }[] = [
    ...terminalIDs.flatMap((id) => (devices.has(id) ? [] : { id, result: 'notFound' as const })),
    ...planned.flatMap(({ terminalID: id, result }) => (result === null ? [] : { id, result })),
  ]
  if (possible.length === 0) return { done: [], failed }
  const paid = await pay(possible)
  const { done } = await writeDevices(trx, devices, possible.map(toChange))
  const rows = possible.map(({ id, terminalID, accountId, platform, user, renewed }) => ({
    id,
    terminalID,
    accountId,
    platformBefore: platform.expireTime,
    platformAfter: renewed!.platform.expireTime,
    userBefore: user.expireTime,
    userAfter: renewed!.user.expireTime,
    anchorDay: renewed!.platform.anchorDay,
  }))
  await sql`
    insert into device_renewals (time, cause, cause_id, device_id, terminal_id, account_id, payer_id, months,
      platform_before_time, platform_after_time, user_before_time, user_after_time, anchor_day)
    select ${terms.now}, ${paid.cause}, ${paid.causeId}, id, "terminalID", "accountId", ${terms.payerId}::integer,
      ${terms.months}::smallint, "platformBefore", "platformAfter", "userBefore", "userAfter", "anchorDay"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id int4, "terminalID" text, "accountId" int4,
      "platformBefore" int8, "platformAfter" int8, "userBefore" int8, "userAfter" int8, "anchorDay" int2)`.execute(
    trx,
  )
  return { done, failed }
}

function toChange({ terminalID, renewed }: PlannedRenewal): DeviceChange {
  const { platform, user } = renewed!
  return {
    terminalID,
    platformExpireTime: platform.expireTime,
    platformFromActivation: platform.monthsFromActivation !== null,
    platformMonths: platform.monthsFromActivation ?? undefined,
    userExpireTime: user.expireTime,
    userFromActivation: user.monthsFromActivation !== null,
    userMonths: user.monthsFromActivation ?? undefined,
  }
}
