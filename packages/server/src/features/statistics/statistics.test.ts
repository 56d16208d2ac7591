import type { InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { statisticsCalls, sums } from '@trackway/core/features/statistics/calls.ts'
import { addDays, localDays, startOfDay } from '@trackway/core/rules/local-days.ts'
import type { StoredEpisode } from '@trackway/core/track/episodes/episode.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { anEpisode, storeDaySums, storeEpisodes } from '../../testing/episode-rows.ts'
import { aPosition, storePositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const hour = 3_600_000
type SumReply = OutputOf<typeof statisticsCalls.sums>

let server: TestServer
let root: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
})
afterAll(() => server.stop())

async function aCaller(timeZone = 'Asia/Shanghai') {
  const account = await anAccount(server.database, { parent: root, role: roles.agent, time_zone: timeZone })
  return { account, token: await signIn(server.database, account) }
}

/** A device of an account below, whose days are stored in that account's zone: by default one nobody else has. */
async function aVehicle(
  { account }: { account: TestAccount },
  episodes: StoredEpisode[],
  timeZone = 'Pacific/Marquesas',
) {
  const owner = await anAccount(server.database, { parent: account, role: roles.user, time_zone: timeZone })
  const device = await aDevice(server.database, owner)
  await storeEpisodes(server.database, device.id, episodes, timeZone)
  return device
}

async function ask(token: string, input: InputOf<typeof statisticsCalls.sums>): Promise<SumReply> {
  const { data, meta } = await server.call(statisticsCalls.sums, input, token)
  expect(meta.code).toBe(resultCodes.success)
  return data!
}

/** A trip at 40 km/h, with quarterHours for each quarter of an hour. */
function aTrip(from: number, hours: number) {
  const to = from + hours * hour
  const quarterHours: number[] = []
  for (let start = from; start < to; ) {
    const end = Math.min(to, (Math.floor(start / 900_000) + 1) * 900_000)
    quarterHours.push(Math.round(((end - start) / hour) * 400_000), 0, 400)
    start = end
  }
  return anEpisode({
    kind: 'trip',
    from,
    to,
    distanceM: hours * 40_000,
    maxSpeedKmh: 40,
    quarterHours,
  })
}

test('a trip over midnight is divided by its quarterHours', async () => {
  const caller = await aCaller('Europe/Paris')
  const midnight = startOfDay('2026-08-02', 'Europe/Paris')
  const trip = anEpisode({
    kind: 'trip',
    from: midnight - hour / 2,
    to: midnight + hour / 2,
    distanceM: 30_000,
    maxSpeedKmh: 90,
    idleMs: 60_000,
    quarterHours: [50_000, 0, 700, 50_000, 20, 800, 200_000, 40, 900],
  })
  await aVehicle(caller, [trip])
  const data = await ask(caller.token, { first: '2026-08-01', last: '2026-08-02' })
  const figures = data.list.map((row) => [row.day, row.distanceM, row.idleMs, row.trips, row.maxSpeedKmh])
  expect(figures).toEqual([
    ['2026-08-01', 10_000, 20_000, 1, 80],
    ['2026-08-02', 20_000, 40_000, 0, 90],
  ])
  expect(data).toMatchObject({ total: 2, devices: 1, devicesWithData: 1, timeZone: 'Europe/Paris' })
  expect(data.sum).toMatchObject({ distanceM: 30_000, trips: 1, meanSpeedKmh: 30, maxSpeedKmh: 90 })
})

test.each([
  { day: '2026-03-29', zone: 'Europe/Paris', hours: 23 },
  { day: '2026-10-25', zone: 'Europe/Paris', hours: 25 },
  { day: '2026-03-08', zone: 'America/St_Johns', hours: 23 },
  { day: '2026-11-01', zone: 'America/St_Johns', hours: 25 },
  { day: '2026-11-01', zone: 'Asia/Kathmandu', hours: 24 },
])('$day has $hours hours in $zone, stored or cut', async ({ day, zone, hours }) => {
  const caller = await aCaller(zone)
  const [before, after] = [startOfDay(addDays(day, -1), zone), startOfDay(addDays(day, 2), zone)]
  const days = localDays(addDays(day, -1), addDays(day, 1), zone)
  const stop = anEpisode({ kind: 'stop', from: before, to: after })
  await aVehicle(caller, [stop])
  const stored = await aVehicle(caller, [stop], zone)
  await storeDaySums(
    server.database,
    stored.id,
    days.map(({ from, to }) => ({ from, to, stoppedMs: to - from })),
  )
  const { list, byDay } = await ask(caller.token, { first: day, last: day })
  expect(list.map(({ stoppedMs }) => stoppedMs / hour)).toEqual([hours, hours])
  expect(byDay).toMatchObject([{ day, stoppedMs: 2 * hours * hour, stops: 0 }])
})

