import { limits } from '@trackway/core/codes/limits.ts'
import type { ReportFilter } from '@trackway/core/features/statistics/calls.ts'
import { addDays, daysBetween, type LocalDay, localDays } from '@trackway/core/rules/local-days.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { viewEndSql } from '../devices/state-sql.ts'

/** The resolved filter of a report: whose days, and which devices. Ids only, so that it stays small. */
export interface ReportScope {
  timeZone: string
  /** In order, without a gap; none in the rare case that the zone skipped all of them. */
  days: LocalDay[]
  devices: number[]
  /** Those of them that are shown for a part of the period only: their service ended in it, or they were reset. */
  partly: ShownPart[]
}

export interface ShownPart {
  device: number
  from: number
  to: number
}

/** Vehicles of one account that one question may span. */
const maxDevices = 100_000

/** Whose vehicles: what all filters of devices have in common. */
export type DeviceFilter = Pick<ReportFilter, 'userId' | 'withSubAccounts'> &
  Partial<Pick<ReportFilter, 'terminalIDs' | 'deviceType'>>

/**
 * @param timeZone the caller's, or for a scheduled report its own
 * @throws {Refusal} `notFound` for an account or a device outside the scope; `rangeTooLong` beyond 31 days;
 *   `tooManyDevices` beyond 1,000 named ones, or 100,000 of an account
 */
export async function resolveFilter(
  db: Db,
  scope: Scope,
  filter: DeviceFilter & Pick<ReportFilter, 'first' | 'last'>,
  timeZone: string,
): Promise<ReportScope> {
  if (daysBetween(filter.first, filter.last) >= limits.statisticsDays) throw new Refusal('rangeTooLong')
  const days = localDays(filter.first, filter.last, timeZone)
  return { timeZone, days, ...(await devicesOf(db, scope, filter, days)) }
}

/** The same devices over as many days before the first. */
export function previousPeriod(
  reportScope: ReportScope,
  { first, last }: Pick<ReportFilter, 'first' | 'last'>,
): ReportScope {
  const before = addDays(first, -daysBetween(first, last) - 1)
  return { ...reportScope, days: localDays(before, addDays(first, -1), reportScope.timeZone) }
}

async function devicesOf(
  db: Db,
  scope: Scope,
  filter: DeviceFilter,
  days: readonly LocalDay[],
): Promise<Pick<ReportScope, 'devices' | 'partly'>> {
  const { terminalIDs, deviceType, withSubAccounts } = filter
  const named = terminalIDs === undefined ? undefined : [...new Set(terminalIDs)]
  if (named !== undefined && named.length > limits.devicesPerOperation) throw new Refusal('tooManyDevices')
  const owner = await ownerOf(db, scope, filter.userId)
  const rows = await db
    .selectFrom('devices')
    .select(['devices.id', 'devices.device_type_id', 'devices.history_from_time'])
    .select(viewEndSql(scope).as('view_end'))
    .where(devicesIn(owner))
    .$if(!withSubAccounts, (query) => query.where('devices.account_id', '=', owner.accountId))
    .$if(named !== undefined, (query) =>
      query.where(sql<boolean>`devices.terminal_id = any(${named}::text[])`),
    )
    .limit(maxDevices + 1)
    .execute()
  if (named !== undefined && rows.length < named.length) throw new Refusal('notFound')
  if (rows.length > maxDevices) throw new Refusal('tooManyDevices')
  const ofType = deviceType === undefined ? rows : rows.filter((row) => row.device_type_id === deviceType)
  const [from, to] = [days[0]?.from ?? 0, days.at(-1)?.to ?? 0]
  const shown = ofType.filter(({ view_end }) => view_end === null || view_end > from)
  return {
    devices: shown.map(({ id }) => id),
    partly: shown
      .filter(({ view_end, history_from_time }) => history_from_time !== null || (view_end ?? to) < to)
      .map(({ id, view_end, history_from_time }) => ({
        device: id,
        from: history_from_time ?? 0,
        to: view_end ?? to,
      })),
  }
}

/**
 * The scope cut down to the requested account.
 * @throws {Refusal} `notFound` for one outside it
 */
export async function ownerOf(db: Db, scope: Scope, userId: number | undefined): Promise<Scope> {
  if (userId === undefined || userId === scope.accountId) return scope
  const account = await findAccountRow(db, scope, userId)
  return { ...scope, path: account.path, accountId: account.id }
}

/**
 * A condition on rows that have a device and lie between two instants: they are shown as a whole.
 * @param row its columns, by their names
 */
export function shownSql(
  { partly }: Pick<ReportScope, 'partly'>,
  row: { device: string; from: string; to: string },
): string {
  if (partly.length === 0) return 'true'
  // Numbers of ours, so few that they need no parameters.
  const values = partly.map(({ device, from, to }) => `(${device}, ${from}::int8, ${to}::int8)`).join(', ')
  return `not exists (
    select from (values ${values}) as partly (device_id, from_time, to_time)
    where partly.device_id = ${row.device} and (${row.from} < partly.from_time or ${row.to} > partly.to_time))`
}
