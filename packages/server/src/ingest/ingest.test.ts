import type { Report } from '@trackway/protocols/protocol.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLocalBus } from '../platform/bus/bus.ts'
import { aDevice, anAccount, type TestAccount } from '../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type DeviceStateRow, deviceStateColumns } from './device-state.ts'
import { type Ingest, startIngest } from './ingest.ts'
import type { IngestItem, Outcome, Presence } from './ingest-item.ts'
import { dropOldRawFrames } from './partitions.ts'
import { alarmColumns, positionColumns } from './tables.ts'

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
      isFromDevice: true,
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

test('what is written has the types of the columns it goes to', async () => {
  const tables = { positions: positionColumns, alarms: alarmColumns, device_states: deviceStateColumns }
  for (const [table, columns] of Object.entries(tables)) {
    const types = await query(
      `select attname as name, typname as type from pg_attribute a join pg_type t on t.oid = a.atttypid
       where attrelid = $1::regclass and attname = any($2)`,
      table,
      Object.keys(columns),
    )
    expect(Object.fromEntries(types.map(({ name, type }) => [name, type])), table).toEqual(columns)
  }
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

test('what the database refuses is set aside; the others are committed', async () => {
  const devices = await Promise.all(Array.from({ length: 9 }, newDevice))
  const bad = devices[4]!
  const time = minuteAgo()
  const outcomes = await Promise.all(
    devices.map((device) =>
      submit(device, {
        reports: [fix(time)],
        // Text with the character 0 is refused by PostgreSQL.
        ...(device === bad && {
          presence: { isConnected: true, remoteAddress: 'not\u0000text', wire: 'gt06' },
        }),
      }),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'rejected')).toHaveLength(1)
  const ids = devices.map(({ deviceId }) => deviceId)
  expect(await query('select 1 from positions where device_id = any($1)', ids)).toHaveLength(8)
  expect(await submit(bad, { reports: [fix(time + 1000)] })).toBe('committed')
})

test('a fix of any day is stored without a table being made for it', async () => {
  const device = await newDevice()
  await submit(device, { reports: [fix(minuteAgo())] })
  const times = Array.from({ length: 500 }, (_, day) => Date.UTC(2015, 0, day, 12))
  await submit(device, { reports: [...times, Date.now() + 80_000_000].map((time) => fix(time)) })
  expect(await query('select from positions where device_id = $1', device.deviceId)).toHaveLength(502)
  expect(await query("select relname from pg_class where relname like 'positions\\_2015%'")).toEqual([])
})

test('the partitions of the coming days are there, and fixes that were stored before them lie in them', async () => {
  const device = await newDevice()
  const time = Date.UTC(2031, 4, 5, 12)
  await query(
    'insert into positions (device_id, fix_time, server_time, quality) values ($1, $2, 0, 0)',
    device.deviceId,
    time,
  )
  const later = startIngest({ database, bus: createLocalBus(log), log, gateway: 'later', now: () => time })
  const nameOf = () =>
    query('select tableoid::regclass::text as name from positions where fix_time = $1', time)
  await expect.poll(nameOf).toEqual([{ name: 'positions_20310505' }])
  for (const table of ['positions', 'raw_frames'])
    await expect.poll(() => query(`select from pg_class where relname = '${table}_20310507'`)).toHaveLength(1)
  await later.close()
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

test('each SOS within minutes is an alarm of the account that has the device then', async () => {
  const device = await newDevice()
  const time = minuteAgo() - 600_000
  const sos = (minute: number): Report => ({
    ...fix(time + minute * 60_000),
    alarms: [0],
    isAlarmEvent: true,
  })
  await submit(device, { reports: [sos(0), sos(3)] })
  const buyer = await anAccount(database)
  await query('update devices set account_id = $1 where id = $2', buyer.id, device.deviceId)
  await submit(device, { reports: [sos(3), sos(7)] })
  const rows = await query(
    'select account_id, source, (fix_time - $2) / 60000 as minute from alarms where device_id = $1 order by fix_time',
    device.deviceId,
    time,
  )
  expect(rows).toEqual([
    { account_id: owner.id, source: 'device', minute: 0 },
    { account_id: owner.id, source: 'device', minute: 3 },
    { account_id: buyer.id, source: 'device', minute: 7 },
  ])
})

test('reports that come one by one share commits', async () => {
  const device = await newDevice()
  let commits = 0
  const counted = withCommits(database, (commit) => {
    commits++
    return commit()
  })
  const second = startIngest({
    database: counted,
    bus: createLocalBus(log),
    log,
    gateway: 'one',
    // Longer than a busy machine pauses between two of them.
    gatherMs: 3_000,
  })
  await submit(device, {}, second)
  const sent: Promise<Outcome>[] = []
  for (let n = 0; n < 5; n++) {
    sent.push(submit(device, {}, second))
    await new Promise(setImmediate)
  }
  await Promise.all(sent)
  expect(commits).toBe(2)
  await second.close()
})

test('the first frame activates the device, and the information that it sends is kept with it', async () => {
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
  ingest.onLost((devices) => lost.push(...devices.map(({ deviceId }) => deviceId)))
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

const connected = { isConnected: true, remoteAddress: '::1', wire: 'gt06' } as const

/**
 * Another process has taken over a device of this ingest, which was not notified yet.
 * @returns the device, the ingest, and what the ingest reports as lost
 */
async function takenOverUnnoticed(of: ReturnType<typeof withCommits>) {
  const device = await newDevice()
  const second = startIngest({ database: of, bus: createLocalBus(log), log, gateway: 'one', gatherMs: 0 })
  onTestFinished(() => second.close())
  const lost: number[] = []
  second.onLost((devices) => lost.push(...devices.map(({ deviceId }) => deviceId)))
  await submit(device, { presence: connected }, second)
  await query("update device_states set gateway = 'two' where device_id = $1", device.deviceId)
  return { device, second, lost }
}

test('a device that is back before its take-over is received keeps its new connection', async () => {
  let held = Promise.resolve()
  const slow = withCommits(database, (commit) => held.then(commit))
  const { device, second, lost } = await takenOverUnnoticed(slow)
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  const back = submit(device, { presence: connected }, second)
  await second.checkHeld([device.deviceId])
  resolve()
  await back
  expect(lost).toEqual([])
})

test('so does one whose new connection is committed while the database is queried for its holder', async () => {
  const slow = withCommits(database, (commit) => commit())
  const { device, second, lost } = await takenOverUnnoticed(slow)
  const [read, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const query: (...args: unknown[]) => Promise<unknown> = slow.pool.query.bind(slow.pool)
  slow.pool.query = (async (...args: unknown[]) => {
    const answer = await query(...args)
    read.resolve()
    await committed.promise
    return answer
  }) as never
  const checked = second.checkHeld([device.deviceId])
  await read.promise
  await submit(device, { presence: connected }, second)
  committed.resolve()
  await checked
  expect(lost).toEqual([])
})

test('so does one whose old connection sent something meanwhile', async () => {
  let held = Promise.resolve()
  let begun = () => {}
  const slow = withCommits(database, (commit) => {
    begun()
    return held.then(commit)
  })
  const { device, second, lost } = await takenOverUnnoticed(slow)
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  const committing = new Promise<void>((done) => {
    begun = done
  })
  const old = submit(device, { reports: [fix(minuteAgo())] }, second)
  await committing
  const back = submit(device, { presence: connected }, second)
  resolve()
  await Promise.all([old, back])
  expect(lost).toEqual([])
})

test('what is stored of a device that another process took over marks its track, which may be ahead', async () => {
  const device = await newDevice()
  const other = await newDevice()
  const presence = { isConnected: true, remoteAddress: '::1', wire: 'gt06' } as const
  const time = minuteAgo()
  await submit(device, { presence, reports: [fix(time - 20_000)] })
  await query("update device_states set gateway = 'two' where device_id = $1", device.deviceId)
  await Promise.all([
    submit(device, { reports: [fix(time - 10_000), fix(time)] }),
    submit(other, { presence, reports: [fix(time)] }),
  ])
  expect(
    await query('select from_time, until_time from track_changes where device_id = $1', device.deviceId),
  ).toEqual([{ from_time: time - 10_000, until_time: time }])
  expect(await query('select 1 from track_changes where device_id = $1', other.deviceId)).toEqual([])
})

test('a batch whose connection was lost after the commit is not written twice', async () => {
  const device = await newDevice()
  await submit(device, { reports: [fix(minuteAgo())] })
  // The server takes the batch, then the line is cut before it can say so.
  const cut = cutAfterCommit(database)
  const second = startIngest({ database: cut, bus: createLocalBus(log), log, gateway: 'one' })
  const outcome = await submit(device, { reports: [fix(minuteAgo() - 60_000)] }, second)
  await second.close()
  expect(outcome).toBe('committed')
  expect(cut.cuts).toBe(1)
  // Of a late fix there is a mark for each time that it was written.
  expect(await query('select from track_changes where device_id = $1', device.deviceId)).toHaveLength(1)
})

/** A pool whose first commit succeeds and then fails like a lost connection. */
function cutAfterCommit(of: TestDatabase) {
  const cut = { cuts: 0, pool: of.pool }
  cut.pool = withCommits(of, async (commit) => {
    const result = await commit()
    if (cut.cuts++ === 0) throw new Error('Connection terminated unexpectedly')
    return result
  }).pool
  return cut
}

/** The database, with something done in place of each commit. */
function withCommits({ pool }: TestDatabase, instead: (commit: () => Promise<unknown>) => Promise<unknown>) {
  const changed = Object.create(pool) as TestDatabase['pool']
  changed.query = pool.query.bind(pool) as never
  changed.connect = (async () => {
    const client = await pool.connect()
    const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const spied = async (...args: unknown[]) => {
      const isCommit = (args[0] as { name?: string }).name?.startsWith('ingest-commit')
      return isCommit ? instead(() => send(...args)) : send(...args)
    }
    const release = client.release.bind(client)
    return Object.assign(Object.create(client), { query: spied, release: () => release(true) })
  }) as never
  return { pool: changed }
}

test('while the disk is full the platform reports it and why, and nothing is lost', async () => {
  const device = await newDevice()
  const lines: string[] = []
  let isFull = true
  const full = withCommits(database, async (commit) => {
    if (isFull)
      throw Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
    return commit()
  })
  const ownBus = createLocalBus(log)
  const published: unknown[] = []
  ownBus.subscribe('storage.changed', ({ failure }) => published.push(failure?.reason ?? null))
  const ownLog = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const second = startIngest({ database: full, bus: ownBus, log: ownLog, gateway: 'one' })
  const time = minuteAgo()
  const outcome = submit(device, { reports: [fix(time)] }, second)
  await expect.poll(() => second.notStoring()).toBe('storage')
  expect(published).toContain('could not extend file: No space left on device')
  expect(lines.join()).toContain('No space left on device')
  isFull = false
  expect(await outcome).toBe('committed')
  expect(second.notStoring()).toBeNull()
  expect(published.at(-1)).toBeNull()
  await second.close()
})

test('raw frames older than seven days are dropped, a day at a time', async () => {
  const now = Date.UTC(2030, 0, 20, 12)
  const days = ['20300112', '20300113', '20300120']
  for (const day of days) {
    const start = Date.UTC(2030, 0, Number(day.slice(6)))
    await query(
      `create table raw_frames_${day} partition of raw_frames for values from (${start}) to (${start + 86_400_000})`,
    )
  }
  const device = await newDevice()
  await submit(device, { reports: [fix(minuteAgo())] })
  // No device knows of such a time: the clock is wrong.
  expect(await dropOldRawFrames(database.pool, now)).toEqual([])
  await query('update device_states set fix_time = $2 where device_id = $1', device.deviceId, now)
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
