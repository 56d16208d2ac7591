import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { anAccount } from '../../testing/builders.ts'
import { openTestDatabase } from '../../testing/test-database.ts'

const count = 400

async function startWorker(url: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'testing', 'task-worker.ts')
  const worker = spawn(process.execPath, [script, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void worker.kill('SIGKILL'))
  await once(worker.stdout!, 'data')
  return worker
}

test('of two processes that are killed in the middle and started again, each step comes to pass once', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.drop())
  const { pool } = database
  await pool.query(`create table effects (what text, terminal_id text);
    create table posted (key text primary key, terminal_id text, times integer not null default 1)`)
  const account = await anAccount(database)
  const { rows } = await pool.query<{ id: number }>(
    `insert into device_tasks (kind, account_id, scope_account_id, creator, name, params, start_time, create_time,
       change_time, per_second, max_under_way)
     values ('command', $1, $1, '', '', '{}', 0, 0, 0, 50, 150) returning id`,
    [account.id],
  )
  const taskId = rows[0]!.id
  await pool.query(
    `with d as (
       insert into devices (terminal_id, account_id, device_type_id, create_time)
       select (870000000000000 + n)::text, $1, 13, 0 from generate_series(1, $2::int) n returning id, terminal_id)
     insert into device_task_items (task_id, device_id, terminal_id, change_time)
     select $3, id, terminal_id, 0 from d`,
    [account.id, count, taskId],
  )
  const counts = async () =>
    (await pool.query('select * from device_tasks where id = $1', [taskId])).rows[0] as Record<string, number>

  let workers = [await startWorker(database.url), await startWorker(database.url)]
  for (const share of [0.1, 0.3, 0.5]) {
    await expect
      .poll(async () => (await pool.query('select count(*)::int as n from posted')).rows[0].n)
      .toBeGreaterThan(count * share)
    // One dies and is followed by another; the second time both.
    const dying = share === 0.3 ? workers : workers.slice(0, 1)
    for (const worker of dying) {
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    }
    const left = workers.filter((worker) => !dying.includes(worker))
    workers = [...left, ...(await Promise.all(dying.map(() => startWorker(database.url))))]
  }
  await expect.poll(async () => (await counts()).state).toBe('done')

  expect(await counts()).toMatchObject({ done: count, queued: 0, offered: 0, running: 0 })
  const { rows: effects } = await pool.query(
    'select what, count(*)::int as all, count(distinct terminal_id)::int as devices from effects group by 1 order by 1',
  )
  expect(effects).toEqual(
    ['begin first', 'begin last', 'check first', 'check last'].map((what) => ({
      what,
      all: count,
      devices: count,
    })),
  )
  // What was posted again after a kill had the same key.
  const { rows: posted } = await pool.query(
    'select count(*)::int as keys, count(distinct terminal_id)::int as devices from posted',
  )
  expect(posted).toEqual([{ keys: count, devices: count }])
})
