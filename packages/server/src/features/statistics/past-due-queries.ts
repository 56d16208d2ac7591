import type { OutputOf } from '@trackway/core/api/call.ts'
import type { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { displayNameSql, expireTimeSql, typeNameSql } from '../devices/state-sql.ts'
import { ownerOf } from './report-filter.ts'

const dayMs = 86_400_000

/**
 * Devices whose service ended or ends soon; it ends with the earlier of the platform's and the user's term.
 * A page, the earliest first, and how many there are of both states.
 */
export async function readPastDue(
  { db, scope, now }: { db: Db; scope: Scope; now: number },
  query: z.output<typeof statisticsCalls.pastDue.input>,
): Promise<OutputOf<typeof statisticsCalls.pastDue>> {
  const { userId, withSubAccounts, state, withinDays, search, pageNum, pageSize } = query
  const owner = await ownerOf(db, scope, userId)
  const due = db
    .selectFrom('devices')
    .where(devicesIn(owner))
    .where(sql<boolean>`${expireTimeSql} <= ${now + withinDays * dayMs}::int8`)
    .$if(!withSubAccounts, (query) => query.where('devices.account_id', '=', owner.accountId))
    .$if(search !== '', (query) =>
      query.where(sql<boolean>`devices.search_text like lower(${likePattern(search)})`),
    )
  const rows = due
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .leftJoin('device_states', 'device_states.device_id', 'devices.id')
    .select(['devices.terminal_id as terminalID', displayNameSql.as('displayName')])
    .select([typeNameSql.as('deviceTypeName'), 'devices.account_id as userId', 'accounts.username'])
    .select(['devices.iccid', 'devices.sim', 'devices.activate_time as activateTime'])
    .select([expireTimeSql.$notNull().as('expireTime'), 'device_states.state_time as stateTime'])
    .$if(state === 'expired', (query) => query.where(sql<boolean>`${expireTimeSql} <= ${now}::int8`))
    .$if(state === 'expiring', (query) => query.where(sql<boolean>`${expireTimeSql} > ${now}::int8`))
    .orderBy(expireTimeSql)
    .orderBy('devices.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
  const [list, { expired, expiring }] = await Promise.all([
    rows.execute(),
    due
      .select([
        sql<number>`count(*) filter (where ${expireTimeSql} <= ${now})::int4`.as('expired'),
        sql<number>`count(*) filter (where ${expireTimeSql} > ${now})::int4`.as('expiring'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return {
    list,
    total: { expired, expiring, both: expired + expiring }[state],
    expired,
    expiring,
  }
}
