import type { OutputOf } from '@trackway/core/api/call.ts'
import type { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn, pathEnd } from '../../platform/scope/scope-sql.ts'
import { viewEndSql } from '../devices/state-sql.ts'

type Inside = OutputOf<typeof fenceCalls.inside>['list'][number]

interface Row extends Pick<Inside['fences'][number], 'fenceId' | 'name' | 'colour' | 'insideSince'> {
  id: number
}

/** In which open fences of the scope devices are, as far as is known: those entered last first. */
export async function findFencesAround(
  db: Db,
  scope: Scope,
  ids: readonly number[],
  now: number,
): Promise<Inside[]> {
  const { rows } = await sql<Row>`
    select devices.id, f.id as "fenceId", f.name, f.colour, stay.enter_time as "insideSince"
    from devices join accounts on accounts.id = devices.account_id
    join rule_results r on r.device_id = devices.id
    cross join lateral unnest(r.zone_ids, r.zone_is_inside, r.zone_enter_times)
      as stay (zone_id, is_inside, enter_time)
    join fences f on f.id = stay.zone_id and f.is_open
    join accounts owner on owner.id = f.account_id and starts_with(accounts.path, owner.path)
    where devices.id = any(${ids}::int4[]) and ${devicesIn(scope)}
      and coalesce(${viewEndSql(scope)} > ${now}::int8, true)
      and owner.path >= ${scope.path} and owner.path < ${pathEnd(scope.path)}
      and stay.is_inside
      and (exists (select from fence_devices fd where fd.fence_id = f.id and fd.device_id = devices.id)
        or exists (select from fence_accounts fa join accounts t on t.id = fa.account_id
          where fa.fence_id = f.id and starts_with(accounts.path, t.path) and starts_with(t.path, owner.path)))
    order by "insideSince" desc, "fenceId"`.execute(db)
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, fences]) => ({
    id,
    fences: fences.map(({ id: _, ...fence }) => fence),
  }))
}
