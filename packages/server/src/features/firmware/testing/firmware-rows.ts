import type { Insertable } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { putFile } from '../../../platform/file-store/file-store.ts'

type Db = Pick<Database, 'db'>

let made = 0

/** Any bytes, always the same ones. */
export const someBytes = (length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8) * 7) & 0xff))

/** The type of the firmware that tests make: `Y808`. */
export const firmwareType = 14

/** Firmware of this account, in the store of files. */
export async function aFirmwareFile(
  { db }: Db,
  owner: { id: number },
  content: Uint8Array,
  columns: Partial<Insertable<Tables['firmware_files']>> = {},
): Promise<{ id: number; version: string }> {
  const { key, bytes, sha256 } = await putFile(db, content, { purpose: 'firmware', maxBytes: 64e6 })
  return await db
    .insertInto('firmware_files')
    .values({
      account_id: owner.id,
      device_type_id: firmwareType,
      file_key: key,
      file_name: 'firmware.bin',
      bytes,
      sha256,
      version: `TW808-2.5.${++made}`,
      uploader: 'tester',
      create_time: Date.now(),
      ...columns,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

/** A file that waits to be sent to a device, quickly. */
export async function aTransfer(
  { db }: Db,
  { fileId, deviceId }: { fileId: number; deviceId: number },
  columns: Partial<Insertable<Tables['firmware_transfers']>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('firmware_transfers')
    .values({
      task_key: `test ${++made}`,
      file_id: fileId,
      device_id: deviceId,
      way: 'parts',
      target: 0,
      maker: 'TWSIM',
      maker_bytes: 5,
      part_bytes: 900,
      parts_under_way: 8,
      answer_ms: 60,
      max_sends: 20,
      resumes: false,
      create_time: Date.now(),
      change_time: Date.now(),
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** How devices of the type of tests take firmware: quickly. */
export async function aWay(
  { db }: Db,
  columns: Partial<Insertable<Tables['firmware_ways']>> = {},
): Promise<void> {
  const values = {
    way: 'parts' as const,
    maker: 'TWSIM',
    parts_under_way: 8,
    answer_ms: 60,
    max_sends: 20,
    ...columns,
  }
  await db.deleteFrom('firmware_ways').execute()
  await db
    .insertInto('firmware_ways')
    .values({ device_type_id: firmwareType, ...values })
    .execute()
}
