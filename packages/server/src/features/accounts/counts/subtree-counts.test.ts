import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLocalBus } from '../../../platform/bus/bus.ts'
import { aDevice, anAccount, type TestAccount } from '../../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { type CountedRow, countStates } from './subtree-counts.ts'

let database: TestDatabase
let root: TestAccount
let agent: TestAccount
let customer: TestAccount
const bus = createLocalBus({ error() {} })
let now = Date.now()
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  now += 3_600_000
  root = await anAccount(database)
  agent = await anAccount(database, { parent: root })
  customer = await anAccount(database, { parent: agent })
  const activate_time = now - 1_000
  const before = now - 1
  await aDevice(database, agent)
  await aDevice(database, agent, { activate_time }, { is_connected: true })
  await aDevice(database, customer, { activate_time }, { connected_time: before, state_time: before })
  await aDevice(database, customer, { activate_time }, { state_time: before })
  await aDevice(database, customer, { activate_time, user_expire_time: now }, { is_connected: true })
  await aDevice(database, customer, { platform_expire_time: before })
  await aDevice(database, customer, { user_expire_time: now + 10_000 })
})

/** As the tree finds them. */
async function rowsOf(...accounts: TestAccount[]): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    select node.id, node.path, sum(devices)::integer as total, sum(unactivated)::integer as unactivated
    from accounts as node join accounts as owner on starts_with(owner.path, node.path)
      join device_counts on account_id = owner.id
    where node.id = any(${accounts.map(({ id }) => id)}::integer[]) group by node.id order by node.id`.execute(
    database.db,
  )
  return rows
}

/** @param atMost 0: every fleet is a great one */
async function countsOf(time: number, atMost?: number) {
  const rows = await rowsOf(root, agent, customer)
  return rows.map(await countStates({ db: database.db, bus, now: time }, rows, atMost))
}

test('a subtree is counted alike as a small fleet and as a great one', async () => {
  const expected = [
    { inactive: 2, online: 2, offline: 1 },
    { inactive: 2, online: 2, offline: 1 },
    { inactive: 1, online: 1, offline: 1 },
  ]
  expect(await countsOf(now)).toEqual(expected)
  expect(await countsOf(now, 0)).toEqual(expected)
  // The last one that never reported expires, and the device without a connection is silent for too long.
  const later = now + 3_600_000
  const end = [
    { inactive: 1, online: 1, offline: 2 },
    { inactive: 1, online: 1, offline: 2 },
    { inactive: 0, online: 0, offline: 2 },
  ]
  expect(await countsOf(later)).toEqual(end)
  expect(await countsOf(later, 0)).toEqual(end)
  now = later
})

test('of a great fleet, what is connected is remembered for seconds, and forgotten with an edit', async () => {
  const online = async (time: number) => (await countsOf(time, 0))[0]?.online
  expect(await online(now)).toBe(2)
  const { id } = await aDevice(database, agent, { activate_time: now }, { is_connected: true })
  expect(await online(now + 4_000)).toBe(2)
  bus.publish('device.edited', { deviceIds: Int32Array.of(id) })
  expect(await online(now + 4_000)).toBe(3)
  await aDevice(database, agent, { activate_time: now }, { is_connected: true })
  expect(await online(now + 40_000)).toBe(4)
})

test('no counts of different instants add up to more than there is', async () => {
  await countsOf(now, 0)
  await database.db.deleteFrom('devices').where('account_id', '=', customer.id).execute()
  const rows = await rowsOf(root, agent)
  const countsAt = await countStates({ db: database.db, bus, now }, rows, 0)
  for (const row of rows) {
    const { inactive, online, offline } = countsAt(row)
    expect(Math.min(inactive, online, offline)).toBeGreaterThanOrEqual(0)
    expect(inactive + online + offline).toBeLessThanOrEqual(row.total)
  }
})
