import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beat, failJob, recover, removeExpired } from '../../platform/jobs/job-queue.ts'
import { anAccount, type TestAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { exportQueue, finishExport, takeExport } from './export-jobs.ts'
import { cancelExport, createExport, findExport, maxUnderWay, retryExport } from './queries.ts'

let database: TestDatabase
let [hasty, patient]: TestAccount[] = []
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.deleteFrom('jobs').execute()
  hasty = await anAccount(database)
  patient = await anAccount(database)
})

const question = {
  report: 'mileage' as const,
  groupBy: 'deviceDay' as const,
  withSubAccounts: true,
  first: '2026-11-01',
  last: '2026-11-02',
}
const target = { question, format: 'csv' as const, language: 'en' as const, timeZone: 'UTC' }
const queue = (account: TestAccount | undefined, now = 0) =>
  createExport(database.db, account!.id, target, now)
const made = {
  bytes: 1,
  chunks: 1,
  fileName: 'a.csv',
  summary: { rows: 1, devices: 1, devicesWithData: 1, pendingDevices: 0, sum: null },
}
const stateOf = async (id: number) => (await findExport(database.db, hasty!.id, id)).state

test('accounts take turns: a tenth file waits for everybody’s first', async () => {
  for (let i = 0; i < 3; i++) await queue(hasty)
  for (let i = 0; i < 2; i++) await queue(patient)
  const order: number[] = []
  for (let now = 1; now <= 5; now++) {
    const job = await takeExport(database.db, now)
    order.push(job!.account_id)
    await finishExport(database.db, job!, made, now)
  }
  expect(order).toEqual([hasty!.id, patient!.id, hasty!.id, patient!.id, hasty!.id])
  expect(await takeExport(database.db, 6)).toBeNull()
})

test('whoever has nothing running goes first', async () => {
  for (let i = 0; i < 3; i++) await queue(hasty)
  await takeExport(database.db, 1)
  await queue(patient)
  expect((await takeExport(database.db, 2))!.account_id).toBe(patient!.id)
})

test('two workers never take the same', async () => {
  for (let i = 0; i < 8; i++) await queue(hasty)
  const jobs = await Promise.all(Array.from({ length: 8 }, () => takeExport(database.db, 1)))
  expect(new Set(jobs.map((job) => job!.id)).size).toBe(8)
})

test('an account has only so many under way, however fast it asks', async () => {
  const results = await Promise.allSettled(Array.from({ length: maxUnderWay + 5 }, () => queue(hasty)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxUnderWay)
  await expect(queue(hasty)).rejects.toMatchObject({ refusal: 'tooManyExports' })
  await expect(queue(patient)).resolves.toMatchObject({ state: 'queued' })
})

test('a cancelled one tells its worker, and can be asked for again', async () => {
  const { id } = await queue(hasty)
  const job = await takeExport(database.db, 1)
  await cancelExport(database.db, hasty!.id, id, 2)
  expect(await beat(database.db, job!, { done: 5, total: 10 }, 3)).toBe(false)
  expect(await finishExport(database.db, job!, made, 4)).toBe(false)
  expect(await stateOf(id)).toBe('cancelled')
  expect(await retryExport(database.db, hasty!.id, id)).toMatchObject({ state: 'queued', failure: null })
  expect((await takeExport(database.db, 5))!.run).toBe(2)
})

test('cancelling a finished one removes it', async () => {
  const { id } = await queue(hasty)
  await finishExport(database.db, (await takeExport(database.db, 1))!, made, 2)
  await cancelExport(database.db, hasty!.id, id, 3)
  await expect(findExport(database.db, hasty!.id, id)).rejects.toMatchObject({ refusal: 'notFound' })
})

test('what a killed process left is taken up again, and fails after the third time', async () => {
  const { id } = await queue(hasty)
  for (let now = 0; now < 3; now++) {
    expect(await takeExport(database.db, now * 60_000)).toMatchObject({ id })
    await recover(database.db, exportQueue, now * 60_000 + 19_000)
    expect(await stateOf(id)).toBe('running')
    await recover(database.db, exportQueue, now * 60_000 + 21_000)
  }
  expect(await findExport(database.db, hasty!.id, id)).toMatchObject({
    state: 'failed',
    failure: 'interrupted',
  })
})

test('a worker that was thought dead cannot finish what another has begun', async () => {
  await queue(hasty)
  const slow = await takeExport(database.db, 0)
  await recover(database.db, exportQueue, 30_000)
  const next = await takeExport(database.db, 31_000)
  expect(await finishExport(database.db, slow!, made, 32_000)).toBe(false)
  expect(await finishExport(database.db, next!, made, 33_000)).toBe(true)
})

test('files go after seven days', async () => {
  const { id } = await queue(hasty)
  await failJob(database.db, (await takeExport(database.db, 0))!, 'internal', 0)
  await removeExpired(database.db, 7 * 86_400_000 - 1)
  expect(await stateOf(id)).toBe('failed')
  await removeExpired(database.db, 7 * 86_400_000)
  await expect(stateOf(id)).rejects.toMatchObject({ refusal: 'notFound' })
})
