import { limits } from '@trackway/core/codes/limits.ts'
import { earlyFromMs, lateFromMs } from '@trackway/core/features/bus/arrivals.ts'
import type { busCalls, PunctualityGroup, PunctualityRow } from '@trackway/core/features/bus/calls.ts'
import { daysBetween, localDays } from '@trackway/core/rules/local-days.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { linesIn } from './line-queries.ts'

type PunctualityQuery = z.output<(typeof busCalls)['punctuality']['input']>

const sorts = {
  line: sql`lower(line), direction, line_id, day, stop_place`,
  day: sql`day, lower(line), direction, line_id, stop_place`,
  passages: sql`passages, lower(line), direction, line_id, day, stop_place`,
  onTimePercent: sql`"onTimePercent", lower(line), direction, line_id, day, stop_place`,
  meanDelayMin: sql`"meanDelayMin", lower(line), direction, line_id, day, stop_place`,
} satisfies Record<PunctualityQuery['sort'], RawBuilder<unknown>>
const descending = {
  ...sorts,
  line: sql`lower(line) desc, direction, line_id, day, stop_place`,
  day: sql`day desc, lower(line), direction, line_id, stop_place`,
  passages: sql`passages desc, lower(line), direction, line_id, day, stop_place`,
  onTimePercent: sql`"onTimePercent" desc nulls last, lower(line), direction, line_id, day, stop_place`,
  meanDelayMin: sql`"meanDelayMin" desc nulls last, lower(line), direction, line_id, day, stop_place`,
} satisfies Record<PunctualityQuery['sort'], RawBuilder<unknown>>

const hasStop = (group: PunctualityGroup) => group === 'stopDay' || group === 'stop'
const hasDay = (group: PunctualityGroup) => group === 'stopDay' || group === 'lineDay'

/**
 * How punctual lines were, a page of rows. Days are those of the caller.
 * @throws {Refusal} `notFound` for a stranger's account; `rangeTooLong` beyond a quarter
 */
export async function readPunctuality(
  db: Db,
  scope: Scope,
  query: PunctualityQuery,
  timeZone: string,
): Promise<Page<PunctualityRow>> {
  const { userId, withSubAccounts, first, last, lineId, search, groupBy, pageNum, pageSize } = query
  if (daysBetween(first, last) >= limits.statisticsDays) throw new Refusal('rangeTooLong')
  const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
  const days = localDays(first, last, timeZone)
  const day = hasDay(groupBy) ? sql`days.day` : sql`null::text`
  const stopId = hasStop(groupBy) ? sql`p.stop_id` : sql`null::int4`
  const like = likePattern(search ?? '')
  const ofAccount = withSubAccounts ? linesIn(owner) : sql`bus_lines.account_id = ${owner.id}`
  const { rows } = await sql<Omit<PunctualityRow, 'id'> & { stop_id: number | null; total: number }>`
    with days as (
      select * from unnest(${days.map((each) => each.day)}::text[], ${days.map(({ from }) => from)}::int8[],
        ${days.map(({ to }) => to)}::int8[]) as days (day, from_time, to_time)
    ), sums as (
      select bus_lines.id as line_id, ${day} as day, ${stopId} as stop_id,
        ${hasStop(groupBy) ? sql`max(p.stop_name)` : sql`null::text`} as stop,
        count(*)::int4 as passages,
        count(*) filter (where d.late_ms between ${-earlyFromMs} and ${lateFromMs})::int4 as on_time,
        count(*) filter (where d.late_ms < ${-earlyFromMs})::int4 as early,
        count(*) filter (where d.late_ms > ${lateFromMs})::int4 as late,
        count(d.late_ms)::int4 as scheduled,
        round(avg(d.late_ms) / 60000, 1)::float8 as mean_min, round(max(d.late_ms) / 60000.0, 1)::float8 as max_min
      from bus_lines
      join days on true
      join bus_passages p on p.line_id = bus_lines.id and p.pass_time >= days.from_time and p.pass_time < days.to_time
      cross join lateral (select p.pass_time - p.scheduled_time as late_ms) d
      where ${ofAccount} and (${lineId ?? null}::int4 is null or bus_lines.id = ${lineId ?? null}::int4)
        and (${search ?? ''} = '' or lower(bus_lines.name) like lower(${like}) or lower(p.stop_name) like lower(${like}))
      group by 1, 2, 3
    ), named as (
      select sums.line_id, bus_lines.name as line, bus_lines.direction, accounts.username, sums.stop, sums.day,
        sums.stop_id, sums.passages, on_time as "onTime", early, late,
        case when scheduled > 0 then round(100.0 * on_time / scheduled, 1)::float8 end as "onTimePercent",
        mean_min as "meanDelayMin", max_min as "maxDelayMin",
        (select place from jsonb_array_elements(bus_lines.stops) with ordinality as s (stop, place)
          where (s.stop ->> 'id')::int4 = sums.stop_id) as stop_place
      from sums join bus_lines on bus_lines.id = sums.line_id join accounts on accounts.id = bus_lines.account_id
    )
    select line_id as "lineId", line, direction, username, stop, stop_id, day, passages, "onTime", early, late,
      "onTimePercent", "meanDelayMin", "maxDelayMin", count(*) over ()::int4 as total
    from named order by ${(query.isDescending ? descending : sorts)[query.sort]}
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  const total = rows[0]?.total ?? 0
  return {
    list: rows.map(({ stop_id, total: _, ...row }) => ({
      ...row,
      id: [row.lineId, stop_id ?? '', row.day ?? ''].join(' '),
    })),
    total,
  }
}
