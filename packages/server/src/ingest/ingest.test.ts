import type { Report } from '@trackway/protocols/protocol.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalBus } from '../platform/bus/bus.ts'
import { aDevice, anAccount, type TestAccount } from '../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type DeviceStateRow, deviceStateColumns } from './device-state.ts'
import { type Ingest, startIngest } from './ingest.ts'
import type { IngestItem, Outcome, Presence } from './ingest-item.ts'
import { dropOldRawFrames } from './partitions.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let owner: TestAccount
let ingest: Ingest
const bus = createLocalBus(log)

beforeAll(async () => {
  database = await openTestDatabase()
  owner = await anAccount(database)
  ingest = startIngest({ database, bus, log, gateway: 'one' })
})
afterAll(async () => {
  await ingest.close()
  await database.drop()
})

async function newDevice() {
  const { id } = await aDevice(database, owner)
  return { deviceId: id, timeZone: 'Asia/Shanghai', activateTime: null }
}

interface Given {
  reports?: Report[]
  frame?: Uint8Array | null
  kind?: string
  presence?: Presence
  information?: IngestItem['information']
  receivedTime?: number
}

/** Submits an item. @returns its outcome, once settled */
function submit(device: IngestItem['device'], given: Given, to = ingest): Promise<Outcome> {
  return new Promise((resolve) => {
    to.submit({
      device,
      receivedTime: Date.now(),
      reports: [],
      frame: new Uint8Array([1, 2, 3]),
      kind: 'reports',
      settled: resolve,
      ...given,
    })
  })
}

const query = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows
const minuteAgo = () => Math.floor(Date.now() / 1000) * 1000 - 60_000
const fix = (fixTime: number, latitude = 22.5): Report => ({
  fixTime,
  fix: 'gps',
  latitude,
  longitude: 113.9,
  speedKmh: 40,
})

test('stores every value of a report, odd ones among them', async () => {
  const device = await newDevice()
  const time = minuteAgo()
  const report: Report = {
    ...fix(time, -22.123_456_7),
    longitude: -179.999_999_9,
    speedKmh: 61.7,
    courseDeg: 359,
    altitudeM: -12,
    satellites: 11,
    accOn: true,
    odometerM: 123_456.7,
    batteryVoltageV: 3.91,
    cells: [{ mcc: 460, mnc: 0, lac: 1, cellId: 2 }],
    extra: { text: 'a\u0000b \ud800 粤B "q" \\', nested: [1, null, true] },
  }
  await submit(device, { reports: [report] })
  const [row] = await query('select * from positions where device_id = $1', device.deviceId)
  expect(row).toMatchObject({
    fix_time: time,
    latitude_e7: -221_234_567,
    longitude_e7: -1_799_999_999,
    speed_kmh: 61.7,
    course_deg: 359,
    altitude_m: -12,
    satellites: 11,
    acc_on: true,
    odometer_m: 123_456.7,
    quality: 0,
    extra: {
      batteryVoltageV: 3.91,
      cells: [{ mcc: 460, mnc: 0, lac: 1, cellId: 2 }],
      extra: { text: 'a\ufffdb \ufffd 粤B "q" \\', nested: [1, null, true] },
    },
  })
})

test('the state in memory is what a restart would load', async () => {
  const device = await newDevice()
  const presence = { isConnected: true, remoteAddress: '::1', wire: 'gt06' } as const
  const time = minuteAgo()
  await submit(device, { presence, reports: [{ ...fix(time), batteryPercent: 33.3333, alarms: [0] }] })
  await submit(device, {
    reports: [{ ...fix(time + 10_000, 22.503), externalVoltageV: 12.3456, odometerM: 5 }],
  })
  await submit(device, { reports: [{ ...fix(time + 20_000, 80), temperatureC: [-3.14359] }] })
  const columns = Object.keys(deviceStateColumns).join()
  const [row] = await query(`select ${columns} from device_states where device_id = $1`, device.deviceId)
  const state = ingest.stateOf(device.deviceId) as DeviceStateRow
  expect({ ...state, derivation: JSON.parse(JSON.stringify(state.derivation)) }).toEqual(row)
})

