import type { OutputOf } from '@trackway/core/api/call.ts'
import { type fenceCalls, fenceDefaults } from '@trackway/core/features/fences/calls.ts'
import { isWithin } from '@trackway/core/features/zones/schedule.ts'
import type { Stay } from '@trackway/core/features/zones/stays.ts'
import type { ZoneRules } from '@trackway/core/features/zones/zone.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import type { SessionContext } from '../../platform/http/serve.ts'
import type { Scope } from '../../platform/http/session.ts'
import { inGroups, pathEnd } from '../../platform/scope/scope-sql.ts'
import { findSearchedDevices, type SearchedDevice } from '../zones/queries.ts'
import { searchStays } from '../zones/search-stays.ts'
import { countsFor, findAssignees } from './assignments.ts'
import { findFence } from './queries.ts'

const dayMs = 86_400_000

type DryRunInput = z.output<typeof fenceCalls.dryRun.input>
type DryRun = OutputOf<typeof fenceCalls.dryRun>

/**
 * What a fence would have counted in the last days.
 * @throws {Refusal} `notFound`, `tooManyDevices`, `unavailable` where too many such searches wait
 */
export async function dryRun(context: SessionContext<DryRunInput>): Promise<DryRun> {
  const { db, pool, scope, session, input, now, signal } = context
  const [from, to] = [now - input.days * dayMs, now]
  const devices = await findDryDevices(db, scope, input, { from, to })
  const rules = rulesOf(input, session.account.timeZone)
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
  { terminalID, displayName: name }: SearchedDevice,
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

/** Those named, those at and below accounts named, and those of the fence; without any, all of the caller. */
async function findDryDevices(
  db: Db,
  scope: Scope,
  { terminalIDs, userIds, vehicleGroupIds, fenceId }: DryRunInput,
  range: { from: number; to: number },
): Promise<SearchedDevice[]> {
  const fence = fenceId === undefined ? null : await findFence(db, scope, fenceId)
  const assignees = await findAssignees(db, scope, { terminalIDs, userIds, vehicleGroupIds })
  const { deviceIds, paths, groupIds } = assignees
  const wanted = [
    ...(deviceIds.length > 0 ? [sql`devices.id = any(${deviceIds}::int4[])`] : []),
    ...(groupIds.length > 0 ? [inGroups(groupIds)] : []),
    ...paths.map((path) => sql`(accounts.path >= ${path} and accounts.path < ${pathEnd(path)})`),
    ...(fence === null ? [] : [countsFor(fence)]),
  ]
  return findSearchedDevices(
    db,
    scope,
    range,
    wanted.length > 0 ? sql`(${sql.join(wanted, sql` or `)})` : sql`true`,
  )
}
