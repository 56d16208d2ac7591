import type { FirmwareLink, firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { displayNameSql } from '../devices/state-sql.ts'
import { filesIn } from './files.ts'
import { linkPath } from './link.ts'

/** Until a link expires, where nothing else is said. */
export const usualLinkMs = 7 * 24 * 3_600_000

/** What links begin with, for devices; null: the public address is not set. */
export function linkBase(isPlainHttp: boolean): string | null {
  const base = publicUrl()
  return isPlainHttp ? (base?.replace(/^https:/, 'http:') ?? null) : base
}

interface NewLink {
  deviceId: number
  terminalId: string
}

/** Makes a link for each device; one that is there already stays as it is. @returns them by terminal id */
export async function addLinks(
  db: Db,
  {
    fileId,
    expireTime,
    creator,
    base,
  }: { fileId: number; expireTime: number; creator: string; base: string },
  devices: readonly NewLink[],
  now: number,
): Promise<Map<string, string>> {
  if (devices.length === 0) return new Map()
  // Links count in seconds.
  const expireSeconds = Math.floor(expireTime / 1000)
  await sql`
    insert into firmware_links (file_id, device_id, expire_time, creator, create_time)
    select ${fileId}, id, ${expireSeconds * 1000}, ${creator}, ${now}
    from unnest(${devices.map(({ deviceId }) => deviceId)}::int4[]) as id
    order by id on conflict do nothing`.execute(db)
  return new Map(
    devices.map(({ terminalId }) => [terminalId, base + linkPath({ fileId, terminalId, expireSeconds })]),
  )
}

const shownTo = (scope: Scope): RawBuilder<SqlBool> => sql<SqlBool>`${filesIn(scope)} and ${devicesIn(scope)}`

type Row = Omit<FirmwareLink, 'url' | 'progress'> & { isPlainHttp: boolean }

export async function findLinks(
  db: Db,
  scope: Scope,
  { search, fileId, pageNum, pageSize }: z.output<typeof firmwareCalls.links.input>,
): Promise<Page<FirmwareLink>> {
  const conditions = [shownTo(scope)]
  if (fileId !== undefined) conditions.push(sql<SqlBool>`l.file_id = ${fileId}`)
  if (search) conditions.push(sql<SqlBool>`devices.search_text like ${likePattern(search.toLowerCase())}`)
  const found = sql`
    from firmware_links l join firmware_files f on f.id = l.file_id join devices on devices.id = l.device_id
    where ${sql.join(conditions, sql` and `)}`
  const { rows: counts } = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db)
  const { rows } = await sql<Row>`
    select l.id, l.file_id as "fileId", f.version, devices.terminal_id as "terminalID", ${displayNameSql} as "displayName",
      l.expire_time as "expireTime", l.sent_bytes as "sentBytes", f.bytes, l.requests, l.request_time as "requestTime",
      l.request_address as "requestAddress", l.finish_time as "finishTime", l.creator, l.create_time as "createTime",
      coalesce((select is_plain_http from firmware_ways w where w.device_type_id = f.device_type_id), false) as "isPlainHttp"
    ${found} order by l.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  const list = rows.map(({ isPlainHttp, ...row }) => {
    const base = linkBase(isPlainHttp)
    const { fileId: file, terminalID: terminalId, expireTime } = row
    const link = { fileId: file, terminalId, expireSeconds: expireTime / 1000 }
    return {
      ...row,
      url: base === null ? null : base + linkPath(link),
      progress: Math.floor((row.sentBytes * 100) / row.bytes),
    }
  })
  return { list, total: counts[0]!.total }
}

interface RemovedLink {
  /** Whose file it was. */
  accountId: number
  terminalID: string
  version: string
  expireTime: number
}

/** @throws {Refusal} `notFound`, also for a stranger's */
export async function removeLink(trx: Db, scope: Scope, id: number): Promise<RemovedLink> {
  const { rows } = await sql<RemovedLink>`
    delete from firmware_links l using firmware_files f, devices
    where l.id = ${id} and f.id = l.file_id and devices.id = l.device_id and ${shownTo(scope)}
    returning f.account_id as "accountId", devices.terminal_id as "terminalID", f.version,
      l.expire_time as "expireTime"`.execute(trx)
  if (rows[0] === undefined) throw new Refusal('notFound')
  return rows[0]
}
