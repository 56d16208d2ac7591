/**
 * 90 days of one device at ten seconds (777,600 points) as typed arrays in a client, through real HTTP, from
 * rows and from packed days: blocks, JSON, and beside them the plain query. What both take on the disk, and how
 * fast days are packed. `--json` for machines, `--days 90`, `--runs 3`.
 */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import { trackCalls } from '@trackway/core/api/tracks.ts'
import { joinTracks, type Track, toTrack } from '@trackway/core/track/columns.ts'
import { BlockStream } from '@trackway/core/track/format/block-stream.ts'
import { decodeBlock } from '@trackway/core/track/format/decode-block.ts'
import { openSession } from '@trackway/server/features/accounts/sessions.ts'
import { packRound } from '@trackway/server/features/track-storage/packer.ts'
import { createPartitions } from '@trackway/server/ingest/partitions.ts'
import { createLog } from '@trackway/server/platform/log.ts'
import { driveDay, pointsPerDay } from './fleet/drive-day.ts'
import { openBenchDatabase } from './load/bench-database.ts'
import { imeiOf } from './load/load-frames.ts'
import { startServerScript, stopServer } from './load/load-run.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    days: { type: 'string', default: '90' },
    runs: { type: 'string', default: '3' },
  },
})
const dayMs = 86_400_000
const days = Number(values.days)
const today = Math.floor(Date.now() / dayMs)
const [from, to] = [(today - days) * dayMs, today * dayMs - 1]

const database = await openBenchDatabase(1)
const server = await startServerScript('api-process.ts', [database.url])
const token = await openSession(database.db, { accountId: 1, isLong: false, now: Date.now() })
try {
  await fill()
  const measured = [
    await best('rows, blocks', blocks),
    await best('rows, JSON', asJson),
    await best('rows, plain query, no HTTP', plain),
  ]
  const rowBytes = await storedBytes('positions')
  const packing = await pack()
  measured.unshift(await best('packed days, blocks', blocks), await best('packed days, JSON', asJson))
  const points = days * pointsPerDay
  const [{ block }] = (
    await database.pool.query<{ block: number }>('select sum(length(block))::float8 as block from track_days')
  ).rows as [{ block: number }]
  const stored = {
    'row with its index, bytes/point': Number((rowBytes / points).toFixed(2)),
    'packed, everything in, bytes/point': Number(((await storedBytes('track_days')) / points).toFixed(2)),
    'track of it, bytes/point': Number((block / points).toFixed(2)),
    'packed, points/s': Math.round(points / packing.seconds),
  }
  if (values.json) console.log(JSON.stringify({ measured, stored }))
  else {
    console.table(measured)
    console.table(stored)
  }
} finally {
  await stopServer(server.child)
  await database.drop()
}

async function fill(): Promise<void> {
  const { rows } = await database.pool.query<{ id: number }>('select id from devices')
  for (let day = today - days; day < today; day++) {
    await createPartitions(database.pool, 'positions', [day])
    const track = driveDay(day * dayMs, day)
    await database.pool.query(
      `insert into positions (device_id, server_time, fix_time, latitude_e7, longitude_e7, speed_kmh, course_deg,
         altitude_m, satellites, acc_on, odometer_m, distance_m, quality)
       select $1, fix_time + 400 + (800 * random())::int8, fix_time, lat, lon, speed, course, altitude, satellites,
         acc = 1, odometer, coalesce(odometer - lag(odometer) over (order by fix_time), 0), 0
       from unnest($2::int8[], $3::int4[], $4::int4[], $5::real[], $6::int2[], $7::int2[], $8::int2[], $9::int2[],
         $10::float8[]) as drive (fix_time, lat, lon, speed, course, altitude, satellites, acc, odometer)`,
      [
        rows[0]!.id,
        ...(
          [
            'fixTime',
            'latE7',
            'lonE7',
            'speedKmh',
            'courseDeg',
            'altitudeM',
            'satellites',
            'accOn',
            'odometerM',
          ] as const
        ).map((name) => Array.from(track[name])),
      ],
    )
  }
  await database.pool.query('vacuum analyze positions')
}

