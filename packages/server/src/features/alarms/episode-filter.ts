import { alarmSeverities, fenceCodes } from '@trackway/core/codes/alarms.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import type { AlarmFilter } from '@trackway/core/features/alarms/calls.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { accountsIn, devicesShown, pathEnd } from '../../platform/scope/scope-sql.ts'
import { devicesNamed } from '../devices/former-devices.ts'
import { ownerViewEndSql, viewEndSql } from '../devices/state-sql.ts'

/**
 * An account sees the alarms of the time in which the device was its own or of one below, also after the device went
 * elsewhere; who gets a device sees those of before only if it came with its history. What a reset hid, and what came
 * after the end of the service, is not shown.
 */

/** Which episodes are meant; conditions on `alarm_episodes e` joined to `devices`. */
export interface EpisodeSelection {
  conditions: RawBuilder<SqlBool>
  /** The same without the list in `by`, for a query that goes through its ids one by one. */
  ofEach: RawBuilder<SqlBool>
  /** Of few accounts or devices: then a page is put together from the newest of each, which an index has in order. */
  by: { column: 'account_id' | 'device_id'; ids: readonly number[] } | null
  /** Of these codes alone, so few that each is sought for each account. */
  codes: readonly number[] | null
  /** Of one fence or assignee: few, which an index has for all accounts together. */
  isNarrow: boolean
}

/** From so many accounts on, nearly every row that an index by time finds belongs to one of them. */
const fewAccounts = 200
const fewDevices = 1_000
/** Accounts and codes together. */
const fewPairs = 2_000

const accountsOf = ({ path }: Pick<Scope, 'path'>) => sql`(
  select id from accounts where path >= ${path} and path < ${pathEnd(path)})`