test('a restart goes on where the state stopped', async () => {
  const device = await newDevice()
  const time = minuteAgo()
  await submit(device, { reports: [fix(time)] })
  const second = startIngest({ database, bus: createLocalBus(log), log, gateway: 'one' })
  await submit(device, { reports: [fix(time + 10_000, 22.501)] }, second)
  await second.close()
  const rows = await query(
    'select distance_m from positions where device_id = $1 order by fix_time',
    device.deviceId,
  )
  expect(rows.map(({ distance_m }) => Math.round(distance_m))).toEqual([0, 111])
})

test('the same report twice is one position', async () => {
  const device = await newDevice()
  const report = fix(minuteAgo())
  await Promise.all([submit(device, { reports: [report] }), submit(device, { reports: [report] })])
  await submit(device, { reports: [report] })
  expect(await query('select 1 from positions where device_id = $1', device.deviceId)).toHaveLength(1)
})

test('what the database refuses is set aside and kept as a frame; the others are committed', async () => {
  const devices = await Promise.all(Array.from({ length: 9 }, newDevice))
  const bad = devices[4]!
  const time = minuteAgo()
  const outcomes = await Promise.all(
    devices.map((device) =>
      // Text with the character 0 is refused by PostgreSQL.
      submit(device, { reports: [fix(time)], kind: device === bad ? 'not\u0000text' : 'reports' }),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'rejected')).toHaveLength(1)
  const ids = devices.map(({ deviceId }) => deviceId)
  expect(await query('select 1 from positions where device_id = any($1)', ids)).toHaveLength(8)
  const frames = await query('select kind, frame from raw_frames where device_id = $1', bad.deviceId)
  expect(frames).toEqual([{ kind: 'rejected', frame: Buffer.from([1, 2, 3]) }])
  expect(await submit(bad, { reports: [fix(time + 1000)] })).toBe('committed')
})

test('days are made when a fix needs them, even if somebody dropped them', async () => {
  const device = await newDevice()
  const old = Date.UTC(2019, 6, 1, 12)
  await submit(device, { reports: [fix(old)] })
  expect(await query('select fix_time from positions_20190701')).toEqual([{ fix_time: old }])
  await query('drop table positions_20190701')
  await submit(device, { reports: [fix(old + 1000)] })
  expect(await query('select quality from positions_20190701')).toEqual([{ quality: 0 }])
})

test('late fixes of any age mark what they change, each stretch for itself', async () => {
  const device = await newDevice()
  const now = minuteAgo()
  const [hour, day] = [3_600_000, 86_400_000]
  await submit(device, { reports: [fix(now)] })
  const late = [now - hour, now - 200 * day, now - 2 * hour, now - 200 * day + hour, now - 3_000 * day]
  await submit(device, { reports: late.map((time) => fix(time)) })
  const marks = await query(
    'select from_time, until_time from track_changes where device_id = $1 order by 1',
    device.deviceId,
  )
  expect(marks).toEqual([
    { from_time: now - 3_000 * day, until_time: now - 3_000 * day },
    { from_time: now - 200 * day, until_time: now - 200 * day + hour },
    { from_time: now - 2 * hour, until_time: now - hour },
  ])
})

test('a report without a believable time changes the state and is no position', async () => {
  const device = await newDevice()
  await submit(device, { reports: [{ fixTime: null, fix: 'none', gsmLevel: 3 }] })
  expect(ingest.stateOf(device.deviceId)).toMatchObject({ gsm_level: 3, fix_time: null })
  expect(await query('select 1 from positions where device_id = $1', device.deviceId)).toEqual([])
})

test('alarms are stored once', async () => {
  const device = await newDevice()
  const time = minuteAgo()
  const reports = [{ ...fix(time), alarms: [0, 5] }]
  await submit(device, { reports })
  await submit(device, { reports })
  const rows = await query('select code from alarms where device_id = $1 order by code', device.deviceId)
  expect(rows).toEqual([{ code: 0 }, { code: 5 }])
})

