import type { CheckedId, IdIssue, IdRange, idRangeCalls } from '@trackway/core/features/id-ranges/calls.ts'
import {
  type IdScheme,
  idOfSerial,
  type NewIdRange,
  serialOfId,
} from '@trackway/core/features/id-ranges/ids.ts'
import { luhnDigit } from '@trackway/core/rules/validation.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { type Page, readPage } from '../../platform/database/read-page.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { isExclusionViolation, Refusal, refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { factoryOf, pathEnd } from '../../platform/scope/scope-sql.ts'
import { countUsed, findUses } from './used-ids.ts'

type Row = Selectable<Tables['id_ranges']>
type Serials = [from: number, to: number][]

const rangesIn = ({ path }: Scope) =>
  sql<boolean>`id_ranges.account_id in (select id from accounts where path >= ${path} and path < ${pathEnd(path)})`

const schemeOf = ({ prefix, digits, has_check_digit }: Row): IdScheme => ({
  prefix,
  digits,
  hasCheckDigit: has_check_digit,
})

/** The part of an id that letters end, and the number behind it, by which ranges are compared. */
function numberOf(id: string): { scheme: string; number: string } {
  const at = /\d*$/.exec(id)!.index
  // Zeros in front count where letters are before them: `A01` and `A001` are two ids.
  return { scheme: at === 0 ? '' : `${id.slice(0, at).toUpperCase()} ${id.length}`, number: id.slice(at) }
}

/** A page of ranges, with what of each is used. */
export async function findRanges(
  db: Db,
  scope: Scope,
  filter: z.output<typeof idRangeCalls.find.input>,
): Promise<Page<IdRange>> {
  const { search = '' } = filter
  const { scheme, number } = numberOf(search)
  const found = db
    .selectFrom('id_ranges')
    .selectAll()
    .where(rangesIn(scope))
    .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind!))
    .$if(search !== '', (query) =>
      query.where(
        sql<boolean>`(paper_number ilike ${likePattern(search)} or receiver ilike ${likePattern(search)}
          or prefix like ${`${search.replace(/[\\%_]/g, '\\$&')}%`}
          or (scheme = ${scheme} and ${number || null}::numeric between first_number and last_number))`,
      ),
    )
    .orderBy('id', 'desc')
  const { list, total } = await readPage(found, filter)
  const used = await countUsed(
    db,
    list.flatMap((row) => {
      const spanFrom = (serial: number) => ({
        firstId: idOfSerial(schemeOf(row), serial),
        lastId: idOfSerial(schemeOf(row), row.last_serial),
      })
      return [spanFrom(row.first_serial), spanFrom(Math.min(row.next_serial, row.last_serial))]
    }),
  )
  return { total, list: list.map((row, at) => toRange(row, used[at * 2]!, used[at * 2 + 1]!)) }
}

function toRange(row: Row, used: number, usedAhead: number): IdRange {
  const scheme = schemeOf(row)
  const ahead = row.last_serial - row.next_serial + 1
  return {
    id: row.id,
    kind: row.kind,
    firstId: idOfSerial(scheme, row.first_serial),
    lastId: idOfSerial(scheme, row.last_serial),
    hasCheckDigit: row.has_check_digit,
    total: row.last_serial - row.first_serial + 1,
    issued: row.issued,
    used,
    free: ahead === 0 ? 0 : ahead - usedAhead,
    nextId: ahead === 0 ? null : idOfSerial(scheme, row.next_serial),
    createTime: row.create_time,
    ...paperOf(row),
  }
}

const paperOf = (row: Pick<Row, 'paper_number' | 'receiver' | 'note' | 'operator'>) => ({
  paperNumber: row.paper_number,
  receiver: row.receiver,
  note: row.note,
  operator: row.operator,
})

interface Paper {
  paperNumber?: string | null | undefined
  receiver?: string | null | undefined
  note?: string | null | undefined
}

interface By {
  operatorId: number
  now: number
}

