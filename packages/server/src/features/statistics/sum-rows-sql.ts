import type { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import type { Grouping } from '@trackway/core/features/statistics/reports.ts'
import type { z } from 'zod'
import { ownerIdSql, type ReportScope } from './report-filter.ts'
import { sumColumnOf, sumColumns, sumNames } from './sum-columns.ts'

/** The rows of a table of sums, by what they are grouped by: over `device_days` and `fuel` (device-days-sql.ts). */

interface Groups {
  groupBy: Grouping
  reportScope: ReportScope
  /** Also rows in which nothing drove or idled. */
  withEmpty: boolean
}
type Order = Pick<z.output<typeof statisticsCalls.sums.input>, 'sort' | 'isDescending'>

const figures = 'device_days left join fuel using (device_id)'

/** Vehicles were used in such a row; of many days, in one of them. */
const isUsed = '(driving_ms > 0 or idle_ms > 0)'

const groupings = (reportScope: ReportScope): Record<Grouping, string> => ({
  deviceDay: `select device_id, null::int4 as owner_id, n, 1 as devices, ${sumColumns(false)} from ${figures}`,
  device: `select device_id, null::int4 as owner_id, null::int4 as n, 1 as devices, ${sumColumns(true)}
    from ${figures} group by device_id`,
  day: `select null::int4 as device_id, null::int4 as owner_id, n, devices, ${sumNames.join(', ')} from by_day`,
  account: `select null::int4 as device_id, owner_id, null::int4 as n,
      count(distinct device_id)::int4 as devices, ${sumColumns(true)}
    from (select device_days.*, ${ownerIdSql(reportScope)} as owner_id
      from device_days join devices on devices.id = device_id) as device_days
    left join fuel using (device_id) group by owner_id`,
})

/** `groups`: the rows without their names. */
export function groupsSql({ groupBy, reportScope, withEmpty }: Groups): string {
  const rows = groupings(reportScope)[groupBy]
  return `groups as (${withEmpty ? rows : `select * from (${rows}) as rows where ${isUsed}`})`
}

/** Every row of `groups`, with the names of what it is about. */
export function rowsSql(order: Order & Pick<Groups, 'groupBy'>): string {
  return `
    select groups.n, groups.devices, accounts.id as account_id, accounts.username,
      devices.terminal_id, devices.car_number, devices.nickname, ${sumNames.join(', ')}
    from groups
    left join devices on devices.id = groups.device_id
    left join accounts on accounts.id = coalesce(devices.account_id, groups.owner_id)
    order by ${orderSql(order)}`
}

/** `by_day`: the sums of each day. */
export const byDaySql = `
  by_day as materialized (
    select n, count(*)::int4 as devices, (count(*) filter (where ${isUsed}))::int4 as used, ${sumColumns(true)}
    from ${figures} group by n)`

/** The sums of each day, and of everything (where `n` is null), in the same columns. */
export function totalsSql(groups: Groups): string {
  const names = `null::int4 as account_id, null::text as username, null::text as terminal_id,
    null::text as car_number, null::text as nickname`
  return `
    select n, devices, ${names}, ${sumNames.join(', ')}, null::int4 as total, null::int4 as with_data from by_day
    union all
    select null, 0, ${names}, ${sumNames.join(', ')}, (${totalSql(groups)}), (select count(*)::int4 from with_data)
    from (select ${sumColumns(true, 'fuel_l', 'fuel_distance_m')} from by_day) as added`
}

/** How many rows there are: where it can be known without making them, they are not made for it. */
function totalSql({ groupBy, reportScope, withEmpty }: Groups): string {
  if (groupBy === 'deviceDay')
    return `select coalesce(sum(${withEmpty ? 'devices' : 'used'}), 0)::int4 from by_day`
  if (!withEmpty || groupBy === 'day') return 'select count(*)::int4 from groups'
  if (groupBy === 'device') return 'select count(*)::int4 from with_data'
  return `select count(distinct ${ownerIdSql(reportScope)})::int4 from with_data join devices on devices.id = device_id`
}

const deviceName = `coalesce(nullif(devices.car_number, ''), nullif(devices.nickname, ''), devices.terminal_id)`
const nameSql: Record<Grouping, string> = {
  deviceDay: deviceName,
  device: deviceName,
  day: 'groups.n',
  account: 'lower(accounts.username)',
}

function orderSql({ groupBy, sort, isDescending }: Order & Pick<Groups, 'groupBy'>): string {
  const direction = isDescending ? 'desc' : 'asc'
  const rest = `${nameSql[groupBy]}, groups.n, devices.id, accounts.id`
  return `${keySql(groupBy, sort)} ${direction} nulls last, ${rest}`
}

function keySql(groupBy: Grouping, sort: Order['sort']): string {
  switch (sort) {
    case 'name':
      return nameSql[groupBy]
    case 'day':
      return groupBy === 'deviceDay' ? 'groups.n' : nameSql[groupBy]
    default:
      return sumColumnOf(sort)
  }
}
