import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '@trackway/core/codes/languages.ts'
import { type Permission, permissionsOf } from '@trackway/core/codes/permissions.ts'
import { cutToScopes } from '@trackway/core/codes/scopes.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { type Paging, readPage } from '../../platform/database/read-page.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Authenticate, Session } from '../../platform/http/session.ts'
import { isExemptSql } from '../service-terms/free-terms.ts'

const hourMs = 3_600_000
/** A session ends after so long without a call, */
const idleMs = 12 * hourMs
/** or, if the user wants to stay signed in, so long after the login. */
const longMs = 30 * 24 * hourMs
/** Use is written down at most so often. */
const touchEveryMs = 60_000
/** Another process may have ended a session unnoticed by this one: it is read again after so long. */
const cachedForMs = 60_000
const maxCached = 50_000

interface Cached {
  session: Session
  isLong: boolean
  accountExpireTime: number | null
  readTime: number
  touchTime: number
}

/** The token is 256 random bits; the database keeps its hash only, so the table opens nothing. */
export async function openSession(
  db: Db,
  {
    accountId,
    isLong,
    now,
    deviceId = null,
    link,
    actor,
    address,
    browser,
  }: {
    accountId: number
    isLong: boolean
    now: number
    deviceId?: number | null
    /** What opened it: it ends with it, and is not prolonged by use. */
    link?: { id: number; expireTime: number }
    /** The superior who opens it to act as the account, in which session: it ends with that. */
    actor?: { id: number; tokenHash: Buffer; expireTime: number }
    /** Where it is opened, for its owner. */
    address?: string
    browser?: string
  },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      device_id: deviceId,
      link_id: link?.id ?? null,
      acted_by: actor?.id ?? null,
      acted_from: actor?.tokenHash ?? null,
      is_long: isLong,
      create_time: now,
      expire_time: Math.min(
        now + (isLong ? longMs : idleMs),
        link?.expireTime ?? Infinity,
        actor?.expireTime ?? Infinity,
      ),
      last_used_time: now,
      address: address ?? null,
      browser: browser ?? null,
    })
    .execute()
  return token
}

export async function closeSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** The session of a token that was just opened. */
export async function findSession(db: Db, token: string, now: number): Promise<Session> {
  const read = await readSession(db, hashToken(token), now)
  if (read === null) throw new Refusal('sessionExpired')
  return read.session
}

