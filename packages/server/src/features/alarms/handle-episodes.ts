import type { OutputOf } from '@trackway/core/api/call.ts'
import type { AlarmChange } from '@trackway/core/codes/alarms.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import type { AlarmAction, alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { episodesIn, selectionOf } from './episode-filter.ts'
import { newestSql } from './find-episodes.ts'

type HandleRequest = z.output<typeof alarmCalls.handle.input>

/** Who handles: as whom, and the superior who does it as that account. */
export interface Handler {
  accountId: number
  actorId: number | null
  now: number
}

/** A change with the devices whose alarms it was of. */
export interface Handled<T> {
  output: T
  deviceIds: number[]
}

/** How long a change can be undone. */
const undoMs = 86_400_000

/** What each action sets, beside the note. Who sets a state has read it. */
function setsOf(
  action: AlarmAction,
  { assigneeId }: HandleRequest,
  { accountId, now }: Handler,
): RawBuilder<unknown>[] {
  // A note on what a colleague has handled meanwhile does not make it one's own.
  const where = (column: 'state' | 'handler_id' | 'handle_time', value: RawBuilder<unknown>) =>
    sql`${sql.ref(column)} = case when ${changesSql(action)} then ${value} else e.${sql.ref(column)} end`
  const state = (name: string) => [
    where('state', sql`${name}`),
    where('handler_id', sql`${accountId}::int4`),
    where('handle_time', sql`${now}::int8`),
    sql`read_time = coalesce(read_time, ${now})`,
  ]
  switch (action) {
    case 'acknowledge':
      return state('acknowledged')
    case 'resolve':
      return state('resolved')
    case 'false':
      return state('false')
    case 'reopen':
      return state('new')
    case 'assign':
      return [sql`assignee_id = ${assigneeId ?? null}::int4`]
    case 'read':
      return [sql`read_time = coalesce(read_time, ${now})`]
    case 'unread':
      return [sql`read_time = null`]
    case 'note':
      return []
  }
}

/** The change that each action publishes; marking as read publishes none. */
const publishedChanges: { [A in AlarmAction]?: AlarmChange } = {
  acknowledge: 'acknowledged',
  resolve: 'resolved',
  false: 'false',
  reopen: 'reopened',
  assign: 'assigned',
}

/** What of an episode a handling changes, and taking it back restores. */
const restored = ['state', 'read_time', 'assignee_id', 'note', 'handler_id', 'handle_time'] as const

/**
 * Handles the episodes that are meant, in one transaction of the caller's.
 * @throws {Refusal} `notFound` for an assignee, account or device outside the scope; `tooManyAlarms` when the filter
 *   finds more than 10,000
 */
export async function handleEpisodes(
  trx: Db,
  scope: Scope,
  request: HandleRequest,
  by: Handler,
): Promise<Handled<OutputOf<typeof alarmCalls.handle>>> {
  const { action, note, assigneeId } = request
  if (typeof assigneeId === 'number') await findAccountRow(trx, scope, assigneeId)
  const ids = await selectedIds(trx, scope, request)
  const sets = setsOf(action, request, by)
  if (note !== undefined) sets.push(sql`note = ${note}`)
  const isNoted = note !== undefined
  const { rows } = await sql<{ id: number; device_id: number | null; batch: number }>`
    with found as (
      -- In the order in which ingest locks them too.
      select e.id, ${beforeSql} as before, ${changesSql(action)} as is_other
      from alarm_episodes e join devices on devices.id = e.device_id
      where e.id = any(${ids}::int8[]) and ${episodesIn(scope)} order by e.id for update of e
    ), locked as (select id, before, is_other from found where is_other or ${isNoted}::boolean),
    batch as (select nextval('alarm_batches')::int4 as id),
    changed as (
      update alarm_episodes e set ${sql.join([...sets, sql`sequence = nextval('alarm_sequence')`])}
      from locked where e.id = locked.id returning e.id, e.device_id, is_other
    ), kept as (
      insert into alarm_handlings (batch_id, episode_id, time, account_id, actor_id, action, note, assignee_id, before)
      select batch.id, locked.id, ${by.now}, ${by.accountId}, ${by.actorId}, ${action}, ${note ?? null},
        ${assigneeId ?? null}::int4, before from locked, batch
    ), outbox as (
      insert into alarm_news (episode_id, change, time)
      select id, ${publishedChanges[action] ?? null}, ${by.now} from changed
      where is_other and ${publishedChanges[action] ?? null}::text is not null
    )
    select found.id, changed.device_id, batch.id as batch
    from batch, found left join changed on changed.id = found.id`.execute(trx)
  const done = new Set(rows.map(({ id }) => id))
  const deviceIds = rows.flatMap(({ device_id }) => device_id ?? [])
  return {
    output: {
      done: done.size,
      failed: ids.flatMap((id) => (done.has(id) ? [] : { id, result: 'notFound' })),
      undoId: deviceIds.length > 0 ? rows[0]!.batch : null,
    },
    deviceIds,
  }
}

