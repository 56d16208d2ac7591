import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type Paging, readPage } from '../../platform/database/read-page.ts'
import { Refusal, refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn, devicesIn } from '../../platform/scope/scope-sql.ts'
import { deleteLink, hashLinkToken, newLinkToken } from '../../platform/shared-links.ts'

const dayMs = 86_400_000
/** Far more than people make by hand. */
const maxLinksOfDevice = 100

/** @throws {Refusal} `tooManyShares` */
export async function insertLink(
  db: Db,
  { deviceId, accountId, days, now }: { deviceId: number; accountId: number; days: number; now: number },
): Promise<{ id: number; cert: string; expireTime: number }> {
  await db.deleteFrom('device_links').where('expire_time', '<=', now).execute()
  const { count } = await db
    .selectFrom('device_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow()
  if (count >= maxLinksOfDevice) throw new Refusal('tooManyShares')
  const { token: cert, hash } = newLinkToken()
  const expireTime = now + days * dayMs
  const { id } = await db
    .insertInto('device_links')
    .values({
      cert_hash: hash,
      device_id: deviceId,
      account_id: accountId,
      create_time: now,
      expire_time: expireTime,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, cert, expireTime }
}

/** Links that work: their maker has not expired, is not suspended, and can still see the device. */
function selectWorkingLinks(db: Db, now: number) {
  return db
    .selectFrom('device_links')
    .innerJoin('devices', 'devices.id', 'device_links.device_id')
    .innerJoin('accounts', 'accounts.id', 'device_links.account_id')
    .innerJoin('accounts as owners', 'owners.id', 'devices.account_id')
    .where('device_links.expire_time', '>', now)
    .where('accounts.suspend_time', 'is', null)
    .where((eb) => eb.or([eb('accounts.expire_time', 'is', null), eb('accounts.expire_time', '>', now)]))
    .where(sql<boolean>`starts_with(owners.path, accounts.path)`)
    .whereRef('device_links.create_time', '>=', 'accounts.password_reset_time')
}

export async function findLinks(
  db: Db,
  scope: Scope,
  { deviceId, pageNum, pageSize }: { deviceId: number } & Paging,
  now: number,
) {
  const found = selectWorkingLinks(db, now)
    .where(accountsIn(scope))
    .where('device_id', '=', deviceId)
    .select(['device_links.id', 'device_links.create_time as createTime', 'accounts.username'])
    .select(['device_links.expire_time as expireTime', 'last_use_time as lastUseTime'])
    .orderBy('device_links.id', 'desc')
  return readPage(found, { pageNum, pageSize })
}

/**
 * Ends a link that the caller or an account below made, and its sessions.
 * @throws {Refusal} `notFound`
 */
export async function endLink(db: Db, scope: Scope, id: number) {
  const { device_id: deviceId, account_id: makerId } = await deleteLink(db, 'device_links', scope, id)
  const device = await db
    .selectFrom('devices')
    .select(['terminal_id as terminalId', 'account_id as ownerId'])
    .where('id', '=', deviceId)
    .where(devicesIn(scope))
    .executeTakeFirstOrThrow(refusal('notFound'))
  return { makerId, ...device }
}

/** @throws {Refusal} `notFound` for a link that opens nothing, or not this device */
export async function takeLink(db: Db, { imei, cert }: { imei: string; cert: string }, now: number) {
  const link = await selectWorkingLinks(db, now)
    .select(['device_links.id', 'device_links.device_id', 'device_links.account_id'])
    .select(['device_links.expire_time'])
    .where('cert_hash', '=', hashLinkToken(cert))
    .where('devices.terminal_id', '=', imei)
    .executeTakeFirstOrThrow(refusal('notFound'))
  await db.updateTable('device_links').set({ last_use_time: now }).where('id', '=', link.id).execute()
  return link
}
