/**
 * Latency under an open load from 10,000 connections, which arrives whatever comes back: acknowledgement, after
 * the commit, at 1,000 reports a second, where commits wait for further reports and where they do not, and at 10,000 and
 * 20,000; and frame in to WebSocket out with 200 viewers of an account each, at 5,000 reports a second, and of 1,000
 * devices that report each second, of which no state may wait for the next one. At the low rate, where most owners are,
 * trips are found beside it: that takes more than storing reports, and comes once a minute.
 * `--seconds 10`, `--low-seconds 120`, `--devices 10000`, `--live-rate 5000`, `--viewers 200`, `--each-second 1000`;
 * `--low-rate 1000` or `--only-live 1`: those alone.
 */
import { openBenchDatabase } from './load/bench-database.ts'
import { quantile, readOptions, rounded } from './load/figures.ts'
import { addOwners, firstOwner, nothingReceived, watchDevices } from './load/live-viewers.ts'
import { runLoad, startServerScript, stopServer } from './load/load-run.ts'

const options = readOptions({
  seconds: 10,
  'low-seconds': 120,
  devices: 10_000,
  'live-rate': 5_000,
  viewers: 200,
  'each-second': 1_000,
  'low-rate': 0,
  'only-live': 0,
})

const low = options['low-rate'] || 1_000
const rows = []
if (!options['only-live']) rows.push(await measureLow(0), await measureLow(15))
if (!options['only-live'] && !options['low-rate'])
  rows.push(await measure(10_000, 0), await measure(20_000, 0))
if (!options['low-rate']) {
  const each = options['each-second']
  rows.push(
    await measure(options['live-rate'], options.viewers),
    await measure(each, options.viewers, { devices: each }),
    // What it costs that somebody watches is the difference.
    await measure(each, 0, { devices: each }),
  )
}
console.table(rows)

function measureLow(gatherMs: number) {
  return measure(low, 0, { gatherMs, seconds: options['low-seconds'], jobs: 'jobs' })
}

async function measure(
  rate: number,
  viewers: number,
  { gatherMs = 15, seconds = options.seconds, jobs = '', devices = options.devices } = {},
) {
  const database = await openBenchDatabase(devices)
  try {
    const server = await startServerScript('server-process.ts', [
      database.url,
      '0',
      '',
      String(gatherMs),
      jobs,
    ])
    const received = nothingReceived()
    if (viewers > 0) {
      await addOwners(database, viewers)
      const owners = [firstOwner, viewers]
      await database.pool.query('update devices set account_id = $1::int4 + id % $2::int4', owners)
    }
    const close = await watchDevices(database, { port: server.httpPort, viewers, owners: viewers }, received)
    const result = await runLoad(database, server, { devices, mode: 'open', value: rate, seconds })
    close()
    // Those of the load's first seconds, in which it warms up, came before.
    const delaysMs = received.delaysMs.slice(-rate * seconds)
    await stopServer(server.child)
    return {
      'reports/s asked': rate,
      devices,
      'gathered ms': gatherMs,
      jobs,
      'acknowledged/s': Math.round(result.perSecond),
      'ack p50 ms': rounded(result.p50Ms, 1),
      'ack p99 ms': rounded(result.p99Ms, 1),
      'µs/report server': rounded(result.serverMicros, 1),
      database: rounded(result.databaseMicros, 1),
      ...(viewers > 0 && {
        viewers,
        'live p50 ms': quantile(delaysMs, 0.5),
        'live p99 ms': quantile(delaysMs, 0.99),
      }),
    }
  } finally {
    await database.drop()
  }
}
