/**
 * One device with a wrong clock sends a position for each day since 2010, over and over, each as soon as the one before is
 * acknowledged: what the acknowledgements of the others take without and with it, by turns.
 * `--devices 4000`, `--rate 2000` reports of the others a second, `--seconds 8` and `--rounds 3` of each.
 */
import { connect } from 'node:net'
import { openBenchDatabase } from './load/bench-database.ts'
import { quantile, readOptions, rounded } from './load/figures.ts'
import { ackBytes, loginOf, ReportFrame } from './load/load-frames.ts'
import { runLoad, startServerScript, stopServer } from './load/load-run.ts'

const options = readOptions({ devices: 4_000, rate: 2_000, seconds: 8, rounds: 3 })
const { devices, rate, seconds, rounds } = options
const dayMs = 86_400_000
const firstDay = Date.UTC(2010, 0, 3)
const days = Math.floor((Date.now() - firstDay) / dayMs)

const database = await openBenchDatabase(devices + 1)
try {
  const server = await startServerScript('server-process.ts', [database.url])
  const measured = { without: [] as Row[], with: [] as Row[] }
  for (let round = 0; round < rounds; round++) {
    measured.without.push(await measure())
    const attack = attackFrom(server.port, round)
    measured.with.push({ ...(await measure()), ...attack.stop() })
  }
  await stopServer(server.child)
  console.table({ without: middleOf(measured.without), with: middleOf(measured.with) })

  async function measure(): Promise<Row> {
    const result = await runLoad(database, server, { devices, mode: 'open', value: rate, seconds })
    return {
      'acknowledged/s': result.perSecond,
      'ack p50 ms': result.p50Ms,
      'ack p99 ms': result.p99Ms,
      'µs/report server': result.serverMicros,
      database: result.databaseMicros,
      'old days/s': 0,
    }
  }
} finally {
  await database.drop()
}

type Row = Record<string, number>

/** Of each figure the middle of the rounds. */
function middleOf(rows: readonly Row[]): Row {
  const names = Object.keys(rows[0]!)
  const middle = (name: string) =>
    quantile(
      rows.map((row) => row[name]!),
      0.5,
    )
  return Object.fromEntries(names.map((name) => [name, rounded(middle(name), 1)]))
}

/** @param round the same instant is never sent twice */
function attackFrom(port: number, round: number) {
  const begin = performance.now()
  let [sent, awaited] = [-1, 0]
  let frame = new ReportFrame(devices, firstDay)
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(loginOf(devices)))
  socket.on('data', ({ length }) => {
    for (awaited += length; awaited >= ackBytes; awaited -= ackBytes) {
      sent++
      const instant = (Math.floor(sent / days) * rounds + round) * 1_000
      if (sent % days === 0) frame = new ReportFrame(devices, firstDay + instant, dayMs)
      socket.write(Buffer.from(frame.next()))
    }
  })
  return {
    stop() {
      socket.destroy()
      return { 'old days/s': (sent / (performance.now() - begin)) * 1_000 }
    },
  }
}
