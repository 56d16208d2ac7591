import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { idRangeCalls } from '@trackway/core/features/id-ranges/calls.ts'
import { idOfSerial } from '@trackway/core/features/id-ranges/ids.ts'
import { stockCalls } from '@trackway/core/features/stock/calls.ts'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopeOfAccount } from '../../platform/http/session.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { issueIds } from './queries.ts'

let server: TestServer
let admin: TestAccount
let token: string
let adminToken: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await anAccount(server.database, { role: roles.admin })
  const tester = await anAccount(server.database, { parent: admin, role: roles.test, username: 'bench' })
  token = await signIn(server.database, tester)
  adminToken = await signIn(server.database, admin)
})
afterAll(() => server.stop())

let tac = 86_012_300
const scheme = (prefix: string) => ({ prefix, digits: 6, hasCheckDigit: true })

/** A range of IMEIs of its own type allocation code. */
async function anImeiRange(count: number) {
  const prefix = String(++tac)
  const imei = (serial: number) => idOfSerial(scheme(prefix), serial)
  const { data } = await server.call(
    idRangeCalls.add,
    { kind: 'imei', firstId: imei(1), lastId: imei(count), paperNumber: 'TAC-1' },
    token,
  )
  return { id: data!.id, imei }
}

const issue = (id: number, count: number) =>
  server.call(idRangeCalls.issue, { id, count, paperNumber: 'WO-7', receiver: 'Line 2' }, token)
const rangeOf = async (id: number) =>
  (await server.call(idRangeCalls.find, { pageSize: 100 }, token)).data!.list.find((row) => row.id === id)
