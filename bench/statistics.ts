/**
 * Sums of many devices over 31 days, requested over HTTP as the screen does: where days are stored, where the
 * caller's days are others and are cut from the episodes the first time, and beside them the same query of plain rows
 * of `positions` in the same PostgreSQL. `--devices 1000`, `--points 288` a day and device
 * (3,300 make 100 million in all), `--runs 7`.
 */
import type { Call } from '@trackway/core/api/call.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { statisticsHandlers } from '@trackway/server/features/statistics/calls.ts'
import { fillDays, fillEpisodes, fillPositions, plainSums } from './fleet/statistics-data.ts'
import { callsAs, serveHere, urlOf } from './load/ask.ts'
import { openBenchDatabase } from './load/bench-database.ts'
import { middleAndMost, readOptions } from './load/figures.ts'

const { devices, points, runs } = readOptions({ devices: 1_000, points: 288, runs: 7 })
const dayMs = 86_400_000
const days = 31
const [ownZone, otherZone] = ['Asia/Shanghai', 'America/St_Johns']
const today = Math.floor(Date.now() / dayMs)
/** Days of UTC with data; one more than is requested, so that days of every zone lie within. */
const firstDay = today - days - 2
const period = { first: dayAt((firstDay + 1) * dayMs, 'UTC'), last: dayAt((firstDay + days) * dayMs, 'UTC') }

const database = await openBenchDatabase(devices)
try {
  const { pool } = database
  // Of an account below the caller: episodes are found anew when their owner's zone changes.
  await pool.query(
    `insert into accounts (id, parent_id, path, username, password_hash, role, time_zone, create_time)
     values (2, 1, '/1/2/', 'owner', '', 3, $1, 0)`,
    [ownZone],
  )
  await pool.query('update devices set account_id = 2')
  await fillEpisodes(pool, { firstDay, days: days + 2, timeZone: ownZone })
  await fillDays(pool, { ...period, timeZone: ownZone })
  await fillPositions(pool, { firstDay, days: days + 2, points })
  await pool.query('vacuum analyze')
  console.table([...(await measureCalls()), await plain()])
} finally {
  await database.drop()
}

async function measureCalls() {
  const http = await serveHere(database, statisticsHandlers)
  const { sums, episodes } = statisticsCalls
  const page = { ...period, pageSize: 100 }
  const cases: [string, string, Call, object][] = [
    ['by device and day', ownZone, sums, page],
    ['by device, the furthest first', ownZone, sums, { ...page, groupBy: 'device', sort: 'distanceM' }],
    ['by day', ownZone, sums, { ...page, groupBy: 'day' }],
    ['by account', ownZone, sums, { ...page, groupBy: 'account' }],
    ['with the period before', ownZone, sums, { ...page, withPrevious: true }],
    ['by device and day, the first time', otherZone, sums, page],
    ['by device and day', otherZone, sums, page],
    ['by device, the furthest first', otherZone, sums, { ...page, groupBy: 'device', sort: 'distanceM' }],
    ['trips, the longest first', ownZone, episodes, { ...page, kind: 'trip', sort: 'distanceM' }],
    ['stops, the latest first', ownZone, episodes, { ...page, kind: 'stop', isDescending: true }],
  ]
  const rows = []
  for (const [what, timeZone, call, input] of cases) {
    const isFirst = what.includes('the first time')
    await database.pool.query('update accounts set time_zone = $1 where id = 1', [timeZone])
    const send = await callsAs(urlOf(http.port), database, 1)
    const times = []
    let distanceM = 0
    for (let run = 0; run < (isFirst ? 1 : runs); run++) {
      const { ms, data } = await send<{ sum: { distanceM: number } }>(call, input)
      times.push(ms)
      distanceM = data.sum.distanceM
    }
    rows.push({ what, days: timeZone, ...middleAndMost(times), km: Math.round(distanceM / 1000) })
  }
  await http.close()
  return rows
}

/** What the sums would cost without episodes: mileage and greatest speed by device and day alone. */
async function plain() {
  const times = []
  let distanceM = 0
  for (let run = 0; run < Math.min(runs, 3); run++) {
    const start = performance.now()
    distanceM = await plainSums(database.pool, { ...period, timeZone: ownZone })
    times.push(performance.now() - start)
  }
  const what = `plain rows, ${devices * days * points} of them: mileage and greatest speed`
  return { what, days: ownZone, ...middleAndMost(times), km: Math.round(distanceM / 1000) }
}
