import { taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { taskHandlers } from '@trackway/server/features/tasks/calls.ts'
import { runTurn } from '@trackway/server/features/tasks/run-turn.ts'
import { defineTaskKind, type StepContext, type TaskItem } from '@trackway/server/features/tasks/task-kind.ts'
import { wake } from '@trackway/server/features/tasks/wake.ts'
import { createLocalBus } from '@trackway/server/platform/bus/bus.ts'
import { storedForm } from '@trackway/server/platform/database/stored-json.ts'
import pg from 'pg'
import { pino } from 'pino'
import { z } from 'zod'
import { type Case, measureCases } from './load/accounts.ts'
import { openBenchDatabase } from './load/bench-database.ts'
import { rounded } from './load/figures.ts'
import { cpuOfTree } from './load/process-use.ts'

/**
 * 10,000 devices through one task of three steps, each begun, waited for and woken: statements, processor time of the
 * server and of the database. Then a hundred such tasks, a million devices in all: every list within 200 ms.
 */
const devices = 10_000
const tasks = 100
const rounds = 7

const database = await openBenchDatabase(devices)
const counted = { statements: 0 }
const bus = createLocalBus(pino({ level: 'error' }))
const step = (name: string) => ({
  name,
  async begin({ now }: StepContext<object>, items: readonly TaskItem[]) {
    return new Map(items.map(({ id }) => [id, { state: 'running', dueTime: now + 3_600_000 } as const]))
  },
  async check(_: StepContext<object>, items: readonly TaskItem[]) {
    return new Map(items.map(({ id }) => [id, { state: 'next' } as const]))
  },
})
const kind = defineTaskKind<object, object>({
  name: 'command',
  params: storedForm('benchParams', z.object({})),
  steps: [step('first'), step('second'), step('third')],
})

try {
  countStatements()
  const { rows } = await database.pool.query<{ id: number }>('select id from devices')
  const ids = rows.map(({ id }) => id)
  const taskId = await addTask()
  const context = { database, bus, log: pino({ level: 'error' }), kinds: [kind] }
  let now = Date.now()
  const turns = async () => {
    let count = 0
    while ((await runTurn(context, taskId, now)) > 0) count++
    return count
  }
  const [began, own, theirs] = [performance.now(), process.cpuUsage(), await cpuOfTree(database.pid)]
  counted.statements = 0
  let turned = await turns()
  for (let round = 0; round < 3; round++) {
    now += 1_000
    await wake(database.db, ids)
    turned += await turns()
  }
  const { user, system } = process.cpuUsage(own)
  const { rows: after } = await database.pool.query('select state, done from device_tasks where id = $1', [
    taskId,
  ])
  if (after[0].state !== 'done' || after[0].done !== devices) throw new Error(JSON.stringify(after))
  console.table([
    {
      what: '10,000 devices through three steps',
      turns: turned,
      statements: counted.statements,
      s: rounded((performance.now() - began) / 1000, 1),
      'Node CPU s': rounded((user + system) / 1e6, 2),
      'database CPU s': rounded(((await cpuOfTree(database.pid)) - theirs) / 1e6, 2),
    },
  ])
  for (let task = 1; task < tasks; task++) await addTask(task % 3 === 0 ? 'failed' : 'done')
  await database.pool.query('vacuum analyze device_tasks, device_task_items')
  const id = taskId + 50
  const cases: Case[] = [
    ['tasks: first page', taskCalls.find, {}],
    ['tasks: a name', taskCalls.find, { search: 'task 7' }],
    ['one task', taskCalls.get, { id }],
    ['devices: first page', taskCalls.items, { id }],
    ['devices: page 100 of 100 rows', taskCalls.items, { id, pageNum: 100, pageSize: 100 }],
    ['devices: done', taskCalls.items, { id, state: 'done', pageNum: 50, pageSize: 100 }],
    ['devices: failed, none', taskCalls.items, { id, state: 'failed' }],
    ['devices: part of an id', taskCalls.items, { id, search: '123' }],
  ]
  console.table(await measureCases(database, taskHandlers([kind]), { who: ['admin'], cases, rounds }))
} finally {
  await database.drop()
}

/** @param state what came of its devices; left out: they have not begun */
async function addTask(state = 'queued'): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into device_tasks (kind, account_id, scope_account_id, creator, name, params, start_time, create_time,
       change_time, state, finish_time)
     values ('command', 1, 1, 'bench', 'task ' || currval('device_tasks_id_seq'), '{}', 0, 0, 0, $1, $2) returning id`,
    state === 'queued' ? ['running', null] : ['done', 1],
  )
  const { id } = rows[0]!
  await database.pool.query(
    `insert into device_task_items (task_id, device_id, terminal_id, state, change_time)
     select $1, id, terminal_id, $2, 0 from devices order by id`,
    [id, state],
  )
  return id
}

/** Every statement that goes to the database, whoever sends it. */
function countStatements(): void {
  const { prototype } = pg.Client
  const query = prototype.query as (...args: unknown[]) => unknown
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    counted.statements++
    return query.apply(this, args)
  } as typeof prototype.query
}
