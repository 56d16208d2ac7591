import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Envelope, InputOf } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { allCalls } from '@trackway/core/contract.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { exportCalls } from '@trackway/core/features/exports/calls.ts'
import {
  expectedValueCalls,
  jigResultCalls,
  jigStationCalls,
} from '@trackway/core/features/jig-results/calls.ts'
import { stockCalls } from '@trackway/core/features/stock/calls.ts'
import { lineResults, lineUnit } from '@trackway/simulator/jig/jig.ts'
import { uploadResults } from '@trackway/simulator/jig/upload.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { removeOldResults } from './remove-old-results.ts'

const hour = 3_600_000
let server: TestServer
let now = Date.UTC(2026, 10, 28, 12)
let factory: TestAccount
let tester: string
let key: string
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
beforeEach(async () => {
  now = Date.UTC(2026, 10, 28, 12)
  factory = await anAccount(server.database, { role: roles.admin })
  const account = await anAccount(server.database, {
    parent: factory,
    role: roles.test,
    time_zone: 'Asia/Shanghai',
  })
  tester = await signIn(server.database, account)
  key = await aStation('Line 1')
})
afterAll(() => server.stop())

const nameOf = ({ meta }: Envelope) => resultNames[meta.code]
const aStation = async (name: string, by = tester) =>
  (await server.call(jigStationCalls.add, { name }, by)).data!.key

type Upload = InputOf<typeof jigResultCalls.upload>
const imei = '860123040000019'
const aResult = (parts: Partial<Upload> = {}): Upload => ({
  resultId: randomUUID(),
  kind: 'serial',
  imei,
  testTime: now,
  items: [{ code: 'sleepCurrent', unit: 'µA', value: 80 }],
  pass: true,
  ...parts,
})
const upload = async (result: Upload, by = key) =>
  (await server.call(jigResultCalls.upload, result, by)).data?.outcome
const uploadMany = async (results: unknown[], more: { sentTime?: number; by?: string } = {}) => {
  const { by = key, ...rest } = more
  return (await server.call(jigResultCalls.uploadMany, { results, ...rest }, by)).data!.results
}
const found = async (input: InputOf<typeof jigResultCalls.find> = {}) =>
  (await server.call(jigResultCalls.find, input, tester)).data!
const units = async (input: InputOf<typeof jigResultCalls.units> = {}) =>
  (await server.call(jigResultCalls.units, input, tester)).data!.list

test('a result is stored once, however often and by whatever way it comes', async () => {
  const result = aResult()
  expect(await upload(result)).toBe('stored')
  expect(await upload(result)).toBe('duplicate')
  expect(await uploadMany([result, result], { sentTime: now })).toMatchObject([
    { outcome: 'duplicate' },
    { outcome: 'duplicate' },
  ])
  expect(await upload({ ...result, items: [] })).toBe('conflicting')
  const { list, total } = await found()
  expect(total).toBe(1)
  expect(list[0]).toMatchObject({ resultId: result.resultId, station: 'Line 1', isFirst: true, isLast: true })
})

test('a batch is answered item by item, and one that is not valid keeps no other from being stored', async () => {
  const [a, b] = [aResult(), aResult({ kind: 'gps' })]
  await upload(b)
  const receipts = await uploadMany([
    a,
    { ...a, pass: false },
    b,
    { ...aResult(), kind: 'smoke' },
    aResult({ imei: null }),
    aResult({ deviceType: 'No such type' }),
    'nonsense',
  ])
  expect(receipts.map(({ outcome }) => outcome)).toEqual([
    'stored',
    'conflicting',
    'duplicate',
    'invalid',
    'invalid',
    'invalid',
    'invalid',
  ])
  expect(receipts.map(({ issues }) => issues?.[0]?.path)).toEqual([
    undefined,
    undefined,
    undefined,
    'kind',
    'imei',
    'deviceType',
    '',
  ])
  expect((await found()).total).toBe(2)
})

