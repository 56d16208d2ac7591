import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceLifeCalls, lifeEventsAtOnce } from '@trackway/core/features/device-life/calls.ts'
import { jigResultCalls } from '@trackway/core/features/jig-results/calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, handOver, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 10, 28, 12)
let server: TestServer
let factory: TestAccount
let tester: string
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
beforeEach(async () => {
  factory = await anAccount(server.database, { role: roles.admin })
  tester = await signIn(
    server.database,
    await anAccount(server.database, { parent: factory, role: roles.test }),
  )
})
afterAll(() => server.stop())

let count = 0
const test1 = (parts: object) => ({
  resultId: `life-${++count}-result`,
  kind: 'serial' as const,
  items: [{ code: 'csq', value: 23, low: 12 }],
  testTime: now,
  ...parts,
})
const upload = (parts: object, by = tester) => server.call(jigResultCalls.upload, test1(parts) as never, by)
const life = (number: string, by = tester) => server.call(deviceLifeCalls.events, { number }, by)

test('one line leads from the jig to the customer', async () => {
  const customer = await anAccount(server.database, { parent: factory, role: roles.user })
  const device = await aDevice(server.database, factory, {
    create_time: now - 3 * hour,
    activate_time: now - hour / 2,
    iccid: '89860617080037325857',
  })
  await upload({
    imei: device.terminalID,
    testTime: now - 5 * hour,
    items: [{ code: 'csq', value: 3, low: 12 }],
  })
  await upload({ imei: device.terminalID, testTime: now - 4 * hour, kind: 'gps', serialNumber: 'GW5-0001' })
  await handOver(server.database, device, customer, now - hour)
  const { data } = await life(device.terminalID)
  const events = data!.list.filter(({ kind }) => kind !== 'stockMoved')
  expect(events.map(({ kind, time }) => [kind, (now - time) / hour])).toEqual([
    ['firstContact', 0.5],
    ['ownerChanged', 1],
    ['ownerChanged', 3],
    ['registered', 3],
    ['jigGps', 4],
    ['jigSerial', 5],
  ])
  expect(events.map(({ isGood }) => isGood)).toEqual([null, null, null, null, true, false])
  expect(events[1]!.facts).toEqual([{ name: 'account', value: customer.username }])
  expect(data!.list.some(({ kind }) => kind === 'stockMoved')).toBe(true)
  expect(data!.device).toMatchObject({
    isRegistered: true,
    username: customer.username,
    serialNumber: 'GW5-0001',
  })
})

test.each(['imei', 'serialNumber', 'iccid'])(
  'a device that nobody registered is found by its %s',
  async (key) => {
    const numbers = { imei: '860123040000019', serialNumber: 'GW5-7', iccid: '89860617080037325857' }
    await upload(numbers)
    const { data } = await server.call(
      deviceLifeCalls.find,
      { number: numbers[key as keyof typeof numbers] },
      tester,
    )
    expect(data!.list).toMatchObject([{ number: numbers.imei, isRegistered: false, serialNumber: 'GW5-7' }])
    expect((await life(numbers.imei)).data!.list).toMatchObject([{ kind: 'jigSerial', isGood: true }])
  },
)

test('a stranger finds nothing of it', async () => {
  const device = await aDevice(server.database, factory)
  await upload({ imei: device.terminalID })
  const stranger = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
  const { data } = await server.call(deviceLifeCalls.find, { number: device.terminalID }, stranger)
  expect(data).toEqual({ list: [] })
  expect(resultNames[(await life(device.terminalID, stranger)).meta.code]).toBe('notFound')
})

test('a long life comes page by page, each event once', async () => {
  const results = Array.from({ length: lifeEventsAtOnce + 50 }, (_, at) =>
    // Some of them at one instant, which are on one page.
    test1({ imei: 'LONGLIFE', testTime: now - Math.floor(at / 7) * 1_000 }),
  )
  await server.call(jigResultCalls.uploadMany, { results } as never, tester)
  const seen: string[] = []
  for (let before: number | null | undefined; before !== null; ) {
    const input = before === undefined ? { number: 'LONGLIFE' } : { number: 'LONGLIFE', before }
    const { data } = await server.call(deviceLifeCalls.events, input, tester)
    seen.push(...data!.list.map(({ id }) => id))
    before = data!.before
  }
  expect(seen).toHaveLength(results.length)
  expect(new Set(seen).size).toBe(results.length)
})

test('who keeps the stock is not told of commands', async () => {
  const keeper = await signIn(
    server.database,
    await anAccount(server.database, { parent: factory, role: roles.testStockUser }),
  )
  const device = await aDevice(server.database, factory)
  await server.database.db
    .insertInto('commands')
    .values({
      device_id: device.id,
      account_id: factory.id,
      sender: 'someone',
      kind: 'status',
      code: 'status',
      content: 'STATUS#',
      command: JSON.stringify({ code: 'status', parameters: {} }),
      due_time: now,
      create_time: now - 1,
      expire_time: now + hour,
    })
    .execute()
  const kindsFor = async (by: string) =>
    (await life(device.terminalID, by)).data!.list.map(({ kind }) => kind)
  expect(await kindsFor(tester)).toContain('command')
  expect(await kindsFor(keeper)).not.toContain('command')
})

test('a task tells how it ended with the device, and why', async () => {
  const device = await aDevice(server.database, factory)
  const ends = [
    { failure: 'cameBack', result: null, time: now - 60_000 },
    { failure: null, result: 'left', time: now - 90_000 },
  ]
  for (const { failure, result, time } of ends)
    await server.database.pool.query(
      `with task as (
         insert into device_tasks (kind, account_id, scope_account_id, creator, name, params, start_time, create_time, change_time)
         values ('serverMove', $1, $1, 'someone', 'Move', '{}', $2, $2, $2) returning id)
       insert into device_task_items (task_id, device_id, terminal_id, state, failure, result, change_time, finish_time)
       select id, $3, $4, case when $5::text is null then 'done' else 'failed' end, $5, $6, $7, $7 from task`,
      [factory.id, now - hour, device.id, device.terminalID, failure, result, time],
    )
  const events = (await life(device.terminalID, tester)).data!.list.filter(({ kind }) => kind === 'task')
  expect(events.map(({ facts }) => facts.at(-1))).toEqual([
    { name: 'failure', value: 'cameBack', texts: 'reports.taskReason' },
    { name: 'result', value: 'left', texts: 'reports.moveState' },
  ])
})
