import type { Call, InputOf } from '@trackway/core/api/call.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { qualityCheckCalls, qualityCriteriaCalls } from '@trackway/core/features/quality-checks/calls.ts'
import { type CheckCode, newCriterion } from '@trackway/core/features/quality-checks/checks.ts'
import { taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { cancelAttempts } from './attempts.ts'
import { removeOldAttempts } from './remove-old-attempts.ts'
import { cancelForsaken } from './start-quality-checks.ts'

/** How attempts are counted, by which criteria and for whom, whatever devices say. */

const gt06Type = 13
let server: TestServer
let factory: TestAccount
let tester: string

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  factory = await anAccount(server.database, { role: roles.admin })
  tester = await signIn(
    server.database,
    await anAccount(server.database, { parent: factory, role: roles.test }),
  )
})
afterAll(() => server.stop())

const call = <C extends Call>(of: C, input: InputOf<C>, by = tester) => server.call(of, input, by)
const aProduct = () => aDevice(server.database, factory, { device_type_id: gt06Type })
const idsOf = (devices: readonly TestDevice[]) => devices.map(({ terminalID }) => terminalID)
const start = async (devices: readonly TestDevice[], more: object = {}) =>
  (await call(qualityCheckCalls.start, { terminalIDs: idsOf(devices), ...more })).data!.taskId
const save = (codes: CheckCode[]) =>
  call(qualityCriteriaCalls.save, { deviceType: gt06Type, minutes: 5, checks: codes.map(newCriterion) })
const found = async (input: InputOf<typeof qualityCheckCalls.find> = {}) =>
  (await call(qualityCheckCalls.find, input)).data!.list
const resultIn = async (taskId: number, { terminalID }: TestDevice) =>
  (await found({ taskId, search: terminalID }))[0]!
const fail = (taskId: number) =>
  server.database.pool.query(
    `with ended as (update quality_results set state = 'failed', end_time = start_time where task_id = $1)
     update device_task_items set state = 'failed', finish_time = 1 where task_id = $1`,
    [taskId],
  )

test('a run that began with the usual criteria keeps them', async () => {
  const [first, second] = [await aProduct(), await aProduct()]
  const taskId = await start([first])
  await save(['iccid'])
  await call(qualityCheckCalls.add, { taskId, terminalIDs: idsOf([second]) })
  expect(await resultIn(taskId, second)).toMatchObject({
    criteriaVersion: null,
    checks: (await resultIn(taskId, first)).checks,
  })
})

test('nothing passes because its type can have no check any more', async () => {
  await save(['acc'])
  await server.database.pool.query("update device_types set sensors = '{battery}' where id = $1", [gt06Type])
  try {
    const device = await aProduct()
    expect(await resultIn(await start([device]), device)).toMatchObject({
      criteriaVersion: null,
      checks: [{ code: 'login' }, { code: 'fix' }, { code: 'satellites' }, { code: 'gsm' }],
    })
  } finally {
    await server.database.pool.query("update device_types set sensors = '{}' where id = $1", [gt06Type])
  }
})

test('a command that the model has no form of is neither saved nor checked', async () => {
  const { rows } = await server.database.pool.query(
    "select id from device_types where wire = 'jt808' limit 1",
  )
  const deviceType = rows[0].id as number
  const ask = (text: string) =>
    call(qualityCriteriaCalls.save, {
      deviceType,
      minutes: 5,
      checks: [newCriterion('login'), { code: 'command', text }],
    })
  expect((await ask('status')).meta.success).toBe(false)
  expect((await ask('version')).meta.success).toBe(true)
  await server.database.pool.query("update device_types set commands = '{position}' where id = $1", [
    deviceType,
  ])
  try {
    const device = await aDevice(server.database, factory, { device_type_id: deviceType })
    expect((await resultIn(await start([device]), device)).checks).toMatchObject([{ code: 'login' }])
  } finally {
    await server.database.pool.query('update device_types set commands = null where id = $1', [deviceType])
  }
})