test('what is cut off on its way leaves nothing', async () => {
  const body = JSON.stringify({ results: [aResult(), aResult()] })
  const { hostname, port } = new URL(server.url)
  for (const part of [1, body.length / 2, body.length - 1]) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const head = `POST ${jigResultCalls.uploadMany.path} HTTP/1.1\r\nhost: jig\r\nauthorization: Bearer ${key}\r\n`
    const type = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
    socket.write(`${head}${type}${body.slice(0, part)}`, () => socket.destroy())
    await once(socket, 'close')
  }
  expect((await found()).total).toBe(0)
})

test('a station key opens the upload and nothing else, until it is revoked', async () => {
  for (const call of allCalls.filter(({ permission }) => permission !== 'public')) {
    const reply = await server.post(call.path, {}, { authorization: `Bearer ${key}` })
    expect(nameOf(reply), call.path).toBe(call.station ? 'invalidInput' : 'noPermission')
  }
  const { list } = (await server.call(jigStationCalls.find, {}, tester)).data!
  expect(list).toMatchObject([{ name: 'Line 1', revokeTime: null, lastUseTime: now }])
  const rows = await server.database.db.selectFrom('jig_stations').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(key)
  await server.call(jigStationCalls.revoke, { id: list[0]!.id }, tester)
  expect(nameOf(await server.call(jigResultCalls.upload, aResult(), key))).toBe('sessionExpired')
  // Its name is free again, and its past is kept.
  expect(await upload(aResult(), await aStation('line 1'))).toBe('stored')
  const events = (await server.call(auditCalls.find, {}, await signIn(server.database, factory))).data!.list
  expect(events.map(({ kind }) => kind)).toEqual(['jigStationAdded', 'jigStationRevoked', 'jigStationAdded'])
})

test('two working stations have different names', async () => {
  expect(nameOf(await server.call(jigStationCalls.add, { name: 'LINE 1' }, tester))).toBe('stationNameTaken')
})

test('a key ends with the account whose devices it tests, and not with who made it', async () => {
  const { data } = await server.call(accountCalls.self, {}, tester)
  await server.database.db.deleteFrom('sessions').where('account_id', '=', data!.id).execute()
  await server.database.db.deleteFrom('accounts').where('id', '=', data!.id).execute()
  server.bus.publish('account.edited', { accountId: data!.id })
  expect(await upload(aResult())).toBe('stored')
  await server.database.db
    .updateTable('accounts')
    .set({ suspend_time: now })
    .where('id', '=', factory.id)
    .execute()
  server.bus.publish('account.edited', { accountId: factory.id })
  expect(nameOf(await server.call(jigResultCalls.upload, aResult(), key))).toBe('sessionExpired')
})

test('the first and the last attempt are the same in whatever order results come', async () => {
  const attempts = [1, 2, 3].map((minute) =>
    aResult({
      testTime: now - hour + minute * 60_000,
      items: [{ code: 'sleepCurrent', unit: 'µA', value: minute === 1 ? 900 : 80, high: 100 }],
    }),
  )
  for (const order of [
    [2, 0, 1],
    [0, 1, 2],
    [1, 2, 0],
  ]) {
    const unit = `SN${order.join('')}00`
    for (const at of order)
      await upload({ ...attempts[at]!, resultId: randomUUID(), imei: null, serialNumber: unit })
    const { list } = await found({ unit })
    expect(list.map(({ isFirst, isLast }) => [isFirst, isLast])).toEqual([
      [false, true],
      [false, false],
      [true, false],
    ])
    expect(list[2]).toMatchObject({ isPassed: false, failures: ['sleepCurrent'], claimed: true })
  }
  expect((await found({ verdict: 'disputed', attempt: 'first' })).total).toBe(3)
  expect((await found({ attempt: 'last' })).total).toBe(3)
})

