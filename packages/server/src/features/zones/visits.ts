import { limits } from '@trackway/core/codes/limits.ts'
import type { FenceVisit } from '@trackway/core/features/fences/calls.ts'
import type { DeviceZones } from '@trackway/core/features/zones/crossings.ts'
import type { ZoneRules } from '@trackway/core/features/zones/zone.ts'
import type { VisitsQuery } from '@trackway/core/features/zones/zone-visits.ts'
import { daysBetween, localDays } from '@trackway/core/rules/local-days.ts'
import { sql } from 'kysely'
import { DeviceConfigCache } from '../../ingest/device-config.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { SessionContext } from '../../platform/http/serve.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { findSearchedDevices, findZoneIds, type SearchedDevice, type ZoneTable } from './queries.ts'
import { searchStays } from './search-stays.ts'

/** More rows than anybody reads: the question is to be narrowed. */
const maxVisits = 50_000

/** A stay of a device. */
type ZoneVisit = { zoneId: number; zoneName: string } & Omit<FenceVisit, 'fenceId' | 'fenceName'>

/**
 * A page of the stays in fences or in risk points, as far as they count for the devices.
 * @param ids left out: all in sight
 * @throws {Refusal} `notFound`, `rangeTooLong`, `tooManyDevices`, `unavailable` where too many such searches wait
 */
export async function findVisits(
  { db, pool, scope, now, signal, session }: Omit<SessionContext<unknown>, 'input'>,
  table: ZoneTable,
  ids: readonly number[] | undefined,
  input: VisitsQuery,
) {
  const { timeZone } = session.account
  const sign = table === 'risk_points' ? -1 : 1
  const shown = new Set([...(await findZoneIds(db, table, scope, ids))].map((id) => sign * id))
  if (daysBetween(input.first, input.last) >= limits.searchDays) throw new Refusal('rangeTooLong')
  const days = localDays(input.first, input.last, timeZone)
  const [from, to] = [days[0]?.from ?? 0, Math.min(days.at(-1)?.to ?? 0, now)]
  const devices = await findVisitDevices(db, scope, input, { from, to })
  const facts = new DeviceConfigCache()
  await facts.load(pool, [...devices.keys()])
  const zones = new Map<number, ZoneRules>()
  const sought = [...devices.keys()].map((id) => ({ id, keys: keysOf(facts.get(id).fences, shown, zones) }))
  const visits: ZoneVisit[] = []
  for await (const found of searchStays(pool, { zones, devices: sought, from, to, signal }))
    for (const { deviceId, stays } of found)
      for (const { key, enterTime, leaveTime, lat, lon, isEntrySeen, isExitSeen, isTold } of stays) {
        if (!isTold || leaveTime - enterTime < (input.minDurationMs ?? 0)) continue
        if (visits.length >= maxVisits) throw new Refusal('rangeTooLong')
        visits.push({
          id: `${deviceId} ${key} ${enterTime}`,
          zoneId: Math.abs(key),
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

function orderOf({ sort, isDescending }: VisitsQuery): (one: ZoneVisit, other: ZoneVisit) => number {
  const orders = {
    from: () => 0,
    name: (one: ZoneVisit, other: ZoneVisit) => byName.compare(one.displayName, other.displayName),
    zone: (one: ZoneVisit, other: ZoneVisit) => byName.compare(one.zoneName, other.zoneName),
    duration: (one: ZoneVisit, other: ZoneVisit) => lengthOf(one) - lengthOf(other),
  }
  const sign = isDescending ? -1 : 1
  return (one, other) =>
    sign * (orders[sort](one, other) || one.from - other.from || one.zoneId - other.zoneId)
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

async function findVisitDevices(
  db: Db,
  scope: Scope,
  { terminalIDs, userId, withSubAccounts }: VisitsQuery,
  range: { from: number; to: number },
): Promise<Map<number, Omit<SearchedDevice, 'id'>>> {
  const owner = userId === undefined ? scope : await findAccountRow(db, scope, userId)
  const conditions = [
    sql`(${withSubAccounts} or devices.account_id = ${userId ?? scope.accountId})`,
    ...(terminalIDs ? [sql`devices.terminal_id = any(${terminalIDs}::text[])`] : []),
  ]
  const inScope = { ...scope, path: owner.path }
  const rows = await findSearchedDevices(db, inScope, range, sql.join(conditions, sql` and `))
  if (terminalIDs !== undefined && rows.length < new Set(terminalIDs).size) throw new Refusal('notFound')
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
