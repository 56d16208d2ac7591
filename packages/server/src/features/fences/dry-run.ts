import type { OutputOf } from '@trackway/core/api/call.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { type fenceCalls, fenceDefaults } from '@trackway/core/features/fences/calls.ts'
import { isWithin } from '@trackway/core/features/zones/schedule.ts'
import type { Stay } from '@trackway/core/features/zones/stays.ts'
import type { ZoneRules } from '@trackway/core/features/zones/zone.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn, pathEnd } from '../../platform/scope/scope-sql.ts'
import { displayNameSql, viewEndSql } from '../devices/state-sql.ts'
import { searchStays } from '../zones/search-stays.ts'
import { countsFor, findAssignees } from './assignments.ts'
import { findFence } from './queries.ts'

const dayMs = 86_400_000

type DryRunInput = z.output<typeof fenceCalls.dryRun.input>
type DryRun = OutputOf<typeof fenceCalls.dryRun>

interface Context {
  db: Db
  pool: pg.Pool
  scope: Scope
  now: number
  signal: AbortSignal
  /** Of the caller: the schedule counts by it. */
  timeZone: string
}

/**
 * What a fence would have counted in the last days.
 * @throws {Refusal} `notFound`, `tooManyDevices`, `unavailable` where too many such searches wait
 */
export async function dryRun(
  { db, pool, scope, now, signal, timeZone }: Context,
  input: DryRunInput,
): Promise<DryRun> {
  const [from, to] = [now - input.days * dayMs, now]
  const devices = await findDryDevices(db, scope, input, { from, to })
  const rules = rulesOf(input, timeZone)
  const vehicles: DryRun['vehicles'] = []
  const search = {
    zones: new Map([[rules.key, rules]]),
    devices: devices.map(({ id }) => ({ id, keys: [rules.key] })),
    from,
    to,
    signal,
  }
  for await (const found of searchStays(pool, search))
    for (const { deviceId, stays } of found) {
      const device = devices.find(({ id }) => id === deviceId)!
      if (stays.length > 0) vehicles.push(vehicleOf(device, stays, rules))
    }
  const sum = (key: 'crossings' | 'shortStays') => vehicles.reduce((all, vehicle) => all + vehicle[key], 0)
  return {
    from,
    to,
    devices: devices.length,
    crossings: sum('crossings'),
    shortStays: sum('shortStays'),
    vehicles: vehicles.sort((one, other) => other.crossings - one.crossings),
  }
}

function rulesOf(input: DryRunInput, timeZone: string): ZoneRules {
  const { area, alarmOn, schedule, dwellS, confirmPoints, confirmS, allowLbs } = {
    ...fenceDefaults,
    ...input,
  }
  return {
    key: 1,
    name: '',
    area,
    timeZone,
    speedLimitKmh: null,
    alarmOn: alarmOn ?? fenceDefaults.alarmOn,
    schedule: schedule ?? null,
    dwellMs: (dwellS ?? 0) * 1000,
    confirmPoints: confirmPoints ?? null,
    confirmMs: confirmS ? confirmS * 1000 : null,
    allowLbs: allowLbs ?? false,
  }
}

function vehicleOf(
  { terminalID, displayName: name }: DryDevice,
  stays: readonly Stay[],
  { alarmOn, schedule, timeZone, dwellMs }: ZoneRules,
): DryRun['vehicles'][number] {
  const times: number[] = []
  for (const { isTold, isEntrySeen, isExitSeen, enterTime, leaveTime } of stays) {
    if (!isTold) continue
    if (isEntrySeen && alarmOn !== 'out') times.push(enterTime + dwellMs)
    if (isExitSeen && alarmOn !== 'in') times.push(leaveTime)
  }
  const counted = times.filter((time) => isWithin(schedule, time, timeZone)).sort((a, b) => a - b)
  return {
    terminalID,
    displayName: name,
    crossings: counted.length,
    shortStays: stays.filter(({ isTold, isExitSeen }) => !isTold && isExitSeen).length,
    firstTime: counted[0] ?? null,
    lastTime: counted.at(-1) ?? null,
  }
}

interface DryDevice {
  id: number
  terminalID: string
  displayName: string
}

/** Those named, those at and below accounts named, and those of the fence; without any, all of the caller. */
async function findDryDevices(
  db: Db,
  scope: Scope,
  { terminalIDs = [], userIds = [], fenceId }: DryRunInput,
  { from, to }: { from: number; to: number },
): Promise<DryDevice[]> {
  const fence = fenceId === undefined ? null : await findFence(db, scope, fenceId)
  // Whoever names somebody else's is told that there is none.
  await findAssignees(db, scope, scope.path, { terminalIDs, userIds })
  const paths = await accountPaths(db, scope, userIds)
  const wanted = [
    ...(terminalIDs.length > 0 ? [sql`devices.terminal_id = any(${terminalIDs}::text[])`] : []),
    ...paths.map((path) => sql`(accounts.path >= ${path} and accounts.path < ${pathEnd(path)})`),
    ...(fence === null ? [] : [countsFor(fence)]),
  ]
  const rows = await db
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .select(['devices.id', 'devices.terminal_id as terminalID', displayNameSql.as('displayName')])
    .where(devicesIn(scope))
    .where(sql<boolean>`coalesce(${viewEndSql(scope)} >= ${to}, true)`)
    .where(sql<boolean>`coalesce(devices.history_from_time <= ${from}, true)`)
    .$if(wanted.length > 0, (query) => query.where(sql<boolean>`(${sql.join(wanted, sql` or `)})`))
    .limit(limits.devicesPerReport + 1)
    .execute()
  if (rows.length > limits.devicesPerReport) throw new Refusal('tooManyDevices')
  return rows
}

async function accountPaths(db: Db, scope: Scope, userIds: readonly number[]): Promise<string[]> {
  const wanted = [...new Set(userIds)]
  if (wanted.length === 0) return []
  const rows = await db
    .selectFrom('accounts')
    .select('path')
    .where(sql<boolean>`id = any(${wanted}::int4[])`)
    .where('path', '>=', scope.path)
    .where('path', '<', pathEnd(scope.path))
    .execute()
  return rows.map(({ path }) => path)
}