test('the first frame activates the device, and what it says of itself is kept with it', async () => {
  const device = await newDevice()
  const receivedTime = Date.now() - 5
  await submit(device, { receivedTime, information: { firmware: 'V1', iccid: '8986' } })
  await submit(device, { information: { firmware: 'V2' } })
  const [row] = await query('select activate_time, information from devices where id = $1', device.deviceId)
  expect(row).toEqual({ activate_time: receivedTime, information: { firmware: 'V2', iccid: '8986' } })
})

test('a device that another process took over is let go, and its new state is not overwritten', async () => {
  const device = await newDevice()
  const lost: number[] = []
  ingest.onLost((deviceIds) => lost.push(...deviceIds))
  const presence = { isConnected: true, remoteAddress: '::1', wire: 'gt06' } as const
  await submit(device, { presence })
  await query("update device_states set gateway = 'two' where device_id = $1", device.deviceId)
  await submit(device, { reports: [fix(minuteAgo())] })
  expect(lost).toContain(device.deviceId)
  const [row] = await query(
    'select gateway, fix_time from device_states where device_id = $1',
    device.deviceId,
  )
  expect(row).toEqual({ gateway: 'two', fix_time: null })
})

test('a batch whose connection was lost after the commit is not written twice', async () => {
  const device = await newDevice()
  await submit(device, {})
  // The server takes the batch, then the line is cut before it can say so.
  const cut = cutAfterCommit(database)
  const second = startIngest({ database: cut, bus: createLocalBus(log), log, gateway: 'one' })
  const outcome = await submit(device, { reports: [fix(minuteAgo())], frame: new Uint8Array([9]) }, second)
  await second.close()
  expect(outcome).toBe('committed')
  expect(cut.cuts).toBe(1)
  expect(
    await query("select 1 from raw_frames where device_id = $1 and frame = '\\x09'", device.deviceId),
  ).toHaveLength(1)
})

/** A pool whose first commit succeeds and then fails like a lost connection. */
function cutAfterCommit({ pool }: TestDatabase) {
  const cut = { cuts: 0, pool: Object.create(pool) as TestDatabase['pool'] }
  cut.pool.query = pool.query.bind(pool) as never
  cut.pool.connect = (async () => {
    const client = await pool.connect()
    const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const spied = async (...args: unknown[]) => {
      const result = await send(...args)
      const isCommit = (args[0] as { name?: string }).name === 'ingest-commit'
      if (isCommit && cut.cuts++ === 0) throw new Error('Connection terminated unexpectedly')
      return result
    }
    const release = client.release.bind(client)
    return Object.assign(Object.create(client), { query: spied, release: () => release(true) })
  }) as never
  return cut
}

test('raw frames older than seven days are dropped, a day at a time', async () => {
  const now = Date.UTC(2030, 0, 20, 12)
  const days = ['20300112', '20300113', '20300120']
  for (const day of days) {
    const start = Date.UTC(2030, 0, Number(day.slice(6)))
    await query(
      `create table raw_frames_${day} partition of raw_frames for values from (${start}) to (${start + 86_400_000})`,
    )
  }
  const dropped = await dropOldRawFrames(database.pool, now)
  expect(dropped).toContain('raw_frames_20300112')
  expect(dropped).not.toContain('raw_frames_20300113')
})

test('nothing stays of a device that is deleted while its frames are under way', async () => {
  const device = await newDevice()
  const other = await newDevice()
  await submit(device, { reports: [fix(minuteAgo())] })
  await query('delete from devices where id = $1', device.deviceId)

  const alarms = [1]
  const outcomes = await Promise.all([
    submit(device, { reports: [{ ...fix(minuteAgo() + 1000), alarms }] }),
    submit(other, { reports: [fix(minuteAgo())] }),
  ])

  expect(outcomes).toEqual(['committed', 'committed'])
  for (const table of ['positions', 'alarms', 'raw_frames']) {
    const rowsOf = (id: number) => query(`select from ${table} where device_id = $1`, id)
    await expect.poll(() => rowsOf(device.deviceId)).toHaveLength(0)
  }
  expect(await query('select from positions where device_id = $1', other.deviceId)).toHaveLength(1)
})
