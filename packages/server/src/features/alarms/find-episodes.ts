import { alarmSeverities, fenceCodes } from '@trackway/core/codes/alarms.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import {
  type AlarmEpisode,
  type AlarmFilter,
  type AlarmView,
  alarmViews,
} from '@trackway/core/features/alarms/calls.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Paging } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { displayNameSql } from '../devices/state-sql.ts'
import { type EpisodeSelection, episodesIn, selectionOf } from './episode-filter.ts'

/**
 * A page of episodes, newest or gravest first. Beyond 10,000 they are not counted, unless the page is larger than a
 * screen's may be: a file needs all of them.
 * @throws {Refusal} `notFound` for an account or a device outside the scope
 */
export async function findEpisodes(
  db: Db,
  scope: Scope,
  { pageNum, pageSize, gravestFirst, ...filter }: AlarmFilter & Paging & { gravestFirst: boolean },
): Promise<{ list: AlarmEpisode[]; total: number; isMore: boolean }> {
  const selection = await selectionOf(db, scope, filter)
  const most = pageSize > limits.maxPageSize ? null : limits.alarmsCounted
  const counted = await countEpisodes(db, selection, most)
  const isMore = most !== null && counted > most
  const total = isMore ? most : counted
  const first = (pageNum - 1) * pageSize
  const idsOf = gravestFirst ? gravestIds : idsOfPart
  const ids = first < total ? await idsOf({ db, scope, filter, selection }, first, pageSize) : []
  return { list: await readEpisodes(db, scope, ids), total, isMore }
}

const source = sql`alarm_episodes e join devices on devices.id = e.device_id`

/** The newest episodes that are meant, so many of them. @param since not those before */
export function newestSql(
  { conditions, ofEach, by, codes }: EpisodeSelection,
  count: number,
  since: number | null = null,
): RawBuilder<{ id: number }> {
  const isLate = since === null ? sql`true` : sql`e.start_time >= ${since}`
  if (by === null)
    return sql`select e.id, e.start_time from ${source} where ${conditions} and ${isLate}
      order by e.start_time desc, e.id desc limit ${count}`
  // In order by itself: the planner thinks that few rows of a device are of these accounts, and would sort all of them.
  const ofOne =
    by.column === 'device_id'
      ? sql`(select * from alarm_episodes where device_id = selected.id order by start_time desc) e
          join devices on devices.id = e.device_id`
      : source
  // Of each code in its order, too: else all of them would be sorted, or all others passed over.
  const isByCode = by.column === 'account_id' && codes !== null
  const groups = isByCode
    ? sql`unnest(${by.ids}::int4[]) as selected (id) cross join unnest(${codes}::int2[]) as of_code (code)`
    : sql`unnest(${by.ids}::int4[]) as selected (id)`
  const isOfCode = isByCode ? sql`e.code = of_code.code` : sql`true`
  return sql`select newest.id, newest.start_time from ${groups} cross join lateral (
      select e.id, e.start_time from ${ofOne}
      where e.${sql.ref(by.column)} = selected.id and ${isOfCode} and ${ofEach} and ${isLate}
      order by e.start_time desc limit ${count}
    ) newest order by newest.start_time desc, newest.id desc limit ${count}`
}

/** Pages further back are sought in the last days first: the newest of many accounts are too many to sort. */
const deepRows = 1_000
const spansMs = [1, 4, 16, 64].map((days) => days * 86_400_000)

interface Search {
  db: Db
  scope: Scope
  filter: Partial<AlarmFilter>
  selection: EpisodeSelection
}

/** The newest after the `first` ones, `size` at most. */
async function idsOfPart({ db, selection }: Search, first: number, size: number): Promise<number[]> {
  const count = first + size
  const newest = async (count: number, since: number | null) =>
    (await sql<{ id: number; start_time: number }>`${newestSql(selection, count, since)}`.execute(db)).rows
  if (selection.by !== null && count > deepRows) {
    const [latest] = await newest(1, null)
    for (const spanMs of latest ? spansMs : []) {
      const rows = await newest(count, latest!.start_time - spanMs)
      if (rows.length === count) return rows.slice(first).map(({ id }) => id)
    }
  }
  return (await newest(count, null)).slice(first).map(({ id }) => id)
}

/** The same with the gravest first: the episodes of one severity after those of the graver one, each read by time. */
async function gravestIds(search: Search, first: number, size: number): Promise<number[]> {
  const { db, scope, filter } = search
  const ids: number[] = []
  let before = first
  for (const severity of ['critical', 'warning', 'notice'] as const) {
    if (ids.length === size) break
    if (filter.severity !== undefined && filter.severity !== severity) continue
    const selection = await selectionOf(db, scope, { ...filter, severity })
    const counted = before > 0 ? await countEpisodes(db, selection, before) : 1
    if (counted > before || before === 0)
      ids.push(...(await idsOfPart({ ...search, selection }, before, size - ids.length)))
    before = Math.max(0, before - counted)
  }
  return ids
}

