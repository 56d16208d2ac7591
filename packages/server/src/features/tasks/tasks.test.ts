import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, handOver, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createTask, type TaskRules } from './create-task.ts'
import { recoverLate } from './recover-late.ts'
import { runTurn } from './run-turn.ts'
import type { TaskKind } from './task-kind.ts'
import { aTaskKind } from './testing/test-kind.ts'
import { wake } from './wake.ts'

let server: TestServer
let account: TestAccount
let token: string
let now = Date.now()
const log = pino({ level: 'silent' })

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  account = await anAccount(server.database)
  token = await signIn(server.database, account)
})
beforeEach(() => {
  now += 10_000
})
afterAll(() => server.stop())

const usual: TaskRules = {
  perSecond: null,
  maxUnderWay: null,
  window: null,
  deadlineTime: null,
  maxFailurePercent: null,
  minSample: 20,
  maxTries: 1,
}

async function devices(count: number, state = {}) {
  return await Promise.all(Array.from({ length: count }, () => aDevice(server.database, account, {}, state)))
}

async function start(
  kind: TaskKind,
  terminalIDs: readonly string[],
  rules: Partial<TaskRules> = {},
  owner = account,
): Promise<number> {
  const context = {
    bus: server.bus,
    log,
    now,
    address: '127.0.0.1',
    scope: { accountId: owner.id, path: owner.path, deviceId: null },
    session: { account: owner, actor: null },
  }
  const about = { rules: { ...usual, ...rules }, params: { text: 'hello' }, terminalIDs }
  return await server.database.db.transaction().execute(async (db) => {
    const { taskId } = await createTask({ ...context, db } as never, kind, about)
    return taskId
  })
}

/** Turns until nothing is due. */
async function run(taskId: number, kind: TaskKind): Promise<void> {
  const context = { database: server.database, bus: server.bus, log, kinds: [kind] }
  while ((await runTurn(context, taskId, now)) > 0);
}

const task = async (id: number) => (await server.call(taskCalls.get, { id }, token)).data!
const items = async (id: number) =>
  (await server.call(taskCalls.items, { id, pageSize: 100 }, token)).data!.list
const states = async (id: number) => (await items(id)).map(({ state }) => state)
const refusal = ({ meta }: { meta: { code: number } }) => resultNames[meta.code]

test('each device goes through the steps in their order, and the task is done with the last one', async () => {
  const [one, two] = await devices(2)
  const { kind, log } = aTaskKind({ steps: ['first', 'second'] })
  const id = await start(kind, [one!.terminalID, two!.terminalID])

  await run(id, kind)

  expect(log).toEqual(
    ['first', 'second'].flatMap((step) => [one, two].map((each) => `begin:${step}:${each!.terminalID}:1`)),
  )
  expect(await task(id)).toMatchObject({ state: 'done', total: 2, counts: { done: 2 }, finishTime: now })
})

test('what waits is checked when it is due, or when it is woken', async () => {
  const [device] = await devices(1)
  let isHere = false
  const { kind, log } = aTaskKind({
    begin: () => ({ state: 'offered', dueTime: now + 60_000, waitsFor: 'answer', progress: 10 }),
    check: () => (isHere ? { state: 'done' } : { state: 'running', dueTime: now + 60_000, progress: 50 }),
  })
  const id = await start(kind, [device!.terminalID])
  await run(id, kind)
  expect((await items(id))[0]).toMatchObject({ state: 'offered', waitsFor: 'answer', progress: 10 })

  await wake(server.database.db, [device!.id])
  await run(id, kind)
  expect((await items(id))[0]).toMatchObject({ state: 'running', waitsFor: null, progress: 50 })
  expect(log).toHaveLength(2)

  isHere = true
  now += 60_000
  await run(id, kind)
  expect(await states(id)).toEqual(['done'])
})

test('devices begin at the pace, so many at a time, and within the window', async () => {
  const ids = (await devices(10)).map(({ terminalID }) => terminalID)
  const { kind, log } = aTaskKind({ begin: () => ({ state: 'running', dueTime: now + 3_600_000 }) })
  const minute = Math.floor((now % 86_400_000) / 60_000)
  // Opens in three minutes, across midnight where it is late.
  const window = { fromMinute: (minute + 3) % 1_440, toMinute: (minute + 63) % 1_440, timeZone: 'UTC' }
  const id = await start(kind, ids, { perSecond: 2, maxUnderWay: 5, window })

  await run(id, kind)
  expect(log).toHaveLength(0)

  now += 180_000
  await run(id, kind)
  now += 1_000
  await run(id, kind)
  expect(log.length).toBeLessThanOrEqual(2 * 3 + 1)
  now += 60_000
  await run(id, kind)
  expect(log).toHaveLength(5)
  expect((await task(id)).counts).toMatchObject({ queued: 5, running: 5 })
})

