import { limits } from '@trackway/core/codes/limits.ts'
import type { ReportFilter } from '@trackway/core/features/statistics/calls.ts'
import { addDays, daysBetween, type LocalDay, localDays } from '@trackway/core/rules/local-days.ts'
import { mergeSpans, type TimeSpan } from '@trackway/core/rules/time-spans.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { narrowToGroups } from '../../platform/http/groups-of-scope.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { devicesIn, ownersIn } from '../../platform/scope/scope-sql.ts'
import { type FormerDevice, findFormer } from '../devices/former-devices.ts'
import { ownerViewEndSql, viewEndSql } from '../devices/state-sql.ts'

/** The resolved filter of a report: whose days, and which devices. Ids only, so that it stays small. */
export interface ReportScope {
  timeZone: string
  /** In order, without a gap; none in the rare case that the zone skipped all of them. */
  days: LocalDay[]
  devices: number[]
  /** Of those of them that are not shown all the time, as their owner, service or a reset has it, when they are. */
  partly: ShownPart[]
  /** Those of them that the scope has no more, by terminal id, under the names that they had. */
  former: ReadonlyMap<string, FormerDevice>
}

export interface ShownPart {
  device: number
  from: number
  to: number
}

/** Vehicles of one account that one question may span, and vehicles times days: all of them for a month. */
const maxDevices = 100_000
const maxDeviceDays = maxDevices * 31

/** Whose vehicles: what all filters of devices have in common. */
export type DeviceFilter = Pick<ReportFilter, 'userId' | 'withSubAccounts'> &
  Partial<Pick<ReportFilter, 'terminalIDs' | 'deviceType' | 'groupIds'>>

/**
 * @param timeZone the caller's, or for a scheduled report its own
 * @throws {Refusal} `notFound` for an account, a group or a device outside the scope; `rangeTooLong` beyond a quarter;
 *   `tooManyDevices` beyond 1,000 named ones, or 100,000 of an account for a month, fewer for longer
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
): Promise<Omit<ReportScope, 'timeZone' | 'days'>> {
  const { terminalIDs, deviceType, withSubAccounts } = filter
  const named = terminalIDs === undefined ? undefined : [...new Set(terminalIDs)]
  if (named !== undefined && named.length > limits.devicesPerOperation)
    throw new Refusal('tooManyDevices', { count: limits.devicesPerOperation })
  const most = Math.min(maxDevices, Math.floor(maxDeviceDays / Math.max(days.length, 1)))
  const owner = await ownerOf(db, await narrowToGroups(db, scope, filter.groupIds), filter.userId)
  const isNamed = sql<boolean>`(${named === undefined} or devices.terminal_id = any(${named ?? []}::text[]))`
  // Two questions, so that each has its index: nearly all devices never were another's.
  const [present, former] = await Promise.all([
    db
      .selectFrom('devices')
      .select(['devices.id', 'devices.device_type_id', 'devices.history_from_time as from_time'])
      .select([sql<number | null>`null::int8`.as('to_time'), viewEndSql(scope).as('view_end')])
      .where(devicesIn(owner))
      .$if(!withSubAccounts, (query) => query.where('devices.account_id', '=', owner.accountId))
      .where(isNamed)
      .limit(most + 1)
      .execute(),
    db
      .selectFrom('devices')
      .innerJoin('device_owners', 'device_owners.device_id', 'devices.id')
      .select(['devices.id', 'devices.device_type_id', 'from_time', 'to_time'])
      .select(ownerViewEndSql(scope).as('view_end'))
      .where('to_time', 'is not', null)
      .where(ownersIn(owner))
      .$if(!withSubAccounts, (query) => query.where('device_owners.account_id', '=', owner.accountId))
      .where(isNamed)
      .limit(most + 1)
      .execute(),
  ])
  const spans = [...present, ...former]
  const known = new Set(spans.map(({ id }) => id))
  if (named !== undefined && known.size < named.length) throw new Refusal('notFound')
  if (known.size > most || former.length > most) throw new Refusal('tooManyDevices', { count: most })
  const [from, to] = [days[0]?.from ?? 0, days.at(-1)?.to ?? 0]
  const parts = new Map<number, TimeSpan[]>()
  for (const span of spans) {
    if (deviceType !== undefined && span.device_type_id !== deviceType) continue
    const part = {
      from: Math.max(span.from_time ?? 0, from),
      to: Math.min(span.to_time ?? to, span.view_end ?? to, to),
    }
    if (part.from >= part.to) continue
    const others = parts.get(span.id)
    if (others === undefined) parts.set(span.id, [part])
    else others.push(part)
  }
  return {
    devices: [...parts.keys()],
    partly: [...parts].flatMap(([device, of]) => {
      // Their ends are not included: parts that follow on one another share an instant.
      const [first, ...others] = of.length === 1 ? of : mergeSpans(of)
      const isWhole = others.length === 0 && first!.from === from && first!.to === to
      return isWhole ? [] : [first!, ...others].map((part) => ({ device, ...part }))
    }),
    former:
      former.length === 0
        ? new Map()
        : await findFormer(
            db,
            owner,
            former.flatMap(({ id }) => (parts.has(id) ? id : [])),
          ),
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

/** When devices are shown that are not shown all the time. */
export function shownSpans({ partly }: Pick<ReportScope, 'partly'>) {
  return partly.map(({ device, from, to }) => ({ deviceId: device, from, to }))
}

