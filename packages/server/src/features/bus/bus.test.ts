import type { InputOf } from '@trackway/core/api/call.ts'
import { alarms } from '@trackway/core/codes/alarms.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { busCalls } from '@trackway/core/features/bus/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { aPosition, storePositions } from '../../testing/position-rows.ts'
import { waitingTransactions } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { followLateFixes } from './late-passages.ts'
import { trackBuses } from './track-buses.ts'

const minute = 60_000
/** Minutes after midnight in UTC: the line leaves at 08:00. */
const morning = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000 + 8 * 60 * minute
let now = morning
let server: TestServer
let dealer: TestAccount
let customer: TestAccount
let asDealer: string
let asCustomer: string
let bus: TestDevice

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  const root = await anAccount(server.database, { role: roles.admin })
  dealer = await anAccount(server.database, { parent: root, time_zone: 'UTC' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  now = morning
  customer = await anAccount(server.database, { parent: dealer, role: roles.user, time_zone: 'UTC' })
  asDealer = await signIn(server.database, dealer)
  asCustomer = await signIn(server.database, customer)
  bus = await aDevice(server.database, customer, { car_number: `粤B${String(now).slice(-5)}` })
})

/** A degree of latitude has 111.2 km: stops each 1.112 km, 3 minutes from each other. */
const place = (north: number) => ({ lat: 22 + north / 100, lon: 114 })
const aLine = (more: Partial<InputOf<typeof busCalls.add>> = {}) => ({
  name: '12',
  shape: [place(0), place(3)],
  stops: ['Depot', 'Market', 'School', 'Harbour'].map((name, i) => ({ name, ...place(i) })),
  timetable: [{ days: [1, 2, 3, 4, 5, 6, 7], offsetsMin: [0, 3, 6, 9], departures: [480, 500] }],
  userId: customer.id,
  terminalIDs: [bus.terminalID],
  ...more,
})
const add = async (more: Partial<InputOf<typeof busCalls.add>> = {}, token = asDealer) =>
  await server.call(busCalls.add, aLine(more), token)
const detail = async (id: number, token = asCustomer) => server.call(busCalls.detail, { id }, token)

interface Leg {
  from: number
  to: number
  fromMin: number
  toMin: number
}

/** Drives from a place to another between two minutes of the morning, a fix each ten seconds. */
async function storeDrive(device: TestDevice, legs: Leg[]) {
  const rows = legs.flatMap(({ from, to, fromMin, toMin }) =>
    Array.from({ length: (toMin - fromMin) * 6 + 1 }, (_, i) => {
      const part = i / ((toMin - fromMin) * 6)
      return aPosition({
        fix_time: morning + fromMin * minute + i * 10_000,
        latitude_e7: Math.round(place(from + (to - from) * part).lat * 1e7),
        longitude_e7: 114e7,
        speed_kmh: from === to ? 0 : 30,
      })
    }),
  )
  await storePositions(server.database, device.id, rows)
  return rows
}

async function drive(device: TestDevice, legs: Leg[]) {
  const last = (await storeDrive(device, legs)).at(-1)!
  await server.database.pool.query(
    `update device_states set is_connected = true, state_time = $2, fix_time = $2, latitude_e7 = $3,
       longitude_e7 = $4 where device_id = $1`,
    [device.id, last.fix_time, last.latitude_e7, last.longitude_e7],
  )
  now = last.fix_time + 1_000
  while (await trackBuses(server.database, new Map(), now));
}

