import type { RoleId } from '@trackway/core/codes/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { isForeignKeyViolation, isUniqueViolation, Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { AccountRow } from '../../platform/scope/find-account.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { accountsBelow, accountsIn } from '../../platform/scope/scope-sql.ts'

/** Names are one whatever the case of their letters, over the whole platform. */
export async function isUsernameFree(db: Db, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst()
  return row === undefined
}

export interface Profile {
  nickname?: string | null | undefined
  realname?: string | null | undefined
  telephone?: string | null | undefined
  email?: string | null | undefined
  language?: string | null | undefined
  timeZone?: string | undefined
  remark?: string | null | undefined
}

interface NewAccount extends Profile {
  timeZone: string
  username: string
  passwordHash: string
  role: RoleId
  expireTime: number | null
}

/**
 * Adds an account directly below one that the caller has found in its scope.
 * @throws {Refusal} `usernameTaken`; `notFound` if the parent was deleted this very instant
 */
export async function insertAccount(
  db: Db,
  parentId: number,
  account: NewAccount,
  now: number,
): Promise<AccountRow> {
  try {
    // The parent's path is read in the statement that extends it, so that a transfer cannot come between.
    const { rows } = await sql<AccountRow>`
      with parent as (select id, path from accounts where id = ${parentId} for share),
        child as (select nextval(pg_get_serial_sequence('accounts', 'id'))::integer as id)
      insert into accounts (id, parent_id, path, username, password_hash, role, nickname, realname, telephone,
        email, language, time_zone, remark, expire_time, create_time)
      select child.id, parent.id, parent.path || child.id || '/', ${account.username},
        ${account.passwordHash}, ${account.role}::smallint, ${account.nickname ?? null}, ${account.realname ?? null},
        ${account.telephone ?? null}, ${account.email ?? null}, ${account.language ?? null},
        ${account.timeZone}, ${account.remark ?? null}, ${account.expireTime}::bigint, ${now}::bigint
      from parent, child
      returning *`.execute(db)
    if (rows[0] === undefined) throw new Refusal('notFound')
    return rows[0]
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_username')) throw new Refusal('usernameTaken', { cause: error })
    throw error
  }
}

/** @throws {Refusal} `notFound` */
export async function updateAccount(db: Db, scope: Scope, id: number, profile: Profile): Promise<AccountRow> {
  const { timeZone, ...same } = profile
  const changes = Object.fromEntries(
    Object.entries({ ...same, time_zone: timeZone }).filter(([, value]) => value !== undefined),
  )
  if (Object.keys(changes).length === 0) return findAccountRow(db, scope, id)
  const row = await db
    .updateTable('accounts')
    .set(changes)
    .where('id', '=', id)
    .where(accountsIn(scope))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('notFound')
  return row
}

/**
 * Sets the password of an account below the caller.
 * @throws {Refusal} `notFound`, also for the caller itself: one's own password asks for the current one
 */
export async function setPasswordBelow(
  db: Db,
  scope: Scope,
  id: number,
  passwordHash: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .where(accountsBelow(scope))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('notFound')
}

export async function setOwnPassword(db: Db, scope: Scope, passwordHash: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', scope.accountId)
    .execute()
}

/**
 * Deletes an account below the caller.
 * @throws {Refusal} `notFound`; `accountInUse` while it has sub-accounts or devices
 */
export async function deleteAccount(db: Db, scope: Scope, id: number): Promise<void> {
  try {
    const { numDeletedRows } = await db
      .deleteFrom('accounts')
      .where('id', '=', id)
      .where(accountsBelow(scope))
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('notFound')
  } catch (error) {
    // The foreign keys decide, so what is added to the account this very instant still blocks the deletion.
    if (isForeignKeyViolation(error)) throw new Refusal('accountInUse', { cause: error })
    throw error
  }
}