test('a pause keeps further devices from beginning, and lets go on what is under way', async () => {
  const ids = (await devices(4)).map(({ terminalID }) => terminalID)
  const { kind } = aTaskKind({
    begin: () => ({ state: 'running', dueTime: now + 1_000 }),
    check: () => ({ state: 'done' }),
  })
  const id = await start(kind, ids, { maxUnderWay: 2 })
  await run(id, kind)

  expect((await server.call(taskCalls.pause, { id }, token)).data).toMatchObject({
    state: 'paused',
    pauseReason: 'person',
  })
  now += 1_000
  await run(id, kind)
  expect((await task(id)).counts).toMatchObject({ queued: 2, done: 2 })

  await server.call(taskCalls.resume, { id }, token)
  await run(id, kind)
  now += 1_000
  await run(id, kind)
  expect(await task(id)).toMatchObject({ state: 'done', counts: { done: 4 } })
})

test('a task pauses by itself when too many failed, and counts anew when it is resumed', async () => {
  const ids = (await devices(30)).map(({ terminalID }) => terminalID)
  let count = 0
  const { kind } = aTaskKind({
    begin: () => (++count % 4 === 0 ? { state: 'failed', failure: 'refused' } : { state: 'done' }),
  })
  const id = await start(kind, ids, { perSecond: 5, maxFailurePercent: 20, minSample: 10 })
  for (let second = 0; second < 60; second++, now += 1_000) await run(id, kind)

  const paused = await task(id)
  expect(paused).toMatchObject({ state: 'paused', pauseReason: 'failureRate' })
  const { done, failed, queued } = paused.counts
  expect(done + failed).toBeGreaterThanOrEqual(10)
  expect(queued).toBeGreaterThan(0)

  await server.call(taskCalls.resume, { id }, token)
  await run(id, kind)
  expect((await task(id)).state).toBe('running')
})

test('a task that begins all at once pauses as soon as its sample shows that too many fail', async () => {
  const ids = (await devices(60)).map(({ terminalID }) => terminalID)
  const { kind } = aTaskKind({ begin: () => ({ state: 'failed', failure: 'refused' }) })
  const id = await start(kind, ids, { maxFailurePercent: 20, minSample: 20 })
  await run(id, kind)
  expect(await task(id)).toMatchObject({ state: 'paused', counts: { failed: 20, queued: 40 } })
})

test('of a device that was moved while it was under way no more is shown than that', async () => {
  const [device] = await devices(1)
  const { kind } = aTaskKind({
    begin: () => ({ state: 'running', dueTime: now + 1_000, waitsFor: 'answer', progress: 10 }),
    check: ({ isMoved }) => (isMoved ? { state: 'failed', failure: 'deviceMoved' } : { state: 'done' }),
  })
  const id = await start(kind, [device!.terminalID])
  await run(id, kind)
  await handOver(server.database, device!, await anAccount(server.database), now)
  expect((await items(id))[0]).toMatchObject({ state: 'running', waitsFor: null, progress: null })
  now += 1_000
  await run(id, kind)
  expect((await items(id))[0]).toMatchObject({ state: 'failed', failure: 'deviceMoved' })
})

test('a failure is tried again by itself where the kind says so, after its wait, and by a person at any time', async () => {
  const [device] = await devices(1)
  const { kind, log } = aTaskKind({
    begin: () => ({ state: 'failed', failure: 'timeout' }),
    more: { retryAfterMs: { timeout: [10_000, 60_000] } },
  })
  const id = await start(kind, [device!.terminalID], { maxTries: 3 })
  await run(id, kind)
  expect((await items(id))[0]).toMatchObject({
    state: 'queued',
    waitsFor: 'retry',
    failure: 'timeout',
    tries: 2,
  })
  now += 10_000
  await run(id, kind)
  now += 59_000
  await run(id, kind)
  expect(log).toHaveLength(2)
  now += 1_000
  await run(id, kind)
  expect(await task(id)).toMatchObject({ state: 'done', counts: { failed: 1 } })

  expect((await server.call(taskCalls.retry, { id }, token)).data).toEqual({ retried: 1 })
  await run(id, kind)
  expect(log.at(-1)).toBe(`begin:only:${device!.terminalID}:1`)
})

