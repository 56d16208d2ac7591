/**
 * A store of many points beside the same points as plain rows in the same PostgreSQL: bytes a point, and the
 * replay of one device over HTTP, cold (the database just started, its files not in memory) and warm; sums and
 * searches over all devices.
 * `--devices 30 --days 31` (1,000 for 100 million points), `--json` for machines. With `BENCH_STORE` the store
 * is kept in that folder for the next time and for the other benches that use it (`track-store.ts`).
 */
import { parseArgs } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import { trackCalls } from '@trackway/core/api/tracks.ts'
import { joinTracks, type Track } from '@trackway/core/track/columns.ts'
import { BlockStream, blockStreamType } from '@trackway/core/track/format/block-stream.ts'
import { decodeBlock } from '@trackway/core/track/format/decode-block.ts'
import { openSession } from '@trackway/server/features/accounts/sessions.ts'
import { findStoreEpisodes, searchesOf, sumsOf } from './fleet/store-questions.ts'
import { openTrackStore } from './fleet/track-store.ts'
import { imeiOf } from './load/load-frames.ts'
import { startServerScript, stopServer } from './load/load-run.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    devices: { type: 'string', default: '30' },
    days: { type: 'string', default: '31' },
  },
})
const dayMs = 86_400_000
const warmRuns = 3

interface Question {
  deviceId: number
  terminalID: string
  firstDay: number
  lastDay: number
}

interface Answer {
  points: number
  firstMs: number
  allMs: number
}

const store = await openTrackStore({ devices: Number(values.devices), days: Number(values.days) })
const { facts } = store
const server = await startServerScript('api-process.ts', [store.url])
try {
  const long = { deviceId: facts.longDevice.id, terminalID: facts.longDevice.terminalID }
  const asked: [string, Question][] = [
    ['90 days at 10 s', { ...long, firstDay: facts.longDevice.firstDay, lastDay: facts.lastDay }],
    [
      `${facts.days} days of one of ${facts.devices}`,
      { deviceId: 1, terminalID: imeiOf(0), firstDay: facts.firstDay, lastDay: facts.lastDay },
    ],
  ]
  await overHttp(asked[0]![1])
  const replays = []
  for (const [what, question] of asked) {
    replays.push(await measure(`${what}, packed over HTTP`, question, overHttp))
    replays.push(await measure(`${what}, plain query, no HTTP`, question, plainQuery))
  }
  const points = facts.points + facts.longDevice.points
  const packedBytes = await bytesOf('track_days')
  const plainBytes = await bytesOf('plain_positions')
  const stored = {
    'points, millions': Number((points / 1e6).toFixed(1)),
    'packed, table + toast + index, bytes/point': Number((packedBytes / points).toFixed(2)),
    'plain row + index, bytes/point': Number((plainBytes / points).toFixed(1)),
    'times smaller': Number((plainBytes / packedBytes).toFixed(1)),
    'built in, s': facts.packSeconds + facts.plainSeconds,
  }
  const episodesPerSecond = await findStoreEpisodes(store)
  const questions = [...(await sumsOf(store, server)), ...(await searchesOf(store, server))]
  if (values.json) console.log(JSON.stringify({ stored, replays, episodesPerSecond, questions }))
  else {
    console.table({ ...stored, 'episodes found, points/s': episodesPerSecond })
    console.table(replays)
    console.table(questions)
  }
} finally {
  await stopServer(server.child)
  await store.close()
}

/** Once cold, then warm a few times, of which the best counts: what else the machine does only ever adds. */
async function measure(what: string, question: Question, ask: (question: Question) => Promise<Answer>) {
  const isCold = await store.makeCold()
  const cold = await ask(question)
  const warm: Answer[] = []
  for (let run = 0; run < warmRuns; run++) warm.push(await ask(question))
  const best = warm.reduce((least, answer) => (answer.allMs < least.allMs ? answer : least))
  return {
    what,
    points: cold.points,
    'cold, first day ms': isCold ? Math.round(cold.firstMs) : null,
    'cold, all ms': isCold ? Math.round(cold.allMs) : null,
    'warm, first day ms': Math.round(best.firstMs),
    'warm, all ms': Math.round(best.allMs),
  }
}

/** The server has answered others before; what is cold is the database. */
async function overHttp({ deviceId, terminalID, firstDay, lastDay }: Question): Promise<Answer> {
  const accountId = deviceId === facts.longDevice.id ? 2 : 1
  const token = await openSession(store.database.db, { accountId, isLong: false, now: Date.now() })
  const start = performance.now()
  const response = await fetch(`http://127.0.0.1:${server.port}${trackCalls.find.path}`, {
    method: 'POST',
    headers: {
      accept: blockStreamType,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    },
    body: JSON.stringify({ terminalID, from: firstDay * dayMs, to: (lastDay + 1) * dayMs - 1 }),
  })
  const stream = new BlockStream(zstdDecompressSync)
  const tracks: Track[] = []
  let firstMs = Number.NaN
  for await (const piece of response.body!) {
    for (const block of stream.push(piece)) {
      const { track, problem } = decodeBlock(block)
      if (track === null) throw new Error(problem)
      tracks.push(track)
      if (tracks.length === 1) firstMs = performance.now() - start
    }
  }
  if (!stream.isComplete) throw new Error('the stream was cut')
  const { length } = joinTracks(tracks.toReversed())
  return { points: length, firstMs, allMs: performance.now() - start }
}

/** What any tracker's server begins with. The first day is the last one, asked for by itself. */
async function plainQuery({ deviceId, firstDay, lastDay }: Question): Promise<Answer> {
  const start = performance.now()
  await plainRows(deviceId, lastDay, lastDay)
  const firstMs = performance.now() - start
  const points = await plainRows(deviceId, firstDay, lastDay)
  return { points, firstMs, allMs: performance.now() - start - firstMs }
}

async function plainRows(deviceId: number, firstDay: number, lastDay: number): Promise<number> {
  const { rows } = await store.database.pool.query(
    `select fix_time, latitude_e7, longitude_e7, speed_kmh, course_deg, altitude_m, satellites, acc_on, odometer_m,
       quality
     from plain_positions where device_id = $1 and fix_time between $2 and $3 order by fix_time`,
    [deviceId, firstDay * dayMs, (lastDay + 1) * dayMs - 1],
  )
  return rows.length
}

async function bytesOf(table: string): Promise<number> {
  const { rows } = await store.database.pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
     where oid = $1::regclass or oid in (select inhrelid from pg_inherits where inhparent = $1::regclass)`,
    [table],
  )
  return rows[0]!.bytes
}
