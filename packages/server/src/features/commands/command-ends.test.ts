import { resultNames } from '@trackway/core/codes/results.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { runTurn } from '../tasks/run-turn.ts'
import { commandTaskKind } from './command-task.ts'
import { findDue, removeOldCommands } from './delivery/delivery-queries.ts'
import { runCommandMaintenance } from './start-commands.ts'

/** No command waits for ever, and none is kept for ever. */

let server: TestServer
let account: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer()
  account = await anAccount(server.database)
  token = await signIn(server.database, account)
})
afterAll(() => server.stop())

const dayMs = 86_400_000
const log = pino({ level: 'silent' })
const aGt06 = () => aDevice(server.database, account, { device_type_id: 13 })
const issueOf = ({ meta }: { meta: { issues?: { path: string; reason: string }[] } }) => meta.issues?.[0]
const get = async (id: number) => (await server.call(commandCalls.get, { id }, token)).data!
const look = (now: number) => runCommandMaintenance(server, now)
const query = (text: string, values: unknown[]) => server.database.pool.query(text, values)

test.each([
  ['a command', 'STATUS#', 30],
  ['a cut', 'RELAY,1#', 7],
])('%s waits no longer than it may', async (_, content, days) => {
  const { terminalID } = await aGt06()
  const add = (expireTime: number) =>
    server.call(commandCalls.add, { terminalID, content, offline: true, expireTime }, token)
  const latest = Date.now() + days * dayMs
  expect(issueOf(await add(latest + dayMs))).toEqual({ path: 'expireTime', reason: 'too_big' })
  expect(issueOf(await add(1))).toEqual({ path: 'expireTime', reason: 'too_small' })
  expect((await add(latest - 1_000)).meta.success).toBe(true)
})

test('nothing is planned further ahead than a month, batches included', async () => {
  const { terminalID } = await aGt06()
  const time = Date.now() + 40 * dayMs
  const insert = { terminalID, content: 'STATUS#', dueTime: time }
  expect(issueOf(await server.call(commandCalls.insert, insert, token))?.path).toBe('dueTime')
  const batch = { terminalIDs: [terminalID], content: 'STATUS#', offline: true, startTime: time }
  expect(issueOf(await server.call(commandCalls.batchAdd, batch, token))?.path).toBe('startTime')
})

test('a cut that the device said it would make later, and did not, ends', async () => {
  const { terminalID } = await aGt06()
  const { id } = (
    await server.call(commandCalls.add, { terminalID, content: 'RELAY,1#', offline: true }, token)
  ).data!
  const until = Date.now() + dayMs
  await query(
    `update commands set state = 'acknowledged', reply_class = 'pending', effect = '{}', effect_by_time = $2
     where id = $1`,
    [id, until],
  )
  await look(until - 1)
  expect(await get(id)).toMatchObject({ state: 'acknowledged', endTime: null })
  await look(until)
  expect(await get(id)).toMatchObject({ state: 'expired', endTime: until })
})

test('what is over is removed after its days, and what waits stays', async () => {
  const { id: deviceId, terminalID } = await aGt06()
  const ids: number[] = []
  for (const content of ['STATUS#', 'PARAM#', 'VERSION#'])
    ids.push((await server.call(commandCalls.add, { terminalID, content, offline: true }, token)).data!.id)
  await query("update commands set state = 'failed' where id = any($1)", [ids.slice(0, 2)])
  await query('update commands set create_time = 1000 where id = any($1)', [[ids[0], ids[2]]])
  await removeOldCommands(server.database.db, 2_000)
  const { rows } = await query('select id from commands where device_id = $1 order by id', [deviceId])
  expect(rows.map((row) => row.id)).toEqual([ids[1], ids[2]])
})

test('a batch counts its devices, however often one is told again', async () => {
  const devices = [await aGt06(), await aGt06(), await aGt06()]
  const terminalIDs = devices.map(({ terminalID }) => terminalID)
  const { jobId } = (
    await server.call(commandCalls.batchAdd, { terminalIDs, content: 'STATUS#', offline: true }, token)
  ).data!
  const end = (state: string, count: number) =>
    query(
      `update commands set state = $2 where id in (select id from commands where task_id = $1 and state = 'queued'
       order by id limit $3)`,
      [jobId, state, count],
    )
  await end('failed', 2)
  expect((await server.call(commandCalls.batchRetry, { jobId: jobId! }, token)).data).toEqual({ retried: 2 })
  const one = async () => {
    const { data } = await server.call(commandCalls.batches, { pageNum: 1, pageSize: 10 }, token)
    return data!.list.find((batch) => batch.jobId === jobId)
  }
  expect(await one()).toMatchObject({ total: 3, states: { queued: 3 } })
  const task = async () => {
    const context = { database: server.database, bus: server.bus, log, kinds: [commandTaskKind] }
    while ((await runTurn(context, jobId!, Date.now() + 120_000)) > 0);
    return (await server.call(taskCalls.get, { id: jobId! }, token)).data
  }
  expect(await task()).toMatchObject({ state: 'running', total: 3, counts: { offered: 3 } })
  await end('acknowledged', 3)
  await query('update device_task_items set due_time = 0 where task_id = $1', [jobId])
  expect(await task()).toMatchObject({ state: 'done', total: 3, counts: { done: 3 } })
})

