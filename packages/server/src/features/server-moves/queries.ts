import type { ServerMove, serverMoveCalls } from '@trackway/core/features/server-moves/calls.ts'
import { type MoveState, moveStateOf } from '@trackway/core/features/server-moves/move-states.ts'
import type { ItemState } from '@trackway/core/features/tasks/task-states.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn, pathEnd } from '../../platform/scope/scope-sql.ts'
import { displayNameSql, isConnectedSql } from '../devices/state-sql.ts'

/** Moves of devices, each a device of a task. */

export const moveKinds = ['serverMove', 'serverReturn'] as const

interface Row extends Omit<ServerMove, 'state' | 'reason'> {
  itemState: ItemState
  step: string | null
  result: string | null
  failure: string | null
  waitsFor: string | null
  isBack: boolean
  isPaused: boolean
}

/** It logged in here after its move elsewhere was done. */
const isBack = sql<boolean>`(t.kind = 'serverMove' and i.state = 'done' and i.result = 'left'
  and coalesce(device_states.connected_time, device_states.state_time, 0) > i.finish_time)`

const columns = (now: number) => sql`
  i.id, i.task_id as "taskId", i.terminal_id as "terminalID",
  coalesce(${displayNameSql}, i.terminal_id) as "displayName",
  (t.params ->> 'host') || ':' || (t.params ->> 'port') as host, t.kind = 'serverReturn' as "isReturn",
  i.state as "itemState", i.step, i.result, i.failure, i.waits_for as "waitsFor",
  (select c.reply from commands c where c.id = (i.data ->> 'commandId')::int4) as reply, i.tries,
  coalesce(${isConnectedSql(now)}, false) as "isHere", t.creator as sender, i.offer_time as "sendTime",
  i.change_time as "changeTime", i.finish_time as "finishTime", ${isBack} as "isBack",
  t.state = 'paused' and i.state in ('queued', 'waiting') as "isPaused"`

/** Of a device that is another's by now nothing is joined. */
const tablesFor = (scope: Scope) => sql`
  device_task_items i join device_tasks t on t.id = i.task_id
  left join devices on devices.id = i.device_id and ${devicesIn(scope)}
  left join device_types on device_types.id = devices.device_type_id
  left join device_states on device_states.device_id = devices.id`

/** Tasks of the caller and of those below, like the lists of all tasks. */
const shownTo = ({ path }: Scope): RawBuilder<SqlBool> => sql`
  t.kind = any(${[...moveKinds]}::text[]) and t.account_id in (
    select id from accounts where path >= ${path} and path < ${pathEnd(path)})`

/** States of items and steps that make a state of a move, the other way round than `moveStateOf`. */
const conditionOf: Record<MoveState, RawBuilder<SqlBool>> = {
  waiting: sql`i.state in ('queued', 'waiting') and coalesce(i.step, 'send') in ('send', 'call')`,
  sent: sql`i.state in ('offered', 'running') and i.step in ('send', 'call')`,
  accepted: sql`(i.state in ('offered', 'running') and i.step = 'leave'
    or i.state in ('queued', 'waiting') and i.step not in ('send', 'call'))`,
  left: sql`(i.state in ('offered', 'running') and i.step = 'arrive'
    or i.state = 'done' and i.result is distinct from 'arrived' and not ${isBack})`,
  arrived: sql`i.state = 'done' and i.result = 'arrived'`,
  cameBack: sql`(i.state = 'failed' and i.failure = 'cameBack' or ${isBack})`,
  failed: sql`i.state = 'failed' and i.failure <> 'cameBack'`,
  skipped: sql`i.state = 'skipped'`,
  cancelled: sql`i.state = 'cancelled'`,
}

/** Pages go no further; ids or a task narrow the query. */
const maxCounted = 10_000

export async function findMoves(
  db: Db,
  scope: Scope,
  { taskId, state, search, pageNum, pageSize }: z.output<typeof serverMoveCalls.find.input>,
  now: number,
): Promise<Page<ServerMove>> {
  const conditions = [shownTo(scope)]
  if (taskId !== undefined) conditions.push(sql`i.task_id = ${taskId}`)
  if (state !== undefined) conditions.push(conditionOf[state])
  if (search) {
    const pattern = likePattern(search.toLowerCase())
    conditions.push(sql`(i.terminal_id like ${pattern} or lower(t.params ->> 'host') like ${pattern})`)
  }
  const found = sql`from ${tablesFor(scope)} where ${sql.join(conditions, sql` and `)}`
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total from (select ${found} limit ${maxCounted}) counted`.execute(db)
  const { rows } = await sql<Row>`
    select ${columns(now)} ${found} order by i.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
    db,
  )
  return { list: rows.map(toMove), total: counts[0]!.total }
}

/** The newest move of each of these devices, in the requested order. */
export async function findNewestMoves(
  db: Db,
  scope: Scope,
  terminalIds: readonly string[],
  now: number,
): Promise<{ list: ServerMove[] }> {
  const { rows } = await sql<Row>`
    select ${columns(now)} from unnest(${terminalIds}::text[]) with ordinality as w (terminal_id, place)
      join lateral (
        select i.id from device_task_items i join device_tasks t on t.id = i.task_id
        where i.terminal_id = w.terminal_id and ${shownTo(scope)} order by i.id desc limit 1) newest on true
      join ${tablesFor(scope)} on i.id = newest.id
    order by w.place`.execute(db)
  return { list: rows.map(toMove) }
}

const toMove = ({
  itemState,
  step,
  result,
  failure,
  waitsFor,
  isBack,
  isPaused,
  ...row
}: Row): ServerMove => ({
  ...row,
  state: moveStateOf({ state: itemState, step, result, failure, isBack }),
  reason: failure ?? (isPaused ? 'paused' : waitsFor),
})

/** The devices of these ids within the scope. */
export async function findDevicesHere(
  db: Db,
  scope: Scope,
  terminalIds: readonly string[],
): Promise<{ deviceId: number; terminalID: string }[]> {
  const { rows } = await sql<{ deviceId: number; terminalID: string }>`
    select devices.id as "deviceId", devices.terminal_id as "terminalID" from devices
    where devices.terminal_id = any(${terminalIds}::text[]) and ${devicesIn(scope)}`.execute(db)
  return rows
}
