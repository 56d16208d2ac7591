import { grantableRoles, type RoleId, rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import type { UnitSystem } from '@trackway/core/readings/units.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { isUniqueViolation, Refusal, refusal } from '../../platform/errors.ts'
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
  units?: UnitSystem | undefined
  remark?: string | null | undefined
  expireTime?: number | null | undefined
}

export interface NewAccount extends Profile {
  timeZone: string
  username: string
  passwordHash: string
  role: RoleId
  expireTime: number | null
  /** Its holder must change the password before anything else. */
  mustChangePassword?: boolean
}

/**
 * Adds an account directly below one that the caller has found in its scope.
 * @param trx a transaction, which holds the tree as it is and is rolled back where it refuses
 * @throws {Refusal} `usernameTaken`; `notFound` if the parent was deleted this very instant
 */
export async function insertAccount(
  trx: Db,
  parentId: number,
  account: NewAccount,
  now: number,
): Promise<AccountRow> {
  try {
    await holdTree(trx)
    return await insertBelow(trx, parentId, account, now)
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_username')) throw new Refusal('usernameTaken', { cause: error })
    throw error
  }
}

/** The same within a transaction that holds the tree. */
export async function insertBelow(
  trx: Db,
  parentId: number,
  account: NewAccount,
  now: number,
): Promise<AccountRow> {
  const { rows } = await sql<AccountRow>`
    with parent as (select id, path, units from accounts where id = ${parentId} for share),
      child as (select nextval(pg_get_serial_sequence('accounts', 'id'))::integer as id)
    insert into accounts (id, parent_id, path, username, password_hash, role, nickname, realname, telephone,
      email, language, time_zone, units, remark, expire_time, create_time, must_change_password)
    select child.id, parent.id, parent.path || child.id || '/', ${account.username},
      ${account.passwordHash}, ${account.role}::smallint, ${account.nickname ?? null}, ${account.realname ?? null},
      ${account.telephone ?? null}, ${account.email ?? null}, ${account.language ?? null},
      ${account.timeZone}, coalesce(${account.units ?? null}::text, parent.units), ${account.remark ?? null}, ${account.expireTime}::bigint, ${now}::bigint,
      ${account.mustChangePassword ?? false}::boolean
    from parent, child
    returning *`.execute(trx)
  if (rows[0] === undefined) throw new Refusal('notFound')
  return rows[0]
}

const treeLock = 4_917_203

/** Until the end of the transaction no account is moved, so that paths that are read stay true. */
export async function holdTree(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(treeLock)})`.execute(trx)
}

/** Until the end of the transaction nobody else adds, moves or deletes accounts in numbers. */
export async function lockTree(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(treeLock)})`.execute(trx)
}

/** @throws {Refusal} `notFound` */
export async function updateAccount(db: Db, scope: Scope, id: number, profile: Profile): Promise<AccountRow> {
  const { timeZone, expireTime, ...same } = profile
  const changes = Object.fromEntries(
    Object.entries({ ...same, time_zone: timeZone, expire_time: expireTime }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  if (Object.keys(changes).length === 0) return findAccountRow(db, scope, id)
  return await db
    .updateTable('accounts')
    .set(changes)
    .where('id', '=', id)
    .where(accountsIn(scope))
    .returningAll()
    .executeTakeFirstOrThrow(refusal('notFound'))
}

/**
 * Sets the password of an account below the caller.
 * @throws {Refusal} `notFound`, also for the caller itself: changing one's own password requires the current one
 */
export async function setPasswordBelow(
  db: Db,
  scope: Scope,
  id: number,
  passwordHash: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ password_hash: passwordHash, must_change_password: true })
    .where('id', '=', id)
    .where(accountsBelow(scope))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('notFound')
}

export async function setOwnPassword(db: Db, scope: Scope, passwordHash: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ password_hash: passwordHash, must_change_password: false })
    .where('id', '=', scope.accountId)
    .execute()
}

/** @throws {Refusal} `notFound`, also for a stranger's name, so names cannot be probed */
export async function findByUsername(db: Db, scope: Scope, username: string): Promise<AccountRow> {
  return await db
    .selectFrom('accounts')
    .selectAll()
    .where((eb) => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()))
    .where(accountsIn(scope))
    .executeTakeFirstOrThrow(refusal('notFound'))
}

/** What is below an account ends no later than it. */
export async function shortenBelow(trx: Db, path: string, expireTime: number | null): Promise<void> {
  if (expireTime === null) return
  await trx
    .updateTable('accounts')
    .set({ expire_time: expireTime })
    .where(accountsBelow({ path }))
    .where((eb) => eb.or([eb('expire_time', 'is', null), eb('expire_time', '>', expireTime)]))
    .execute()
}

/**
 * @param id found below the caller before
 * @throws {Refusal} `roleHasSubAccounts` for a role that may not have the sub-accounts that are there, or not those
 */
export async function setRole(trx: Db, id: number, role: RoleId): Promise<void> {
  await lockTree(trx)
  const mayHave = rolesWithSubAccounts.includes(role) ? grantableRoles[role] : []
  const inTheWay = await trx
    .selectFrom('accounts')
    .select('id')
    .where('parent_id', '=', id)
    .$if(mayHave.length > 0, (query) => query.where('role', 'not in', mayHave))
    .executeTakeFirst()
  if (inTheWay !== undefined) throw new Refusal('roleHasSubAccounts')
  await trx.updateTable('accounts').set({ role }).where('id', '=', id).execute()
}

/** @throws {Refusal} `usernameTaken` */
export async function setUsername(db: Db, id: number, username: string): Promise<void> {
  try {
    await db.updateTable('accounts').set({ username }).where('id', '=', id).execute()
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_username')) throw new Refusal('usernameTaken', { cause: error })
    throw error
  }
}

export async function updateFlags(
  db: Db,
  id: number,
  {
    region,
    group,
    freeTerms,
  }: { region: string | null; group: string | null; freeTerms?: boolean | undefined },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ region, customer_group: group, free_terms: freeTerms })
    .where('id', '=', id)
    .execute()
}

export async function setSuspended(db: Db, id: number, suspendTime: number | null): Promise<void> {
  await db.updateTable('accounts').set({ suspend_time: suspendTime }).where('id', '=', id).execute()
}
