import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { deviceStockCalls } from '@trackway/core/features/devices/stock-calls.ts'
import { stockCalls } from '@trackway/core/features/stock/calls.ts'
import { type StockPlace, stockMoves, stockPlaces } from '@trackway/core/features/stock/places.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { placeDevices } from './start-stock.ts'

let server: TestServer
let admin: TestAccount
let agent: TestAccount
let customer: TestAccount
let adminToken: string
let staffToken: string

beforeAll(async () => {
  server = await startTestServer()
  const { database } = server
  admin = await anAccount(database, { role: roles.admin })
  agent = await anAccount(database, { parent: admin, role: roles.agent })
  customer = await anAccount(database, { parent: agent, role: roles.user })
  const staff = await anAccount(database, { parent: admin, role: roles.testStockUser, username: 'keeper' })
  adminToken = await signIn(database, admin)
  staffToken = await signIn(database, staff)
})
afterAll(() => server.stop())

let count = 0
const anId = () => String(863_000_000_000_000 + ++count)

async function enter(place: 'produced' | 'tested' | 'inStock' = 'inStock') {
  const terminalID = anId()
  await server.call(
    stockCalls.enter,
    { terminalIDs: [terminalID], place, batch: 'B7', paperNumber: 'IN-1' },
    staffToken,
  )
  return terminalID
}

const move = (terminalID: string, stockPlace: StockPlace, more = {}) =>
  server.call(stockCalls.move, { terminalIDs: [terminalID], stockPlace, ...more }, staffToken)

async function itemOf(terminalID: string) {
  const { data } = await server.call(stockCalls.find, { terminalIDs: [terminalID] }, staffToken)
  return data?.list[0]
}

async function historyOf(terminalID: string) {
  const { data } = await server.call(stockCalls.movements, { terminalID }, staffToken)
  return data!.list.map(({ fromPlace, toPlace, cause, operator, paperNumber }) => [
    fromPlace,
    toPlace,
    cause,
    operator,
    paperNumber,
  ])
}

const add = (terminalID: string, userId: number) =>
  server.call(deviceCalls.add, { terminalID, deviceType: 0, userId }, adminToken)

test('a device goes from the line to the customer, each movement with who and which paper', async () => {
  const terminalID = await enter('produced')
  await move(terminalID, 'tested')
  await move(terminalID, 'inStock', { paperNumber: 'IN-2' })
  await move(terminalID, 'shipped', { paperNumber: 'OUT-9', receiver: 'Harbour Ltd', note: 'box 4' })
  expect(await itemOf(terminalID)).toMatchObject({
    place: 'shipped',
    batch: 'B7',
    paperNumber: 'OUT-9',
    receiver: 'Harbour Ltd',
    username: null,
  })
  expect(await historyOf(terminalID)).toEqual([
    ['inStock', 'shipped', 'moved', 'keeper', 'OUT-9'],
    ['tested', 'inStock', 'moved', 'keeper', 'IN-2'],
    ['produced', 'tested', 'moved', 'keeper', null],
    [null, 'produced', 'entered', 'keeper', 'IN-1'],
  ])
})

/** How a device gets to each place by hand. */
const ways: Record<StockPlace, readonly StockPlace[]> = {
  produced: [],
  tested: ['tested'],
  inStock: ['inStock'],
  shipped: ['inStock', 'shipped'],
  sold: ['inStock', 'sold'],
  returned: ['inStock', 'sold', 'returned'],
  scrapped: ['scrapped'],
}

test.each(stockPlaces)('from %s only the moves of the table are possible', async (from) => {
  for (const to of stockPlaces) {
    const terminalID = await enter('produced')
    for (const step of ways[from]) await move(terminalID, step)
    const { meta } = await move(terminalID, to)
    const isAllowed = stockMoves[from].includes(to)
    expect([to, resultNames[meta.code]]).toEqual([to, isAllowed ? 'success' : 'placeNotAllowed'])
    expect((await itemOf(terminalID))?.place).toBe(isAllowed ? to : from)
  }
})

