import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { Changed, Trx } from './changes/lock-devices.ts'
import { setDevices } from './changes/set-devices.ts'

/** A password is random and never chosen, over 80 bits: one round of a hash is enough, and a thousand take no time. */
const hash = (password: string) => createHash('sha256').update(password).digest('hex')

/** Letters and digits that cannot be taken for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const randomPassword = () => Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join('')

export interface NewPassword {
  terminalID: string
  password: string
}

/** Gives devices new passwords, which are shown this once, and ends the sessions that the old ones opened. */
export async function setPasswords(
  trx: Trx,
  scope: Scope,
  terminalIDs: readonly string[],
): Promise<Changed & { passwords: NewPassword[] }> {
  const passwords = terminalIDs.map((terminalID) => ({ terminalID, password: randomPassword() }))
  const changed = await setDevices(
    trx,
    scope,
    passwords.map(({ terminalID, password }) => ({ terminalID, passwordHash: hash(password) })),
  )
  const done = new Set(changed.done.map(({ terminalID }) => terminalID))
  await trx
    .deleteFrom('sessions')
    .where('link_id', 'is', null)
    .where('device_id', '=', sql<number>`any(${changed.done.map(({ id }) => id)}::int4[])`)
    .execute()
  return { ...changed, passwords: passwords.filter(({ terminalID }) => done.has(terminalID)) }
}

/** The device of this terminal id and password, and whose it is; undefined: there is none, or the account cannot sign in. */
export async function findByPassword(
  db: Db,
  terminalId: string,
  password: string,
  now: number,
): Promise<{ deviceId: number; accountId: number } | undefined> {
  const row = await db
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .select(['devices.id as deviceId', 'account_id as accountId', 'devices.password_hash'])
    .where('terminal_id', '=', terminalId)
    .where('accounts.suspend_time', 'is', null)
    .where((eb) => eb.or([eb('accounts.expire_time', 'is', null), eb('accounts.expire_time', '>', now)]))
    .executeTakeFirst()
  const given = Buffer.from(hash(password))
  const isRight = timingSafeEqual(given, Buffer.from(row?.password_hash ?? hash('')))
  return row?.password_hash != null && isRight
    ? { deviceId: row.deviceId, accountId: row.accountId }
    : undefined
}
