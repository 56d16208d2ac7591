import type { OutputOf } from '@trackway/core/api/call.ts'
import type { statisticsCalls } from '@trackway/core/api/statistics.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { expireTimeSql } from '../devices/state-sql.ts'
import { type Statement, streamRows } from './read-rows.ts'
import { ownerOf } from './report-filter.ts'

type PastDueInput = z.output<typeof statisticsCalls.pastDue.input>
type PastDueReply = OutputOf<typeof statisticsCalls.pastDue>
export type PastDueRow = PastDueReply['list'][number]

/** Devices whose service ended or ends soon; it ends with the earlier of the platform's and the user's term. */
export type PastDueQuestion = Omit<PastDueInput, 'pageNum' | 'pageSize'>

const dayMs = 86_400_000

interface Caller {
  db: Db
  pool: pg.Pool
  scope: Scope
  now: number
}

/** A page, the earliest first, and how many there are of both states. */
export async function readPastDue(
  caller: Caller,
  question: PastDueQuestion & Pick<PastDueInput, 'pageNum' | 'pageSize'>,
): Promise<PastDueReply> {
  const { state, pageNum, pageSize } = question
  const due = await selectDue(caller, question)
  const [list, counts] = await Promise.all([
    rowsOf(due, caller, state)
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
    due
      .select([
        sql<number>`count(*) filter (where ${expireTimeSql} <= ${caller.now})::int4`.as('expired'),
        sql<number>`count(*) filter (where ${expireTimeSql} > ${caller.now})::int4`.as('expiring'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  const { expired, expiring } = counts
  const total = { expired, expiring, both: expired + expiring }[state]
  return { list: list.map(toRow), total, expired, expiring }
}

/** All of them in the same order, some at a time. */
export async function* pastDueRows(
  caller: Caller,
  question: PastDueQuestion,
  signal: AbortSignal,
): AsyncGenerator<PastDueRow[]> {
  const { sql: text, parameters } = rowsOf(
    await selectDue(caller, question),
    caller,
    question.state,
  ).compile()
  const statement: Statement = { text, values: [...parameters] }
  for await (const rows of streamRows<DueRow>(caller.pool, statement, signal)) yield rows.map(toRow)
}

/** Of both states, with whatever else the question asks. */
async function selectDue({ db, scope, now }: Caller, question: PastDueQuestion) {
  const { userId, withSubAccounts, withinDays, search } = question
  const owner = await ownerOf(db, scope, userId)
  return db
    .selectFrom('devices')
    .where(devicesIn(owner))
    .where(sql<boolean>`${expireTimeSql} <= ${now + withinDays * dayMs}::int8`)
    .$if(!withSubAccounts, (query) => query.where('devices.account_id', '=', owner.accountId))
    .$if(search !== '', (query) =>
      query.where(sql<boolean>`devices.search_text like lower(${likePattern(search)})`),
    )
}

function rowsOf(due: Awaited<ReturnType<typeof selectDue>>, { now }: Caller, state: PastDueInput['state']) {
  return due
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .leftJoin('device_states', 'device_states.device_id', 'devices.id')
    .select(['devices.terminal_id', 'devices.car_number', 'devices.nickname', 'devices.account_id'])
    .select(['devices.iccid', 'devices.sim', 'devices.activate_time', 'device_states.state_time'])
    .select(['accounts.username', 'device_types.name as device_type_name'])
    .select(expireTimeSql.as('expire_time'))
    .$if(state === 'expired', (query) => query.where(sql<boolean>`${expireTimeSql} <= ${now}::int8`))
    .$if(state === 'expiring', (query) => query.where(sql<boolean>`${expireTimeSql} > ${now}::int8`))
    .orderBy(expireTimeSql)
    .orderBy('devices.id')
}

interface DueRow {
  terminal_id: string
  car_number: string | null
  nickname: string | null
  account_id: number
  username: string
  device_type_name: string
  iccid: string | null
  sim: string | null
  activate_time: number | null
  expire_time: number | null
  state_time: number | null
}

function toRow(row: DueRow): PastDueRow {
  const { terminal_id: terminalID, car_number: carNumber, nickname } = row
  return {
    terminalID,
    displayName: displayName({ carNumber, nickname, terminalID }),
    deviceTypeName: row.device_type_name,
    userId: row.account_id,
    username: row.username,
    iccid: row.iccid,
    sim: row.sim,
    activateTime: row.activate_time,
    // Those without a term were left out.
    expireTime: row.expire_time!,
    stateTime: row.state_time,
  }
}
