import { iconIndex } from '@trackway/core/codes/icon-types.ts'
import { UpdatesWriter } from '@trackway/core/live/live-updates.ts'
import { toLiveState } from '../features/locations/live-state.ts'
import { fleetOverview } from '../features/locations/state-counts.ts'
import type { Database } from '../platform/database/database.ts'
import type { Owners } from './owners.ts'
import { eachSnapshotRow, type SnapshotRow } from './queries.ts'
import type { Viewer } from './viewer.ts'

/** Devices in one message, of some 100 kB. */
const sliceSize = 2_000

/**
 * Sends a viewer the whole fleet in slices, at the pace it can take. Each device is written as it comes from the database, so
 * rows are not kept, which would cost collections of 10 ms and more; the next slice is read while one is sent. Who owns the
 * devices is remembered on the way, as the changes of each will need it.
 * @throws if the database fails: the viewer then has a part of the fleet
 */
export async function sendSnapshot(
  database: Pick<Database, 'db' | 'pool'>,
  owners: Owners,
  viewer: Viewer,
  now: () => number,
): Promise<void> {
  const read = (afterId: number) => readSlice(database, owners, viewer, { afterId, time: now() })
  const overview = fleetOverview(database.db, viewer.watchedScope, now())
  let next = read(0)
  // Awaited after the overview: until then nobody else would see its failure.
  next.catch(() => {})
  viewer.send({ type: 'snapshot', ...(await overview) })
  while (viewer.isOpen) {
    const { bytes, count, lastId } = await next
    const isLast = count < sliceSize
    if (!isLast) next = read(lastId)
    next.catch(() => {})
    await viewer.sendWhenDrained(bytes)
    if (isLast) break
  }
  viewer.send({ type: 'complete', time: viewer.upToDateUntil(now()) })
}

interface Slice {
  /** The message. */
  bytes: Buffer
  count: number
  lastId: number
}

async function readSlice(
  database: Pick<Database, 'db' | 'pool'>,
  owners: Owners,
  viewer: Viewer,
  { afterId, time }: { afterId: number; time: number },
): Promise<Slice> {
  const writer = new UpdatesWriter()
  let [count, lastId] = [0, afterId]
  await owners.remember(async () => {
    // The query is repeated where an account is edited meanwhile.
    writer.start(time, 'snapshot')
    ;[count, lastId] = [0, afterId]
    const unknown: SnapshotRow[] = []
    await eachSnapshotRow(database, viewer.watchedScope, { afterId, limit: sliceSize }, (row) => {
      writer.addWhole({ ...toLiveState(row, time, viewer.audience), icon: iconIndex(row.icon_type) })
      if (owners.find(row.id) === undefined) unknown.push(row)
      count++
      lastId = row.id
    })
    return unknown
  })
  return { bytes: Buffer.from(writer.bytes()), count, lastId }
}