test('the clock of a jig may be a day off: both times are kept, and the order is that of the tests', async () => {
  const dayAhead = 24 * hour
  await uploadMany([aResult({ testTime: now + dayAhead - 2 * hour })], { sentTime: now + dayAhead })
  await upload(aResult({ testTime: now - hour }), await aStation('Line 2'))
  const { list } = await found()
  expect(list).toMatchObject([
    { station: 'Line 2', time: now - hour, testTime: now - hour, receiveTime: now, isLast: true },
    { station: 'Line 1', time: now - 2 * hour, testTime: now + dayAhead - 2 * hour, isFirst: true },
  ])
})

test('results keep the version of the expected values that counted when they were tested', async () => {
  const save = (high: number) =>
    server.call(
      expectedValueCalls.save,
      { deviceType: 15, kind: 'serial', items: [{ code: 'sleepCurrent', unit: 'µA', high }] },
      tester,
    )
  expect((await save(100)).data).toMatchObject({ version: 1 })
  now += hour
  const early = aResult({ deviceType: 'gw005808', pass: false, expectedVersion: 1 })
  await upload(early)
  now += hour
  expect((await save(50)).data).toMatchObject({ version: 2 })
  const late = aResult({ deviceType: 15, testTime: now - hour })
  await upload(late)
  const strict = aResult({ deviceType: 15 })
  expect((await server.call(jigResultCalls.upload, strict, key)).data).toMatchObject({
    outcome: 'stored',
    pass: false,
    failures: ['sleepCurrent'],
  })
  const { list } = await found()
  const byId = new Map(list.map((result) => [result.resultId, result]))
  expect(byId.get(early.resultId)).toMatchObject({ isPassed: true, claimed: false, expectedVersion: 1 })
  expect(byId.get(late.resultId)).toMatchObject({ isPassed: true, expectedVersion: 1 })
  expect(byId.get(strict.resultId)).toMatchObject({
    isPassed: false,
    expectedVersion: 2,
    typeName: 'GW005808',
  })
  const versions = (await server.call(expectedValueCalls.find, { deviceType: 15 }, tester)).data!.list
  expect(versions.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
    [2, true],
    [1, false],
  ])
  expect(
    nameOf(
      await server.call(expectedValueCalls.save, { ...versions[0]!, deviceType: 9_999 } as never, tester),
    ),
  ).toBe('invalidInput')
})

test('a device has passed when the last test of each kind did', async () => {
  const at = (minutes: number) => now - hour + minutes * 60_000
  const failing = { items: [{ code: 'cn0', value: 20, low: 38 }] }
  await upload(aResult({ testTime: at(1), batch: 'B7', iccid: '89860617080037325857' }))
  expect(await units()).toMatchObject([{ unit: imei, state: 'incomplete', gps: null, attempts: 1 }])
  await upload(aResult({ testTime: at(2), kind: 'gps', ...failing }))
  expect(await units()).toMatchObject([{ state: 'failed', gps: { isPassed: false, failures: ['cn0'] } }])
  await upload(aResult({ testTime: at(4), kind: 'gps' }))
  // An attempt of between them comes late, and does not count.
  await upload(aResult({ testTime: at(3), kind: 'gps', ...failing }))
  expect(await units({ search: '80037325' })).toMatchObject([
    { state: 'passed', attempts: 4, batch: 'B7', iccid: '89860617080037325857', lastTime: at(4) },
  ])
  expect(await units({ state: 'failed' })).toEqual([])
})