describe('registration', () => {
  test('of an unknown device puts it in stock at an administrator and marks it sold at a customer', async () => {
    const [own, sold] = [anId(), anId()]
    await add(own, admin.id)
    await add(sold, customer.id)
    expect(await itemOf(own)).toMatchObject({ place: 'inStock', username: admin.username })
    expect(await itemOf(sold)).toMatchObject({ place: 'sold', username: customer.username })
    expect(await historyOf(sold)).toEqual([[null, 'sold', 'registered', admin.username, null]])
  })

  test('at an administrator leaves the place that a device has, and a transfer sells it', async () => {
    const terminalID = await enter('tested')
    await add(terminalID, admin.id)
    expect((await itemOf(terminalID))?.place).toBe('tested')
    await server.call(
      deviceStockCalls.inputOut,
      { terminalIDs: [terminalID], userId: agent.id, paperNumber: 'OUT-1' },
      adminToken,
    )
    expect(await itemOf(terminalID)).toMatchObject({ place: 'sold', paperNumber: 'OUT-1' })
    await server.call(
      deviceServiceCalls.transfer,
      { terminalIDs: [terminalID], userId: customer.id },
      adminToken,
    )
    await server.call(
      deviceStockCalls.inputIn,
      { terminalIDs: [terminalID], paperNumber: 'RMA-3' },
      adminToken,
    )
    expect(await historyOf(terminalID)).toEqual([
      ['sold', 'returned', 'transferred', admin.username, 'RMA-3'],
      ['tested', 'sold', 'transferred', admin.username, 'OUT-1'],
      [null, 'tested', 'entered', 'keeper', 'IN-1'],
    ])
  })

  test('that is taken back before the first report takes its movement back', async () => {
    const [known, unknown] = [await enter('tested'), anId()]
    for (const id of [known, unknown]) await add(id, customer.id)
    expect((await itemOf(known))?.place).toBe('sold')
    await server.call(deviceCalls.deleteMany, { ids: [known, unknown] }, adminToken)
    expect((await itemOf(known))?.place).toBe('tested')
    expect(await itemOf(unknown)).toBeUndefined()
  })

  test('a device that reported stays where it is when it is deleted', async () => {
    const { terminalID } = await aDevice(server.database, customer, { activate_time: 1 })
    await server.call(deviceCalls.delete, { terminalID }, adminToken)
    expect(await itemOf(terminalID)).toMatchObject({ place: 'sold', username: null })
  })

  test('of devices from before the stock is caught up with', async () => {
    const { terminalID } = await aDevice(server.database, customer)
    const { pool, db } = server.database
    await pool.query('delete from stock_items where terminal_id = $1', [terminalID])
    expect(await placeDevices(db)).toBe(1)
    expect(await itemOf(terminalID)).toMatchObject({ place: 'sold' })
    const { rows } = await pool.query(
      'select from_place, to_place, cause from stock_movements m join stock_items i on i.id = m.item_id where terminal_id = $1',
      [terminalID],
    )
    expect(rows).toEqual([{ from_place: null, to_place: 'sold', cause: 'registered' }])
    expect(await placeDevices(db)).toBe(0)
  })
})

test('places are counted, and what is registered cannot be deleted as a mistake', async () => {
  const before = (await server.call(stockCalls.counts, {}, staffToken)).data!.counts
  const [mistake, registered] = [await enter('produced'), await enter('produced')]
  await add(registered, admin.id)
  const { data } = await server.call(
    stockCalls.remove,
    { terminalIDs: [mistake, registered], confirm: 2 },
    staffToken,
  )
  expect(data).toEqual({ done: 1, failed: [{ id: registered, result: 'stillRegistered' }] })
  const { counts } = (await server.call(stockCalls.counts, {}, staffToken)).data!
  expect(counts.produced).toBe((before.produced ?? 0) + 1)
  const { rows } = await server.database.pool.query(
    "select account_id, before from audit_events where kind = 'stockRemoved'",
  )
  expect(rows).toEqual([{ account_id: admin.id, before: { devices: 1, terminalIDs: mistake } }])
  const unconfirmed = await server.call(
    stockCalls.remove,
    { terminalIDs: [registered], confirm: 7 },
    staffToken,
  )
  expect(resultNames[unconfirmed.meta.code]).toBe('confirmationWrong')
})

test('another factory sees and moves nothing of it', async () => {
  const terminalID = await enter()
  const other = await anAccount(server.database, { role: roles.admin })
  const token = await signIn(server.database, other)
  const found = await server.call(stockCalls.find, { terminalIDs: [terminalID] }, token)
  expect(found.data?.total).toBe(0)
  const moved = await server.call(stockCalls.move, { terminalIDs: [terminalID], stockPlace: 'sold' }, token)
  expect(resultNames[moved.meta.code]).toBe('notFound')
  const entered = await server.call(stockCalls.enter, { terminalIDs: [terminalID] }, token)
  expect(entered.data?.failed).toEqual([{ id: terminalID, result: 'alreadyInStock' }])
})
