import type { MediaFile } from '@trackway/core/features/media/calls.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Page, Paging } from '../../platform/database/read-page.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn, ownersIn } from '../../platform/scope/scope-sql.ts'
import { devicesNamed } from '../devices/former-devices.ts'
import { displayNameSql, ownerViewEndSql } from '../devices/state-sql.ts'

interface MediaQuery extends Paging {
  terminalID?: string | undefined
  kind?: MediaFile['kind'] | undefined
  search?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** Files `m` of devices that were the scope's when they were taken, with the names that the devices had for it. */
const shownFiles = (scope: Scope): RawBuilder<unknown> => sql`
  media_files m join devices on devices.id = m.device_id
  join lateral (
    select case when ${devicesIn(scope)} then ${displayNameSql}
      else coalesce(nullif(device_owners.car_number, ''), nullif(device_owners.nickname, ''), devices.terminal_id) end as name,
      device_owners.account_id
    from device_owners
    where device_owners.device_id = m.device_id and m.time >= device_owners.from_time
      and coalesce(m.time < device_owners.to_time, true)
      and coalesce(m.time < ${ownerViewEndSql(scope)}, true) and ${ownersIn(scope)}
    order by device_owners.to_time desc nulls first limit 1) as shown on true`

/** A page of the files that the caller sees, the newest first. */
export async function findMedia(
  db: Db,
  scope: Scope,
  { terminalID, kind, search, from, to, pageNum, pageSize }: MediaQuery,
): Promise<Page<MediaFile>> {
  const conditions = [sql`true`]
  if (terminalID !== undefined) conditions.push(sql`devices.terminal_id = ${terminalID}`)
  if (kind !== undefined) conditions.push(sql`m.kind = ${kind}`)
  if (search) conditions.push(sql`${devicesNamed(scope, search)}`)
  if (from !== undefined) conditions.push(sql`m.time >= ${from}`)
  if (to !== undefined) conditions.push(sql`m.time <= ${to}`)
  const found = sql`from ${shownFiles(scope)} where ${sql.join(conditions, sql` and `)}`
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db)
  const { rows } = await sql<MediaFile>`
    select m.id, devices.terminal_id as "terminalID", shown.name as "displayName", m.time,
      m.received_time as "receivedTime", m.kind, m.content_type as "contentType", m.event, m.channel,
      m.latitude_e7 / 1e7::float8 as lat, m.longitude_e7 / 1e7::float8 as lon, m.bytes,
      m.playable_key is not null as "isDecoded"
    ${found} order by m.time desc, m.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  return { list: rows, total: counted[0]!.total }
}

/** A file as it is opened or deleted. */
export interface FoundMedia {
  id: number
  terminalID: string
  /** Who had the device when it was taken. */
  accountId: number
  time: number
  kind: MediaFile['kind']
  contentType: string
  fileKey: string
  playableKey: string | null
}

/** @throws {Refusal} `notFound`, also for one that was taken while somebody else had the device */
export async function findOneMedia(db: Db, scope: Scope, id: number): Promise<FoundMedia> {
  const { rows } = await sql<FoundMedia>`
    select m.id, devices.terminal_id as "terminalID", shown.account_id as "accountId", m.time, m.kind,
      m.content_type as "contentType", m.file_key as "fileKey", m.playable_key as "playableKey"
    from ${shownFiles(scope)} where m.id = ${id}`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Refusal('notFound')
  return found
}
