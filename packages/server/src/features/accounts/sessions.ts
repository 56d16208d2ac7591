import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '@trackway/core/codes/languages.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import type { Authenticate, Session } from '../../platform/http/session.ts'

const hourMs = 3_600_000
/** A session ends after so long without a call, */
const idleMs = 12 * hourMs
/** or, if the user wants to stay signed in, so long after the login. */
const longMs = 30 * 24 * hourMs
/** Use is written down at most so often. */
const touchEveryMs = 60_000
/** Another process may have ended a session without this one being told: it is read again after so long. */
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
  }: { accountId: number; isLong: boolean; now: number; deviceId?: number | null },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      device_id: deviceId,
      is_long: isLong,
      create_time: now,
      expire_time: now + (isLong ? longMs : idleMs),
      last_used_time: now,
    })
    .execute()
  return token
}

export async function closeSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends the sessions of an account, but for the one named. */
export async function closeSessions(db: Db, accountId: number, except?: Buffer): Promise<void> {
  let query = db.deleteFrom('sessions').where('account_id', '=', accountId)
  if (except !== undefined) query = query.where('token_hash', '!=', except)
  await query.execute()
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

  return async (token) => {
    const tokenHash = hashToken(token)
    const key = tokenHash.toString('base64')
    const kept = cache.get(key)
    const isFresh = kept !== undefined && kept.readTime > now() - cachedForMs
    const cached = isFresh ? kept : await readAndKeep(tokenHash, key)
    return cached === null ? null : use(cached, key)
  }

  async function readAndKeep(tokenHash: Buffer, key: string): Promise<Cached | null> {
    const editsBefore = edits
    const read = await readSession(db, tokenHash, now())
    cache.delete(key)
    // An edit made meanwhile may be missing from what was read: then it serves this once and is not kept.
    if (read !== null && edits === editsBefore) {
      cache.set(key, read)
      if (cache.size > maxCached) cache.delete(cache.keys().next().value as string)
    }
    return read
  }

  async function use(cached: Cached, key: string): Promise<Session | null> {
    const time = now()
    const { session, isLong, accountExpireTime } = cached
    const isOver = session.expireTime <= time || (accountExpireTime !== null && accountExpireTime <= time)
    if (isOver) {
      cache.delete(key)
      await closeSession(db, session.tokenHash)
      return null
    }
    if (cached.touchTime <= time - touchEveryMs) {
      cached.touchTime = time
      if (!isLong) session.expireTime = time + idleMs
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set({ last_used_time: time, expire_time: session.expireTime })
        .where('token_hash', '=', session.tokenHash)
        .executeTakeFirst()
      // Ended meanwhile by another process.
      if (numUpdatedRows === 0n) return null
    }
    return session
  }
}

async function readSession(db: Db, tokenHash: Buffer, now: number): Promise<Cached | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .where('token_hash', '=', tokenHash)
    .select(['sessions.device_id', 'is_long', 'sessions.expire_time', 'last_used_time'])
    .select(['accounts.id', 'path', 'role', 'is_demo', 'language', 'time_zone'])
    .select('accounts.expire_time as account_expire_time')
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    session: {
      tokenHash,
      account: {
        id: row.id,
        path: row.path,
        role: row.role,
        isDemo: row.is_demo,
        language: row.language as Language | null,
        timeZone: row.time_zone,
      },
      deviceId: row.device_id,
      expireTime: row.expire_time,
    },
    isLong: row.is_long,
    accountExpireTime: row.account_expire_time,
    readTime: now,
    touchTime: row.last_used_time,
  }
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
