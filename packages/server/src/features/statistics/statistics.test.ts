import { statisticsCalls } from '@trackway/core/api/statistics.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { startOfDay } from '@trackway/core/rules/local-days.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { anEpisode, storeEpisodes } from '../../testing/episode-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const hour = 3_600_000
let server: TestServer
let root: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
})
afterAll(() => server.stop())

async function anOwner(timeZone = 'Asia/Shanghai', parent = root) {
  const account = await anAccount(server.database, { parent, role: roles.agent, time_zone: timeZone })
  return { account, token: await signIn(server.database, account) }
}

test('a trip over midnight is divided by its marks', async () => {
  const { account, token } = await anOwner('Europe/Paris')
  const device = await aDevice(server.database, account)
  const midnight = startOfDay('2026-08-02', 'Europe/Paris')
  await storeEpisodes(server.database, device.id, [
    anEpisode({
      kind: 'trip',
      from: midnight - hour / 2,
      to: midnight + hour / 2,
      distanceM: 30_000,
      maxSpeedKmh: 90,
      idleMs: 60_000,
      marks: [50_000, 0, 700, 50_000, 20, 800, 200_000, 40, 900],
    }),
  ])
  const { data } = await server.call(
    statisticsCalls.sums,
    { first: '2026-08-01', last: '2026-08-02', sort: 'day' },
    token,
  )
  expect(data?.list.map((row) => [row.day, row.distanceM, row.drivingMs, row.idleMs, row.trips])).toEqual([
    ['2026-08-01', 10_000, hour / 2, 20_000, 1],
    ['2026-08-02', 20_000, hour / 2, 40_000, 0],
  ])
  expect(data).toMatchObject({ total: 2, devices: 1, devicesWithData: 1, sum: { distanceM: 30_000 } })
})