/** @throws {Refusal} `idRangeOverlaps` where an id of it is in another range */
export async function insertRange(
  db: Db,
  scope: Scope,
  range: NewIdRange & { kind: Row['kind'] } & Paper,
  { operatorId, now }: By,
): Promise<number> {
  const [first, last] = [idOfSerial(range, range.firstSerial), idOfSerial(range, range.lastSerial)].map(
    numberOf,
  )
  try {
    const { rows } = await sql<{ id: number }>`
      insert into id_ranges (account_id, kind, prefix, digits, has_check_digit, first_serial, last_serial, next_serial,
        scheme, first_number, last_number, paper_number, receiver, note, operator, create_time)
      values (${factoryOf(scope)}, ${range.kind}, ${range.prefix}, ${range.digits}, ${range.hasCheckDigit},
        ${range.firstSerial}, ${range.lastSerial}, ${range.firstSerial}, ${first!.scheme}, ${first!.number},
        ${last!.number}, ${range.paperNumber || null}, ${range.receiver || null}, ${range.note || null},
        ${usernameOf(operatorId)}, ${now})
      returning id`.execute(db)
    return rows[0]!.id
  } catch (error) {
    if (isExclusionViolation(error)) throw new Refusal('idRangeOverlaps', { cause: error })
    throw error
  }
}

const usernameOf = (accountId: number) => sql<string>`(select username from accounts where id = ${accountId})`

async function lockRange(trx: Db, scope: Scope, id: number): Promise<Row> {
  return trx
    .selectFrom('id_ranges')
    .selectAll()
    .where('id', '=', id)
    .where(rangesIn(scope))
    .forUpdate()
    .executeTakeFirstOrThrow(refusal('notFound'))
}

/**
 * @returns whose it was, and its ids
 * @throws {Refusal} `notFound`; `idRangeInUse` where something was handed out or used
 */
export async function deleteRange(
  trx: Db,
  scope: Scope,
  id: number,
): Promise<{ accountId: number; firstId: string; lastId: string }> {
  const row = await lockRange(trx, scope, id)
  const span = {
    firstId: idOfSerial(schemeOf(row), row.first_serial),
    lastId: idOfSerial(schemeOf(row), row.last_serial),
  }
  const [used] = await countUsed(trx, [span])
  if (row.issued > 0 || used! > 0) throw new Refusal('idRangeInUse')
  await trx.deleteFrom('id_ranges').where('id', '=', id).execute()
  return { accountId: row.account_id, ...span }
}

/** Serials of which one query finds out whether something has them. */
const leastLookedAt = 1_000

/**
 * Hands out the next ids of a range that nothing has. What is passed over because something has it is not looked at again.
 * @throws {Refusal} `notFound`; `idRangeExhausted` where fewer are free
 */