test('a day that the zone skipped holds nothing', async () => {
  const caller = await aCaller('Pacific/Apia')
  await aVehicle(caller, [aTrip(Date.parse('2011-12-30T09:00:00Z'), 2)])
  const skipped = await ask(caller.token, { first: '2011-12-30', last: '2011-12-30', withPrevious: true })
  expect(skipped).toMatchObject({ list: [], byDay: [], sum: { distanceM: 0 } })
  const { byDay } = await ask(caller.token, { first: '2011-12-29', last: '2011-12-31' })
  expect(byDay.map(({ day, trips }) => [day, trips])).toEqual([
    ['2011-12-29', 1],
    ['2011-12-31', 0],
  ])
})

test('days are read as stored where another zone has the same midnights', async () => {
  const caller = await aCaller('Asia/Singapore')
  // Nothing to cut: what is found was stored.
  const device = await aVehicle(caller, [], 'Asia/Shanghai')
  const [day] = localDays('2026-08-01', '2026-08-01', 'Asia/Shanghai')
  await storeDaySums(server.database, device.id, [{ ...day!, distanceM: 1_234 }])
  expect((await ask(caller.token, { first: '2026-08-01', last: '2026-08-01' })).sum.distanceM).toBe(1_234)
})

describe('a fleet', () => {
  const zone = 'Asia/Kathmandu'
  const period = { first: '2026-08-01', last: '2026-08-10' }
  let fleet: Awaited<ReturnType<typeof aCaller>>
  beforeAll(async () => {
    fleet = await aCaller(zone)
    const owners = [0, 1].map(() =>
      anAccount(server.database, { parent: fleet.account, role: roles.user, time_zone: 'Asia/Shanghai' }),
    )
    const [two, one] = await Promise.all(owners)
    // A trip an hour longer each day, some over midnight.
    for (const [index, owner] of [two!, two!, one!].entries()) {
      const device = await aDevice(server.database, owner, { car_number: `F${index}` })
      const days = localDays('2026-07-25', '2026-08-12', zone)
      const trips = days.map(({ from }, i) => aTrip(from + 20 * hour, 1 + ((i + index) % 7)))
      await storeEpisodes(server.database, device.id, trips, 'Asia/Shanghai')
    }
    await aDevice(server.database, fleet.account, { car_number: 'never seen' })
  })

  test('adds up to the same in every grouping', async () => {
    const answers = await Promise.all(
      (['deviceDay', 'device', 'day', 'account'] as const).map((groupBy) =>
        ask(fleet.token, { ...period, groupBy, pageSize: 100 }),
      ),
    )
    expect(answers.map(({ total }) => total)).toEqual([30, 3, 10, 2])
    for (const { list, sum, byDay } of answers) {
      const added = (rows: { distanceM: number }[]) => rows.reduce((all, row) => all + row.distanceM, 0)
      expect(sum).toEqual(answers[0]?.sum)
      expect(added(list)).toBeCloseTo(sum.distanceM, 3)
      expect(added(byDay)).toBeCloseTo(sum.distanceM, 3)
      expect(list.reduce((all, { drivingMs }) => all + drivingMs, 0)).toBe(sum.drivingMs)
    }
    expect(answers[3]?.list.map(({ devices }) => devices)).toEqual([2, 1])
    expect(answers[0]).toMatchObject({ devices: 4, devicesWithData: 3 })
  })

  test('is sorted over all pages', async () => {
    const input = { ...period, sort: 'distanceM', isDescending: true, pageSize: 7 } as const
    const pages = await Promise.all([1, 2, 3, 4, 5].map((pageNum) => ask(fleet.token, { ...input, pageNum })))
    const rows = pages.flatMap(({ list }) => list)
    expect(rows.map(({ distanceM }) => distanceM)).toEqual(
      rows.map(({ distanceM }) => distanceM).toSorted((a, b) => b - a),
    )
    expect(new Set(rows.map((row) => `${row.displayName} ${row.day}`)).size).toBe(30)
  })

  test.each(sums.keyof().options)('can be sorted by %s, or says that it cannot', async (sort) => {
    const input = { ...period, sort: sort as 'day' }
    const { meta } = await server.call(statisticsCalls.sums, input, fleet.token)
    expect([resultCodes.success, resultCodes.invalidInput]).toContain(meta.code)
  })

  test('leaves out rows in which nothing drove or idled, and counts the others alone', async () => {
    const caller = await aCaller()
    const day = startOfDay('2026-08-01', 'Asia/Shanghai')
    const stop = (hours: number, idleMs: number) =>
      anEpisode({ kind: 'stop', from: day, to: day + hours * hour, idleMs })
    await aVehicle(caller, [
      aTrip(day, 2),
      anEpisode({ kind: 'stop', from: day + 30 * hour, to: day + 40 * hour }),
    ])
    await aVehicle(caller, [stop(40, hour)])
    await aVehicle(caller, [stop(40, 0)])
    const totals = async (withEmpty: boolean) => {
      const input = { first: '2026-08-01', last: '2026-08-02', withEmpty }
      const answers = await Promise.all(
        (['deviceDay', 'device', 'day', 'account'] as const).map((groupBy) =>
          ask(caller.token, { ...input, groupBy, pageSize: 100 }),
        ),
      )
      for (const { list, total } of answers) expect(list).toHaveLength(total)
      for (const { sum, devicesWithData } of answers)
        expect([sum.distanceM, sum.stoppedMs / hour, devicesWithData]).toEqual([80_000, 90, 3])
      return answers.map(({ total }) => total)
    }
    expect(await totals(true)).toEqual([6, 3, 2, 3])
    expect(await totals(false)).toEqual([3, 2, 2, 2])
  })

  test('is compared with as many days before', async () => {
    const { previous } = await ask(fleet.token, {
      first: '2026-08-05',
      last: '2026-08-07',
      withPrevious: true,
    })
    expect(previous).toEqual((await ask(fleet.token, { first: '2026-08-02', last: '2026-08-04' })).sum)
  })

  test('is narrowed by account, type and device', async () => {
    const devices = async (input: object) => (await ask(fleet.token, { ...period, ...input })).devices
    expect(await devices({ withSubAccounts: false })).toBe(1)
    expect(await devices({ deviceType: 88 })).toBe(0)
    expect(await devices({ terminalIDs: [] })).toBe(0)
  })

  test('gives the same of a month cut anywhere', async () => {
    const of = async (first: string, last: string) => (await ask(fleet.token, { first, last })).sum
    const [whole, left, right] = await Promise.all([
      of('2026-07-28', '2026-08-09'),
      of('2026-07-28', '2026-08-02'),
      of('2026-08-03', '2026-08-09'),
    ])
    for (const key of ['drivingMs', 'trips', 'idleMs'] as const)
      expect(left[key] + right[key]).toBe(whole[key])
    expect(left.distanceM + right.distanceM).toBeCloseTo(whole.distanceM, 3)
  })
})

