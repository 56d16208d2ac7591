import { type EpisodeKind, episodeKindNames } from '@trackway/core/codes/episodes.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { type SumRow, type Sums, statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { type LocalDay, localDays } from '@trackway/core/rules/local-days.ts'
import { cutEpisode } from '@trackway/core/track/episodes/cut-episode.ts'
import type { StoredEpisode } from '@trackway/core/track/episodes/episode.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { anyEpisodes, storeDaySums, storeEpisodes } from '../../testing/episode-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let root: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
})
afterAll(() => server.stop())

/** Days around a change of the clocks, both ways, and zones whose midnights lie on odd quarters. */
const periods = [
  { zone: 'Europe/Paris', first: '2026-03-27', last: '2026-03-31' },
  { zone: 'Europe/Paris', first: '2026-10-23', last: '2026-10-27' },
  { zone: 'America/St_Johns', first: '2026-03-06', last: '2026-03-10' },
  { zone: 'America/St_Johns', first: '2026-10-30', last: '2026-11-03' },
  { zone: 'Australia/Lord_Howe', first: '2026-10-02', last: '2026-10-06' },
  { zone: 'Asia/Kathmandu', first: '2026-06-01', last: '2026-06-05' },
  { zone: 'Africa/Cairo', first: '2026-04-22', last: '2026-04-26' },
]

/** What core makes of the episodes of a day; null where there is none. */
function sumsOf(episodes: StoredEpisode[], day: LocalDay): Partial<Sums> | null {
  const parts = episodes.flatMap((episode) => cutEpisode(episode, day.from, day.to) ?? [])
  if (parts.length === 0) return null
  const of = (...kinds: EpisodeKind[]) => parts.filter(({ kind }) => kinds.includes(kind))
  const lengthMs = (kind: EpisodeKind) => of(kind).reduce((sum, { from, to }) => sum + to - from, 0)
  const begun = (kind: EpisodeKind) =>
    episodes.filter((one) => one.kind === kind && one.from >= day.from && one.from < day.to).length
  const most = (values: (number | null)[]) => {
    const known = values.filter((value) => value !== null)
    return known.length === 0 ? null : Math.max(...known)
  }
  const readings = of('charging', 'discharging').flatMap(({ fromValue, toValue }) => [fromValue!, toValue!])
  return {
    distanceM: of('trip').reduce((sum, { distanceM }) => sum + distanceM, 0),
    drivingMs: lengthMs('trip'),
    idleMs: of('trip', 'stop').reduce((sum, { idleMs }) => sum + idleMs, 0),
    stoppedMs: lengthMs('stop'),
    ignitionMs: lengthMs('ignition'),
    offlineMs: lengthMs('offline'),
    overspeedMs: lengthMs('overspeed'),
    trips: begun('trip'),
    stops: begun('stop'),
    idlings: begun('idling'),
    ignitions: begun('ignition'),
    offlines: begun('offline'),
    overspeeds: begun('overspeed'),
    charges: begun('charging'),
    maxSpeedKmh: most(of('trip').map(({ maxSpeedKmh }) => maxSpeedKmh)),
    batteryMinPercent: readings.length === 0 ? null : Math.min(...readings),
    batteryMaxPercent: most(readings),
  }
}

const rounded = ({ distanceM, meanSpeedKmh, fuelL, ...row }: SumRow | Sums) => ({
  ...row,
  decimetres: Math.round(distanceM * 10),
})

test('days cut from episodes are what core cuts, and those that are stored', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...periods).chain(({ zone, first, last }) => {
        const days = localDays(first, last, zone)
        const start = days[0]!.from - 40 * 3_600_000
        return fc.record({
          period: fc.constant({ zone, first, last, days }),
          episodes: fc.tuple(...episodeKindNames.map((kind) => anyEpisodes(kind, start))),
        })
      }),
      async ({ period: { zone, first, last, days }, episodes: byKind }) => {
        const episodes = byKind.flat()
        const expected = days.map((day) => sumsOf(episodes, day))
        const caller = await anAccount(server.database, { parent: root, time_zone: zone })
        const token = await signIn(server.database, caller)
        const other = await anAccount(server.database, { parent: caller, time_zone: 'Pacific/Marquesas' })
        const stored = await aDevice(server.database, caller, { car_number: 'stored' })
        const cut = await aDevice(server.database, other, { car_number: 'cut' })
        await storeEpisodes(server.database, cut.id, episodes, 'Pacific/Marquesas')
        await storeEpisodes(server.database, stored.id, [], zone)
        await storeDaySums(
          server.database,
          stored.id,
          days.flatMap((day, i) => (expected[i] ? [{ ...day, ...expected[i] }] : [])),
        )

        const rowsOf = async (device: { terminalID: string }, groupBy: 'deviceDay' | 'device') => {
          const input = { first, last, groupBy, terminalIDs: [device.terminalID] }
          const { data } = await server.call(statisticsCalls.sums, input, token)
          return data!
        }
        const [fromCut, fromStored] = [await rowsOf(cut, 'deviceDay'), await rowsOf(stored, 'deviceDay')]
        for (const { list } of [fromCut, fromStored]) {
          expect(list.map(rounded)).toMatchObject(
            days.flatMap(({ day }, i) => (expected[i] ? [rounded({ day, ...expected[i] } as SumRow)] : [])),
          )
        }
        expect(rounded(fromCut.sum)).toEqual(rounded(fromStored.sum))
        const whole = await rowsOf(cut, 'device')
        expect(whole.list.map(rounded)).toMatchObject(fromCut.total === 0 ? [] : [rounded(fromCut.sum)])
      },
    ),
    { numRuns: 40 },
  )
})
