import type { Device, deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn, devicesShown } from '../../platform/scope/scope-sql.ts'
import { selectDevices, toDevice } from './device-rows.ts'
import {
  connectionRankSql,
  connectionStateSql,
  displayNameSql,
  expireTimeSql,
  isSilentSql,
  typeNameSql,
} from './state-sql.ts'

export type DeviceFilter = Omit<z.output<typeof deviceCalls.find.input>, 'userId'>

const dayMs = 86_400_000
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
): Promise<Page<Device>> {
  if (imeiPattern.test(filter.search ?? '')) {
    const exact = await pageOf(db, owner, filter, { now, isExact: true })
    if (exact.total > 0) return exact
  }
  return pageOf(db, owner, filter, { now, isExact: false })
}

interface MatchOptions {
  now: number
  isExact: boolean
}

async function pageOf(db: Db, owner: Scope, filter: DeviceFilter, options: MatchOptions) {
  const { pageNum, pageSize, isDescending } = filter
  const order = sql`key ${sql.raw(isDescending ? 'desc' : 'asc')} nulls last, id`
  // What matches is gathered once, as little of it as sorting needs; then it is counted and its page cut out.
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with found as materialized (${matching(db, owner, filter, options)}),
      page as (select * from found order by ${order} limit ${pageSize} offset ${(pageNum - 1) * pageSize})
    select (select count(*) from found) as total,
      coalesce((select array_agg(id order by ${order}) from page), '{}') as ids`.execute(db)
  const { total = 0, ids = [] } = rows[0] ?? {}
  if (ids.length === 0) return { list: [], total }
  const devices = await selectDevices(db, options.now).where('devices.id', 'in', ids).execute()
  const byId = new Map(devices.map((row) => [row.id, toDevice(row)]))
  // One that was deleted since is left out.
  return { list: ids.flatMap((id) => byId.get(id) ?? []), total }
}

/** Ids and sort keys. Tables joined from the left that neither filter nor key names are left out by the planner. */
function matching(db: Db, owner: Scope, filter: DeviceFilter, { now, isExact }: MatchOptions) {
  const { withSubAccounts, state, deviceType, due, withinDays, terminalIDs, iccids, search, sort } = filter
  const { silentDays, expiresFrom, expiresTo } = filter
  return db
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .leftJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .leftJoin('device_states', 'device_states.device_id', 'devices.id')
    .select(['devices.id', sortKeys[sort](now).as('key')])
    .$if(withSubAccounts, (query) => query.where(accountsIn(owner)))
    .$if(!withSubAccounts, (query) => query.where('devices.account_id', '=', owner.accountId))
    .where(devicesShown(owner))
    .$if(state !== undefined, (query) => query.where(connectionStateSql(now), '=', state ?? 'online'))
    .$if(deviceType !== undefined, (query) => query.where('devices.device_type_id', '=', deviceType ?? 0))
    .$if(due === 'expiring' || due === 'both', (query) =>
      query.where(expireTimeSql, '<=', now + withinDays * dayMs),
    )
    .$if(due === 'expiring', (query) => query.where(expireTimeSql, '>', now))
    .$if(due === 'expired', (query) => query.where(expireTimeSql, '<=', now))
    .$if(silentDays !== undefined, (query) => query.where(isSilentSql(now, silentDays ?? 0)))
    .$if(expiresFrom !== undefined, (query) =>
      query.where(sql<boolean>`${expireTimeSql} >= ${expiresFrom}::int8`),
    )
    .$if(expiresTo !== undefined, (query) => query.where(sql<boolean>`${expireTimeSql} < ${expiresTo}::int8`))
    .$if(terminalIDs !== undefined, (query) =>
      query.where(sql<boolean>`devices.terminal_id = any(${terminalIDs}::text[])`),
    )
    .$if(iccids !== undefined, (query) =>
      query.where(
        sql<boolean>`upper(devices.iccid) = any(${iccids?.map((each) => each.toUpperCase())}::text[])`,
      ),
    )
    .$if(Boolean(search), (query) =>
      isExact
        ? query.where('devices.terminal_id', '=', search ?? '')
        : query.where(sql<boolean>`devices.search_text like lower(${likePattern(search ?? '')})`),
    )
}

const sortKeys: Record<DeviceFilter['sort'], (now: number) => RawBuilder<unknown>> = {
  terminalID: () => sql`devices.terminal_id`,
  displayName: () => displayNameSql,
  state: (now) => connectionRankSql(now),
  stateTime: () => sql`device_states.state_time`,
  createTime: () => sql`devices.create_time`,
  deviceType: () => typeNameSql,
  username: () => sql`lower(accounts.username)`,
  expireTime: () => expireTimeSql,
}
