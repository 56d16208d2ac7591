/**
 * A store of many points beside the same points as plain rows in the same PostgreSQL: bytes a point, and the
 * replay of one device over HTTP, cold (the database just started, its files not in memory) and warm, from packed
 * days and from rows; packing; sums and searches over all devices.
 * `--devices 30 --days 31` (1,000 for 100 million points). With `BENCH_STORE` the store is kept in that folder for
 * the next time (`track-store.ts`).
 */

import { findStoreEpisodes, searchesOf, sumsOf } from './fleet/store-questions.ts'
import { createReplays, packLongDevice, unpackLongDevice } from './fleet/store-replays.ts'
import { openTrackStore } from './fleet/track-store.ts'
import { readOptions, rounded } from './load/figures.ts'
import { imeiOf } from './load/load-frames.ts'
import { startServerScript, stopServer } from './load/load-run.ts'

const store = await openTrackStore(readOptions({ devices: 30, days: 31 }))
const { facts, database } = store
const server = await startServerScript('server-process.ts', [store.url])
try {
  const { long, blocks, json, plainQuery, measure } = createReplays(store, server)
  const one = { ...long, accountId: 1, deviceId: 1, terminalID: imeiOf(0), firstDay: facts.firstDay }
  const ofOne = `${facts.days} days of one of ${facts.devices}`
  await blocks(long)
  const replays = [
    await measure('90 days at 10 s, packed over HTTP', long, blocks),
    await measure('90 days at 10 s, plain query, no HTTP', long, plainQuery),
    await measure(`${ofOne}, packed over HTTP`, one, blocks),
    await measure(`${ofOne}, plain query, no HTTP`, one, plainQuery),
    await measure('90 days at 10 s, packed, as JSON', long, json),
  ]
  await unpackLongDevice(store)
  replays.push(
    await measure('90 days at 10 s, rows over HTTP', long, blocks),
    await measure('90 days at 10 s, rows, as JSON', long, json),
  )
  const packedPerSecond = await packLongDevice(store)
  const points = facts.points + facts.longDevice.points
  const packedBytes = await bytesOf('track_days')
  const plainBytes = await bytesOf('plain_positions')
  const ownBytes = await database.pool.query<{ bytes: number }>(
    'select sum(length(block) + length(readings))::float8 as bytes from track_days where device_id = $1',
    [long.deviceId],
  )
  console.table({
    'points, millions': rounded(points / 1e6, 1),
    'packed, table + toast + index, bytes/point': rounded(packedBytes / points, 2),
    '… the bytes alone of the device that reports every 10 s': rounded(
      ownBytes.rows[0]!.bytes / facts.longDevice.points,
      2,
    ),
    'plain row + index, bytes/point': rounded(plainBytes / points, 1),
    'times smaller': rounded(plainBytes / packedBytes, 1),
    'built in, s': facts.packSeconds + facts.plainSeconds,
    'packed, points/s': packedPerSecond,
    'episodes found, points/s': await findStoreEpisodes(store),
  })
  console.table(replays)
  console.table([...(await sumsOf(store, server)), ...(await searchesOf(store, server))])
} finally {
  await stopServer(server.child)
  await store.close()
}

/** On the disk, with indexes and partitions. */
async function bytesOf(table: string): Promise<number> {
  const { rows } = await database.pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
     where oid = $1::regclass or oid in (select inhrelid from pg_inherits where inhparent = $1::regclass)`,
    [table],
  )
  return rows[0]!.bytes
}