test('the first-pass yield counts each device where and when it was tested first', async () => {
  const second = await aStation('Line 2')
  // Half past eleven at night in Shanghai, and half an hour into the next day.
  const [evening, night] = [Date.UTC(2026, 10, 27, 15, 30), Date.UTC(2026, 10, 27, 16, 30)]
  const failing = [{ code: 'csq', value: 3, low: 12 }]
  await upload(aResult({ testTime: evening, imei: 'UNIT1', items: failing }))
  await upload(aResult({ testTime: night, imei: 'UNIT1' }), second)
  await upload(aResult({ testTime: evening, imei: 'UNIT2' }))
  await upload(aResult({ testTime: night, imei: 'UNIT3' }), second)
  const { data } = await server.call(jigResultCalls.yield, { from: now - 48 * hour, to: now }, tester)
  expect(data!.list).toMatchObject([
    { day: '2026-11-28', station: 'Line 2', tested: 1, passed: 1, yieldPercent: 100 },
    { day: '2026-11-27', station: 'Line 1', tested: 2, passed: 1, yieldPercent: 50 },
  ])
  await upload(aResult({ kind: 'gps', testTime: night, imei: 'UNIT3' }))
  const by = async (group: 'day' | 'station' | 'kind') =>
    (
      await server.call(jigResultCalls.yield, { from: now - 48 * hour, to: now, by: group }, tester)
    ).data!.list.map((row) => [row.day, row.station, row.kind, row.tested, row.passed])
  expect(await by('day')).toEqual([
    ['2026-11-28', null, null, 2, 2],
    ['2026-11-27', null, null, 2, 1],
  ])
  expect(await by('station')).toEqual([
    [null, 'Line 1', null, 3, 2],
    [null, 'Line 2', null, 1, 1],
  ])
  expect(await by('kind')).toEqual([
    [null, null, 'gps', 1, 1],
    [null, null, 'serial', 3, 2],
  ])
})

test('another factory sees nothing of it, and may use the same numbers', async () => {
  const result = aResult()
  await upload(result)
  const [{ id } = { id: 0 }] = (await found()).list
  const stranger = await anAccount(server.database, { role: roles.admin })
  const token = await signIn(server.database, stranger)
  for (const call of [jigResultCalls.find, jigResultCalls.units, jigResultCalls.yield, jigStationCalls.find])
    expect((await server.call(call, {}, token)).data).toEqual({ list: [], total: 0 })
  expect(nameOf(await server.call(jigResultCalls.detail, { id }, token))).toBe('notFound')
  expect(await upload(result, await aStation('Line 1', token))).toBe('stored')
})

test('the log of the jig is read with one result', async () => {
  await upload(aResult({ log: 'AT+CSQ\r\n+CSQ: 23' }))
  const { id } = (await found()).list[0]!
  const { data } = await server.call(jigResultCalls.detail, { id }, tester)
  expect(data).toMatchObject({ log: 'AT+CSQ\r\n+CSQ: 23', items: [{ code: 'sleepCurrent', fault: null }] })
})

test('what was tested stays with the account above when a factory is deleted', async () => {
  const branch = await anAccount(server.database, { parent: factory, role: roles.admin })
  const token = await signIn(server.database, branch)
  await upload(aResult(), await aStation('Branch', token))
  await server.database.db.deleteFrom('sessions').where('account_id', '=', branch.id).execute()
  await server.database.db.deleteFrom('accounts').where('id', '=', branch.id).execute()
  expect(await units()).toMatchObject([{ unit: imei, station: 'Branch' }])
})

