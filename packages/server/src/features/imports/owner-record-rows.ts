import { sql } from 'kysely'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { lockDevices } from '../devices/changes/lock-devices.ts'
import {
  openStored,
  type StoredOwner,
  storedOwners,
  storeOwners,
  writeOwnerRecords,
} from '../owner-records/queries.ts'
import { readOwner } from './sealed-cells.ts'
import type { Work } from './written-rows.ts'

/** Writes whose vehicles they are. What a row leaves empty stays as it was; what was there is kept sealed. */
export const ownerRecords: Work = {
  async write(trx, rows, { scope, now }) {
    const devices = await lockDevices(
      trx,
      scope,
      rows.map(({ cells }) => cells.terminalID ?? ''),
    )
    const aims = rows.flatMap(({ row, cells }) => {
      const device = devices.get(cells.terminalID ?? '')
      return device ? [{ row, device, owner: readOwner(cells) }] : []
    })
    const ids = aims.map(({ device }) => device.id)
    const before = await storedOwners(trx, ids)
    const records = aims.map(({ device: { id }, owner }) => {
      const known = before.get(id)
      return { ...(known && openStored(known)), ...owner, deviceId: id }
    })
    await writeOwnerRecords(trx, records, now)
    const after = await storedOwners(trx, ids)
    return aims.map(({ row, device: { id } }) => ({
      row,
      targetId: id,
      before: before.has(id) ? { ...before.get(id) } : null,
      after: { sealed: after.get(id)!.sealed },
    }))
  },

  async undo(trx, rows, { scope, now }) {
    const devices = await trx
      .selectFrom('devices')
      .select('id')
      .where(sql<boolean>`id = any(${rows.flatMap(({ target_id }) => target_id ?? [])}::int4[])`)
      .where(devicesIn(scope))
      .orderBy('id')
      .forUpdate()
      .execute()
    const present = await storedOwners(
      trx,
      devices.map(({ id }) => id),
    )
    // Whatever is sealed anew, be it the same, has other bytes. What a key sealed that is gone is not put back.
    const back = rows.filter(
      ({ target_id, before, after }) =>
        present.get(target_id ?? 0)?.sealed === after?.sealed &&
        (before === null || openStored(before as unknown as StoredOwner) !== null),
    )
    const ids = new Set(back.map(({ target_id }) => target_id))
    await storeOwners(
      trx,
      back.flatMap(({ before }) => (before === null ? [] : [before as unknown as StoredOwner])),
      now,
    )
    const added = back.flatMap(({ before, target_id }) => (before === null ? (target_id ?? []) : []))
    await trx.deleteFrom('owner_records').where(sql<boolean>`device_id = any(${added}::int4[])`).execute()
    return {
      rows: back.map(({ row }) => row),
      kept: rows
        .filter(({ target_id }) => !ids.has(target_id))
        .map(({ row }) => ({ row, reason: { column: null, reason: 'changedSince' } })),
      deviceIds: [],
    }
  },
}
