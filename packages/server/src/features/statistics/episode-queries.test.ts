import { type InputOf, linesType } from '@trackway/core/api/call.ts'
import { type EpisodeKind, episodeKindNames } from '@trackway/core/codes/episodes.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { localDays, startOfDay } from '@trackway/core/rules/local-days.ts'
import { cutEpisode } from '@trackway/core/track/episodes/cut-episode.ts'
import type { StoredEpisode } from '@trackway/core/track/episodes/episode.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { anEpisode, anyEpisodes, storeEpisodes } from '../../testing/episode-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const hour = 3_600_000
const zone = 'America/St_Johns'
let server: TestServer
let root: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
})
afterAll(() => server.stop())

/** A caller in `zone` with a device of its own for each list. */
async function aFleet(...lists: StoredEpisode[][]) {
  const account = await anAccount(server.database, { parent: root, time_zone: zone })
  for (const [index, episodes] of lists.entries()) {
    const device = await aDevice(server.database, account, { car_number: `V${index}` })
    await storeEpisodes(server.database, device.id, episodes, zone)
  }
  return signIn(server.database, account)
}

async function ask(token: string, input: InputOf<typeof statisticsCalls.episodes>) {
  const { data, meta } = await server.call(statisticsCalls.episodes, { pageSize: 100, ...input }, token)
  expect(meta.code).toBe(resultCodes.success)
  return data!
}

test('the rows of every kind are what core cuts at the ends of the period', async () => {
  const period = { first: '2026-10-31', last: '2026-11-02' }
  const days = localDays(period.first, period.last, zone)
  const [from, to] = [days[0]!.from, days.at(-1)!.to]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...episodeKindNames).chain((kind: EpisodeKind) => anyEpisodes(kind, from - 30 * hour)),
      async (episodes) => {
        const kind = episodes[0]?.kind ?? 'trip'
        const token = await aFleet(episodes)
        const { list, total, sum } = await ask(token, { ...period, kind })
        const parts = episodes.flatMap((episode) => cutEpisode(episode, from, to) ?? [])
        expect(list).toMatchObject(parts.map(({ quarterHours: _, distanceM, ...part }) => part))
        expect(list.map(({ distanceM }) => Math.round(distanceM * 10))).toEqual(
          parts.map(({ distanceM }) => Math.round(distanceM * 10)),
        )
        expect(total).toBe(parts.length)
        expect(sum.durationMs).toBe(parts.reduce((all, part) => all + part.to - part.from, 0))
        expect(sum.idleMs).toBe(parts.reduce((all, part) => all + part.idleMs, 0))
      },
    ),
    { numRuns: 40 },
  )
})

test('all rows come as lines in one answer, the last says how many', async () => {
  const period = { first: '2026-08-01', last: '2026-08-31', kind: 'trip' as const }
  const trips = Array.from({ length: 250 }, (_, i) => aTrip(i * 2, 30, 1_000 + i))
  const token = await aFleet(trips, trips.slice(0, 7))
  const response = await fetch(server.url + statisticsCalls.episodes.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, accept: linesType },
    body: JSON.stringify(period),
  })
  const lines = (await response.text()).trimEnd().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as { episode?: object; end?: object })
  expect(rows.pop()).toEqual({ end: { total: 257 } })
  const { list } = await ask(token, { ...period, pageSize: 100, pageNum: 2 })
  expect(rows.slice(100, 200).map(({ episode }) => episode)).toEqual(list)
  const refused = await fetch(server.url + statisticsCalls.episodes.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, accept: linesType },
    body: JSON.stringify({ ...period, last: '2026-12-31' }),
  })
  expect(await refused.json()).toMatchObject({ meta: { code: resultCodes.rangeTooLong } })
})

const noon = startOfDay('2026-08-01', zone) + 12 * hour
const aTrip = (afterHours: number, minutes: number, distanceM: number) =>
  anEpisode({
    kind: 'trip',
    from: noon + afterHours * hour,
    to: noon + afterHours * hour + minutes * 60_000,
    distanceM,
    maxSpeedKmh: distanceM / 1000,
  })
const day = { first: '2026-08-01', last: '2026-08-01', kind: 'trip' as const }

test('what is shorter than asked is neither shown nor summed', async () => {
  const token = await aFleet([aTrip(0, 5, 2_000), aTrip(1, 30, 400), aTrip(2, 30, 9_000)])
  const rows = async (input: object) => {
    const { list, total, sum } = await ask(token, { ...day, ...input })
    return [list.map(({ distanceM }) => distanceM), total, sum.distanceM]
  }
  expect(await rows({ minDurationMs: 600_000 })).toEqual([[400, 9_000], 2, 9_400])
  expect(await rows({ minDistanceM: 2_000 })).toEqual([[2_000, 9_000], 2, 11_000])
  expect(await rows({ minDurationMs: 600_000, minDistanceM: 401 })).toEqual([[9_000], 1, 9_000])
})

test('rows are sorted over all pages', async () => {
  const token = await aFleet(
    [aTrip(0, 5, 2_000), aTrip(1, 30, 400)],
    [aTrip(0.5, 40, 9_000)],
    [aTrip(3, 1, 100), aTrip(4, 50, 5_000)],
  )
  const by = async (
    sort: 'name' | 'from' | 'duration' | 'distanceM' | 'maxSpeedKmh',
    isDescending = false,
  ) => {
    const pages = await Promise.all(
      [1, 2, 3].map((pageNum) => ask(token, { ...day, sort, isDescending, pageNum, pageSize: 2 })),
    )
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5])
    return pages.flatMap(({ list }) => list).map(({ displayName, distanceM }) => [displayName, distanceM])
  }
  expect((await by('distanceM')).map(([, metres]) => metres)).toEqual([100, 400, 2_000, 5_000, 9_000])
  expect((await by('from')).map(([name]) => name)).toEqual(['V0', 'V1', 'V0', 'V2', 'V2'])
  expect((await by('duration', true)).map(([, metres]) => metres)).toEqual([5_000, 9_000, 400, 2_000, 100])
  expect((await by('name', true)).map(([name]) => name)).toEqual(['V2', 'V2', 'V1', 'V0', 'V0'])
})

test('devices with anything at all count as with data, whatever is asked for', async () => {
  const token = await aFleet(
    [aTrip(0, 5, 2_000)],
    [anEpisode({ kind: 'offline', from: noon, to: noon + 1 })],
    [],
  )
  expect(await ask(token, { ...day, kind: 'overspeed' })).toMatchObject({
    list: [],
    total: 0,
    devices: 3,
    devicesWithData: 2,
    sum: { durationMs: 0, distanceM: 0, idleMs: 0, maxSpeedKmh: null, fuelL: null },
  })
})