test('a batch that is a job of an older version becomes a task, and goes on', async () => {
  const devices = [await aGt06(), await aGt06(), await aGt06()]
  const add = async ({ terminalID }: { terminalID: string }) =>
    (await server.call(commandCalls.add, { terminalID, content: 'STATUS#', offline: true }, token)).data!.id
  const ids = await Promise.all(devices.map(add))
  const { rows } = await query(
    `insert into jobs (queue, account_id, state, create_time) values ('commands', $1, 'running', 5) returning id`,
    [account.id],
  )
  const jobId: number = rows[0].id
  await query('update commands set job_id = $1 where id = any($2)', [jobId, ids])
  await query(`update commands set state = 'failed', failure = 'timeout' where id = $1`, [ids[1]])

  await look(Date.now())

  expect((await server.call(taskCalls.get, { id: jobId }, token)).data).toMatchObject({
    kind: 'command',
    creator: account.username,
    createTime: 5,
    counts: { offered: 2, failed: 1 },
  })
  const { data } = await server.call(commandCalls.batches, {}, token)
  expect(data!.list.find((batch) => batch.jobId === jobId)).toMatchObject({
    states: { queued: 2, failed: 1 },
  })
  expect((await server.call(commandCalls.batchStop, { jobId }, token)).data).toEqual({ cancelled: 2 })
  expect((await query('select from jobs where id = $1', [jobId])).rows).toEqual([])
})

test('a command of a batch waits for its turn however long the batch is paused, and then for as long as any', async () => {
  const { terminalID, id: deviceId } = await aGt06()
  await query('update device_states set is_connected = true where device_id = $1', [deviceId])
  const batch = { terminalIDs: [terminalID], content: 'STATUS#' }
  const { jobId } = (await server.call(commandCalls.batchAdd, batch, token)).data!
  await server.call(taskCalls.pause, { id: jobId! }, token)
  const hourMs = 3_600_000
  await look(Date.now() + hourMs)
  const of = async () => (await server.call(commandCalls.find, { jobId: jobId! }, token)).data!.list[0]!
  expect((await of()).state).toBe('queued')
  expect(await findDue(server.database.db, [deviceId], Date.now())).toEqual([])

  await server.call(taskCalls.resume, { id: jobId! }, token)
  const later = Date.now() + hourMs
  await runTurn({ database: server.database, bus: server.bus, log, kinds: [commandTaskKind] }, jobId!, later)
  expect(await of()).toMatchObject({ state: 'queued', dueTime: later })
  expect((await of()).expireTime).toBeGreaterThan(later + 4 * 60_000)
  expect(await findDue(server.database.db, [deviceId], later)).toHaveLength(1)
})

test('a batch keeps to its window, and its deadline cancels the commands whose turn did not come', async () => {
  const [first, second] = [await aGt06(), await aGt06()]
  const minute = Math.floor((Date.now() % dayMs) / 60_000)
  const hour = (hours: number) => (minute + hours * 60 + 1_440) % 1_440
  const deadlineTime = Date.now() + 5 * dayMs
  const batch = {
    terminalIDs: [first.terminalID, second.terminalID],
    content: 'STATUS#',
    offline: true,
    maxUnderWay: 1,
    window: { fromMinute: hour(2), toMinute: hour(4), timeZone: 'UTC' },
    deadlineTime,
  }
  const { jobId } = (await server.call(commandCalls.batchAdd, batch, token)).data!
  const turn = (now: number) =>
    runTurn({ database: server.database, bus: server.bus, log, kinds: [commandTaskKind] }, jobId!, now)
  const due = (now: number) => findDue(server.database.db, [first.id, second.id], now)
  await turn(Date.now())
  expect(await due(Date.now())).toEqual([])
  const open = Date.now() + 3 * 3_600_000
  await turn(open)
  expect(await due(open)).toMatchObject([{ device_id: first.id }])

  await turn(deadlineTime)
  const { data } = await server.call(commandCalls.find, { jobId: jobId! }, token)
  expect(data!.list.map(({ terminalID, state }) => [terminalID, state])).toEqual([
    [second.terminalID, 'cancelled'],
    [first.terminalID, 'queued'],
  ])
})

test('a record of what was sent in another way is in the audit log', async () => {
  const { terminalID } = await aGt06()
  await server.call(commandCalls.saveLog, { terminalID, content: 'STATUS#' }, token)
  const { rows } = await query('select kind, account_id from audit_events where terminal_id = $1', [
    terminalID,
  ])
  expect(rows).toEqual([{ kind: 'commandRecorded', account_id: account.id }])
})

test('a command sent at the instant of a transfer does not stay with the account before', async () => {
  const other = await anAccount(server.database)
  const { id, terminalID } = await aGt06()
  const transfer = await server.database.pool.connect()
  try {
    await transfer.query('begin')
    // As a transfer does.
    await transfer.query('select from devices where id = $1 for update', [id])
    await transfer.query('update devices set account_id = $2 where id = $1', [id, other.id])
    const sending = server.call(commandCalls.add, { terminalID, content: 'STATUS#', offline: true }, token)
    const isWaiting = async () =>
      (
        await query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          [],
        )
      ).rowCount
    while (!(await isWaiting())) await new Promise(setImmediate)
    await transfer.query('commit')
    expect(resultNames[(await sending).meta.code]).toBe('notFound')
  } finally {
    transfer.release()
  }
})

test("a stranger's command does not wait for whoever changes the device", async () => {
  const { id, terminalID } = await aGt06()
  const stranger = await signIn(server.database, await anAccount(server.database))
  const change = await server.database.pool.connect()
  try {
    await change.query('begin')
    await change.query('select from devices where id = $1 for update', [id])
    const command = { terminalID, content: 'STATUS#', offline: true }
    const { meta } = await server.call(commandCalls.add, command, stranger)
    expect(resultNames[meta.code]).toBe('notFound')
  } finally {
    await change.query('rollback')
    change.release()
  }
})
