/**
 * Sums of many devices over 31 days, asked as the screen asks them over HTTP: where days are stored, where the
 * caller's days are others and are cut from the episodes, and beside them the same question asked of plain rows
 * of `positions` in the same PostgreSQL. `--json` for machines, `--devices 1000`, `--points 288` a day and device
 * (3,300 make 100 million in all), `--runs 7`.
 */
import { parseArgs } from 'node:util'
import type { Call } from '@trackway/core/api/call.ts'
import { statisticsCalls } from '@trackway/core/api/statistics.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { createAuthenticate, openSession } from '@trackway/server/features/accounts/sessions.ts'
import { statisticsHandlers } from '@trackway/server/features/statistics/calls.ts'
import { createLocalBus } from '@trackway/server/platform/bus/bus.ts'
import { startHttp } from '@trackway/server/platform/http/http.ts'
import { createLog } from '@trackway/server/platform/log.ts'
import { fillDays, fillEpisodes, fillPositions, plainSums } from './fleet/statistics-data.ts'
import { openBenchDatabase } from './load/bench-database.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    devices: { type: 'string', default: '1000' },
    points: { type: 'string', default: '288' },
    runs: { type: 'string', default: '7' },
  },
})
const devices = Number(values.devices)
const points = Number(values.points)
const runs = Number(values.runs)
const dayMs = 86_400_000
const days = 31
const [ownZone, otherZone] = ['Asia/Shanghai', 'America/St_Johns']
const today = Math.floor(Date.now() / dayMs)
/** Days of UTC with data; one more than is asked for, so that days of every zone lie within. */
const firstDay = today - days - 2
const period = { first: dayAt((firstDay + 1) * dayMs, 'UTC'), last: dayAt((firstDay + days) * dayMs, 'UTC') }

const database = await openBenchDatabase(devices)
try {
  const { pool } = database
  await fillEpisodes(pool, { firstDay, days: days + 2, timeZone: ownZone })
  await fillDays(pool, { ...period, timeZone: ownZone })
  await fillPositions(pool, { firstDay, days: days + 2, points })
  await pool.query('vacuum analyze')
  const rows = [...(await asked()), await plain()]
  if (values.json) console.log(JSON.stringify(rows))
  else console.table(rows)
} finally {
  await database.drop()
}

async function asked() {
  const log = createLog('error')
  const bus = createLocalBus(log)
  const http = await startHttp({
    config: { http: { port: 0, host: '127.0.0.1', trustProxy: false } },
    database,
    bus,
    log,
    authenticate: createAuthenticate({ database, bus }),
    handlers: statisticsHandlers,
    requestsPerMinute: 1_000_000,
  })
  const { sums, episodes } = statisticsCalls
  const page = { ...period, pageSize: 100 }
  const cases: [string, string, Call, object][] = [
    ['by device and day', ownZone, sums, page],
    ['by device, the furthest first', ownZone, sums, { ...page, groupBy: 'device', sort: 'distanceM' }],
    ['by day', ownZone, sums, { ...page, groupBy: 'day' }],
    ['by account', ownZone, sums, { ...page, groupBy: 'account' }],
    ['with the period before', ownZone, sums, { ...page, withPrevious: true }],
    ['by device and day', otherZone, sums, page],
    ['by device, the furthest first', otherZone, sums, { ...page, groupBy: 'device', sort: 'distanceM' }],
    ['trips, the longest first', ownZone, episodes, { ...page, kind: 'trip', sort: 'distanceM' }],
    ['stops, the latest first', ownZone, episodes, { ...page, kind: 'stop', isDescending: true }],
  ]
  const rows = []
  for (const [what, timeZone, call, input] of cases) {
    await database.pool.query('update accounts set time_zone = $1', [timeZone])
    const token = await openSession(database.db, { accountId: 1, isLong: false, now: Date.now() })
    const times = []
    let distanceM = 0
    for (let run = 0; run < runs; run++) {
      const start = performance.now()
      const response = await fetch(`http://127.0.0.1:${http.port}${call.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      const { meta, data } = (await response.json()) as {
        meta: { code: number }
        data: { sum: { distanceM: number } }
      }
      if (meta.code !== 200) throw new Error(`${what} was answered ${meta.code}`)
      times.push(performance.now() - start)
      distanceM = data.sum.distanceM
    }
    rows.push({ what, days: timeZone, ...timesOf(times), km: Math.round(distanceM / 1000) })
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
  return { what, days: ownZone, ...timesOf(times), km: Math.round(distanceM / 1000) }
}

function timesOf(times: number[]) {
  times.sort((a, b) => a - b)
  return { p50Ms: Math.round(times[times.length >> 1] ?? 0), maxMs: Math.round(times.at(-1) ?? 0) }
}