/** Rows of a table that are at hand. They hold numbers of ours, which need no parameters: with none, the plan is as without. */
export function rowsOf(table: 'day_sums' | 'track_episodes', rows: readonly object[]): string {
  return `json_populate_recordset(null::${table}, '${JSON.stringify(rows)}')`
}

/** As many bits as a time in seconds has. */
const secondBits = 32

/**
 * A condition on rows that have a device and lie between two instants: they are shown as a whole. The parts are found
 * by one search in an ordered array a row, however many devices are not shown all the time.
 * @param row its columns, by their names
 */
export function shownSql(
  { partly }: Pick<ReportScope, 'partly'>,
  row: { device: string; from: string; to: string },
): string {
  if (partly.length === 0) return 'true'
  const keyOf = (device: string, time: string) =>
    `((${device}::int8 << ${secondBits}) + ${time}::int8 / 1000)`
  // What lies before the first part of a device finds the empty one, not a part of another.
  const devices = new Set(partly.map(({ device }) => device))
  const parts = [...[...devices].map((device) => ({ device, from: 0, to: 0 })), ...partly]
    .map((part) => ({
      ...part,
      key: (BigInt(part.device) << BigInt(secondBits)) + BigInt(Math.floor(part.from / 1000)),
    }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : one.from - other.from))
  // Numbers of ours: they need no parameters.
  const list = (key: 'key' | 'device' | 'from' | 'to') =>
    `'{${parts.map((part) => part[key]).join()}}'::int8[]`
  return `(
    select (${list('device')})[i] is distinct from ${row.device}
      or ${row.from} >= (${list('from')})[i] and ${row.to} <= (${list('to')})[i]
    from (select width_bucket(${keyOf(row.device, row.from)}, ${list('key')}) as i) as part)`
}

interface NamedRow {
  terminal_id: string | null
  car_number: string | null
  nickname: string | null
  account_id: number | null
  username: string | null
}

/** The row of a device under the names that the scope knows it by: what a later owner calls it is his. */
export function withKnownNames<Row extends NamedRow>({ former }: Pick<ReportScope, 'former'>, row: Row): Row {
  const known = row.terminal_id === null ? undefined : former.get(row.terminal_id)
  if (known === undefined) return row
  const { carNumber: car_number, nickname, userId: account_id, username } = known
  return Object.assign({}, row, { car_number, nickname, account_id, username })
}

/** The account whose figures those of a device are, for a row with `devices`: of those that were given away, who had them. */
export function ownerIdSql({ former }: Pick<ReportScope, 'former'>): string {
  if (former.size === 0) return 'devices.account_id'
  const values = [...former.values()].map(({ device, userId }) => `(${device}, ${userId})`).join(', ')
  return `coalesce((select owner_id from (values ${values}) as former (device_id, owner_id)
    where former.device_id = devices.id), devices.account_id)`
}