describe('a line', () => {
  test('comes back as it was added, its stops placed along its way', async () => {
    const { data } = await add()
    const line = (await detail(data!.id)).data!
    expect(line).toMatchObject({
      name: '12',
      direction: 'outbound',
      userId: customer.id,
      timeZone: 'UTC',
      offRouteM: 100,
      terminalIDs: [bus.terminalID],
      timetable: aLine().timetable,
      shape: aLine().shape,
    })
    expect(line.stops.map(({ id, name, alongM }) => [id, name, Math.round(alongM / 10)])).toEqual([
      [1, 'Depot', 0],
      [2, 'Market', 111],
      [3, 'School', 222],
      [4, 'Harbour', 334],
    ])
    const { data: page } = await server.call(busCalls.list, { userId: customer.id }, asDealer)
    expect(page).toMatchObject({
      total: 1,
      list: [{ id: data!.id, stops: 4, vehicles: 1, departures: 2, firstStop: 'Depot', lastStop: 'Harbour' }],
    })
  })

  test('is found by its name, a stop or a vehicle, by whoever stands above it', async () => {
    await add()
    const total = async (input: object, token = asCustomer) =>
      (await server.call(busCalls.list, input, token)).data?.total
    expect(await total({ search: 'harb' })).toBe(1)
    expect(await total({ search: 'airport' })).toBe(0)
    expect(await total({ terminalID: bus.terminalID })).toBe(1)
    expect(await total({ direction: 'loop' })).toBe(0)
    expect(await total({ withSubAccounts: false, search: 'harb' }, asDealer)).toBe(0)
    const sibling = await anAccount(server.database, { parent: dealer, role: roles.user })
    expect(await total({}, await signIn(server.database, sibling))).toBe(0)
  })

  test('changes what is given, and a stop that stays keeps its id', async () => {
    const id = (await add()).data!.id
    const [, market, school, harbour] = (await detail(id)).data!.stops
    const bare = ({ alongM: _, ...stop }: NonNullable<typeof market>) => stop
    const stops = [
      { name: 'Square', ...place(0.5) },
      bare(market!),
      bare(school!),
      { ...bare(harbour!), name: 'Port' },
    ]
    expect((await server.call(busCalls.edit, { id, stops, name: '12A' }, asCustomer)).meta.code).toBe(200)
    const line = (await detail(id)).data!
    expect(line).toMatchObject({ name: '12A', terminalIDs: [bus.terminalID], timetable: aLine().timetable })
    expect(line.stops.map((stop) => [stop.id, stop.name])).toEqual([
      [5, 'Square'],
      [2, 'Market'],
      [3, 'School'],
      [4, 'Port'],
    ])
  })

  test('keeps the days from when until when departures are valid, and those that are otherwise', async () => {
    const dates = { from: '2026-01-01', until: '2026-12-24', exceptDates: ['2026-05-01'] }
    const timetable = [
      { ...aLine().timetable[0]!, ...dates },
      { ...aLine().timetable[0]!, days: [], extraDates: ['2026-12-31'] },
    ]
    const { data } = await add({ timetable })
    expect((await detail(data!.id)).data!.timetable).toEqual(timetable)
  })

  test.each([
    ['without a way', { shape: [], stops: [] }, 'shape', 'noWay'],
    [
      'with a stop far from its way',
      {
        stops: [
          { name: 'a', ...place(0) },
          { name: 'b', lat: 22, lon: 114.1 },
        ],
        timetable: [],
      },
      'stops.1',
      'farStop',
    ],
    [
      'whose times do not fit its stops',
      { timetable: [{ days: [1], offsetsMin: [0, 3], departures: [480] }] },
      'timetable.0.offsetsMin',
      'offsets',
    ],
    [
      'whose departures fall',
      { timetable: [{ days: [1], offsetsMin: [0, 1, 2, 3], departures: [480, 470] }] },
      'timetable.0.departures',
      'departures',
    ],
    [
      'whose departures run on no day',
      { timetable: [{ days: [], offsetsMin: [0, 1, 2, 3], departures: [480] }] },
      'timetable.0.days',
      'days',
    ],
  ])('%s is refused, where it is added and where it is changed', async (_, wrong, path, reason) => {
    const { meta } = await add(wrong)
    expect(meta.issues).toMatchObject([{ path, reason }])
    const { data } = await add()
    const edited = await server.call(busCalls.edit, { id: data!.id, ...wrong }, asDealer)
    expect(edited.meta.issues).toMatchObject([{ path, reason }])
  })

  test('takes no vehicle of an account that does not stand below its own', async () => {
    const other = await anAccount(server.database, { parent: dealer, role: roles.user })
    const strange = await aDevice(server.database, other)
    expect(resultNames[(await add({ terminalIDs: [strange.terminalID] })).meta.code]).toBe('notFound')
    const { data } = await add()
    const input = { id: data!.id, terminalIDs: [strange.terminalID] }
    expect(resultNames[(await server.call(busCalls.edit, input, asDealer)).meta.code]).toBe('notFound')
    expect((await detail(data!.id)).data!.terminalIDs).toEqual([bus.terminalID])
  })

  test('is gone with its deletion', async () => {
    const ids = [(await add()).data!.id, (await add({ name: '13' })).data!.id]
    expect(
      (await server.call(busCalls.deleteMany, { ids: [...ids, 999_999] }, asCustomer)).data,
    ).toMatchObject({
      done: 2,
      failed: [{ id: 999_999, result: 'notFound' }],
    })
    expect(resultNames[(await detail(ids[0]!)).meta.code]).toBe('notFound')
  })

  test('of a feed come all or none', async () => {
    const { userId, ...line } = aLine({ terminalIDs: [] })
    const lines = [line, { ...line, name: '14' }]
    expect((await server.call(busCalls.addMany, { userId, lines }, asDealer)).data!.ids).toHaveLength(2)
    const wrong = [line, { ...line, shape: [], stops: [] }]
    const { meta } = await server.call(busCalls.addMany, { userId, lines: wrong }, asDealer)
    expect(meta.issues).toMatchObject([{ path: 'lines.1.shape', reason: 'noWay' }])
    expect((await server.call(busCalls.list, {}, asCustomer)).data!.total).toBe(2)
  })
})