/** Ends the sessions of an account, but for the one named. @returns how many */
export async function closeSessions(db: Db, accountId: number, except?: Buffer): Promise<number> {
  let query = db.deleteFrom('sessions').where('account_id', '=', accountId)
  if (except !== undefined) query = query.where('token_hash', '!=', except)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

/**
 * Ends all that opens an account, for its password may be known to others: sessions but for the one named, API keys,
 * notifications in browsers, and the links that it made before now (`password_reset_time`).
 */
export async function endAccess(db: Db, accountId: number, now: number, except?: Buffer): Promise<void> {
  await db.updateTable('accounts').set({ password_reset_time: now }).where('id', '=', accountId).execute()
  await closeSessions(db, accountId, except)
  await db.deleteFrom('api_keys').where('account_id', '=', accountId).execute()
  await db.deleteFrom('push_subscriptions').where('account_id', '=', accountId).execute()
}

/** @returns false for one that there is not, or that is another account's */
export async function closeOwnSession(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('acted_by', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Sessions of the caller's account that its holder opened and that work; anybody may sign in to the demo account, and sees his own one only. */
export async function findOwnSessions(
  db: Db,
  { account, tokenHash }: Session,
  { pageNum, pageSize }: Paging,
  now: number,
) {
  const found = db
    .selectFrom('sessions')
    .where('account_id', '=', account.id)
    .where('acted_by', 'is', null)
    .where('expire_time', '>', now)
    .$if(account.isDemo, (query) => query.where('token_hash', '=', tokenHash))
    .select(['id', 'address', 'browser', 'is_long as isLong', 'create_time as createTime'])
    .select(['last_used_time as lastUseTime', 'expire_time as expireTime'])
    .select((eb) => eb('token_hash', '=', tokenHash).as('isCurrent'))
    .orderBy('last_used_time', 'desc')
    .orderBy('id', 'desc')
  const { list, total } = await readPage(found, { pageNum, pageSize })
  return { list: list.map((row) => ({ ...row, isCurrent: Boolean(row.isCurrent) })), total }
}

/** Removes sessions that ran out. */
export async function forgetOldSessions(db: Db, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expire_time', '<=', now).execute()
}

/**
 * Finds the session of a token, from memory while it is fresh. `account.edited` on the bus drops what is kept
 * of that account and of all below it, whose paths contain it.
 */
export function createAuthenticate(options: {
  database: Pick<Database, 'db'>
  bus: Bus
  now?: () => number
}): Authenticate {
  const { bus, now = Date.now } = options
  const { db } = options.database
  const cache = new Map<string, Cached>()
  let edits = 0
  bus.subscribe('account.edited', ({ accountId }) => {
    edits++
    for (const [key, { session }] of cache) {
      if (session.account.path.includes(`/${accountId}/`)) cache.delete(key)
    }
  })
  bus.subscribe('messages.missed', () => {
    edits++
    cache.clear()
  })

  return async (token, address) => {
    const tokenHash = hashToken(token)
    const key = tokenHash.toString('base64')
    const kept = cache.get(key)
    const isFresh = kept !== undefined && kept.readTime > now() - cachedForMs
    const cached = isFresh ? kept : await readAndKeep(token, tokenHash, key)
    return cached === null ? null : use(cached, key, address)
  }

  async function readAndKeep(token: string, tokenHash: Buffer, key: string): Promise<Cached | null> {
    const editsBefore = edits
    const reader = isStationKey(token) ? readStation : isApiKey(token) ? readKey : readSession
    const read = await reader(db, tokenHash, now())
    cache.delete(key)
    // An edit made meanwhile may be missing from what was read: then it serves this once and is not kept.
    if (read !== null && edits === editsBefore) {
      cache.set(key, read)
      if (cache.size > maxCached) cache.delete(cache.keys().next().value as string)
    }
    return read
  }

  async function use(cached: Cached, key: string, address: string | undefined): Promise<Session | null> {
    const time = now()
    const { session, accountExpireTime } = cached
    const isOver = session.expireTime <= time || (accountExpireTime !== null && accountExpireTime <= time)
    if (isOver) {
      cache.delete(key)
      if (session.keyId === null && session.station === undefined) await closeSession(db, session.tokenHash)
      return null
    }
    if (cached.touchTime > time - touchEveryMs) return session
    cached.touchTime = time
    // False: ended meanwhile by another process.
    const isThere = await (session.station !== undefined
      ? touchStation(db, session.station.id, time, address)
      : session.keyId === null
        ? touchSession(cached, time)
        : touchKey(session, time, address))
    return isThere ? session : null
  }

  async function touchSession({ session, isLong }: Cached, time: number): Promise<boolean> {
    if (!isLong) session.expireTime = time + idleMs
    const { numUpdatedRows } = await db
      .updateTable('sessions')
      .set({ last_used_time: time, expire_time: session.expireTime })
      .where('token_hash', '=', session.tokenHash)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async function touchKey({ keyId }: Session, time: number, address: string | undefined): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('api_keys')
      .set({ last_used_time: time, ...(address !== undefined && { last_used_address: address }) })
      .where('id', '=', keyId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
}

const accountColumns = [
  'accounts.id',
  'accounts.path',
  'accounts.role',
  'accounts.is_demo',
  'accounts.language',
  'accounts.time_zone',
  'accounts.must_change_password',
  'accounts.expire_time as account_expire_time',
  'balance',
  'demo_account.permissions as demo_permissions',
] as const

/** Accounts that are not suspended, with the fields of their sessions; the caller adds the condition. */
function selectHolders(db: Db) {
  return db
    .selectFrom('accounts')
    .leftJoin('ledger_balances', (join) =>
      join.onRef('ledger_balances.account_id', '=', 'accounts.id').on('asset', '=', 'import'),
    )
    .leftJoin('demo_account', 'demo_account.account_id', 'accounts.id')
    .where('accounts.suspend_time', 'is', null)
    .select(accountColumns)
    .select(isExemptSql.as('is_exempt'))
}

async function readSession(db: Db, tokenHash: Buffer, now: number): Promise<Cached | null> {
  const row = await selectHolders(db)
    .innerJoin('sessions', 'sessions.account_id', 'accounts.id')
    .leftJoin('accounts as actor', 'actor.id', 'sessions.acted_by')
    .where('token_hash', '=', tokenHash)
    .select(['sessions.device_id', 'is_long', 'sessions.expire_time', 'last_used_time'])
    .select(['actor.id as actor_id', 'actor.username as actor_username', 'actor.nickname as actor_nickname'])
    .select(['actor.path as actor_path', 'actor.suspend_time as actor_suspend_time'])
    .select(['actor.expire_time as actor_expire_time'])
    .executeTakeFirst()
  if (row === undefined) return null
  const actor = actorOf(row, now)
  if (actor === undefined) return null
  const permissions = permissionsOf(row.role, {
    isOfDevice: row.device_id !== null,
    hasImportCount: row.balance !== null,
    hasFreeTerms: row.is_exempt,
  })
  return {
    session: {
      tokenHash,
      account: accountOf(row),
      deviceId: row.device_id,
      keyId: null,
      actor,
      // Who acts as the account has signed in with a password of his own.
      mustChangePassword: row.must_change_password && actor === null && row.device_id === null,
      permissions: leftToDemo(permissions, row.demo_permissions),
      expireTime: row.expire_time,
    },
    isLong: row.is_long,
    accountExpireTime: row.account_expire_time,
    readTime: now,
    touchTime: row.last_used_time,
  }
}

/** @returns undefined when the superior may no longer act as the account */
function actorOf(
  row: {
    path: string
    actor_id: number | null
    actor_username: string | null
    actor_nickname: string | null
    actor_path: string | null
    actor_suspend_time: number | null
    actor_expire_time: number | null
  },
  now: number,
): Session['actor'] | undefined {
  if (row.actor_id === null) return null
  const isOver = row.actor_suspend_time !== null || (row.actor_expire_time ?? Infinity) <= now
  if (isOver || !row.path.startsWith(row.actor_path!)) return undefined
  return { id: row.actor_id, username: row.actor_username!, nickname: row.actor_nickname }
}

/** The session of an API key: it has the permissions that its scopes and its account share. */
async function readKey(db: Db, tokenHash: Buffer, now: number): Promise<Cached | null> {
  const row = await selectHolders(db)
    .innerJoin('api_keys', 'api_keys.account_id', 'accounts.id')
    .where('key_hash', '=', tokenHash)
    .select(['api_keys.id as key_id', 'scopes', 'api_keys.expire_time', 'last_used_time'])
    .executeTakeFirst()
  if (row === undefined) return null
  const permissions = permissionsOf(row.role, {
    hasImportCount: row.balance !== null,
    hasFreeTerms: row.is_exempt,
  })
  return {
    session: {
      tokenHash,
      account: accountOf(row),
      deviceId: null,
      keyId: row.key_id,
      actor: null,
      // Programs change no passwords.
      mustChangePassword: false,
      permissions: leftToDemo(cutToScopes(permissions, row.scopes), row.demo_permissions),
      expireTime: row.expire_time ?? Number.MAX_SAFE_INTEGER,
    },
    isLong: true,
    accountExpireTime: row.account_expire_time,
    readTime: now,
    touchTime: row.last_used_time ?? 0,
  }
}

/** The session of a production station: of the account whose devices it tests, with no permission of that account. */
async function readStation(db: Db, tokenHash: Buffer, now: number): Promise<Cached | null> {
  const row = await selectHolders(db)
    .innerJoin('jig_stations', 'jig_stations.account_id', 'accounts.id')
    .where('key_hash', '=', tokenHash)
    .where('revoke_time', 'is', null)
    .select(['jig_stations.id as station_id', 'jig_stations.name as station_name', 'last_used_time'])
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    session: {
      tokenHash,
      account: accountOf(row),
      deviceId: null,
      keyId: null,
      station: { id: row.station_id, name: row.station_name },
      actor: null,
      mustChangePassword: false,
      permissions: [],
      expireTime: Number.MAX_SAFE_INTEGER,
    },
    isLong: true,
    accountExpireTime: row.account_expire_time,
    readTime: now,
    touchTime: row.last_used_time ?? 0,
  }
}

async function touchStation(db: Db, id: number, time: number, address: string | undefined): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jig_stations')
    .set({ last_used_time: time, ...(address !== undefined && { last_used_address: address }) })
    .where('id', '=', id)
    .where('revoke_time', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What administrators left to the demo account; null: everything. */
function leftToDemo(held: Permission[], left: string[] | null): Permission[] {
  return left === null ? held : cutToScopes(held, left)
}

type AccountColumns = Pick<Tables['accounts'], 'path' | 'role' | 'language'> & {
  id: number
  is_demo: boolean
  time_zone: string
}

function accountOf({ id, path, role, is_demo, language, time_zone }: AccountColumns): Session['account'] {
  return { id, path, role, isDemo: is_demo, language: language as Language | null, timeZone: time_zone }
}

/** Begins every API key, and no token of a session: those are base64url of 43 signs. */
const keyMark = 'tw_'

export function newApiKey(): string {
  return keyMark + randomBytes(32).toString('base64url')
}

function isApiKey(token: string): boolean {
  return token.startsWith(keyMark) && token.length > 43
}

/** Begins every key of a production station. */
const stationKeyMark = 'twj_'

export function newStationKey(): string {
  return stationKeyMark + randomBytes(32).toString('base64url')
}

function isStationKey(token: string): boolean {
  return token.startsWith(stationKeyMark) && token.length > 43
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