test('a burst of fifty stations, with every result sent twice and in every order, leaves each once', async () => {
  const keys = await Promise.all(Array.from({ length: 50 }, (_, line) => aStation(`Burst ${line}`)))
  const bursts = keys.map((_, line) =>
    Array.from({ length: 10 }, (_, at) =>
      // Stations share devices, so that uploads meet.
      aResult({
        imei: `DEVICE${(line + at) % 60}`,
        testTime: now - line * 1_000 - at,
        kind: at % 2 ? 'gps' : 'serial',
      }),
    ),
  )
  const replies = await Promise.all(
    keys.flatMap((by, line) => [
      uploadMany(bursts[line]!, { by }),
      uploadMany(bursts[line]!.toReversed(), { by: keys[(line + 1) % keys.length]! }),
    ]),
  )
  const outcomes = replies.flat().map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(500)
  expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(500)
  expect((await found({ search: 'device' })).total).toBe(500)
  const all = (await server.call(jigResultCalls.units, { search: 'device', pageSize: 100 }, tester)).data!
  expect(all.list.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(500)
  expect((await found({ attempt: 'last', search: 'device' })).total).toBe(
    all.list.reduce((sum, { serial, gps }) => sum + Number(serial !== null) + Number(gps !== null), 0),
  )
})

test('a line whose uploads are repeated, reordered and cut in the middle leaves each result once', async () => {
  const units = Array.from({ length: 40 }, (_, at) => lineUnit(500 + at))
  const about = {
    batch: 'CUT',
    deviceType: 15,
    firmware: 'V1.2.4',
    secondsPerDevice: 8,
    failing: 0.2,
    seed: 3,
  }
  const results = lineResults({ ...about, units, startTime: now - hour })
  const line = { url: server.url, key, atOnce: 7, repeated: 0.5, cut: 0.5, isReordered: true, seed: 3 }
  const { stored, sent } = await uploadResults(results, line)
  expect(stored).toBe(results.length)
  expect(sent).toBeGreaterThan(Math.ceil(results.length / 7) * 1.5)
  expect((await found({ batch: 'CUT' })).total).toBe(results.length)
  expect((await found({ batch: 'CUT', attempt: 'first' })).total).toBe(80)
  const again = { ...line, key: await aStation('Line 2') }
  expect(await uploadResults(results, again)).toMatchObject({ stored: 0 })
})

test('a device that passed the tests of both kinds goes from where it was produced to where it is tested', async () => {
  const keeper = await anAccount(server.database, { parent: factory, role: roles.testStockUser })
  const token = await signIn(server.database, keeper)
  const unit = '860123040000456'
  await server.call(stockCalls.enter, { terminalIDs: [unit], place: 'produced' }, token)
  const place = async () => {
    const { data } = await server.call(stockCalls.movements, { terminalID: unit }, token)
    return data!.list.map(({ toPlace, operator }) => [toPlace, operator])
  }
  await upload(aResult({ imei: unit, operator: 'Li' }))
  expect(await place()).toHaveLength(1)
  await upload(aResult({ imei: unit, kind: 'gps', operator: 'Wang' }))
  expect((await place())[0]).toEqual(['tested', 'Wang'])
})

test('who checks devices has the lists as files, and no report', async () => {
  const file = { list: 'jigExportV1', filter: { kind: 'serial' }, format: 'csv' } as const
  expect((await server.call(exportCalls.createList, file, tester)).data).toMatchObject({ state: 'queued' })
  expect((await server.call(exportCalls.find, {}, tester)).data).toMatchObject({ total: 1 })
  const others = { ...file, list: 'pastDue', filter: {} }
  expect(nameOf(await server.call(exportCalls.createList, others, tester))).toBe('noPermission')
  const report = { report: 'mileage', format: 'csv', first: '2026-11-01', last: '2026-11-01' } as const
  expect(nameOf(await server.call(exportCalls.create, report, tester))).toBe('noPermission')
})

test('what was tested long ago is removed, and a device that was tested since keeps all', async () => {
  const year = 365 * 24 * hour
  const other = '860123040000027'
  await upload(aResult({ testTime: now - 6 * year }))
  await upload(aResult({ imei: other, testTime: now - 6 * year }))
  await upload(aResult({ imei: other, testTime: now - year }))
  await removeOldResults(server.database.db, now - 5 * year)
  const results = await server.call(jigResultCalls.find, {}, tester)
  expect(results.data!.list.map((row) => [row.imei, row.isFirst, row.isLast])).toEqual([
    [other, false, true],
    [other, true, false],
  ])
  const units = await server.call(jigResultCalls.units, {}, tester)
  expect(units.data!.list.map((row) => [row.unit, row.attempts])).toEqual([[other, 2]])
  // Tested once more, it begins anew.
  await upload(aResult())
  const again = await server.call(jigResultCalls.find, { unit: imei }, tester)
  expect(again.data!.list).toMatchObject([{ isFirst: true, isLast: true }])
})