test('a drive of the track becomes a line', async () => {
  await drive(bus, [
    { from: 0, to: 1, fromMin: 0, toMin: 3 },
    { from: 1, to: 1, fromMin: 3, toMin: 4 },
    { from: 1, to: 3, fromMin: 4, toMin: 10 },
  ])
  const input = { terminalID: bus.terminalID, from: morning, to: morning + 11 * minute }
  const { data } = await server.call(busCalls.fromTrack, input, asCustomer)
  expect(data!.shape).toEqual([place(0), place(3)])
  expect(data!.stops.map(({ lat }) => lat.toFixed(2))).toEqual(['22.00', '22.01', '22.03'])
  const long = { ...input, to: morning + 13 * 60 * minute }
  expect(resultNames[(await server.call(busCalls.fromTrack, long, asCustomer)).meta.code]).toBe(
    'rangeTooLong',
  )
})

describe('vehicles', () => {
  test('are between two stops, as late as they are, and reach the next ones so much later', async () => {
    const id = (await add()).data!.id
    // Two minutes late from the first stop on.
    await drive(bus, [
      { from: 0, to: 0, fromMin: 0, toMin: 2 },
      { from: 0, to: 1.5, fromMin: 2, toMin: 6.5 },
    ])
    const { data } = await server.call(busCalls.progress, { id }, asCustomer)
    expect(data!.vehicles).toMatchObject([
      { terminalID: bus.terminalID, state: 'driving', previousStop: 1, nextStop: 2, departTime: morning },
    ])
    expect(Math.abs(data!.vehicles[0]!.deviationS! - 120)).toBeLessThan(15)
    const [toHarbour] = data!.arrivals[3]!
    expect(toHarbour).toMatchObject({ terminalID: bus.terminalID, scheduledTime: morning + 9 * minute })
    expect(Math.abs(toHarbour!.time - (morning + 11 * minute))).toBeLessThan(20_000)
    expect(data!.arrivals[0]).toMatchObject([{ time: morning + 20 * minute, terminalID: null }])
    expect((await server.call(busCalls.list, {}, asCustomer)).data!.list[0]!.driving).toBe(1)
  })

  test('pass each stop once, however often they are looked at, and that is the report', async () => {
    const id = (await add()).data!.id
    await drive(bus, [{ from: 0, to: 1.2, fromMin: 0, toMin: 4 }])
    await drive(bus, [{ from: 1.2, to: 3, fromMin: 4, toMin: 18 }])
    const day = dayAt(morning, 'UTC')
    const input = { first: day, last: day, lineId: id }
    const { data } = await server.call(busCalls.punctuality, input, asCustomer)
    expect(
      data!.list.map(({ stop, passages, onTime, early, late }) => [stop, passages, onTime, early, late]),
    ).toEqual([
      ['Depot', 1, 1, 0, 0],
      ['Market', 1, 1, 0, 0],
      ['School', 1, 1, 0, 0],
      ['Harbour', 1, 0, 0, 1],
    ])
    const byLine = await server.call(busCalls.punctuality, { ...input, groupBy: 'line' }, asCustomer)
    expect(byLine.data).toMatchObject({
      total: 1,
      list: [{ stop: null, day: null, passages: 4, onTimePercent: 75 }],
    })
    const sorted = { ...input, sort: 'meanDelayMin', isDescending: true, search: 'har' } as const
    expect((await server.call(busCalls.punctuality, sorted, asCustomer)).data!.list[0]!.stop).toBe('Harbour')
    const long = { first: '2026-01-01', last: '2026-05-01' }
    expect(resultNames[(await server.call(busCalls.punctuality, long, asCustomer)).meta.code]).toBe(
      'rangeTooLong',
    )
  })

  test('passed the stops that only fixes tell of which came late', async () => {
    const id = (await add()).data!.id
    const passed = async () => {
      const day = dayAt(morning, 'UTC')
      const { data } = await server.call(
        busCalls.punctuality,
        { first: day, last: day, lineId: id },
        asCustomer,
      )
      return data!.list.map(({ stop, passages, onTime, late }) => [stop, passages, onTime, late])
    }
    await drive(bus, [{ from: 0, to: 0.5, fromMin: 0, toMin: 2 }])
    await drive(bus, [{ from: 5, to: 5, fromMin: 60, toMin: 61 }])
    expect(await passed()).toEqual([['Depot', 1, 1, 0]])
    const kept = [{ from: 0.5, to: 3, fromMin: 2, toMin: 9 }]
    await storeDrive(bus, kept)
    await server.database.pool.query(
      'insert into track_changes (device_id, from_time, until_time) values ($1, $2, $3)',
      [bus.id, morning + 2 * minute, morning + 9 * minute],
    )
    while (await followLateFixes(server.database, server.bus, new Map(), now));
    const all = ['Depot', 'Market', 'School', 'Harbour'].map((stop) => [stop, 1, 1, 0])
    expect(await passed()).toEqual(all)
    while (await followLateFixes(server.database, server.bus, new Map(), now));
    expect(await passed()).toEqual(all)
  })

  test('left their line in a batch that came late: an alarm at its own time, once', async () => {
    const id = (await add()).data!.id
    await drive(bus, [{ from: 0, to: 0.5, fromMin: 0, toMin: 2 }])
    await drive(bus, [{ from: 2, to: 2.5, fromMin: 20, toMin: 22 }])
    const aside = (await storeDrive(bus, [{ from: 0.5, to: 2, fromMin: 3, toMin: 19 }])).filter(
      ({ fix_time }) => fix_time >= morning + 6 * minute && fix_time <= morning + 12 * minute,
    )
    await server.database.pool.query(
      `update positions set longitude_e7 = longitude_e7 + 200000
       where device_id = $1 and fix_time between $2 and $3`,
      [bus.id, aside[0]!.fix_time, aside.at(-1)!.fix_time],
    )
    const alarmsOf = async () =>
      (await server.call(alarmCalls.find, { terminalIDs: [bus.terminalID] }, asCustomer)).data!.list.map(
        ({ code, startTime, endTime, count, detail }) => [code, startTime, endTime, count, detail?.busLine],
      )
    const late = async () => {
      await server.database.pool.query(
        'insert into track_changes (device_id, from_time, until_time) values ($1, $2, $3)',
        [bus.id, morning + 3 * minute, morning + 19 * minute],
      )
      while (await followLateFixes(server.database, server.bus, new Map(), now));
    }
    await late()
    const episode = [alarms.offRoute, morning + 6 * minute, morning + 12 * minute + 10_000, 1, '12']
    expect(await alarmsOf()).toEqual([episode])
    await late()
    expect(await alarmsOf()).toEqual([episode])
    expect(id).toBeGreaterThan(0)
  })

  test('are deleted while they are followed, and neither fails', async () => {
    await add()
    await drive(bus, [{ from: 0, to: 1.5, fromMin: -1, toMin: 4 }])
    const { pool } = server.database
    const holder = await pool.connect()
    try {
      await holder.query('begin')
      await holder.query('lock table bus_passages in share row exclusive mode')
      const driven = drive(bus, [{ from: 1.5, to: 3, fromMin: 4, toMin: 9 }])
      await expect.poll(() => waitingTransactions(server.database)).toBe(1)
      const deletion = server.call(deviceCalls.delete, { terminalID: bus.terminalID }, asDealer)
      await expect.poll(() => waitingTransactions(server.database)).toBe(2)
      await holder.query('commit')
      await driven
      expect(resultNames[(await deletion).meta.code]).toBe('success')
    } finally {
      holder.release()
    }
  })

  test('that belong to somebody else now are not shown', async () => {
    const id = (await add()).data!.id
    await drive(bus, [{ from: 0, to: 1.5, fromMin: 0, toMin: 4 }])
    const other = await anAccount(server.database, { parent: dealer })
    await server.database.pool.query('update devices set account_id = $2 where id = $1', [bus.id, other.id])
    const { data } = await server.call(busCalls.progress, { id }, asDealer)
    expect(data!.vehicles).toEqual([])
  })

  test('whose way was changed are looked for anew', async () => {
    const id = (await add()).data!.id
    await drive(bus, [{ from: 0, to: 1.5, fromMin: 0, toMin: 4 }])
    const state = async () =>
      (await server.call(busCalls.progress, { id }, asCustomer)).data!.vehicles[0]!.state
    await server.call(busCalls.edit, { id, name: 'renamed' }, asCustomer)
    expect(await state()).toBe('driving')
    await server.call(busCalls.edit, { id, shape: [place(-1), place(3)] }, asCustomer)
    expect(await state()).toBe('waiting')
  })
})

