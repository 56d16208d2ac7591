import { fromHex } from '@trackway/protocols/wire/bytes.ts'
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aDevice, anAccount } from '../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { FrameLog } from './frame-log.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

const dropped = async () => {
  const { values } = await register.getSingleMetric('trackway_gateway_frame_log_dropped_total')!.get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels.reason, value]))
}

test('frames that the database refuses are left out, and keep no others from being written', async () => {
  const owner = await anAccount(database)
  const devices = await Promise.all(Array.from({ length: 8 }, () => aDevice(database, owner)))
  await database.pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin if new.device_id = ${devices[5]!.id} then raise exception 'never' using errcode = '22000'; end if;
    return new; end $$; create trigger refuse before insert on raw_frames for each row execute function refuse()`)
  const warn = vi.fn()
  const log = await FrameLog.start({
    database,
    log: { warn } as never,
    now: Date.now,
    gateway: 'test',
  })
  const connection = log.open('127.0.0.1', 'gt06')
  for (const { id } of devices) connection.received(id, fromHex('7878'), Date.now())
  await log.flush()
  const stored = async () =>
    (await database.pool.query('select device_id from raw_frames order by device_id')).rows.map(
      (row) => row.device_id,
    )
  const others = devices.map(({ id }) => id).filter((id) => id !== devices[5]!.id)
  expect(await stored()).toEqual(others.sort((a, b) => a - b))
  expect(await dropped()).toMatchObject({ refused: 1 })
  expect(warn).toHaveBeenCalledOnce()
  // It is not tried again.
  await log.flush()
  expect(warn).toHaveBeenCalledOnce()
  await log.close()
})

/** A log on a database that takes everything. */
async function aLog(query = vi.fn().mockResolvedValue({ rows: [{ run: 1 }] })) {
  const log = await FrameLog.start({
    database: { pool: { query } as never },
    log: { warn: () => {} } as never,
    now: Date.now,
    gateway: 'test',
  })
  /** Devices of the frames that each statement wrote so far. */
  const written = () =>
    query.mock.calls.flatMap(([{ name, values }]) =>
      name === 'log-frames' ? [values[1].slice(1, -1).split(',')] : [],
    )
  return { log, query, written }
}

test('connections that began together are written in turn, each within 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { log, written } = await aLog()
    for (let device = 1; device <= 60; device++)
      log.open('127.0.0.1', 'gt06').received(device, fromHex('7878'), Date.now())
    for (let second = 0; second < 15; second++) await vi.advanceTimersByTimeAsync(1_000)
    expect(written().map(({ length }) => length)).toEqual(Array(30).fill(2))
    expect(new Set(written().flat()).size).toBe(60)
    await log.close()
  } finally {
    vi.useRealTimers()
  }
})

test('what gathered while many connections ended is written in parts', async () => {
  const { log, written } = await aLog()
  const connection = log.open('127.0.0.1', 'gt06')
  for (let device = 1; device <= 1_200; device++) connection.received(device, fromHex('7878'), Date.now())
  await log.close()
  expect(written().map(({ length }) => length)).toEqual([500, 500, 200])
})

test('while the database is away frames wait, so many at most', async () => {
  const query = vi.fn().mockRejectedValue(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
  query.mockResolvedValueOnce({}).mockResolvedValueOnce({ rows: [{ run: 1 }] })
  const { log, written } = await aLog(query)
  const connection = log.open('127.0.0.1', 'gt06')
  for (let device = 1; device <= 20_010; device++) connection.received(device, fromHex('7878'), Date.now())
  await log.flush()
  expect(await dropped()).toMatchObject({ full: 10 })
  query.mockClear()
  query.mockResolvedValue({ rows: [] })
  await log.close()
  expect(written().flat()).toHaveLength(20_000)
})