describe('the fuel used', () => {
  test('is by the consumption set, of driving and of idling', async () => {
    const caller = await aCaller()
    const own = { fuelLPer100Km: 10, fuelLPerIdleHour: 2 }
    await server.database.pool.query(
      `insert into level_settings (kind, account_id, own) values ('track', $1, $2)`,
      [caller.account.id, own],
    )
    const day = startOfDay('2026-08-01', 'Asia/Shanghai')
    const stop = anEpisode({ kind: 'stop', from: day + 2 * hour, to: day + 4 * hour, idleMs: hour / 2 })
    await aVehicle(caller, [aTrip(day, 2), stop])
    const { list, sum } = await ask(caller.token, { first: '2026-08-01', last: '2026-08-01' })
    expect([list[0]?.fuelL, sum.fuelL]).toEqual([9, 9])
  })

  test('by 100 km counts the vehicles whose consumption is set alone', async () => {
    const caller = await aCaller()
    const day = startOfDay('2026-08-01', 'Asia/Shanghai')
    const known = await aVehicle(caller, [aTrip(day, 2), aTrip(day + 86_400_000, 1)])
    await aVehicle(caller, [aTrip(day, 10)])
    const own = { fuelLPer100Km: 12 }
    await server.database.pool.query(
      `insert into level_settings (kind, device_id, own) values ('track', $1, $2)`,
      [known.id, own],
    )
    const of = async (groupBy: 'device' | 'day' | 'account') => {
      const input = { first: '2026-08-01', last: '2026-08-02', groupBy, sort: 'fuelLPer100Km' } as const
      const { list, sum } = await ask(caller.token, input)
      return [...list.map((row) => row.fuelLPer100Km), sum.fuelLPer100Km]
    }
    expect(await of('device')).toEqual([12, null, 12])
    expect(await of('day')).toEqual([12, 12, 12])
    expect(await of('account')).toEqual([12, null, 12])
  })

  test('is unknown where none is set', async () => {
    const caller = await aCaller()
    await aVehicle(caller, [aTrip(startOfDay('2026-08-01', 'UTC'), 2)])
    expect((await ask(caller.token, { first: '2026-08-01', last: '2026-08-02' })).sum.fuelL).toBeNull()
  })
})

