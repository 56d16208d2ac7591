import { resultNames } from '@trackway/core/codes/results.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { removeOldCommands } from './delivery/delivery-queries.ts'
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
      `update commands set state = $2 where id in (select id from commands where job_id = $1 and state = 'queued'
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
  await look(Date.now())
  const job = async () => (await query('select state, total, done from jobs where id = $1', [jobId])).rows[0]
  expect(await job()).toMatchObject({ state: 'running', total: 3, done: 0 })
  await end('acknowledged', 3)
  await look(Date.now())
  expect(await job()).toMatchObject({ state: 'done', total: 3, done: 3 })
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
