import type { OutputOf } from '@trackway/core/api/call.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import type { FenceVisit, fenceCalls } from '@trackway/core/features/fences/calls.ts'
import type { DeviceZones } from '@trackway/core/features/fences/crossings.ts'
import type { ZoneRules } from '@trackway/core/features/fences/zone.ts'
import type { visitQuestion } from '@trackway/core/features/fences/zone-visits.ts'
import { daysBetween, localDays } from '@trackway/core/rules/local-days.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { z } from 'zod'
import { FactCache } from '../../ingest/device-facts.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { displayNameSql, viewEndSql } from '../devices/state-sql.ts'
import { ownedBy } from './queries.ts'
import { searchStays } from './search-stays.ts'

/** More rows than anybody reads: the question is to be narrowed. */
const maxVisits = 50_000

type VisitsInput = z.output<typeof visitQuestion>

/** A stay of a device; of a fence `key` is its id, of a risk point its id with a minus. */
type ZoneVisit = { key: number; zoneName: string } & Omit<FenceVisit, 'fenceId' | 'fenceName'>

interface Context {
  db: Db
  pool: pg.Pool
  scope: Scope
  now: number
  signal: AbortSignal
  timeZone: string
}

/** A page of the stays of devices in the fences that count for them, found from the tracks as alarms are. */
export async function findFenceVisits(
  context: Context,
  { fenceIds, ...input }: z.output<typeof fenceCalls.visits.input>,
): Promise<OutputOf<typeof fenceCalls.visits>> {
  const { list, ...rest } = await findVisits(context, input, await fencesInSight(context, fenceIds))
  return {
    list: list.map(({ key, zoneName, ...visit }) => ({ ...visit, fenceId: key, fenceName: zoneName })),
    ...rest,
  }
}

/**
 * A page of the stays in fences and risk points of these keys, as far as they count for the devices.
 * @throws {Refusal} `notFound`, `rangeTooLong`, `tooManyDevices`, `unavailable` where too many such searches wait
 */
export async function findVisits(
  { db, pool, scope, now, signal, timeZone }: Context,
  input: VisitsInput,
  shown: ReadonlySet<number>,
) {
  if (daysBetween(input.first, input.last) >= limits.statisticsDays) throw new Refusal('rangeTooLong')
  const days = localDays(input.first, input.last, timeZone)
  const [from, to] = [days[0]?.from ?? 0, Math.min(days.at(-1)?.to ?? 0, now)]
  const devices = await findVisitDevices(db, scope, input, { from, to })
  const facts = new FactCache()
  await facts.load(pool, [...devices.keys()])
  const zones = new Map<number, ZoneRules>()
  const sought = [...devices.keys()].map((id) => ({ id, keys: keysOf(facts.get(id).fences, shown, zones) }))
  const visits: ZoneVisit[] = []
  for await (const found of searchStays(pool, { zones, devices: sought, from, to, signal }))
    for (const { deviceId, stays } of found)
      for (const { key, enterTime, leaveTime, lat, lon, isEntrySeen, isExitSeen, isTold } of stays) {
        if (!isTold || leaveTime - enterTime < (input.minDurationMs ?? 0)) continue
        if (visits.length >= maxVisits) throw new Refusal('tooManyDevices')
        visits.push({
          id: `${deviceId} ${key} ${enterTime}`,
          key,
          zoneName: zones.get(key)!.name,
          ...devices.get(deviceId)!,
          from: enterTime,
          to: leaveTime,
          fromLat: lat,
          fromLon: lon,
          isEntrySeen,
          isExitSeen,
        })
      }
  visits.sort(orderOf(input))
  const begin = (input.pageNum - 1) * input.pageSize
  return {
    list: visits.slice(begin, begin + input.pageSize),
    total: visits.length,
    sum: { durationMs: visits.reduce((all, visit) => all + lengthOf(visit), 0), visits: visits.length },
    timeZone,
    devices: devices.size,
  }
}

const lengthOf = ({ from, to }: ZoneVisit) => to - from
const byName = new Intl.Collator('zh', { numeric: true })

function orderOf({ sort, isDescending }: VisitsInput): (one: ZoneVisit, other: ZoneVisit) => number {
  const orders = {
    from: () => 0,
    name: (one: ZoneVisit, other: ZoneVisit) => byName.compare(one.displayName, other.displayName),
    zone: (one: ZoneVisit, other: ZoneVisit) => byName.compare(one.zoneName, other.zoneName),
    duration: (one: ZoneVisit, other: ZoneVisit) => lengthOf(one) - lengthOf(other),
  }
  const sign = isDescending ? -1 : 1
  return (one, other) => sign * (orders[sort](one, other) || one.from - other.from || one.key - other.key)
}

/** The fences or risk points of the device that are asked for, whose rules are put with the others. */
function keysOf({ sets }: DeviceZones, shown: ReadonlySet<number>, zones: Map<number, ZoneRules>): number[] {
  const keys = new Set<number>()
  for (const set of sets)
    for (const { zone } of set.all)
      if (shown.has(zone.key)) {
        const { shape: _, marginM: _m, clearM: _c, chordM: _d, ...rules } = zone
        zones.set(zone.key, rules)
        keys.add(zone.key)
      }
  return [...keys].sort((a, b) => a - b)
}

async function fencesInSight(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  fenceIds: readonly number[] | undefined,
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('fences')
    .innerJoin('accounts', 'accounts.id', 'fences.account_id')
    .select('fences.id')
    .where(ownedBy({ ...scope, withSubAccounts: true }))
    .$if(fenceIds !== undefined, (query) => query.where(sql<boolean>`fences.id = any(${fenceIds}::int4[])`))
    .execute()
  const found = new Set(rows.map(({ id }) => id))
  if (fenceIds?.some((id) => !found.has(id))) throw new Refusal('notFound')
  return found
}

type VisitDevice = Pick<FenceVisit, 'terminalID' | 'displayName' | 'userId' | 'username'>

async function findVisitDevices(
  db: Db,
  scope: Scope,
  { terminalIDs, userId, withSubAccounts }: VisitsInput,
  { from, to }: { from: number; to: number },
): Promise<Map<number, VisitDevice>> {
  const owner = userId === undefined ? scope : await findAccountRow(db, scope, userId)
  const named = terminalIDs && [...new Set(terminalIDs)]
  const rows = await db
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .select(['devices.id', 'devices.terminal_id as terminalID', displayNameSql.as('displayName')])
    .select(['accounts.id as userId', 'accounts.username'])
    .where(devicesIn({ ...scope, path: owner.path }))
    .where(sql<boolean>`coalesce(${viewEndSql(scope)} >= ${to}, true)`)
    .where(sql<boolean>`coalesce(devices.history_from_time <= ${from}, true)`)
    .$if(!withSubAccounts, (query) => query.where('devices.account_id', '=', userId ?? scope.accountId))
    .$if(named !== undefined, (query) =>
      query.where(sql<boolean>`devices.terminal_id = any(${named}::text[])`),
    )
    .limit(limits.devicesPerReport + 1)
    .execute()
  if (named !== undefined && rows.length < named.length) throw new Refusal('notFound')
  if (rows.length > limits.devicesPerReport) throw new Refusal('tooManyDevices')
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
