import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { anAccount, type TestAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { addSteps, recoverSteps, retryTime, type StepRow, settleStep, takeStep } from './batches.ts'
import { addJob, cancelJob } from './job-queue.ts'

const queue = 'commands'
let database: TestDatabase
let hasty: TestAccount
let patient: TestAccount
beforeAll(async () => {
  database = await openTestDatabase()
  await database.pool.query('create table executed (target text)')
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.deleteFrom('jobs').execute()
  hasty = await anAccount(database)
  patient = await anAccount(database)
})

async function aBatch(account: TestAccount, targets: string[]) {
  const id = await addJob(database.db, { queue, accountId: account.id }, 0)
  await addSteps(database.db, id!, targets, 0)
  return id!
}
const take = async (now = 1) => await takeStep(database.db, queue, now)
const settle = (
  step: StepRow | null,
  outcome: Parameters<typeof settleStep>[2] = { state: 'done' },
  now = 2,
) => settleStep(database.db, step!, outcome, now)
const stateOf = async (id: number) =>
  (await database.db
    .selectFrom('jobs')
    .select(['state', 'done', 'total'])
    .where('id', '=', id)
    .executeTakeFirst())!
const statesOf = async (id: number) => {
  const rows = await database.db
    .selectFrom('job_steps')
    .select(['target', 'state'])
    .where('job_id', '=', id)
    .orderBy('target')
    .execute()
  return rows.map(({ target, state }) => `${target} ${state}`)
}

test('a batch ends with its last step, and one that fails keeps no other', async () => {
  const id = await aBatch(hasty, ['a', 'b'])
  const first = await take()
  const other = await take()
  expect(await take()).toBeNull()
  await settle(first, { state: 'failed', failure: 'offline' })
  expect(await stateOf(id)).toEqual({ state: 'running', done: 1, total: 2 })
  await settle(other)
  expect(await statesOf(id)).toEqual(['a failed', 'b done'])
  expect(await stateOf(id)).toEqual({ state: 'done', done: 2, total: 2 })
})

test('a step is tried again when its time comes, so often and no more', async () => {
  await aBatch(hasty, ['a'])
  const first = await take(1_000)
  const dueTime = retryTime(first!, [500], 1_000)!
  await settle(first, { state: 'waiting', dueTime }, 1_000)
  expect(await take(1_499)).toBeNull()
  const second = await take(1_500)
  expect(second).toMatchObject({ tries: 2 })
  expect(retryTime(second!, [500], 1_500)).toBeNull()
  expect(await settle(first)).toBe(false)
})

test('accounts take turns, step by step', async () => {
  await aBatch(hasty, ['a', 'b', 'c'])
  await aBatch(patient, ['x', 'y'])
  const order: string[] = []
  for (let now = 1; now <= 5; now++) order.push((await take(now))!.target)
  expect(order).toEqual(['a', 'x', 'b', 'y', 'c'])
})

test('cancelled, nothing more is begun', async () => {
  const id = await aBatch(hasty, ['a', 'b'])
  const first = await take()
  expect(await cancelJob(database.db, queue, hasty.id, id, 2)).toBe(true)
  await settle(first)
  expect(await take()).toBeNull()
  expect(await stateOf(id)).toMatchObject({ state: 'cancelled' })
})

test('of two processes, one killed in the middle, each step is executed once or counts as unknown', async () => {
  const targets = Array.from({ length: 60 }, (_, i) => `device-${i}`)
  const id = await aBatch(hasty, targets)
  const doomed = startWorker(5)
  await once(doomed.stdout!, 'data')
  doomed.kill('SIGKILL')
  await once(doomed, 'exit')
  startWorker(0)
  // All but what the killed one held.
  await expect.poll(async () => (await stateOf(id)).done).toBe(59)
  await recoverSteps(database.db, queue, 0, Date.now() + 1)
  expect(await stateOf(id)).toEqual({ state: 'done', done: 60, total: 60 })

  const states = await statesOf(id)
  expect(states.filter((state) => state.endsWith('unknown'))).toHaveLength(1)
  const { rows } = await database.pool.query<{ target: string }>('select target from executed')
  expect(rows.map(({ target }) => target).toSorted()).toEqual(targets.toSorted())
})

function startWorker(hangAfter: number): ChildProcess {
  const script = join(import.meta.dirname, '..', '..', 'testing', 'batch-worker.ts')
  const worker = spawn(process.execPath, [script, database.url, queue, String(hangAfter)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void worker.kill('SIGKILL'))
  return worker
}