describe('a public link', () => {
  const share = async (id: number, token = asCustomer) =>
    (await server.call(busCalls.share, { id, days: 7 }, token)).data!
  const open = async (token: string) => {
    const { data, meta } = await server.call(busCalls.shared, { token })
    return { data, refusal: resultNames[meta.code] }
  }

  test('shows the line, how far its vehicles are and when they arrive, and nothing else', async () => {
    const id = (await add()).data!.id
    await drive(bus, [{ from: 0, to: 1.5, fromMin: 0, toMin: 4 }])
    const { data } = await open((await share(id)).token)
    expect(data).toMatchObject({
      name: '12',
      vehicles: [{ number: 1, previousStop: 1, nextStop: 2 }],
      arrivals: [[{ vehicle: null }], [{ vehicle: null }], [{ vehicle: 1 }, {}], [{ vehicle: 1 }, {}]],
    })
    const text = JSON.stringify(data)
    for (const secret of [bus.terminalID, '粤B', customer.username, dealer.username])
      expect(text).not.toContain(secret)
    expect(Object.keys(data!.vehicles[0]!).sort()).toEqual([
      'alongM',
      'deviationS',
      'nextStop',
      'number',
      'previousStop',
      'time',
    ])
  })

  test('leaves out a vehicle that is off the line', async () => {
    const id = (await add()).data!.id
    await drive(bus, [{ from: 0, to: 1.5, fromMin: 0, toMin: 4 }])
    await server.database.pool.query(
      `update bus_progress set state = jsonb_set(state, '{asideM}', '900') where device_id = $1`,
      [bus.id],
    )
    expect((await open((await share(id)).token)).data!.vehicles).toEqual([])
    const { data } = await server.call(busCalls.progress, { id }, asCustomer)
    expect(data!.vehicles[0]!.state).toBe('offRoute')
  })

  test('is listed with its views, and ends when it is revoked, with its days, and with its line', async () => {
    const id = (await add()).data!.id
    const made = await share(id)
    await open(made.token)
    await server.call(busCalls.shared, { token: made.token, isAgain: true })
    const { data } = await server.call(busCalls.shares, { lineId: id }, asDealer)
    expect(data).toMatchObject({ total: 1, list: [{ line: '12', views: 1, username: customer.username }] })
    await server.call(busCalls.revokeShare, { id: made.id }, asCustomer)
    expect((await open(made.token)).refusal).toBe('notFound')

    const second = await share(id)
    const other = (await add()).data!.id
    const third = await share(other)
    await server.call(busCalls.delete, { id: other }, asDealer)
    expect((await open(third.token)).refusal).toBe('notFound')
    now += 7 * 86_400_000
    expect((await open(second.token)).refusal).toBe('notFound')
  })

  test('ends with the password that its maker was given anew, and keeps no token', async () => {
    const id = (await add()).data!.id
    const { token } = await share(id)
    const { rows } = await server.database.pool.query(
      'select bus_line_shares::text as row from bus_line_shares',
    )
    for (const { row } of rows) expect(row).not.toContain(token)
    now += 1
    await server.call(subAccountCalls.resetPassword, { id: customer.id }, asDealer)
    expect((await open(token)).refusal).toBe('notFound')
    changeSettings({ sharesOutliveMaker: true })
    expect((await open(token)).refusal).toBe('success')
    changeSettings({ sharesOutliveMaker: false })
  })
})