test('a stop cancels what has not begun, and of what is under way only what the kind can stop', async () => {
  const ids = (await devices(3)).map(({ terminalID }) => terminalID)
  const { kind } = aTaskKind({
    begin: () => ({ state: 'running', dueTime: now + 1_000 }),
    check: () => ({ state: 'done' }),
  })
  const id = await start(kind, ids, { maxUnderWay: 1 })
  await run(id, kind)

  expect((await server.call(taskCalls.cancel, { id }, token)).data).toEqual({ cancelled: 2, underWay: 1 })
  expect(await task(id)).toMatchObject({ state: 'cancelled', finishTime: null })
  now += 1_000
  await run(id, kind)
  expect(await task(id)).toMatchObject({
    state: 'cancelled',
    counts: { cancelled: 2, done: 1 },
    finishTime: now,
  })
  expect(refusal(await server.call(taskCalls.cancel, { id }, token))).toBe('taskOver')
})

test('what has not begun by the deadline is skipped', async () => {
  const ids = (await devices(2)).map(({ terminalID }) => terminalID)
  const { kind } = aTaskKind({ begin: () => ({ state: 'running', dueTime: now + 3_600_000 }) })
  const id = await start(kind, ids, { maxUnderWay: 1, deadlineTime: now + 60_000 })
  await run(id, kind)
  now += 60_000
  await run(id, kind)
  expect(await items(id)).toMatchObject([{ state: 'running' }, { state: 'skipped', failure: 'deadline' }])
})

test('a kind that needs a connection waits for the login', async () => {
  const [here, away] = [(await devices(1, { is_connected: true }))[0]!, (await devices(1))[0]!]
  const { kind, log } = aTaskKind({ more: { needsConnection: true } })
  const id = await start(kind, [away.terminalID, here.terminalID], { perSecond: 1 })
  await run(id, kind)
  expect(await items(id)).toMatchObject([{ state: 'waiting', waitsFor: 'offline' }, { state: 'done' }])

  await server.database.pool.query('update device_states set is_connected = true where device_id = $1', [
    away.id,
  ])
  await wake(server.database.db, [away.id])
  now += 1_000
  await run(id, kind)
  expect(log).toHaveLength(2)
})

test('a device that was moved or deleted meanwhile is left alone', async () => {
  const [moved, deleted, stays] = await devices(3)
  const { kind, log } = aTaskKind({ begin: () => ({ state: 'running', dueTime: now + 1_000 }) })
  const id = await start(
    kind,
    [moved!, deleted!, stays!].map(({ terminalID }) => terminalID),
    { startTime: now + 1_000 },
  )
  await handOver(server.database, moved!, await anAccount(server.database), now)
  await server.database.pool.query('delete from devices where id = $1', [deleted!.id])
  now += 1_000
  await run(id, kind)
  expect(await items(id)).toMatchObject([
    { state: 'skipped', failure: 'deviceMoved', displayName: moved!.terminalID },
    { state: 'skipped', failure: 'deviceDeleted' },
    { state: 'running' },
  ])
  expect(log).toHaveLength(1)
})

test('an error with one device does not keep the others from going on', async () => {
  const all = await devices(3)
  const bad = all[1]!.terminalID
  const { kind } = aTaskKind({
    before: (_, items) => {
      if (items.some(({ terminalId }) => terminalId === bad)) throw new Error('no such thing')
    },
  })
  const id = await start(
    kind,
    all.map(({ terminalID }) => terminalID),
  )
  await run(id, kind)
  expect(await states(id)).toEqual(['done', 'waiting', 'done'])
  for (let minute = 0; minute < 5; minute++, now += 60_000) await run(id, kind)
  expect((await items(id))[1]).toMatchObject({ state: 'failed', failure: 'internal' })
})

test('a step outside of the transaction keeps its devices while it runs, and hears what happens meanwhile', async () => {
  const [device] = await devices(1)
  const running = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  let rounds = 0
  const { kind, log } = aTaskKind({
    apart: ['only'],
    before: async () => {
      running.resolve()
      if (rounds++ === 0) await go.promise
    },
    begin: () => ({ state: 'offered', dueTime: now + 3_600_000 }),
    check: () => ({ state: 'done' }),
  })
  const id = await start(kind, [device!.terminalID])
  const first = run(id, kind)
  await running.promise

  await run(id, kind)
  expect(log).toHaveLength(0)
  await wake(server.database.db, [device!.id])
  go.resolve()
  await first

  expect(log).toEqual([`begin:only:${device!.terminalID}:1`, `check:only:${device!.terminalID}:1`])
  expect(await states(id)).toEqual(['done'])
})