export async function issueIds(
  trx: Db,
  scope: Scope,
  { id, count, ...paper }: { id: number; count: number } & Paper,
  { operatorId, now }: By,
): Promise<{ issueId: number; firstId: string; lastId: string; count: number }> {
  const row = await lockRange(trx, scope, id)
  const scheme = schemeOf(row)
  const serials: number[] = []
  let next = row.next_serial
  while (serials.length < count) {
    const lacking = count - serials.length
    // Many in a row may be used: a few are not looked for one by one.
    const size = Math.min(Math.max(lacking, leastLookedAt), row.last_serial - next + 1)
    if (size <= 0) throw new Refusal('idRangeExhausted')
    const some = Array.from({ length: size }, (_, at) => next + at)
    const uses = await findUses(
      trx,
      some.map((serial) => idOfSerial(scheme, serial)),
    )
    const free = some.filter((serial) => !uses.has(idOfSerial(scheme, serial))).slice(0, lacking)
    serials.push(...free)
    next = free.length === lacking ? free.at(-1)! + 1 : next + size
  }
  const issue = await trx
    .insertInto('id_issues')
    .values({
      range_id: id,
      runs: JSON.stringify(runsOf(serials)),
      count,
      paper_number: paper.paperNumber || null,
      receiver: paper.receiver || null,
      note: paper.note || null,
      operator: usernameOf(operatorId),
      time: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('id_ranges')
    .set(({ eb }) => ({ next_serial: next, issued: eb('issued', '+', count) }))
    .where('id', '=', id)
    .execute()
  const [firstId, lastId] = [serials[0]!, serials.at(-1)!].map((serial) => idOfSerial(scheme, serial))
  return { issueId: issue.id, firstId: firstId!, lastId: lastId!, count }
}

/** Serials that follow each other are one run. */
function runsOf(serials: readonly number[]): Serials {
  const runs: Serials = []
  for (const serial of serials) {
    const last = runs.at(-1)
    if (last && last[1] === serial - 1) last[1] = serial
    else runs.push([serial, serial])
  }
  return runs
}

const issuesIn = (db: Db, scope: Scope) =>
  db
    .selectFrom('id_issues')
    .innerJoin('id_ranges', 'id_ranges.id', 'id_issues.range_id')
    .selectAll('id_ranges')
    .select(['id_issues.id as issueId', 'runs', 'count', 'id_issues.time as time'])
    .select(['id_issues.paper_number', 'id_issues.receiver', 'id_issues.note', 'id_issues.operator'])
    .where(rangesIn(scope))

/** A page of what was handed out, with how much of it is used. */
export async function findIssues(
  db: Db,
  scope: Scope,
  { id, search = '', ...paging }: z.output<typeof idRangeCalls.issues.input>,
): Promise<Page<IdIssue>> {
  const found = issuesIn(db, scope)
    .$if(id !== undefined, (query) => query.where('range_id', '=', id!))
    .$if(search !== '', (query) =>
      query.where(
        sql<boolean>`(id_issues.paper_number ilike ${likePattern(search)} or id_issues.receiver ilike ${likePattern(search)})`,
      ),
    )
    .orderBy('id_issues.id', 'desc')
  const { list, total } = await readPage(found, paging)
  const runs = list.flatMap((row, at) =>
    row.runs.map(([from, to]) => ({
      at,
      firstId: idOfSerial(schemeOf(row), from),
      lastId: idOfSerial(schemeOf(row), to),
    })),
  )
  const used = await countUsed(db, runs)
  return {
    total,
    list: list.map((row, at) => {
      const own = runs.flatMap((run, n) => (run.at === at ? { ...run, used: used[n]! } : []))
      return {
        id: row.issueId,
        rangeId: row.id,
        firstId: own[0]!.firstId,
        lastId: own.at(-1)!.lastId,
        count: row.count,
        used: own.reduce((sum, run) => sum + run.used, 0),
        time: row.time,
        ...paperOf(row),
      }
    }),
  }
}

/** All ids that were handed out at once. @throws {Refusal} `notFound` */
export async function readIssue(db: Db, scope: Scope, issueId: number): Promise<string[]> {
  const row = await issuesIn(db, scope)
    .where('id_issues.id', '=', issueId)
    .executeTakeFirstOrThrow(refusal('notFound'))
  return row.runs.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => idOfSerial(schemeOf(row), from + at)),
  )
}

/** Whether ids are right, in a range, handed out and used. */
export async function checkIds(db: Db, scope: Scope, ids: readonly string[]): Promise<CheckedId[]> {
  const numbers = ids.map(numberOf)
  const { rows } = await sql<Row & { n: number }>`
    select id_ranges.*, g.n::int4 as n
    from unnest(${numbers.map(({ scheme }) => scheme)}::text[], ${numbers.map(({ number }) => number || null)}::numeric[])
      with ordinality as g (scheme, number, n)
    join id_ranges on id_ranges.scheme = g.scheme
      and numrange(first_number, last_number, '[]') @> g.number and ${rangesIn(scope)}`.execute(db)
  const uses = await findUses(db, ids)
  const ranges = new Map(rows.map((row) => [row.n - 1, row]))
  return ids.map((id, at) => {
    const range = ranges.get(at)
    const serial = range === undefined ? null : serialOfId(schemeOf(range), id)
    return {
      id,
      luhn: /^\d{15}$/.test(id) ? luhnDigit(id.slice(0, -1)) === id.at(-1) : null,
      rangeId: serial === null ? null : range!.id,
      isIssued: serial !== null && serial < Number(range!.next_serial),
      usedBy: uses.get(id) ?? null,
    }
  })
}