/** Packs everything in this process, as the packing thread does. */
async function pack(): Promise<{ seconds: number }> {
  const client = await database.pool.connect()
  const start = performance.now()
  const round = await packRound(client, { log: createLog('warn'), graceMs: 0, quietMs: 0 })
  const seconds = (performance.now() - start) / 1000
  client.release()
  if (round?.points !== days * pointsPerDay || round.dropped.length < days) {
    throw new Error(`packed ${JSON.stringify(round)}`)
  }
  return { seconds }
}

/** On the disk, with indexes and partitions. */
async function storedBytes(table: string): Promise<number> {
  const { rows } = await database.pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
     where oid = $1::regclass or oid in (select inhrelid from pg_inherits where inhparent = $1::regclass)`,
    [table],
  )
  return rows[0]!.bytes
}

interface Measured {
  firstMs: number
  allMs: number
  bytes: number
  points: number
}

/** The best of the runs; what else the machine does only ever adds. */
async function best(what: string, read: () => Promise<Measured>) {
  let least: Measured | undefined
  let stallMs = 0
  for (let run = 0; run < Number(values.runs); run++) {
    server.child.send('stall')
    await once(server.child, 'message')
    const measured = await read()
    if (measured.points !== days * pointsPerDay) throw new Error(`${what}: ${measured.points} points`)
    server.child.send('stall')
    const [answer] = (await once(server.child, 'message')) as [{ stallMs: number }]
    if (least === undefined || measured.allMs < least.allMs) {
      least = measured
      stallMs = answer.stallMs
    }
  }
  const { firstMs, allMs, bytes, points } = least!
  return {
    what,
    'first day ms': Math.round(firstMs),
    'all days ms': Math.round(allMs),
    'bytes/point': Number((bytes / points).toFixed(2)),
    'longest stall of the server ms': Math.round(stallMs),
  }
}

async function ask(accept: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${server.port}${trackCalls.find.path}`, {
    method: 'POST',
    headers: {
      accept,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    },
    body: JSON.stringify({ terminalID: imeiOf(0), from, to }),
  })
}

async function blocks(): Promise<Measured> {
  const start = performance.now()
  const response = await ask('application/octet-stream')
  const stream = new BlockStream(zstdDecompressSync)
  const tracks: Track[] = []
  let [bytes, firstMs] = [0, 0]
  for await (const piece of response.body!) {
    bytes += piece.length
    for (const block of stream.push(piece)) {
      const { track, problem } = decodeBlock(block)
      if (track === null) throw new Error(problem)
      tracks.push(track)
      firstMs ||= performance.now() - start
    }
  }
  const { length } = joinTracks(tracks.toReversed())
  return { firstMs, allMs: performance.now() - start, bytes, points: length }
}

async function asJson(): Promise<Measured> {
  const start = performance.now()
  const text = await (await ask('application/json')).text()
  const { points } = JSON.parse(text).data
  const track = toTrack(
    points.map((point: { lat: number; lon: number }) => ({
      ...point,
      latE7: Math.round(point.lat * 1e7),
      lonE7: Math.round(point.lon * 1e7),
    })),
  )
  const allMs = performance.now() - start
  return { firstMs: allMs, allMs, bytes: text.length, points: track.length }
}

async function plain(): Promise<Measured> {
  const start = performance.now()
  const { rows } = await database.pool.query(
    `select fix_time, latitude_e7, longitude_e7, speed_kmh, course_deg, altitude_m, satellites, acc_on, odometer_m,
       quality
     from positions where device_id = (select id from devices) and fix_time between $1 and $2 order by fix_time`,
    [from, to],
  )
  const allMs = performance.now() - start
  return { firstMs: allMs, allMs, bytes: Number.NaN, points: rows.length }
}
