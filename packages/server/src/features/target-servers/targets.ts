import { targetSettingKind } from '@trackway/core/features/target-servers/calls.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownHost } from '../server-moves/own-address.ts'

/** Where devices shall report to, and where they are, as SQL. */

const kind = sql.lit(targetSettingKind.name)

/**
 * What is set nearest to an account and a type, as a lateral join: `target`, null where its devices stay here, and
 * `account_id`, where it is set.
 */
export const targetSql = (path: RawBuilder<unknown>, typeId: RawBuilder<unknown>) => sql`
  lateral (
    select nullif(s.own -> 'target', 'null'::jsonb) as target, s.account_id
    from level_settings_at(${path}, ${typeId}, null) s where s.kind = ${kind} order by s.level desc limit 1)`

/** A target that leads here moves nobody. */
export const isElsewhereSql = (target: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`(${target} is not null and lower(${target} ->> 'host') is distinct from ${ownHost()?.toLowerCase() ?? null}::text)`

export const placements = ['toMove', 'underWay', 'there', 'failed', 'elsewhere'] as const
export type Placement = (typeof placements)[number]

/**
 * The devices with a target elsewhere, as the common table expression `placed`: by their newest move since their owner
 * got them. One that was moved to another server, as by hand, is `elsewhere` for as long as it stays there.
 * @param condition of `devices`: which of them are looked at
 */
export const placedSql = (condition: RawBuilder<SqlBool>) => sql`
  targeted as materialized (
    select pair.account_id, pair.device_type_id, a.path, lower(t.target ->> 'host') as host,
      (t.target ->> 'port')::int4 as port, t.target ->> 'transport' as transport
    from (select distinct devices.account_id, devices.device_type_id from devices where ${condition}) pair
      join accounts a on a.id = pair.account_id
      cross join ${targetSql(sql`a.path`, sql`pair.device_type_id`)} t
    where ${isElsewhereSql(sql`t.target`)}
  ), governed as materialized (
    select devices.id, devices.terminal_id, targeted.* from devices join targeted using (account_id, device_type_id)
    where ${condition}
  ), moves as materialized (
    select distinct on (i.device_id) i.device_id, i.state, i.finish_time, k.create_time,
      lower(k.params ->> 'host') as host, (k.params ->> 'port')::int4 as port
    from device_tasks k join device_task_items i on i.task_id = k.id
    where k.kind = 'serverMove' and i.device_id in (select id from governed)
    order by i.device_id, i.id desc
  ), placed as (
    select g.*, case
        when m.device_id is null or m.create_time < o.since_time or m.state = 'cancelled' then 'toMove'
        when m.host = g.host and m.port = g.port then case
          when is_over.is_back or m.state in ('failed', 'skipped') then 'failed'
          when m.state = 'done' then 'there'
          else 'underWay' end
        when is_over.is_back or m.state in ('failed', 'skipped') then 'toMove'
        else 'elsewhere' end as placement
    from governed g
      join device_owners o on o.device_id = g.id and o.to_time is null
      left join moves m on m.device_id = g.id
      left join device_states s on s.device_id = g.id
      cross join lateral (
        select m.state = 'done' and coalesce(s.connected_time, s.state_time, 0) > m.finish_time as is_back) is_over
  )`