describe('what is asked too much', () => {
  const refusal = async (input: InputOf<typeof statisticsCalls.sums>, token: string) =>
    (await server.call(statisticsCalls.sums, input, token)).meta.code

  test('a quarter is answered, a day more is not', async () => {
    const { token } = await aCaller()
    expect(await refusal({ first: '2026-07-01', last: '2026-09-30' }, token)).toBe(resultCodes.success)
    expect(await refusal({ first: '2026-07-01', last: '2026-10-01' }, token)).toBe(resultCodes.rangeTooLong)
  })

  test('more than 1,000 devices by name', async () => {
    const { token } = await aCaller()
    const terminalIDs = Array.from({ length: 1_001 }, (_, i) => String(870_000_000_000_000 + i))
    const input = { first: '2026-08-01', last: '2026-08-01', terminalIDs }
    expect(await refusal(input, token)).toBe(resultCodes.tooManyDevices)
  })

  test('days that are none', async () => {
    const { token } = await aCaller()
    for (const [first, last] of [
      ['2026-08-02', '2026-08-01'],
      ['2026-02-30', '2026-03-01'],
      ['0000-01-01', '0000-01-02'],
      ['9999-12-31', '9999-12-31'],
    ] as const) {
      expect(await refusal({ first, last }, token)).toBe(resultCodes.invalidInput)
    }
  })
})

test('what is being found anew is said', async () => {
  const caller = await aCaller()
  for (let i = 0; i < 51; i++) {
    const device = await aVehicle(caller, [aTrip(startOfDay('2026-08-01', 'UTC') + i, 1)])
    if (i < 3)
      await server.database.pool.query('insert into track_changes (device_id, from_time) values ($1, 0)', [
        device.id,
      ])
  }
  const answer = await ask(caller.token, { first: '2026-08-01', last: '2026-08-01' })
  expect(answer).toMatchObject({ devices: 51, devicesWithData: 51, pendingDevices: 3 })
})

test('what was just reported by a few is there at once', async () => {
  const caller = await aCaller()
  const day = startOfDay('2026-08-01', 'Asia/Shanghai')
  const rows = Array.from({ length: 61 }, (_, minute) =>
    aPosition({
      fix_time: day + minute * 60_000,
      latitude_e7: 312_000_000 + minute * 90_000,
      speed_kmh: 60,
      odometer_m: null,
    }),
  )
  const last = rows.at(-1)!.fix_time
  const device = await aDevice(server.database, caller.account, {}, { state_time: last, fix_time: last })
  await storePositions(server.database, device.id, rows)
  const { sum, pendingDevices } = await ask(caller.token, { first: '2026-08-01', last: '2026-08-01' })
  expect(sum.trips).toBe(1)
  expect(sum.distanceM / 1000).toBeCloseTo(60, 0)
  expect(pendingDevices).toBe(0)
})
