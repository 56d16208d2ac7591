import { type CheckResult, checkResult } from '@trackway/core/features/quality-checks/calls.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { storedForm } from '../../platform/database/stored-json.ts'
import { criteriaOfTypes } from './criteria.ts'
import { failuresOf, openCheck } from './judge.ts'

/** Attempts with devices: rows of `quality_results` and `quality_measurements`. */

export const checksForm = storedForm('qualityChecks', z.object({ checks: z.array(checkResult) }))

export const runForm = storedForm(
  'qualityCheck',
  z.object({ batch: z.string().nullable(), station: z.string().nullable() }),
)
export interface RunParams {
  batch: string | null
  station: string | null
}

interface NewAttempts extends RunParams {
  accountId: number
  taskId: number
  /** User name of who scanned them. */
  operator: string
  now: number
}

const minuteMs = 60_000

/** Begins an attempt with each of these devices, which are in the task; within a transaction. */
export async function insertAttempts(
  trx: Db,
  { accountId, taskId, batch, station, operator, now }: NewAttempts,
  terminalIDs: readonly string[],
): Promise<void> {
  if (terminalIDs.length === 0) return
  // Attempts with a device begin and are cancelled one after the other, whichever run they are of.
  const { rows: devices } = await sql<{ id: number; terminalID: string; typeId: number }>`
    select id, terminal_id as "terminalID", device_type_id as "typeId" from devices
    where terminal_id = any(${terminalIDs}::text[]) order by id for no key update`.execute(trx)
  const criteria = await criteriaOfTypes(trx, { accountId, taskId }, [
    ...new Set(devices.map(({ typeId }) => typeId)),
  ])
  const rows = devices.map((device) => {
    const { version, minutes, checks } = criteria.get(device.typeId)!
    return {
      ...device,
      version,
      deadlineTime: now + minutes * minuteMs,
      checks: checksForm.write({ checks: checks.map(openCheck) }),
    }
  })
  const ids = devices.map(({ terminalID }) => terminalID)
  await sql`update quality_results set is_last_of_run = false
    where task_id = ${taskId} and terminal_id = any(${ids}::text[]) and is_last_of_run`.execute(trx)
  await sql`update quality_results set is_last = false
    where account_id = ${accountId} and terminal_id = any(${ids}::text[]) and is_last`.execute(trx)
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (id int4, "terminalID" text, "typeId" int4, version int4, "deadlineTime" int8, checks jsonb)
    ), added as (
      insert into quality_results (account_id, task_id, device_id, terminal_id, device_type_id, batch, station, operator,
        criteria_version, attempt, start_time, deadline_time)
      select ${accountId}, ${taskId}, g.id, g."terminalID", g."typeId", ${batch}::text, ${station}::text,
        ${operator}::text, g.version, 1 + (
          select coalesce(max(r.attempt), 0) from quality_results r
          where r.account_id = ${accountId} and r.terminal_id = g."terminalID" and r.state <> 'cancelled'),
        ${now}, g."deadlineTime"
      from given g
      returning id, terminal_id
    )
    insert into quality_measurements (result_id, checks)
    select added.id, g.checks from added join given g on g."terminalID" = added.terminal_id`.execute(trx)
}

/** An attempt that goes on. */
export interface OpenAttempt {
  id: number
  terminalId: string
  accountId: number
  operator: string
  startTime: number
  deadlineTime: number
  checks: CheckResult[]
  /** Ids of commands by their codes. */
  commands: Record<string, number>
  /** Frames were read up to this time. */
  seenTime: number
}

/** The open attempts of a task with these devices, by terminal id. */
export async function readOpenAttempts(
  db: Db,
  taskId: number,
  terminalIds: readonly string[],
): Promise<Map<string, OpenAttempt>> {
  const { rows } = await sql<Omit<OpenAttempt, 'checks'> & { checks: unknown }>`
    select r.id, r.terminal_id as "terminalId", r.account_id as "accountId", r.operator, r.start_time as "startTime",
      r.deadline_time as "deadlineTime", m.checks, m.commands, m.seen_time as "seenTime"
    from quality_results r join quality_measurements m on m.result_id = r.id
    where r.task_id = ${taskId} and r.terminal_id = any(${terminalIds}::text[]) and r.state = 'open'`.execute(
    db,
  )
  return new Map(
    rows.map(({ checks, ...row }) => [
      row.terminalId,
      { ...row, checks: checksForm.read(checks)?.checks ?? [] },
    ]),
  )
}

/** Writes what was seen in attempts that go on. */
export async function writeAttempts(trx: Db, attempts: readonly OpenAttempt[]): Promise<void> {
  if (attempts.length === 0) return
  const rows = attempts.map(({ id, checks, commands, seenTime }) => ({
    id,
    checks: checksForm.write({ checks }),
    commands,
    seenTime,
  }))
  await sql`
    update quality_measurements m set checks = g.checks, commands = g.commands, seen_time = g."seenTime"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (id int8, checks jsonb, commands jsonb, "seenTime" int8)
    where m.result_id = g.id`.execute(trx)
}

/** Ends attempts that passed or failed, by their checks. */
export async function closeAttempts(
  trx: Db,
  attempts: readonly Pick<OpenAttempt, 'id' | 'checks'>[],
  now: number,
): Promise<void> {
  if (attempts.length === 0) return
  const rows = attempts.map(({ id, checks }) => ({ id, failures: failuresOf(checks) }))
  await sql`
    update quality_results r set state = case when cardinality(g.failures) = 0 then 'passed' else 'failed' end,
      failures = g.failures, end_time = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id int8, failures text[])
    where r.id = g.id and r.state = 'open'`.execute(trx)
}

/** Ends attempts of which nothing comes any more: the others with these devices are counted without them. */
export async function cancelAttempts(trx: Db, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return
  await sql`
    select from devices where terminal_id in (select terminal_id from quality_results where id = any(${ids}::int8[]))
    order by id for no key update`.execute(trx)
  await sql`
    update quality_results set state = 'cancelled', end_time = ${now}, is_last = false
    where id = any(${ids}::int8[]) and state = 'open'`.execute(trx)
  // The oldest may have been removed: what is left does not begin at 1 again.
  await sql`
    update quality_results r set attempt = counted.attempt, is_last = counted.is_last
    from (
      select id, state, min(attempt) over device - 1 + row_number() over (device order by state = 'cancelled', id)
        as attempt, id = max(id) filter (where state <> 'cancelled') over device as is_last
      from quality_results where (account_id, terminal_id) in (
        select account_id, terminal_id from quality_results where id = any(${ids}::int8[]))
      window device as (partition by account_id, terminal_id)) counted
    where r.id = counted.id and counted.state <> 'cancelled'
      and (r.attempt, r.is_last) is distinct from (counted.attempt, counted.is_last)`.execute(trx)
}
