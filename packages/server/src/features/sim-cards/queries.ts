import type { FoundSim, SimCard, SimEvent, simCardCalls } from '@trackway/core/features/sim-cards/calls.ts'
import {
  iccidKey,
  type SimMismatch,
  type SimState,
  simMismatches,
  simStates,
} from '@trackway/core/features/sim-cards/sim-codes.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import { refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { devicesOfCards } from './devices-of-cards.ts'

type Filter = z.output<typeof simCardCalls.find.input>
type Condition = RawBuilder<SqlBool>

const accountsOf = ({ path }: Scope) =>
  sql<number>`(select id from accounts where path >= ${path} and path < ${pathEnd(path)})`

/** `where(cardsIn(scope))` on `sim_cards`: those of accounts at or below the caller. */
export const cardsIn = (scope: Scope) => sql<boolean>`sim_cards.account_id in ${accountsOf(scope)}`

/** Which accounts at or below the caller have cards: few, so that they are read in the order of an index. */
async function keepersIn(db: Db, { path }: Scope): Promise<Condition> {
  const { rows } = await sql<{ id: number }>`
    select id from accounts where path >= ${path} and path < ${pathEnd(path)}
      and exists (select from sim_cards where account_id = accounts.id)`.execute(db)
  return rows.length === 1
    ? sql<SqlBool>`c.account_id = ${rows[0]!.id}`
    : sql<SqlBool>`c.account_id = any(${rows.map(({ id }) => id)}::int4[])`
}

/** The cards that have one of these numbers, each found in an index, whatever the statistics say. */
const cardsWith = (numbers: readonly string[]): RawBuilder<unknown> => {
  const given = sql`unnest(${numbers}::text[], ${numbers.map(iccidKey)}::text[]) with ordinality as n (number, key, place)`
  const by = (condition: RawBuilder<unknown>) => sql`
    select n.number, n.place, c.id from ${given}
      cross join lateral (select id from sim_cards where ${condition} offset 0) c`
  return sql.join(
    [
      by(sql`iccid_key = n.key`),
      by(sql`terminal_id = n.number`),
      by(sql`msisdn = n.number`),
      by(sql`imsi = n.number`),
    ],
    sql` union all `,
  )
}

function conditionsOf(filter: Partial<Filter>): Condition[] {
  const { search, operator, isMatched, platformId, expiresBefore, numbers, state, mismatch } = filter
  return [
    ...(search ? [sql<SqlBool>`c.search_text like ${likePattern(search.toLowerCase())}`] : []),
    ...(operator ? [sql<SqlBool>`c.operator = ${operator}`] : []),
    ...(isMatched ? [sql<SqlBool>`(c.terminal_id is not null) = ${isMatched === 'yes'}`] : []),
    ...(platformId === undefined ? [] : [sql<SqlBool>`c.platform_id = ${platformId}`]),
    ...(expiresBefore === undefined ? [] : [sql<SqlBool>`c.expire_time < ${expiresBefore}`]),
    ...(numbers ? [sql<SqlBool>`c.id in (select id from (${cardsWith(numbers)}) as found)`] : []),
    ...(state ? [sql<SqlBool>`c.state = ${state}`] : []),
    ...(mismatch === 'any' ? [sql<SqlBool>`c.mismatch is not null`] : []),
    ...(mismatch && mismatch !== 'any' ? [sql<SqlBool>`c.mismatch = ${mismatch}`] : []),
  ]
}

/** Each with the direction that its index has, and the other one. */
const orders: Record<Filter['sort'] | 'id', { asc: RawBuilder<unknown>; desc: RawBuilder<unknown> }> = {
  checkFirst: {
    desc: sql`(c.mismatch is null), c.id desc`,
    asc: sql`(c.mismatch is null) desc, c.id`,
  },
  id: { desc: sql`c.id desc`, asc: sql`c.id` },
  iccid: { asc: sql`c.iccid, c.id`, desc: sql`c.iccid desc, c.id desc` },
  expireTime: { asc: sql`c.expire_time, c.id`, desc: sql`c.expire_time desc, c.id desc` },
  usedBytes: {
    desc: sql`c.used_bytes desc nulls last, c.id desc`,
    asc: sql`c.used_bytes nulls first, c.id`,
  },
}

const devices = sql`c.terminal_id as "terminalID", m.name as "displayName", m.username, m.entered as "enteredIccid",
  m.reported as "reportedIccid", e.terminal_id as "enteredTerminalID", r.terminal_id as "reportedTerminalID"`