test('who looks from above adds and retests for the factory of the run', async () => {
  const root = await anAccount(server.database, { role: roles.admin })
  const below = await anAccount(server.database, { parent: root, role: roles.admin })
  const own = await signIn(
    server.database,
    await anAccount(server.database, { parent: below, role: roles.test }),
  )
  const above = await signIn(server.database, root)
  const [first, second] = [
    await aDevice(server.database, below, { device_type_id: gt06Type }),
    await aDevice(server.database, below, { device_type_id: gt06Type }),
  ]
  const { data } = await call(qualityCheckCalls.start, { terminalIDs: idsOf([first]) }, own)
  const { taskId } = data!
  await fail(taskId)
  await call(qualityCheckCalls.add, { taskId, terminalIDs: idsOf([second]) }, above)
  await call(qualityCheckCalls.retest, { taskId }, above)
  const results = (await call(qualityCheckCalls.find, { taskId }, own)).data!.list
  expect(results.map(({ terminalID, attempt, isLast }) => [terminalID, attempt, isLast]).sort()).toEqual([
    [first.terminalID, 1, false],
    [first.terminalID, 2, true],
    [second.terminalID, 1, true],
  ])
})

test('of a device in two runs the one that goes on becomes the first attempt when the other is stopped', async () => {
  const device = await aProduct()
  const [stopped, other] = [await start([device]), await start([device])]
  expect(await resultIn(other, device)).toMatchObject({ attempt: 2, isLast: true })
  await call(taskCalls.cancel, { id: stopped })
  expect(await resultIn(other, device)).toMatchObject({ attempt: 1, isFirst: true, isLast: true })
  await fail(other)
  expect((await call(qualityCheckCalls.yield, {})).data!.list).toMatchObject([{ tested: 1, passed: 0 }])
})

test('attempts that are forsaken at once leave the one before them', async () => {
  const device = await aProduct()
  const first = await start([device])
  await fail(first)
  await start([device])
  await start([device])
  await server.database.pool.query('delete from devices where id = $1', [device.id])
  await server.database.pool.query('update device_task_items set finish_time = 1')
  await cancelForsaken(server.database.db, Date.now() + 3_600_000)
  expect((await found({ search: device.terminalID })).map(({ state, isLast }) => [state, isLast])).toEqual([
    ['cancelled', false],
    ['cancelled', false],
    ['failed', true],
  ])
})

test('one attempt is the last, though another one is stopped while it begins', async () => {
  const device = await aProduct()
  await fail(await start([device]))
  const { id } = await resultIn(await start([device]), device)
  const ended = await server.database.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('devices')
      .select('id')
      .where('id', '=', device.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const cancelled = server.database.db
      .transaction()
      .execute((other) => cancelAttempts(other, [id], Date.now()))
    await new Promise((resolve) => setTimeout(resolve, 100))
    await trx
      .updateTable('quality_results')
      .set({ is_last: false })
      .where('terminal_id', '=', device.terminalID)
      .execute()
    await trx
      .insertInto('quality_results')
      .values({
        account_id: factory.id,
        terminal_id: device.terminalID,
        operator: 'other',
        attempt: 3,
        start_time: Date.now(),
        deadline_time: Date.now() + 60_000,
      })
      .execute()
    return { cancelled }
  })
  await ended.cancelled
  const attempts = await found({ search: device.terminalID })
  expect(attempts.map(({ attempt, state, isLast }) => [attempt, state, isLast])).toEqual([
    [2, 'open', true],
    [2, 'cancelled', false],
    [1, 'failed', false],
  ])
})

test('what was checked long ago is removed, and a device that was checked since keeps all', async () => {
  const [old, again, open] = [await aProduct(), await aProduct(), await aProduct()]
  await fail(await start([old]))
  await fail(await start([again]))
  const taskId = await start([open])
  await server.database.pool.query('update quality_results set start_time = 1000 where account_id = $1', [
    factory.id,
  ])
  await fail(await start([again]))
  const { id } = await resultIn(taskId, open)
  await removeOldAttempts(server.database.db, 2_000)
  expect((await found()).map(({ terminalID, attempt }) => [terminalID, attempt]).sort()).toEqual([
    [again.terminalID, 1],
    [again.terminalID, 2],
    [open.terminalID, 1],
  ])
  const { rows } = await server.database.pool.query(
    'select result_id from quality_measurements where result_id = $1',
    [id],
  )
  expect(rows).toHaveLength(1)
})
