import { zstdDecompressSync } from 'node:zlib'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { joinTracks, type Track, toTrack } from '@trackway/core/track/columns.ts'
import { BlockStream, blockStreamType } from '@trackway/core/track/format/block-stream.ts'
import { decodeBlock } from '@trackway/core/track/format/decode-block.ts'
import { packRound } from '@trackway/server/features/track-storage/packer.ts'
import { createPartitions } from '@trackway/server/ingest/partitions.ts'
import { positionColumns } from '@trackway/server/ingest/tables.ts'
import { createLog } from '@trackway/server/platform/log.ts'
import { postAs, urlOf } from '../load/ask.ts'
import type { BenchServer } from '../load/load-run.ts'
import { stallOf } from '../load/process-use.ts'
import type { TrackStore } from './track-store.ts'

const dayMs = 86_400_000
const warmRuns = 3

/** A device and its days, both included. */
interface ReplayQuery {
  accountId: number
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

/** How long the track of one device takes until a client has it as typed arrays, by way of asking. */
export function createReplays({ database, facts, makeCold }: TrackStore, server: BenchServer) {
  const { longDevice, lastDay } = facts
  const long: ReplayQuery = { ...longDevice, deviceId: longDevice.id, accountId: 2, lastDay }

  const post = async ({ accountId, terminalID, firstDay, lastDay }: ReplayQuery, accept: string) =>
    (await postAs(urlOf(server.httpPort), database, accountId))(
      trackCalls.find,
      { terminalID, from: firstDay * dayMs, to: (lastDay + 1) * dayMs - 1 },
      { accept, 'accept-encoding': 'identity' },
    )

  /** The server has answered others before; what may be cold is the database. */
  async function blocks(query: ReplayQuery): Promise<Answer> {
    const start = performance.now()
    const response = await post(query, blockStreamType)
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

  async function json(query: ReplayQuery): Promise<Answer> {
    const start = performance.now()
    const { data } = (await (await post(query, 'application/json')).json()) as {
      data: { points: { lat: number; lon: number }[] }
    }
    const track = toTrack(
      data.points.map((point) => ({
        ...(point as unknown as Parameters<typeof toTrack>[0][number]),
        latE7: Math.round(point.lat * 1e7),
        lonE7: Math.round(point.lon * 1e7),
      })),
    )
    const allMs = performance.now() - start
    return { points: track.length, firstMs: allMs, allMs }
  }

  /** What any tracker's server begins with. The first day is the last one, requested by itself. */
  async function plainQuery({ deviceId, firstDay, lastDay }: ReplayQuery): Promise<Answer> {
    const start = performance.now()
    await plainRows(deviceId, lastDay, lastDay)
    const firstMs = performance.now() - start
    const points = await plainRows(deviceId, firstDay, lastDay)
    return { points, firstMs, allMs: performance.now() - start - firstMs }
  }

  async function plainRows(deviceId: number, firstDay: number, lastDay: number): Promise<number> {
    const { rows } = await database.pool.query(
      `select fix_time, latitude_e7, longitude_e7, speed_kmh, course_deg, altitude_m, satellites, acc_on, odometer_m,
         quality
       from plain_positions where device_id = $1 and fix_time between $2 and $3 order by fix_time`,
      [deviceId, firstDay * dayMs, (lastDay + 1) * dayMs - 1],
    )
    return rows.length
  }

  /** Once cold, then warm a few times, of which the best counts: what else the machine does only ever adds. */
  async function measure(what: string, query: ReplayQuery, replay: (query: ReplayQuery) => Promise<Answer>) {
    const isCold = await makeCold()
    const cold = await replay(query)
    await stallOf(server.child)
    const warm: Answer[] = []
    for (let run = 0; run < warmRuns; run++) warm.push(await replay(query))
    const best = warm.reduce((least, answer) => (answer.allMs < least.allMs ? answer : least))
    return {
      what,
      points: cold.points,
      'cold, first day ms': isCold ? Math.round(cold.firstMs) : null,
      'cold, all ms': isCold ? Math.round(cold.allMs) : null,
      'warm, first day ms': Math.round(best.firstMs),
      'warm, all ms': Math.round(best.allMs),
      'longest stall of the server ms': Math.round((await stallOf(server.child)).stallMs),
    }
  }

  return { long, blocks, json, plainQuery, measure }
}

/** Puts the days of the long device back into `positions`, as if none of them had been packed yet. */
export async function unpackLongDevice({ database: { pool }, facts }: TrackStore): Promise<void> {
  const { id, firstDay } = facts.longDevice
  const days = Array.from({ length: facts.lastDay - firstDay + 1 }, (_, n) => firstDay + n)
  const columns = Object.keys(positionColumns).join(', ')
  await createPartitions(pool, 'positions', days)
  await pool.query('delete from track_days where device_id = $1', [id])
  await pool.query(
    `insert into positions (${columns}) select ${columns} from plain_positions where device_id = $1`,
    [id],
  )
  await pool.query('vacuum analyze positions')
}

/** Packs them again in this process, as the packing thread does. @returns points a second */
export async function packLongDevice({ database, facts }: TrackStore): Promise<number> {
  const client = await database.pool.connect()
  const start = performance.now()
  const round = await packRound(client, { log: createLog('warn'), graceMs: 0, quietMs: 0 })
  const seconds = (performance.now() - start) / 1000
  client.release()
  if (round?.points !== facts.longDevice.points) throw new Error(`packed ${JSON.stringify(round)}`)
  return Math.round(round.points / seconds)
}