test("a step whose process died begins again once its lease is over; what came of the dead one's is not written", async () => {
  const [device] = await devices(1)
  const { kind, log } = aTaskKind({ apart: ['only'], begin: () => ({ state: 'done' }) })
  const id = await start(kind, [device!.terminalID])
  await server.database.pool.query(
    `update device_task_items set state = 'offered', lease = 7, lease_time = $1 where task_id = $2`,
    [now + 60_000, id],
  )
  await run(id, kind)
  expect(log).toHaveLength(0)
  now += 60_000
  await run(id, kind)
  expect(log).toHaveLength(1)
  expect(await states(id)).toEqual(['done'])
})

test('two processes at once do each step of each device once', async () => {
  const ids = (await devices(200)).map(({ terminalID }) => terminalID)
  const { kind, log } = aTaskKind({ steps: ['first', 'second'], apart: ['second'] })
  const id = await start(kind, ids)
  await Promise.all([run(id, kind), run(id, kind), run(id, kind)])
  await run(id, kind)
  expect(new Set(log).size).toBe(400)
  expect(log).toHaveLength(400)
  expect(await task(id)).toMatchObject({ state: 'done', counts: { done: 200 } })
})

test("a stranger's task does not exist, nor a stranger's device", async () => {
  const stranger = await anAccount(server.database)
  const [own] = await devices(1)
  const { kind } = aTaskKind()
  await expect(start(kind, [own!.terminalID], {}, stranger)).rejects.toMatchObject({ refusal: 'notFound' })
  const id = await start(kind, [own!.terminalID], { startTime: now + 60_000 })
  const other = await signIn(server.database, stranger)
  for (const call of [taskCalls.get, taskCalls.items, taskCalls.pause, taskCalls.cancel, taskCalls.retry])
    expect(refusal(await server.call(call, { id } as never, other))).toBe('notFound')
  expect((await server.call(taskCalls.find, {}, other)).data!.total).toBe(0)
})

test('a kind is seen and changed by those who hold its keys', async () => {
  const [own] = await devices(1)
  const { kind } = aTaskKind()
  const id = await start(kind, [own!.terminalID], { startTime: now + 60_000 })
  const reader = await anAccount(server.database, { parent: account, role: roles.log })
  const asReader = await signIn(server.database, reader)
  expect(refusal(await server.call(taskCalls.pause, { id }, asReader))).toBe('noPermission')
})

test('counts follow from the rows, however they change', async () => {
  const all = await devices(5)
  const { kind } = aTaskKind({ begin: () => ({ state: 'done' }) })
  const id = await start(
    kind,
    all.map(({ terminalID }) => terminalID),
    { startTime: now + 1 },
  )
  const { pool } = server.database
  await pool.query(`update device_task_items set state = 'waiting' where task_id = $1`, [id])
  await pool.query(`delete from device_task_items where task_id = $1 and terminal_id = $2`, [
    id,
    all[0]!.terminalID,
  ])
  expect(await task(id)).toMatchObject({ total: 4, counts: { queued: 0, waiting: 4 } })
})

test('a device that answers after it failed is taken up; a task that was over goes on, one that was stopped stays so', async () => {
  const [late, silent] = await devices(2)
  let hasAnswered = false
  const { kind } = aTaskKind({
    steps: ['ask', 'wait'],
    begin: (_, step) => (step === 'ask' ? { state: 'failed', failure: 'timeout' } : { state: 'next' }),
    check: ({ terminalId }) =>
      hasAnswered && terminalId === late!.terminalID
        ? { state: 'next' }
        : { state: 'failed', failure: 'timeout' },
  })
  const lateKind = { ...kind, steps: kind.steps.map((step) => ({ ...step, lateMs: 60_000 })) as never }
  const id = await start(lateKind, [late!.terminalID, silent!.terminalID])
  await run(id, lateKind)
  expect(await task(id)).toMatchObject({ state: 'done', counts: { failed: 2 } })
  const context = { database: server.database, bus: server.bus, log, kinds: [lateKind] }
  const recover = (at: number) => recoverLate(context, [late!.id, silent!.id], ['command'], at)

  expect(await recover(now)).toEqual([])
  hasAnswered = true
  expect(await recover(now + 61_000)).toEqual([])
  expect(await recover(now + 1_000)).toEqual([id])
  expect(await task(id)).toMatchObject({
    state: 'running',
    finishTime: null,
    counts: { failed: 1, running: 1 },
  })
  await run(id, lateKind)
  expect(await task(id)).toMatchObject({ state: 'done', counts: { failed: 1, done: 1 } })
})
