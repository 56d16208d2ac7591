import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import { stockCalls } from '@trackway/core/features/stock/calls.ts'
import { expect, test } from 'vitest'
import { anAccount, signIn } from '../../testing/builders.ts'
import { anImei, boss, check, commit, record, results, server, token, work } from './testing/import-desk.ts'

const placesOf = async (terminalIDs: string[]) => {
  const { data } = await server.call(
    stockCalls.find,
    { terminalIDs, sort: 'terminalID', isDescending: false },
    token,
  )
  return data!.list.map(({ place }) => place)
}

const enter = (ids: readonly string[]) =>
  commit({ kind: 'stockImportImei', rows: ids.map((terminalID) => ({ terminalID, firstPlace: 'inStock' })) })

test('each row is told why it cannot enter or move', async () => {
  const known = anImei()
  await enter([known])
  await work()
  const wrong = known.slice(0, 14) + ((Number(known[14]) + 1) % 10)
  expect(
    await check('stockImportImei', [
      { terminalID: known, firstPlace: 'inStock' },
      { terminalID: wrong, firstPlace: 'inStock' },
      { terminalID: '13912345678', firstPlace: 'inStock' },
      { terminalID: anImei(), firstPlace: 'sold' },
      { terminalID: anImei() },
    ]),
  ).toEqual([
    '1 terminalID alreadyInStock',
    '2 terminalID luhn',
    '3 terminalID imei15',
    '4 firstPlace choice',
    '5 firstPlace required',
  ])
  expect(
    await check('stockMove', [
      { terminalID: known, stockPlace: 'produced' },
      { terminalID: anImei(), stockPlace: 'shipped' },
      { terminalID: known, stockPlace: 'shipped' },
    ]),
  ).toEqual(['1 stockPlace placeNotAllowed', '2 terminalID notFound', '3 terminalID duplicate'])
})

test('ten thousand rows with errors in three: the others are entered, and undone where nothing followed', async () => {
  const ids = Array.from({ length: 10_000 }, anImei)
  const rows: Record<string, string>[] = ids.map((terminalID) => ({
    terminalID,
    firstPlace: 'inStock',
    batch: 'L1',
  }))
  rows[10]!.terminalID = '123'
  rows[5_000]!.firstPlace = 'nowhere'
  rows[9_999]!.terminalID = ids[0]!
  const jobId = await commit({ kind: 'stockImportImei', rows })
  await work()
  expect(await record(jobId)).toMatchObject({
    state: 'done',
    total: 10_000,
    done: 9_997,
    failed: 3,
    canUndo: true,
  })
  const { data } = await server.call(importCalls.results, { jobId, state: 'failed' }, token)
  expect(data!.list.map(({ row, column, reason }) => [row, column, reason])).toEqual([
    [11, 'terminalID', 'imei'],
    [5_001, 'firstPlace', 'choice'],
    [10_000, 'terminalID', 'duplicate'],
  ])
  // One moves on, one is registered.
  await server.call(stockCalls.move, { terminalIDs: [ids[1]!], stockPlace: 'shipped' }, token)
  await server.call(deviceCalls.add, { terminalID: ids[2]!, deviceType: 0 }, token)
  await server.call(importCalls.undo, { jobId }, token)
  await work()
  expect(await record(jobId)).toMatchObject({ state: 'undone', undone: 9_995 })
  expect(await placesOf(ids.slice(0, 5))).toEqual(['shipped', 'inStock'])
}, 60_000)

test('a list moves out and its undo brings back what is still there', async () => {
  const ids = [anImei(), anImei()]
  await enter(ids)
  await work()
  const jobId = await commit({
    kind: 'stockMove',
    rows: ids.map((terminalID) => ({
      terminalID,
      stockPlace: 'Shipped',
      paperNumber: 'OUT-1',
      receiver: 'Quay',
    })),
  })
  await work()
  expect(await placesOf(ids)).toEqual(['shipped', 'shipped'])
  await server.call(stockCalls.move, { terminalIDs: [ids[1]!], stockPlace: 'sold' }, token)
  await server.call(importCalls.undo, { jobId }, token)
  await work()
  expect(await placesOf(ids)).toEqual(['inStock', 'sold'])
  expect(await results(jobId)).toEqual([
    [1, 'undone'],
    [2, 'done', 'changedSince'],
  ])
})

test('what is scrapped ends there', async () => {
  const id = anImei()
  await enter([id])
  await work()
  await commit({ kind: 'stockRemoval', rows: [{ terminalID: id, remark: 'water damage' }] })
  await work()
  expect(await placesOf([id])).toEqual(['scrapped'])
  expect(await check('stockRemoval', [{ terminalID: id }])).toEqual(['1 terminalID placeNotAllowed'])
})

test("the factory's staff enters into the stock of the administrator above it, and imports nothing else", async () => {
  const staff = await anAccount(server.database, { parent: boss, role: roles.testStockUser })
  const own = await signIn(server.database, staff)
  const id = anImei()
  const rows = [{ terminalID: id, firstPlace: 'produced' }]
  const { data } = await server.call(importCalls.start, { kind: 'stockImportImei', rows }, own)
  expect(data).not.toBeNull()
  await work()
  expect(await placesOf([id])).toEqual(['produced'])
  const other = await server.call(
    importCalls.check,
    { kind: 'deviceImport', rows: [{ terminalID: anImei(), deviceType: 'Gt06' }] },
    own,
  )
  expect(other.meta.code).toBe(9906)
})