/**
 * Whether an action changes the state. A second click, or a page that does not know yet what a
 * colleague did, changes nothing: what was resolved is not acknowledged again.
 */
function changesSql(action: AlarmAction): RawBuilder<unknown> {
  switch (action) {
    case 'acknowledge':
      return sql`e.state = 'new'`
    case 'resolve':
      return sql`e.state <> 'resolved'`
    case 'false':
      return sql`e.state <> 'false'`
    case 'reopen':
      return sql`e.state <> 'new'`
    default:
      return sql`true`
  }
}

const beforeSql = sql`jsonb_build_object(${sql.join(
  restored.flatMap((name) => [sql.lit(name), sql`e.${sql.ref(name)}`]),
)})`

async function selectedIds(db: Db, scope: Scope, { ids, filter }: HandleRequest): Promise<number[]> {
  if (ids !== undefined) return [...new Set(ids)]
  const selection = await selectionOf(db, scope, filter ?? {})
  const most = limits.alarmsPerOperation
  const { rows } = await sql<{
    id: number
  }>`select id from (${newestSql(selection, most + 1)}) newest`.execute(db)
  if (rows.length > most) throw new Refusal('tooManyAlarms')
  return rows.map(({ id }) => id)
}

/**
 * Undoes what one call did, within a day, of those episodes that nobody handled since. To read is not to handle: the
 * page marks as read what is looked at, and sends that after what its user does in the first moment.
 * @throws {Refusal} `notFound`: there is no such call of this account, or nothing of it is left to undo
 */
export async function undoHandling(
  trx: Db,
  scope: Scope,
  undoId: number,
  { accountId, now }: Handler,
): Promise<Handled<{ done: number }>> {
  const { rows } = await sql<{ device_id: number }>`
    with locked as (
      select e.id, h.id as handling_id, h.action, h.before
      from alarm_handlings h join alarm_episodes e on e.id = h.episode_id join devices on devices.id = e.device_id
      where h.batch_id = ${undoId} and h.account_id = ${accountId} and h.undo_time is null
        and h.time > ${now - undoMs} and ${episodesIn(scope)}
        and not exists (
          select from alarm_handlings later
          where later.episode_id = h.episode_id and later.id > h.id and later.undo_time is null
            and later.action not in ('read', 'unread'))
      order by e.id for update of e
    ), undone as (
      update alarm_handlings h set undo_time = ${now} from locked where h.id = locked.handling_id
    ), changed as (
      update alarm_episodes e set state = b.state, read_time = b.read_time, note = b.note,
        -- Who is gone meanwhile stays away.
        assignee_id = (select id from accounts where id = b.assignee_id),
        handler_id = (select id from accounts where id = b.handler_id),
        handle_time = b.handle_time, sequence = nextval('alarm_sequence')
      from locked cross join lateral jsonb_to_record(locked.before) as b (
        state text, read_time int8, assignee_id int4, note text, handler_id int4, handle_time int8)
      where e.id = locked.id returning e.id, e.device_id, e.state, locked.action
    ), outbox as (
      insert into alarm_news (episode_id, change, time)
      select id, case when state = 'new' then 'reopened' else state end, ${now} from changed
      where action = any(${Object.keys(publishedChanges)}::text[])
    )
    select device_id from changed`.execute(trx)
  if (rows.length === 0) throw new Refusal('notFound')
  return { output: { done: rows.length }, deviceIds: rows.map(({ device_id }) => device_id) }
}

/** Episodes marked as read by one statement: no transaction is long. */
const readAtOnce = 5_000

/** Marks everything that the filter finds as read, some at a time. */
export async function markAllRead(
  db: Db,
  scope: Scope,
  filter: Parameters<typeof selectionOf>[2],
  now: number,
  signal: AbortSignal,
): Promise<Handled<{ done: number }>> {
  const selection = await selectionOf(db, scope, { ...filter, isRead: false })
  const deviceIds = new Set<number>()
  let done = 0
  for (let count = readAtOnce; count === readAtOnce; done += count) {
    signal.throwIfAborted()
    const { rows } = await sql<{ device_id: number }>`
      with locked as (
        select e.id from alarm_episodes e where e.id in (select id from (${newestSql(selection, readAtOnce)}) newest)
        order by e.id for update
      )
      update alarm_episodes e set read_time = ${now}, sequence = nextval('alarm_sequence')
      from locked where e.id = locked.id returning e.device_id`.execute(db)
    for (const { device_id } of rows) deviceIds.add(device_id)
    count = rows.length
  }
  return { output: { done }, deviceIds: [...deviceIds] }
}
