import type { FirmwareOffer, firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import { misfitOf } from '@trackway/core/features/firmware/firmware-fit.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { isUniqueViolation, Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { typeNameSql } from '../devices/state-sql.ts'
import type { DeviceOfFile } from './devices.ts'
import { type FileRow, rulesOf } from './files.ts'
import { firmwareSql, hardwareSql } from './transfer/transfer-queries.ts'

/** Offers to accounts of the scope, whoever made them. */
const offersIn = ({ path }: Pick<Scope, 'path'>): RawBuilder<SqlBool> => sql<SqlBool>`
  o.account_id in (select id from accounts where path >= ${path} and path < ${pathEnd(path)})`

type Find = z.output<typeof firmwareCalls.offers.input>

export async function findOffers(
  db: Db,
  scope: Scope,
  { search, userId, pageNum, pageSize }: Find,
): Promise<Page<FirmwareOffer>> {
  const conditions = [offersIn(scope)]
  if (userId !== undefined) conditions.push(sql<SqlBool>`o.account_id = ${userId}`)
  if (search) {
    const pattern = likePattern(search.toLowerCase())
    conditions.push(sql<SqlBool>`(lower(f.version) like ${pattern} or lower(a.username) like ${pattern})`)
  }
  const found = sql`
    from firmware_offers o join firmware_files f on f.id = o.file_id join accounts a on a.id = o.account_id
    where ${sql.join(conditions, sql` and `)}`
  const { rows: counts } = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db)
  const { rows: list } = await sql<FirmwareOffer>`
    with page as (
      select o.*, f.version, f.device_type_id, a.username, a.path ${found}
      order by o.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize})
    select page.id, page.file_id as "fileId", page.device_type_id as "deviceType", ${typeNameSql} as "deviceTypeName",
      page.version, page.account_id as "userId", page.username, page.note, page.creator,
      page.create_time as "createTime", page.accept_time as "acceptTime", page.task_id as "taskId",
      counted.devices, counted.upgraded
    from page join device_types on device_types.id = page.device_type_id
      cross join lateral (
        select count(*) as devices,
          count(*) filter (where position(lower(page.version) in lower(${firmwareSql})) > 0) as upgraded
        from devices join accounts owner on owner.id = devices.account_id
        where devices.device_type_id = page.device_type_id and starts_with(owner.path, page.path)) counted
    order by page.id desc`.execute(db)
  return { list, total: counts[0]!.total }
}

/** @throws {Refusal} `notFound`: no such customer; `alreadyThere` */
export async function addOffer(
  trx: Db,
  scope: Scope,
  offer: { fileId: number; username: string; note: string; creator: string },
  now: number,
): Promise<{ id: number; accountId: number }> {
  const { path } = scope
  const account = await trx
    .selectFrom('accounts')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['username']), '=', offer.username.toLowerCase()))
    .where('path', '>=', path)
    .where('path', '<', pathEnd(path))
    .executeTakeFirst()
  if (account === undefined) throw new Refusal('notFound')
  try {
    const { id } = await trx
      .insertInto('firmware_offers')
      .values({
        file_id: offer.fileId,
        account_id: account.id,
        note: offer.note,
        creator: offer.creator,
        create_time: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, accountId: account.id }
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('alreadyThere', { cause: error })
    throw error
  }
}

/**
 * @returns to whom the file was offered
 * @throws {Refusal} `notFound`, also for a stranger's
 */
export async function removeOffer(
  trx: Db,
  scope: Scope,
  id: number,
): Promise<{ accountId: number; version: string }> {
  const { rows } = await sql<{ accountId: number; version: string }>`
    delete from firmware_offers o using firmware_files f
    where o.id = ${id} and f.id = o.file_id and ${offersIn(scope)}
    returning o.account_id as "accountId", f.version`.execute(trx)
  if (rows[0] === undefined) throw new Refusal('notFound')
  return rows[0]
}

interface OfferToStart {
  id: number
  accountId: number
  path: string
  file: FileRow
  note: string
}

/** @throws {Refusal} `notFound`, also for a stranger's */
export async function findOffer(trx: Db, scope: Scope, id: number): Promise<OfferToStart> {
  const { rows } = await sql<FileRow & { account: number; path: string; file: number; note: string }>`
    select f.id as file, f.account_id, f.device_type_id, f.version, f.hardware, f.from_versions, f.bytes, o.note,
      o.account_id as account, a.path
    from firmware_offers o join firmware_files f on f.id = o.file_id join accounts a on a.id = o.account_id
    where o.id = ${id} and ${offersIn(scope)} for no key update of o`.execute(trx)
  const [row] = rows
  if (row === undefined) throw new Refusal('notFound')
  const { account, path, file, note, ...rest } = row
  return { id, accountId: account, path, note, file: { ...rest, id: file } }
}

const mostAtOnce = 10_000

/** Devices of the customer and below that can have the file, or may still say so. */
export async function findOfferedDevices(db: Db, { path, file }: OfferToStart): Promise<string[]> {
  const { rows } = await sql<DeviceOfFile>`
    select devices.id as "deviceId", devices.terminal_id as "terminalId", devices.device_type_id as "deviceTypeId",
      ${firmwareSql} as firmware, ${hardwareSql} as hardware
    from devices join accounts owner on owner.id = devices.account_id
    where devices.device_type_id = ${file.device_type_id} and starts_with(owner.path, ${path})
    order by devices.id`.execute(db)
  const hopeless = ['sameVersion', 'wrongHardware', 'wrongVersion', 'wrongType']
  return rows
    .filter((device) => !hopeless.includes(misfitOf(rulesOf(file), device) ?? ''))
    .map(({ terminalId }) => terminalId)
    .slice(0, mostAtOnce)
}

export async function noteStarted(trx: Db, id: number, taskId: number, now: number): Promise<void> {
  await trx
    .updateTable('firmware_offers')
    .set({ accept_time: now, task_id: taskId })
    .where('id', '=', id)
    .execute()
}