/** The device came with its history to one of the accounts, and this was before. */
const isTakenBy = (accounts: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select from device_owners o where o.device_id = e.device_id and o.is_taken and o.account_id in ${accounts}
    and e.start_time >= o.from_time and e.start_time < coalesce(o.to_time, e.start_time + 1))`

/** What of any episode the caller is shown, for queries of `alarm_episodes e` joined to `devices`. */
export function episodesShown(scope: Scope): RawBuilder<SqlBool> {
  const isOwnDevice = scope.deviceId === null ? sql`true` : sql`e.device_id = ${scope.deviceId}`
  return sql<SqlBool>`(${isOwnDevice} and ${devicesShown(scope)}
    and ((e.account_id = devices.account_id and e.start_time >= coalesce(devices.history_from_time, 0)
        or ${isTakenBy(accountsOf(scope))}) and e.start_time <= coalesce(${viewEndSql(scope)}, e.start_time)
      or exists (
        select from device_owners where device_owners.device_id = e.device_id
          and device_owners.account_id = e.account_id and e.start_time >= device_owners.from_time
          and e.start_time < device_owners.to_time
          and e.start_time <= coalesce(${ownerViewEndSql(scope)}, e.start_time))))`
}

/** The same with whose they are. */
export function episodesIn(scope: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`((e.account_id in ${accountsOf(scope)} or ${isTakenBy(accountsOf(scope))}) and ${episodesShown(scope)})`
}

/** @throws {Refusal} `notFound` for an account or a device outside the scope */
export async function selectionOf(
  db: Db,
  scope: Scope,
  filter: Partial<AlarmFilter>,
): Promise<EpisodeSelection> {
  // Each once: it may be sought by itself.
  const codes = filter.codes && [...new Set(filter.codes)]
  const { from, to, state, isRead, isOpen, severity, severityFrom, isMuted } = filter
  const { assigneeId, fenceId, deviceType } = filter
  const conditions = [episodesShown(scope)]
  const add = (condition: RawBuilder<SqlBool>) => conditions.push(condition)
  if (codes !== undefined) add(sql`e.code = any(${codes}::int2[])`)
  if (from !== undefined) add(sql`e.start_time >= ${from}`)
  if (to !== undefined) add(sql`e.start_time < ${to}`)
  if (state !== undefined) add(sql`e.state = ${state}`)
  // As the partial indexes have it.
  if (state !== undefined && state !== 'new') add(sql`e.state <> 'new'`)
  if (isRead !== undefined) add(isRead ? sql`e.read_time is not null` : sql`e.read_time is null`)
  if (isOpen !== undefined) add(isOpen ? sql`e.is_open` : sql`not e.is_open`)
  if (severity !== undefined) add(sql`e.severity = ${sql.lit(alarmSeverities[severity])}`)
  if (severityFrom !== undefined) add(sql`e.severity >= ${sql.lit(alarmSeverities[severityFrom])}`)
  if (isMuted !== undefined) add(isMuted ? sql`e.is_muted` : sql`not e.is_muted`)
  if (assigneeId !== undefined) add(sql`e.assignee_id = ${assigneeId}`)
  if (fenceId !== undefined)
    add(sql`e.subject_id = ${fenceId} and e.code = any(${sql.lit(`{${fenceCodes.join()}}`)}::int2[])`)
  if (deviceType !== undefined) add(sql`devices.device_type_id = ${deviceType}`)
  const { accounts, own, hasGivers } = await selectedAccounts(db, scope, filter)
  // Of those who had a device before only what came with it.
  if (hasGivers) add(sql`(e.account_id in ${own} or ${isTakenBy(own)})`)
  const devices = await selectedDevices(db, scope, filter)
  const by = lead(accounts, devices)
  const all = (of: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`${sql.join(of, sql` and `)}`
  const lists = [
    { column: 'account_id', list: accounts && sql<SqlBool>`e.account_id = any(${accounts}::int4[])` },
    { column: 'device_id', list: devices && sql<SqlBool>`e.device_id = any(${devices}::int4[])` },
  ].flatMap(({ column, list }) => (list === null ? [] : [{ column, list }]))
  const others = lists.filter(({ column }) => column !== by?.column)
  return {
    conditions: all([...conditions, ...lists.map(({ list }) => list)]),
    ofEach: all([...conditions, ...others.map(({ list }) => list)]),
    by,
    codes: codes !== undefined && by !== null && by.ids.length * codes.length <= fewPairs ? codes : null,
    isNarrow: fenceId !== undefined || assigneeId !== undefined,
  }
}

function lead(accounts: readonly number[] | null, devices: readonly number[] | null): EpisodeSelection['by'] {
  if (devices !== null && devices.length <= fewDevices) return { column: 'device_id', ids: devices }
  if (accounts !== null && accounts.length <= fewAccounts) return { column: 'account_id', ids: accounts }
  return null
}

interface SelectedAccounts {
  /** Whose alarms are shown; null: of all accounts of the platform. */
  accounts: number[] | null
  /** Those that were selected, for a query. */
  own: RawBuilder<unknown>
  /** Among the accounts are others, who had a device before. */
  hasGivers: boolean
}

async function selectedAccounts(
  db: Db,
  scope: Scope,
  { userId, withSubAccounts = true }: Partial<AlarmFilter>,
): Promise<SelectedAccounts> {
  const { id, path } =
    userId === undefined ? { id: scope.accountId, path: scope.path } : await findAccountRow(db, scope, userId)
  const own = withSubAccounts ? accountsOf({ path }) : sql`(${id}::int4)`
  const givers = await giversTo(db, own)
  if (!withSubAccounts) return { accounts: [id, ...givers], own, hasGivers: givers.length > 0 }
  const below = await db.selectFrom('accounts').select('id').where(accountsIn({ path })).execute()
  const { total } = await db
    .selectFrom('accounts')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (below.length === total) return { accounts: null, own, hasGivers: false }
  const ids = new Set(below.map((account) => account.id))
  const others = givers.filter((giver) => !ids.has(giver))
  return { accounts: [...ids, ...others], own, hasGivers: others.length > 0 }
}

/** Who had the devices before that came to these accounts with their history: some of their alarms are shown, too. */
async function giversTo(db: Db, accounts: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct giver.account_id as id from device_owners o
    join device_owners giver on giver.device_id = o.device_id and giver.to_time > o.from_time
      and giver.from_time < coalesce(o.to_time, giver.to_time) and giver.id <> o.id
    where o.is_taken and o.account_id in ${accounts}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Null: whichever. */
async function selectedDevices(
  db: Db,
  scope: Scope,
  { terminalIDs, search }: Partial<AlarmFilter>,
): Promise<number[] | null> {
  if (terminalIDs === undefined && !search) return devicesOfGroups(db, scope)
  const rows = await db
    .selectFrom('devices')
    .select('id')
    .where(devicesNamed(scope, search))
    .$if(terminalIDs !== undefined, (query) =>
      query.where(sql<boolean>`devices.terminal_id = any(${terminalIDs}::text[])`),
    )
    .limit(limits.devicesPerReport)
    .execute()
  if (terminalIDs !== undefined && !search && rows.length < new Set(terminalIDs).size)
    throw new Refusal('notFound')
  return rows.map(({ id }) => id)
}

/** Those of the groups that the scope is narrowed to, where they are few; of more, its condition alone decides. */
async function devicesOfGroups(db: Db, scope: Scope): Promise<number[] | null> {
  if (scope.groupIds === undefined) return null
  const rows = await db
    .selectFrom('devices')
    .select('id')
    .where(devicesShown(scope))
    .limit(fewDevices + 1)
    .execute()
  return rows.length > fewDevices ? null : rows.map(({ id }) => id)
}
