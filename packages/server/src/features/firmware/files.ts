import type { FirmwareFile, firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { isUniqueViolation, Refusal } from '../../platform/errors.ts'
import { removeFile } from '../../platform/file-store/file-store.ts'
import type { Scope } from '../../platform/http/session.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { typeNameSql } from '../devices/state-sql.ts'

/** Files of the caller's account and of those below; `f` is the file. */
export const filesIn = ({ path }: Pick<Scope, 'path'>): RawBuilder<SqlBool> => sql<SqlBool>`
  f.account_id in (select id from accounts where path >= ${path} and path < ${pathEnd(path)})`

type Find = z.output<typeof firmwareCalls.find.input>

export async function findFiles(
  db: Db,
  scope: Scope,
  { search, deviceType, pageNum, pageSize }: Find,
): Promise<Page<FirmwareFile>> {
  const conditions = [filesIn(scope)]
  if (deviceType !== undefined) conditions.push(sql<SqlBool>`f.device_type_id = ${deviceType}`)
  if (search) {
    const pattern = likePattern(search.toLowerCase())
    conditions.push(
      sql<SqlBool>`(lower(f.version) like ${pattern} or lower(f.file_name) like ${pattern} or lower(f.note) like ${pattern})`,
    )
  }
  const found = sql`from firmware_files f where ${sql.join(conditions, sql` and `)}`
  const { rows: counts } = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db)
  const { rows: list } = await sql<FirmwareFile>`
    select f.id, f.device_type_id as "deviceType", ${typeNameSql} as "deviceTypeName", f.version, f.hardware,
      f.from_versions as "fromVersions", f.file_name as "fileName", f.bytes, f.sha256, f.note, f.uploader,
      f.create_time as "createTime", w.way
    from (select f.* ${found} order by f.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}) f
      join device_types on device_types.id = f.device_type_id
      left join firmware_ways w on w.device_type_id = f.device_type_id
    order by f.id desc`.execute(db)
  return { list, total: counts[0]!.total }
}

/** What decides which devices a file is for, and how they get it. */
export interface FileRow {
  id: number
  account_id: number
  device_type_id: number
  version: string
  hardware: string | null
  from_versions: string[]
  bytes: number
}

/** @throws {Refusal} `notFound`, also for a stranger's */
export async function findFile(db: Db, scope: Pick<Scope, 'path'>, id: number): Promise<FileRow> {
  const { rows } = await sql<FileRow>`
    select f.id, f.account_id, f.device_type_id, f.version, f.hardware, f.from_versions, f.bytes
    from firmware_files f where f.id = ${id} and ${filesIn(scope)}`.execute(db)
  if (rows[0] === undefined) throw new Refusal('notFound')
  return rows[0]
}

export const rulesOf = (file: FileRow) => ({
  deviceTypeId: file.device_type_id,
  version: file.version,
  hardware: file.hardware,
  fromVersions: file.from_versions,
})

interface NewFile {
  accountId: number
  uploader: string
  deviceType: number
  version: string
  hardware: string | null
  fromVersions: string[]
  note: string
  stored: { key: string; bytes: number; sha256: string; fileName: string }
}

/** @throws {Refusal} `unknownDeviceType`, `alreadyThere` */
export async function addFile(trx: Db, file: NewFile, now: number): Promise<number> {
  const { accountId, uploader, deviceType, version, hardware, fromVersions, note, stored } = file
  const type = await trx
    .selectFrom('device_types')
    .select('id')
    .where('id', '=', deviceType)
    .forKeyShare()
    .executeTakeFirst()
  if (type === undefined) throw new Refusal('unknownDeviceType')
  try {
    const { id } = await trx
      .insertInto('firmware_files')
      .values({
        account_id: accountId,
        device_type_id: deviceType,
        file_key: stored.key,
        file_name: stored.fileName,
        bytes: stored.bytes,
        sha256: stored.sha256,
        version,
        hardware,
        from_versions: fromVersions,
        note,
        uploader,
        create_time: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('alreadyThere', { cause: error })
    throw error
  }
}

export async function updateFile(
  db: Db,
  id: number,
  { hardware, fromVersions, note }: { hardware?: string | null; fromVersions?: string[]; note?: string },
): Promise<void> {
  const set = {
    ...(hardware !== undefined && { hardware }),
    ...(fromVersions !== undefined && { from_versions: fromVersions }),
    ...(note !== undefined && { note }),
  }
  if (Object.keys(set).length > 0)
    await db.updateTable('firmware_files').set(set).where('id', '=', id).execute()
}

/** @throws {Refusal} `firmwareInUse`: a device is just being sent it */
export async function deleteFile(trx: Db, id: number): Promise<string> {
  const open = await trx
    .selectFrom('firmware_transfers')
    .select('id')
    .where('file_id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirst()
  if (open !== undefined) throw new Refusal('firmwareInUse')
  const { file_key } = await trx
    .deleteFrom('firmware_files')
    .where('id', '=', id)
    .returning('file_key')
    .executeTakeFirstOrThrow()
  return file_key
}

/** After the commit. What fails here is removed by the nightly job. */
export async function dropStored(db: Db, key: string): Promise<void> {
  await removeFile(db, key).catch(() => {})
}