const fileOf = async (issueId: number) => {
  const reply = await fetch(`${server.url}${idRangeCalls.file.path}?issueId=${issueId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return (await reply.text()).trim().split('\r\n')
}

test('free ids are handed out once, in order, and those that something has are passed over', async () => {
  const { id, imei } = await anImeiRange(10)
  await server.call(stockCalls.enter, { terminalIDs: [imei(2)] }, adminToken)
  await aDevice(server.database, admin, { terminal_id: imei(4) })
  const first = await issue(id, 3)
  expect(first.data).toMatchObject({ firstId: imei(1), lastId: imei(5), count: 3 })
  expect(await fileOf(first.data!.issueId)).toEqual([imei(1), imei(3), imei(5)])
  const second = await issue(id, 5)
  expect(await fileOf(second.data!.issueId)).toEqual([6, 7, 8, 9, 10].map(imei))
  const exhausted = await issue(id, 1)
  expect(resultNames[exhausted.meta.code]).toBe('idRangeExhausted')
  expect(await rangeOf(id)).toMatchObject({ total: 10, issued: 8, used: 2, free: 0, nextId: null })
})

test('thousands that something has are passed over in a few queries', async () => {
  const { id, imei } = await anImeiRange(3_001)
  await server.database.pool.query(
    `insert into stock_items (account_id, terminal_id, place, place_time, create_time)
     select $1, id, 'inStock', 1, 1 from unnest($2::text[]) as id`,
    [admin.id, Array.from({ length: 3_000 }, (_, at) => imei(at + 1))],
  )
  let queries = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      queries++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const scope = scopeOfAccount({ ...admin, role: roles.admin })
  const issued = await server.database.db
    .withPlugin(counting)
    .transaction()
    .execute((trx) => issueIds(trx, scope, { id, count: 1 }, { operatorId: admin.id, now: Date.now() }))
  expect(issued).toMatchObject({ firstId: imei(3_001), count: 1 })
  expect(queries).toBeLessThan(20)
})

test('an id that only a test result has is used', async () => {
  const { id, imei } = await anImeiRange(10)
  await server.database.pool.query(
    'insert into jig_units (account_id, unit, imei, last_time) values ($1, $2, $2, 1)',
    [admin.id, imei(1)],
  )
  expect(await rangeOf(id)).toMatchObject({ used: 1, free: 9 })
  const { data } = await server.call(idRangeCalls.check, { ids: [imei(1)] }, token)
  expect(data!.list[0]?.usedBy).toBe('result')
  expect((await issue(id, 1)).data?.firstId).toBe(imei(2))
})

test('two who hand out at the same instant get different ids', async () => {
  const { id } = await anImeiRange(200)
  const issues = await Promise.all(Array.from({ length: 8 }, () => issue(id, 20)))
  const files = await Promise.all(issues.map(({ data }) => fileOf(data!.issueId)))
  expect(new Set(files.flat()).size).toBe(160)
})

test('used and free follow devices and stock', async () => {
  const { id, imei } = await anImeiRange(100)
  expect(await rangeOf(id)).toMatchObject({ total: 100, issued: 0, used: 0, free: 100, nextId: imei(1) })
  await issue(id, 10)
  await server.call(stockCalls.enter, { terminalIDs: [imei(1), imei(2), imei(50)] }, adminToken)
  expect(await rangeOf(id)).toMatchObject({ issued: 10, used: 3, free: 89, nextId: imei(11) })
  const { data } = await server.call(idRangeCalls.issues, { id }, token)
  expect(data!.list).toMatchObject([
    { firstId: imei(1), lastId: imei(10), count: 10, used: 2, receiver: 'Line 2', operator: 'bench' },
  ])
})

describe('no id is in two ranges', () => {
  const add = async (kind: 'imei' | 'id808' | 'own', firstId: string, lastId: string) =>
    resultNames[(await server.call(idRangeCalls.add, { kind, firstId, lastId }, token)).meta.code]

  test('whatever kind they are of', async () => {
    expect(await add('id808', '13911110000', '13911119999')).toBe('success')
    expect(await add('id808', '13911119999', '13911120000')).toBe('idRangeOverlaps')
    expect(await add('own', '13911115000', '13911115001')).toBe('idRangeOverlaps')
    // The platform counts digits without zeros in front.
    expect(await add('own', '013911115000', '013911115001')).toBe('idRangeOverlaps')
    expect(await add('id808', '13911120000', '13911120009')).toBe('success')
    expect(await add('id808', '13911110000000000000', '13911110000000000009')).toBe('success')
  })

  test('with letters in front they are the same or not', async () => {
    expect(await add('own', 'TW-000100', 'TW-000199')).toBe('success')
    expect(await add('own', 'TX-000100', 'TX-000199')).toBe('success')
    expect(await add('own', 'TW-0000100', 'TW-0000199')).toBe('success')
    expect(await add('own', 'TW-000150', 'TW-000150')).toBe('idRangeOverlaps')
  })

  test('also not in that of another factory', async () => {
    const other = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
    const input = { kind: 'id808' as const, firstId: '13911110005', lastId: '13911110006' }
    const { meta } = await server.call(idRangeCalls.add, input, other)
    expect(resultNames[meta.code]).toBe('idRangeOverlaps')
    expect((await server.call(idRangeCalls.find, {}, other)).data?.total).toBe(0)
  })
})

test('an id is checked: its digit, its range, whether it was handed out, and what has it', async () => {
  const { id, imei } = await anImeiRange(10)
  await issue(id, 2)
  await aDevice(server.database, admin, { terminal_id: imei(1) })
  const wrong = imei(3).slice(0, 14) + ((Number(imei(3)[14]) + 1) % 10)
  const { data } = await server.call(
    idRangeCalls.check,
    { ids: [imei(1), imei(2), imei(3), wrong, 'X1'] },
    token,
  )
  expect(data!.list).toEqual([
    { id: imei(1), luhn: true, rangeId: id, isIssued: true, usedBy: 'device' },
    { id: imei(2), luhn: true, rangeId: id, isIssued: true, usedBy: null },
    { id: imei(3), luhn: true, rangeId: id, isIssued: false, usedBy: null },
    { id: wrong, luhn: false, rangeId: null, isIssued: false, usedBy: null },
    { id: 'X1', luhn: null, rangeId: null, isIssued: false, usedBy: null },
  ])
})

test('a range is found by an id of it, and deleted while nothing of it is used', async () => {
  const { id, imei } = await anImeiRange(10)
  const found = await server.call(idRangeCalls.find, { search: imei(7) }, token)
  expect(found.data!.list.map((row) => row.id)).toEqual([id])
  const { id: other } = await anImeiRange(10)
  await issue(other, 1)
  expect(resultNames[(await server.call(idRangeCalls.delete, { id: other }, token)).meta.code]).toBe(
    'idRangeInUse',
  )
  expect(resultNames[(await server.call(idRangeCalls.delete, { id }, token)).meta.code]).toBe('success')
  const { rows } = await server.database.pool.query(
    "select account_id, before from audit_events where kind = 'idRangeDeleted'",
  )
  expect(rows).toEqual([{ account_id: admin.id, before: { firstId: imei(1), lastId: imei(10) } }])
})

test('a wrong check digit is refused at its field', async () => {
  const input = { kind: 'imei' as const, firstId: '860123040000018', lastId: '860123049999997' }
  const { meta } = await server.call(idRangeCalls.add, input, token)
  expect(meta.issues).toMatchObject([{ path: 'firstId', reason: 'luhn' }])
})