/** A page of cards, those that do not fit their device first unless another order is asked for. */
export async function findCards(db: Db, scope: Scope, filter: Filter): Promise<Page<SimCard>> {
  const where = sql.join([await keepersIn(db, scope), ...conditionsOf(filter)], sql` and `)
  // Where none of them fits, that is no order.
  const sort = filter.sort === 'checkFirst' && filter.mismatch ? 'id' : filter.sort
  const order = orders[sort][filter.isDescending ? 'desc' : 'asc']
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int4 as total from sim_cards c where ${where}`.execute(db)
  const { rows: list } = await sql<SimCard>`
    with c as materialized (
      select c.*, row_number() over () as place from (
        select * from sim_cards c where ${where} order by ${order}
        limit ${filter.pageSize} offset ${(filter.pageNum - 1) * filter.pageSize}) c
    )
    select c.id, c.iccid, c.msisdn, c.imsi, c.operator, c.plan, c.expire_time as "expireTime", c.state,
      c.raw_state as "rawState", c.state_time as "stateTime", c.used_bytes as "usedBytes", c.used_time as "usedTime",
      c.mismatch, c.platform_id as "platformId", p.name as "platformName", c.poll_failure as "pollFailure", c.action,
      c.action_stage as "actionStage", c.action_time as "actionTime", c.action_failure as "actionFailure",
      c.create_time as "createTime", ${devices}
    from c ${devicesOfCards} left join sim_platforms p on p.id = c.platform_id order by c.place`.execute(db)
  return { list, total: counts[0]!.total }
}

/** How many cards are in each state, and how many do not fit. */
export async function countCards(
  db: Db,
  scope: Scope,
  filter: z.output<typeof simCardCalls.counts.input>,
): Promise<{ states: Record<SimState, number>; mismatches: Record<SimMismatch, number> }> {
  const where = sql.join([await keepersIn(db, scope), ...conditionsOf(filter)], sql` and `)
  const { rows } = await sql<{ state: SimState; mismatch: SimMismatch | null; count: number }>`
    select state, mismatch, count(*)::int4 as count from sim_cards c where ${where} group by 1, 2`.execute(db)
  const sumOf = (is: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(is).reduce((sum, { count }) => sum + count, 0)
  const by = <K extends string>(keys: readonly K[], key: 'state' | 'mismatch') =>
    Object.fromEntries(keys.map((each) => [each, sumOf((row) => row[key] === each)])) as Record<K, number>
  return { states: by(simStates, 'state'), mismatches: by(simMismatches, 'mismatch') }
}

/** What is known of each number, in the order given. A device is known by its id also where no card is matched to it. */
export async function searchNumbers(
  db: Db,
  scope: Scope,
  { numbers: given = [], pageNum, pageSize }: Paging & { numbers?: string[] | undefined },
): Promise<Page<FoundSim>> {
  const numbers = [...new Set(given)]
  const part = numbers.slice((pageNum - 1) * pageSize, pageNum * pageSize)
  const { rows } = await sql<FoundSim & { place: number }>`
    with found as materialized (
      select distinct on (n.place) n.number, n.place, c.*
      from (${cardsWith(part)}) as n join sim_cards c on c.id = n.id
      where c.account_id in ${accountsOf(scope)}
      order by n.place, (c.iccid_key = upper(left(n.number, 19))) desc, c.id desc
    )
    select c.number, c.place::int4 as place, c.id as "cardId", c.iccid, c.operator, c.state, c.mismatch, ${devices}
    from found c ${devicesOfCards}`.execute(db)
  const known = new Map(rows.map(({ place, ...row }) => [place, row]))
  const missing = part.filter((_, at) => !known.has(at + 1))
  const { rows: without } = await sql<Omit<FoundSim, 'cardId' | 'operator' | 'state' | 'mismatch'>>`
    select distinct on (n.number) n.number, coalesce(d.reported, d.entered) as iccid, null as "terminalID",
      null as "displayName", null as username, d.entered as "enteredIccid", d.reported as "reportedIccid",
      case when d.entered is not null then d.terminal_id end as "enteredTerminalID",
      case when d.reported is not null then d.terminal_id end as "reportedTerminalID"
    from unnest(${missing}::text[], ${missing.map(iccidKey)}::text[]) as n (number, key) cross join lateral (
      (select terminal_id, account_id, iccid as entered, information ->> 'iccid' as reported from devices
      where terminal_id = n.number offset 0)
      union all
      (select terminal_id, account_id, iccid, null from devices
      where upper(left(iccid, 19)) = n.key and iccid is not null offset 0)
      union all
      (select terminal_id, account_id, null, information ->> 'iccid' from devices
      where upper(left(information ->> 'iccid', 19)) = n.key and information ? 'iccid' offset 0)) d
    where d.account_id in ${accountsOf(scope)} and (d.entered is not null or d.reported is not null)
    order by n.number, d.reported nulls last`.execute(db)
  const seen = new Map(without.map((row) => [row.number, row]))
  return {
    total: numbers.length,
    list: part.map((number, at) => {
      const nothing = { cardId: null, operator: null, state: null, mismatch: null }
      return known.get(at + 1) ?? { ...noDevices, ...seen.get(number), ...nothing, number }
    }),
  }
}

const noDevices = {
  iccid: null,
  terminalID: null,
  displayName: null,
  username: null,
  enteredIccid: null,
  reportedIccid: null,
  enteredTerminalID: null,
  reportedTerminalID: null,
}

/** @throws {Refusal} `notFound`, also for another's card */
export async function findHistory(
  db: Db,
  scope: Scope,
  { id, ...paging }: Paging & { id: number },
): Promise<Page<SimEvent>> {
  await db
    .selectFrom('sim_cards')
    .select('id')
    .where('id', '=', id)
    .where(cardsIn(scope))
    .executeTakeFirstOrThrow(refusal('notFound'))
  const found = db
    .selectFrom('sim_events')
    .select([
      'id',
      'time',
      'kind',
      'terminal_id as terminalID',
      'from_value as from',
      'to_value as to',
      'operator',
    ])
    .where('card_id', '=', id)
    .orderBy('id', 'desc')
  return readPage(found, paging)
}
