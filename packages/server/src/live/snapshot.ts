import { iconIndex } from '@trackway/core/codes/icon-types.ts'
import { UpdatesWriter } from '@trackway/core/live-record/live-updates.ts'
import { toLiveState } from '../features/locations/live-state.ts'
import { fleetOverview } from '../features/locations/state-counts.ts'
import type { Db } from '../platform/database/database.ts'
import type { Owners } from './owners.ts'
import { snapshotRows } from './queries.ts'
import type { Viewer } from './viewer.ts'

/** Devices read, written and sent in one go: some 20 ms of this process, 100 kB. */
const sliceSize = 2_000

/** Used from beginning to end without a pause, so that one will do. */
const writer = new UpdatesWriter()

/**
 * Sends a viewer the whole fleet in slices, at the pace it can take. The database reads the next slice while one is
 * written. Who owns the devices is remembered on the way, as the changes of each will need it.
 * @throws if the database fails: the viewer then has a part of the fleet
 */
export async function sendSnapshot(db: Db, owners: Owners, viewer: Viewer, now: () => number): Promise<void> {
  const read = (afterId: number) =>
    owners.remember(() => snapshotRows(db, viewer.watchedScope, { afterId, limit: sliceSize }))
  const overview = fleetOverview(db, viewer.watchedScope, now())
  let slice = read(0)
  // Awaited behind the overview: until then nobody else would hear of its failure.
  slice.catch(() => {})
  viewer.send({ type: 'snapshot', ...(await overview) })
  while (viewer.isOpen) {
    const rows = await slice
    const isLast = rows.length < sliceSize
    if (!isLast) slice = read(rows.at(-1)!.id)
    slice.catch(() => {})
    const time = now()
    writer.start(time, 'snapshot')
    for (const row of rows)
      writer.addWhole({ ...toLiveState(row, time, viewer.audience), icon: iconIndex(row.icon_type) })
    await viewer.sendWhenDrained(Buffer.from(writer.bytes()))
    if (isLast) break
  }
  viewer.send({ type: 'complete', time: viewer.toldUntil(now()) })
}
