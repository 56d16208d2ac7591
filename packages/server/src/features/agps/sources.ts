import type { AgpsKind, AgpsSource, agpsCalls } from '@trackway/core/features/agps/calls.ts'
import { agpsLimits } from '@trackway/core/features/agps/calls.ts'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn, factoryOf, pathEnd } from '../../platform/scope/scope-sql.ts'
import { type SealedColumn, seal, unseal } from '../../platform/secrets.ts'
import type { FetchedSource } from './fetch-source.ts'

export type SourceRow = Selectable<Tables['agps_sources']>

const tcpLock = 7_203_079
const purpose = 'agpsToken'
export const agpsTokens: SealedColumn = { table: 'agps_sources', column: 'token', purpose }

export const toFetched = ({ kind, url, gnss, data, token }: SourceRow): FetchedSource => ({
  kind: kind as AgpsKind,
  url,
  gnss,
  data,
  token: token && unseal(token, purpose),
})

const sourcesIn = ({ path }: Pick<Scope, 'path'>): RawBuilder<SqlBool> => sql<SqlBool>`
  s.account_id in (select id from accounts where path >= ${path} and path < ${pathEnd(path)})`

/** Is it fetched by a job, as one file for all devices? */
const isFetched = (kind: AgpsKind) => kind === 'url' || kind === 'assistNowToken'

export async function findSources(
  db: Db,
  scope: Scope,
  { search, pageNum, pageSize }: z.output<typeof agpsCalls.find.input>,
  now: number,
): Promise<Page<AgpsSource>> {
  const conditions = [sourcesIn(scope)]
  if (search) conditions.push(sql<SqlBool>`lower(s.name) like ${likePattern(search.toLowerCase())}`)
  const found = sql`from agps_sources s where ${sql.join(conditions, sql` and `)}`
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int4 as total ${found}`.execute(db)
  const { rows: list } = await sql<AgpsSource>`
    select s.id, s.name, s.kind, s.url, s.gnss, s.data, s.token is not null as "hasToken", s.is_on as "isOn",
      s.answers_tcp as "answersTcp",
      case when s.kind = 'assistNow' then 'perDevice' when d.id is null then 'none'
        when d.valid_until > ${now} then 'fresh' else 'stale' end as state,
      d.format, d.bytes, d.valid_from as "validFrom", d.valid_until as "validUntil", d.fetch_time as "fetchTime",
      case when s.is_on then s.due_time end as "nextTime", s.failure, s.failure_time as "failureTime",
      s.create_time as "createTime"
    from (select s.* ${found} order by s.id limit ${pageSize} offset ${(pageNum - 1) * pageSize}) s
      left join agps_data d on d.source_id = s.id and d.device_id is null
    order by s.id`.execute(db)
  return { list, total: counts[0]!.total }
}

/** @throws {Refusal} `notFound`, also for a stranger's */
export async function findSource(db: Db, scope: Pick<Scope, 'path'>, id: number): Promise<SourceRow> {
  const { rows } =
    await sql<SourceRow>`select s.* from agps_sources s where s.id = ${id} and ${sourcesIn(scope)}`.execute(
      db,
    )
  if (rows[0] === undefined) throw new Refusal('notFound')
  return rows[0]
}

type Given = Omit<z.output<typeof agpsCalls.edit.input>, 'id'>

/** @throws {Refusal} `tooManyEntries`, `alreadyThere` */
export async function addSource(
  trx: Db,
  scope: Pick<Scope, 'path'>,
  { kind, ...given }: Given & { kind: AgpsKind },
  now: number,
): Promise<number> {
  const accountId = factoryOf(scope)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int4 as total from agps_sources where account_id = ${accountId}`.execute(trx)
  if (counts[0]!.total >= agpsLimits.sources) throw new Refusal('tooManyEntries')
  if (given.answersTcp) await freeTcp(trx, scope)
  const { id } = await trx
    .insertInto('agps_sources')
    .values({ account_id: accountId, kind, ...columnsOf(kind, given, null, now), create_time: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws {Refusal} `alreadyThere` */
export async function changeSource(
  trx: Db,
  scope: Pick<Scope, 'path'>,
  before: SourceRow,
  given: Given,
  now: number,
): Promise<void> {
  if (given.answersTcp && !before.answers_tcp) await freeTcp(trx, scope)
  await trx
    .updateTable('agps_sources')
    .set(columnsOf(before.kind as AgpsKind, given, before, now))
    .where('id', '=', before.id)
    .execute()
}

function columnsOf(kind: AgpsKind, given: Given, before: SourceRow | null, now: number) {
  const { name, url = null, gnss = null, data = null, token = null, isOn, answersTcp } = given
  // Who changes the address would have the token sent there.
  const kept = before !== null && before.url === url ? before.token : null
  return {
    name,
    url,
    gnss,
    data,
    token: token ? seal(token, purpose) : kept,
    is_on: isOn,
    answers_tcp: answersTcp && kind !== 'assistNow',
    due_time: isFetched(kind) ? now : null,
    failures: 0,
  }
}

/** Which of these are devices within the scope. */
export async function findTerminalIds(
  db: Db,
  scope: Scope,
  terminalIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('devices')
    .select('terminal_id')
    .where(sql<boolean>`terminal_id = any(${terminalIds}::text[])`)
    .where(devicesIn(scope))
    .execute()
  return rows.map(({ terminal_id }) => terminal_id)
}

/**
 * One source answers: the last one that was chosen.
 * @throws {Refusal} `alreadyThere`: one of others does
 */
async function freeTcp(trx: Db, scope: Pick<Scope, 'path'>): Promise<void> {
  // One at a time decides.
  await sql`select pg_advisory_xact_lock(${tcpLock})`.execute(trx)
  await sql`update agps_sources s set answers_tcp = false where s.answers_tcp and ${sourcesIn(scope)}`.execute(
    trx,
  )
  const others = await trx
    .selectFrom('agps_sources')
    .select('id')
    .where('answers_tcp', '=', true)
    .executeTakeFirst()
  if (others !== undefined) throw new Refusal('alreadyThere')
}