/** @param most one more is enough to know that there are more; null: all are counted */
async function countEpisodes(
  db: Db,
  { conditions, ofEach, by, isNarrow }: EpisodeSelection,
  most: number | null,
): Promise<number> {
  const limit = most === null ? null : most + 1
  // One device or account after the other, until there are enough: in one go, the planner reads what an index has of all
  // of them, and of all with the code, before it takes the first.
  const selection =
    by === null || (isNarrow && by.column === 'account_id')
      ? sql`${source} where ${conditions}`
      : sql`unnest(${by.ids}::int4[]) as selected (id) cross join lateral (
          select from ${source} where e.${sql.ref(by.column)} = selected.id and ${ofEach} limit ${limit}) of_one`
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from ${selection} limit ${limit}) counted`.execute(db)
  return Number(rows[0]!.total)
}

/** How many episodes each view holds, each counted up to one more than 10,000. */
export async function countViews(
  db: Db,
  scope: Scope,
  { views, ...filter }: Partial<AlarmFilter> & { views: readonly AlarmView[] },
): Promise<Partial<Record<AlarmView, number>>> {
  const counts: Partial<Record<AlarmView, number>> = {}
  for (const view of views) {
    const own = view === 'mine' ? { assigneeId: scope.accountId } : alarmViews[view]
    const selection = await selectionOf(db, scope, { ...filter, ...(own as Partial<AlarmFilter>) })
    counts[view] = await countEpisodes(db, selection, limits.alarmsCounted)
  }
  return counts
}

interface Row extends Omit<AlarmEpisode, 'severity' | 'fenceId' | 'fenceName'> {
  severity: number
}

const severityNames = Object.fromEntries(
  Object.entries(alarmSeverities).map(([name, number]) => [number, name]),
) as Record<number, AlarmEpisode['severity']>

/** Episodes that are within the scope, in the order of their ids as given. */
export async function readEpisodes(db: Db, scope: Scope, ids: readonly number[]): Promise<AlarmEpisode[]> {
  if (ids.length === 0) return []
  const rows = await selectEpisodes(db, scope, sql`e.id = any(${ids}::int8[])`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** @throws {Refusal} `notFound`, also for a stranger's */
export async function readEpisode(db: Db, scope: Scope, id: number): Promise<AlarmEpisode> {
  const [episode] = await readEpisodes(db, scope, [id])
  if (episode === undefined) throw new Refusal('notFound')
  return episode
}

/** Episodes within the scope; a device that is elsewhere by now is called by its terminal id. */
export async function selectEpisodes(
  db: Db,
  scope: Scope,
  which: RawBuilder<SqlBool>,
): Promise<AlarmEpisode[]> {
  const { rows } = await sql<Row>`
    select e.id, e.device_id as "deviceId", devices.terminal_id as "terminalID", e.account_id as "userId", owner.username,
      coalesce(nullif(owner.nickname, ''), owner.username) as "ownerName", e.code,
      case when holder.path >= ${scope.path} and holder.path < ${pathEnd(scope.path)}
        then ${displayNameSql} else devices.terminal_id end as "displayName",
      e.subject_id as "subjectId", e.start_time as "startTime", e.end_time as "endTime", e.is_open as "isOpen",
      e.server_time as "serverTime", e.count, e.latitude_e7 / 1e7::float8 as lat, e.longitude_e7 / 1e7::float8 as lon,
      e.speed_kmh as "speedKmh", e.max_speed_kmh as "maxSpeedKmh", e.address, e.detail, e.source, e.severity, e.state,
      e.is_muted as "isMuted", e.read_time as "readTime", e.assignee_id as "assigneeId",
      assignee.username as assignee, e.note, handler.username as handler, e.handle_time as "handleTime", e.sequence
    from alarm_episodes e join devices on devices.id = e.device_id
      join accounts holder on holder.id = devices.account_id
      left join accounts owner on owner.id = e.account_id
      left join accounts assignee on assignee.id = e.assignee_id
      left join accounts handler on handler.id = e.handler_id
    where ${which} and ${episodesIn(scope)}`.execute(db)
  return rows.map(toEpisode)
}

/** Alarms since then that nobody has handled, warnings or graver, newest first. */
export async function waitingEpisodes(
  db: Db,
  scope: Scope,
  since: number,
): Promise<{ id: number; deviceId: number; severity: AlarmEpisode['severity'] }[]> {
  const { rows } = await sql<{ id: number; deviceId: number; severity: number }>`
    select e.id, e.device_id as "deviceId", e.severity from alarm_episodes e join devices on devices.id = e.device_id
    where e.state = 'new' and not e.is_muted and e.severity >= ${alarmSeverities.warning}
      and e.start_time >= ${since} and ${episodesIn(scope)}
    order by e.start_time desc limit ${limits.alarmsCounted}`.execute(db)
  return rows.map((row) => ({ ...row, severity: severityNames[row.severity]! }))
}

function toEpisode(row: Row): AlarmEpisode {
  const { code, subjectId, detail } = row
  const isOfFence = subjectId !== 0 && fenceCodes.includes(code)
  return {
    ...row,
    severity: severityNames[row.severity]!,
    fenceId: isOfFence ? subjectId : null,
    fenceName: typeof detail?.fenceName === 'string' ? detail.fenceName : null,
  }
}
