import type { OutputOf } from '@trackway/core/api/call.ts'
import { type EpisodeReason, episodeKinds, episodeReasons } from '@trackway/core/codes/episodes.ts'
import type { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import type { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { cutShownEpisodes } from '../episodes/shown-parts.ts'
import { consumptionOf } from './consumption.ts'
import { episodeRowsSql, episodeTotalsSql, partsSql, withDataSql } from './episode-rows-sql.ts'
import { readRows, streamRows } from './read-rows.ts'
import { type ReportScope, shownSpans, withKnownNames } from './report-filter.ts'

type EpisodeInput = z.output<typeof statisticsCalls.episodes.input>
type EpisodeReply = OutputOf<typeof statisticsCalls.episodes>
export type ListedEpisode = EpisodeReply['list'][number]
type Databases = Pick<Database, 'db' | 'pool'>

/** A table of episodes of one kind, cut at the ends of the period. */
export interface EpisodeQuery
  extends Pick<EpisodeInput, 'kind' | 'minDurationMs' | 'minDistanceM' | 'sort' | 'isDescending'> {
  reportScope: ReportScope
}

export type EpisodeTotals = Pick<EpisodeReply, 'total' | 'sum' | 'devicesWithData'>

/** A page of the table and the sums of all of it, of one moment. */
export async function readEpisodes(
  database: Databases,
  query: EpisodeQuery & Pick<EpisodeInput, 'pageNum' | 'pageSize'>,
  signal: AbortSignal,
): Promise<EpisodeTotals & { list: ListedEpisode[] }> {
  const { pageNum, pageSize } = query
  const [row] = await readRows<TotalRow & { page: PartRow[] | null }>(
    database.pool,
    {
      text: `with ${await partsOf(database, query)},
        page as (${episodeRowsSql(query)} limit $9 offset $10)
        select totals.*, with_data, (select json_agg(page) from page) as page
        from (${episodeTotalsSql}) as totals, (${withDataSql}) as with_data`,
      values: [...(await valuesOf(database, query)), pageSize, (pageNum - 1) * pageSize],
    },
    signal,
  )
  return { list: (row?.page ?? []).map((part) => toRow(part, query)), ...toTotals(row!) }
}

/** The sums alone, for the foot of a file. */
export async function readEpisodeTotals(
  database: Databases,
  query: EpisodeQuery,
  signal: AbortSignal,
): Promise<EpisodeTotals> {
  const [row] = await readRows<TotalRow>(
    database.pool,
    {
      text: `with ${await partsOf(database, query)}
        select totals.*, with_data from (${episodeTotalsSql}) as totals, (${withDataSql}) as with_data`,
      values: await valuesOf(database, query),
    },
    signal,
  )
  return toTotals(row!)
}

/** All rows of the table in the same order, some at a time. */
export async function* episodeRows(
  database: Databases,
  query: EpisodeQuery,
  signal: AbortSignal,
): AsyncGenerator<ListedEpisode[]> {
  const text = `with ${await partsOf(database, query)} ${episodeRowsSql(query)}`
  const values = await valuesOf(database, query)
  for await (const rows of streamRows<PartRow>(database.pool, { text, values }, signal)) {
    yield rows.map((row) => toRow(row, query))
  }
}

interface PartRow
  extends Omit<
    Tables['track_episodes'],
    'device_id' | 'kind' | 'from_time' | 'to_time' | 'quarter_hour_sums'
  > {
  part_from: number
  part_to: number
  mean_speed_kmh: number | null
  fuel_l: number | null
  begins_here: boolean
  ends_here: boolean
  terminal_id: string
  car_number: string | null
  nickname: string | null
  account_id: number
  username: string
}

interface TotalRow {
  total: number
  begun: number
  duration_ms: number
  distance_m: number
  idle_ms: number
  max_speed_kmh: number | null
  fuel_l: number | null
  with_data: number
}

async function valuesOf(database: Databases, query: EpisodeQuery): Promise<unknown[]> {
  const { reportScope, minDurationMs = 0, minDistanceM = 0 } = query
  const { devices, per100Km, perIdleHour } = await consumptionOf(database.db, reportScope.devices)
  // Without any day nothing lies between.
  const [from, to] = [reportScope.days[0]?.from ?? 0, reportScope.days.at(-1)?.to ?? 0]
  return [reportScope.devices, from, to, minDurationMs, minDistanceM, devices, per100Km, perIdleHour]
}

/** `partsSql` of a query, with what the ends of what is shown cut. */
async function partsOf({ pool }: Databases, { kind, reportScope }: EpisodeQuery): Promise<string> {
  const [from, to] = [reportScope.days[0]?.from ?? 0, reportScope.days.at(-1)?.to ?? 0]
  const cut = await cutShownEpisodes(pool, shownSpans(reportScope), { from, to })
  return partsSql(
    kind,
    reportScope,
    cut.filter((row) => row.kind === episodeKinds[kind]),
  )
}

function toTotals(row: TotalRow): EpisodeTotals {
  return {
    total: row.total,
    sum: {
      begun: row.begun,
      durationMs: row.duration_ms,
      distanceM: row.distance_m,
      idleMs: row.idle_ms,
      maxSpeedKmh: row.max_speed_kmh,
      fuelL: row.fuel_l,
    },
    devicesWithData: row.with_data,
  }
}

function toRow(part: PartRow, { kind, reportScope }: EpisodeQuery): ListedEpisode {
  const row = withKnownNames(reportScope, part)
  const { terminal_id: terminalID, car_number: carNumber, nickname } = row
  // Where what moves was at the ends of the period is not known.
  const stays = kind === 'stop' || kind === 'idling'
  return {
    kind,
    from: row.part_from,
    to: row.part_to,
    distanceM: row.distance_m,
    maxSpeedKmh: row.max_speed_kmh,
    idleMs: row.idle_ms,
    ...(row.begins_here || stays
      ? { fromLat: degrees(row.from_latitude_e7), fromLon: degrees(row.from_longitude_e7) }
      : { fromLat: null, fromLon: null }),
    ...(row.ends_here || stays
      ? { toLat: degrees(row.to_latitude_e7), toLon: degrees(row.to_longitude_e7) }
      : { toLat: null, toLon: null }),
    began: row.begins_here ? reasonOf(row.began) : 'range',
    ended: row.ends_here ? reasonOf(row.ended) : 'range',
    fromValue: row.from_value,
    toValue: row.to_value,
    terminalID,
    displayName: displayName({ carNumber, nickname, terminalID }),
    userId: row.account_id,
    username: row.username,
    meanSpeedKmh: row.mean_speed_kmh,
    fuelL: row.fuel_l,
  }
}

const reasons = new Map(
  Object.entries(episodeReasons).map(([reason, id]) => [id as number, reason as EpisodeReason]),
)

function reasonOf(id: number): EpisodeReason {
  return reasons.get(id) ?? 'track'
}

function degrees(e7: number | null): number | null {
  return e7 === null ? null : e7 / 1e7
}
