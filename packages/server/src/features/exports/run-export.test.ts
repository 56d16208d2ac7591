import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExportRequest } from '@trackway/core/features/exports/calls.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, type TestAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { takeExport } from './export-jobs.ts'
import { openFile } from './files.ts'
import type { NamePlaces } from './make-file.ts'
import { cancelExport, createExport, findExport } from './queries.ts'
import type { OpenedReport } from './report-rows.ts'
import { runExport } from './run-export.ts'

let database: TestDatabase
let account: TestAccount
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  account = await anAccount(database, { nickname: 'Acme' })
})

const from = Date.parse('2026-11-01T15:30:00Z')
const aTrip = (i = 0) => ({
  displayName: `CAR ${i}`,
  from: from + i,
  to: from + i + 3_720_000,
  duration: 3_720_000,
  fromLat: 31.23,
  fromLon: 121.47,
  toLat: null,
  toLon: null,
  distanceM: 12_345,
  meanSpeedKmh: 11.95,
  maxSpeedKmh: 80.4,
})
const aReport = (rows: object[], total = rows.length): OpenedReport => ({
  summary: {
    rows: total,
    devices: 5,
    devicesWithData: 3,
    pendingDevices: 0,
    sum: { distanceM: 12_345, duration: 3_720_000 },
  },
  rows: (async function* () {
    for (let i = 0; i < rows.length; i += 100) yield rows.slice(i, i + 100) as Record<string, unknown>[]
  })(),
})
const namePlaces: NamePlaces = async (places) => places.map(() => 'People’s Square, "Shanghai"')

interface Options {
  report?: OpenedReport | (() => OpenedReport)
  format?: 'csv' | 'xlsx' | 'pdf'
  question?: Partial<ExportRequest>
}

async function queue({ format = 'csv', question = {} }: Options = {}) {
  const source = {
    report: 'trips',
    groupBy: 'deviceDay',
    withSubAccounts: true,
    first: '2026-11-01',
  } as const
  return await createExport(
    database.db,
    account.id,
    {
      question: { ...source, last: '2026-11-02', ...question },
      format,
      language: 'en',
      timeZone: 'Asia/Shanghai',
    },
    1,
  )
}

async function work(report: Options['report'] = aReport([aTrip()])) {
  const job = (await takeExport(database.db, Date.now()))!
  const opened = async () => (typeof report === 'function' ? report() : report)
  const log = pino({ level: 'silent' })
  await runExport(job, { ...database, log, now: Date.now, openReport: opened, namePlaces })
  return await findExport(database.db, account.id, job.id)
}

test('makes the file that was asked for', async () => {
  const { id } = await queue()
  const done = await work()
  expect(done).toMatchObject({
    state: 'done',
    progress: 1,
    rows: 1,
    fileName: 'Trips 2026-11-01 2026-11-02.csv',
  })
  const { body, bytes } = await openFile(database.db, account.id, id)
  const file = await buffer(body)
  expect(file.length).toBe(bytes)
  expect(done.bytes).toBe(bytes)
  expect(file.toString().replace('\ufeff', '').split('\r\n').slice(0, 5)).toEqual([
    'Trips',
    `Account,Acme (${account.username})`,
    'Period,2026-11-01 – 2026-11-02',
    'Time zone,Asia/Shanghai (UTC+08:00)',
    'Filter,with sub-accounts',
  ])
  expect(file.toString()).toContain(
    [
      'Vehicle,From,To,Duration (h:mm),Start place,End place,Distance (km),Average speed (km/h),Max. speed (km/h)',
      'CAR 0,2026-11-01 23:30:00,2026-11-02 00:32:00,1:02,"People’s Square, ""Shanghai""",,12.3,12,80',
      'Total,,,1:02,,,12.3,,',
    ].join('\r\n'),
  )
  expect(file.toString()).toContain('Vehicles,3 of 5 vehicles had data')
})

test('stores files in pieces and gives them back whole', async () => {
  const { id } = await queue({ format: 'xlsx' })
  const rows = Array.from({ length: 40_000 }, (_, i) => ({ ...aTrip(i), displayName: crypto.randomUUID() }))
  expect(await work(aReport(rows))).toMatchObject({ state: 'done', rows: 40_000 })
  const { chunks } = await database.db
    .selectFrom('exports')
    .select('chunks')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(chunks).toBeGreaterThan(1)
  const { body, bytes } = await openFile(database.db, account.id, id)
  expect((await buffer(body)).length).toBe(bytes)
})

test('ends when it is cancelled, and leaves nothing behind', async () => {
  const { id } = await queue()
  const endless = (): OpenedReport => ({
    ...aReport([], 900_000),
    rows: (async function* () {
      for (;;) {
        await sleep(10)
        yield Array.from({ length: 100 }, (_, i) => aTrip(i))
      }
    })(),
  })
  const working = work(endless)
  await expect.poll(async () => (await findExport(database.db, account.id, id)).progress).toBeGreaterThan(0)
  await cancelExport(database.db, account.id, id, Date.now())
  expect(await working).toMatchObject({ state: 'cancelled', rows: null })
  const left = await database.db
    .selectFrom('export_chunks')
    .select('number')
    .where('export_id', '=', id)
    .execute()
  expect(left).toEqual([])
})

test.each([
  ['csv', 1_000_001, 'tooManyRows'],
  ['xlsx', 1_000_001, 'tooManyRows'],
  ['pdf', 5_001, 'tooManyPages'],
] as const)('a %s of %i rows is refused before the work', async (format, total, failure) => {
  await queue({ format })
  const rows: OpenedReport['rows'] = {
    [Symbol.asyncIterator]: () => {
      throw new Error('the rows were read')
    },
  }
  expect(await work({ ...aReport([], total), rows })).toMatchObject({ state: 'failed', failure })
})

test('an account that expired since gets nothing', async () => {
  await queue()
  await database.db.updateTable('accounts').set({ expire_time: 1 }).where('id', '=', account.id).execute()
  expect(await work()).toMatchObject({ state: 'failed', failure: 'noPermission' })
})

test('a failure of ours is said as such', async () => {
  await queue()
  const broken = () => {
    throw new Error('oops')
  }
  expect(await work(broken)).toMatchObject({ state: 'failed', failure: 'internal' })
})

test('nobody else gets the file', async () => {
  const { id } = await queue()
  await work()
  const parent = await anAccount(database)
  await expect(openFile(database.db, parent.id, id)).rejects.toMatchObject({ refusal: 'notFound' })
})
