import {
  type FirmwareRules,
  type FirmwareTarget,
  type Misfit,
  misfitOf,
} from '@trackway/core/features/firmware/firmware-fit.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'

type TransferRow = Selectable<Tables['firmware_transfers']>

/** A file that waits to be sent to a device, or is on its way there. */
export interface OpenTransfer
  extends Omit<TransferRow, 'task_key' | 'create_time' | 'change_time' | 'transfer_time' | 'gateway'> {
  version: string
  fileKey: string
  sha256: string
  /** Why the device must not have it, as it is now. */
  misfit: Misfit | null
}

type Row = Omit<OpenTransfer, 'misfit'> &
  FirmwareRules & { type_of_device: number; firmware: string | null; hardware_of_device: string | null }

/** What a device last said of itself, for queries of `devices`. */
export const firmwareSql = sql<string | null>`devices.information ->> 'firmware'`
export const hardwareSql = sql<string | null>`devices.information ->> 'hardware'`

const openColumns = sql`
  t.id, t.file_id, t.device_id, t.way, t.target, t.maker, t.maker_bytes, t.part_bytes, t.parts_under_way, t.answer_ms,
  t.max_sends, t.resumes, t.text, t.state, t.failure, t.layout, t.first_serial, t.parts, t.acked, t.acked_parts,
  f.version, f.file_key as "fileKey", f.sha256, f.device_type_id as "deviceTypeId", f.hardware,
  f.from_versions as "fromVersions", devices.device_type_id as type_of_device, ${firmwareSql} as firmware,
  ${hardwareSql} as hardware_of_device`

/** Transfers to devices that are connected to this gateway, of each device the oldest. */
export async function findOpenTransfers(db: Db, gateway: string): Promise<OpenTransfer[]> {
  const { rows } = await sql<Row>`
    select distinct on (t.device_id) ${openColumns}
    from firmware_transfers t join firmware_files f on f.id = t.file_id join devices on devices.id = t.device_id
      join device_states s on s.device_id = t.device_id
    where t.state in ('waiting', 'sending') and t.way in ('parts', 'control') and s.gateway = ${gateway}
    order by t.device_id, t.id`.execute(db)
  return rows.map(toTransfer)
}

/** The newest set of parts that a device was sent whose first part had this serial. */
export async function findSentSet(
  db: Db,
  deviceId: number,
  set: { layout: string; firstSerial: number },
): Promise<OpenTransfer | null> {
  const { rows } = await sql<Row>`
    select ${openColumns}
    from firmware_transfers t join firmware_files f on f.id = t.file_id join devices on devices.id = t.device_id
    where t.device_id = ${deviceId} and t.state in ('sending', 'transferred') and t.way = 'parts'
      and t.first_serial = ${set.firstSerial} and t.layout = ${set.layout}
    order by t.id desc limit 1`.execute(db)
  return rows[0] ? toTransfer(rows[0]) : null
}

function toTransfer({ type_of_device, firmware, hardware_of_device, ...row }: Row): OpenTransfer {
  const device: FirmwareTarget = { deviceTypeId: type_of_device, firmware, hardware: hardware_of_device }
  return { ...row, misfit: misfitOf(row, device) }
}

/** What a transfer becomes; what is left out stays. */
export interface TransferChange {
  state?: TransferRow['state']
  failure?: string | null
  layout?: string
  first_serial?: number
  parts?: number
  acked?: Buffer
  acked_parts?: number
  gateway?: string
  transfer_time?: number
}

/** Changes a transfer that is still open. @returns false for one that was stopped, or is over */
export async function changeTransfer(
  db: Db,
  id: number,
  change: TransferChange,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('firmware_transfers')
    .set({ ...change, change_time: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Writes down how far transfers have come, in one statement. @returns those that are not under way any more */
export async function writeProgress(
  db: Db,
  progress: readonly { id: number; acked: Uint8Array; ackedParts: number }[],
  now: number,
): Promise<number[]> {
  const ids = progress.map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`
    update firmware_transfers t set acked = v.acked, acked_parts = v.parts, change_time = ${now}
    from unnest(${ids}::int4[], ${progress.map(({ acked }) => Buffer.from(acked))}::bytea[],
      ${progress.map(({ ackedParts }) => ackedParts)}::int4[]) as v (id, acked, parts)
    where t.id = v.id and t.state = 'sending' returning t.id`.execute(db)
  const written = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !written.has(id))
}

/** The device itself says what became of its upgrade: of the last one that it was given. @returns whether there was one */
export async function noteInstalled(db: Db, deviceId: number, result: string, now: number): Promise<boolean> {
  const isInstalled = result === 'success'
  const { numAffectedRows } = await sql`
    update firmware_transfers set state = ${isInstalled ? 'installed' : 'failed'},
      failure = ${isInstalled ? null : `device${result[0]!.toUpperCase()}${result.slice(1)}`}, change_time = ${now},
      transfer_time = coalesce(transfer_time, ${now}::bigint),
      acked_parts = case when ${isInstalled} then coalesce(parts, acked_parts) else acked_parts end
    where id = (select max(id) from firmware_transfers where device_id = ${deviceId} and state <> 'waiting')
      and state in ('sending', 'transferred')`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
