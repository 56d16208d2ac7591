import type { Device, deviceCalls } from '@trackway/core/api/devices.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database.ts'
import { likePattern } from '../../platform/like-pattern.ts'
import type { Scope } from '../../platform/session.ts'
import { accountsIn } from '../accounts/scope.ts'
import { joinedDevices, selectDevices, toDevice } from './device-rows.ts'
import { connectionStateSql } from './state-sql.ts'

export type DeviceFilter = Omit<z.output<typeof deviceCalls.find.input>, 'userId'>

/** An IMEI typed or pasted in full is looked up, not searched for. */
const imeiPattern = /^[0-9]{15}$/

/**
 * A page of the devices of one account, found in the caller's scope before, and of those below it.
 * @param owner where to look: `path` and `accountId` of the account
 */
export async function findDevices(
  db: Db,
  owner: Scope,
  filter: DeviceFilter,
  now: number,
): Promise<{ list: Device[]; total: number }> {
  if (imeiPattern.test(filter.search ?? '')) {
    const exact = await pageOf(db, owner, filter, { now, isExact: true })
    if (exact.total > 0) return exact
  }
  return pageOf(db, owner, filter, { now, isExact: false })
}

interface How {
  now: number
  isExact: boolean
}

async function pageOf(db: Db, owner: Scope, filter: DeviceFilter, how: How) {
  const { pageNum, pageSize, sort, isDescending } = filter
  const { total } = await filtered(db, owner, filter, how)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (total === 0) return { list: [], total }
  // The page's ids first: the sort then moves one number a row, not all columns.
  const ids = filtered(db, owner, filter, how)
    .select('devices.id')
    .orderBy(sortKeys[sort](how.now), (order) => (isDescending ? order.desc() : order.asc()).nullsLast())
    .orderBy('devices.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
  const rows = await selectDevices(db, how.now)
    .where('devices.id', 'in', ids)
    .orderBy(sortKeys[sort](how.now), (order) => (isDescending ? order.desc() : order.asc()).nullsLast())
    .orderBy('devices.id')
    .execute()
  return { list: rows.map(toDevice), total }
}

function filtered(db: Db, owner: Scope, filter: DeviceFilter, { now, isExact }: How) {
  const { withSubAccounts, state, deviceType, search } = filter
  return joinedDevices(db)
    .$if(withSubAccounts, (query) => query.where(accountsIn(owner)))
    .$if(!withSubAccounts, (query) => query.where('devices.account_id', '=', owner.accountId))
    .$if(owner.deviceId !== null, (query) => query.where('devices.id', '=', owner.deviceId))
    .$if(state !== undefined, (query) => query.where(connectionStateSql(now), '=', state ?? 'online'))
    .$if(deviceType !== undefined, (query) => query.where('devices.device_type_id', '=', deviceType ?? 0))
    .$if(Boolean(search), (query) => query.where(isExact ? isTerminal(search ?? '') : mentions(search ?? '')))
}

function isTerminal(id: string) {
  return sql<boolean>`devices.terminal_id = ${id}`
}

function mentions(text: string) {
  const pattern = likePattern(text)
  return sql<boolean>`(devices.terminal_id ilike ${pattern} or devices.car_number ilike ${pattern}
    or devices.nickname ilike ${pattern} or devices.iccid ilike ${pattern} or devices.sim ilike ${pattern})`
}

const sortKeys: Record<DeviceFilter['sort'], (now: number) => RawBuilder<unknown>> = {
  terminalID: () => sql`devices.terminal_id`,
  displayName: () =>
    sql`coalesce(nullif(devices.car_number, ''), nullif(devices.nickname, ''), devices.terminal_id)`,
  state: (now) =>
    sql`array_position(array['online', 'offline', 'inactive', 'expired'], ${connectionStateSql(now)})`,
  stateTime: () => sql`device_states.state_time`,
  createTime: () => sql`devices.create_time`,
  deviceType: () => sql`device_types.name`,
  username: () => sql`lower(accounts.username)`,
}
