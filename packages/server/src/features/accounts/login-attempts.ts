import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { networkOf } from '../../platform/networks.ts'
import { delayOf, waitInLine } from './attempt-delays.ts'

/**
 * How often a password may be tried. Nobody is locked: each wrong password makes the next one more expensive, for
 * who tried it. So a stranger cannot keep the owner of an account out.
 *
 * - A name from one address has a few free attempts; then it waits, twice as long each time.
 * - An address, and the network around it, have more of them over all names. Beyond those they are answered later, but
 *   never refused: others may sit behind the same address.
 * - All attempts at a name together make the waits of its addresses longer once they are many, and leave a new address
 *   one attempt before its first wait.
 * - A browser in which the account was signed in before, and a session, have attempts of their own and wait for nobody
 *   else's.
 *
 * All counts leak: an attempt is forgotten after a while, whatever came since.
 *
 * It is SQL of our own because rate-limiter-flexible 11 knows only waits of one length in PostgreSQL: longer ones
 * take a second statement, and attempts made at the same instant slip through between the two.
 */
interface Count {
  /** After so long one attempt is forgotten. */
  leakMs: number
  /** Counted no further, so that it is over soon after the last one. */
  most: number
}
interface Bound extends Count {
  freeAttempts: number
  firstWaitMs: number
  maxWaitMs: number
}

const minuteMs = 60_000
/** Without an attempt for so long a count begins anew. */
const forgetMs = 24 * 60 * minuteMs
const bounds = {
  pair: { freeAttempts: 5, firstWaitMs: 30_000, maxWaitMs: 15 * minuteMs, leakMs: 30 * minuteMs, most: 12 },
  // Who guesses codes knows the password already: of the million, three count at a time.
  code: { freeAttempts: 5, firstWaitMs: 30_000, maxWaitMs: 60 * minuteMs, leakMs: 60 * minuteMs, most: 12 },
} satisfies Record<string, Bound>
const slowed = {
  // An office, or a mobile operator's gateway, is one address; behind a proxy that is not trusted everybody is.
  address: { freeAttempts: 50, leakMs: minuteMs, most: 100 },
  network: { freeAttempts: 200, leakMs: minuteMs / 4, most: 400 },
}
/** More attempts at one name than its owner makes: somebody guesses from many addresses. */
const attackAttempts = 20
const ofName: Count = { leakMs: minuteMs, most: attackAttempts * 2 ** 8 }
const longestWaitMs = 6 * 60 * minuteMs

/** Where a call comes from. */
export interface Caller {
  address: string
  now: number
  /** Aborted when the caller goes away. */
  signal: AbortSignal
}

/** Whose password is being tried, from where. */
export interface Attempt extends Caller {
  username: string
  /** The session, or the browser in which the account was signed in before, checked (`known-browsers.ts`). Null: a stranger. */
  known: string | null
}

/** What a session is known by: who holds it proved who he is, and a stolen one guesses for itself alone. */
export function knownSession({ tokenHash }: Pick<Session, 'tokenHash'>): string {
  return `session ${tokenHash.toString('base64url')}`
}

/**
 * Counts an attempt before its password is checked, so that many at once cannot slip through; it resolves later where
 * the address has many of them.
 * @throws {Refusal} `tooManyAttempts` while the name has to wait here; waiting is not made longer by it
 */
export async function countAttempt(db: Db, attempt: Attempt): Promise<void> {
  const { now } = attempt
  if (attempt.known !== null) return take(db, pairKey(attempt), bounds.pair, now)
  const attemptsAtName = await count(db, nameKey(attempt.username), now, ofName)
  await take(db, pairKey(attempt), boundOfPair(attemptsAtName ?? 0), now)
  await slow(db, 'address', attempt)
}

/** The password was right: who tried it starts afresh, and what is counted for others too gets its attempt back. */
export async function forgiveAttempt(db: Db, attempt: Attempt): Promise<void> {
  const shared = [
    nameKey(attempt.username),
    `address:${networkOf(attempt.address, 'customer')}`,
    `network:${networkOf(attempt.address, 'operator')}`,
  ]
  await db.deleteFrom('login_attempts').where('key', '=', pairKey(attempt)).execute()
  if (attempt.known !== null) return
  await sql`update login_attempts set attempts = greatest(attempts - 1, 0), until_time = 0
    where key = any(${shared})`.execute(db)
}

/**
 * Counts a code before it is checked, over all addresses: but not those of strangers against a session, or a browser
 * that the account was signed in with before.
 * @throws {Refusal} `tooManyAttempts`
 */
export async function countCode(db: Db, accountId: number, known: string | null, now: number): Promise<void> {
  await take(db, codeKey(accountId, known), bounds.code, now)
}

export async function forgiveCode(db: Db, accountId: number, known: string | null): Promise<void> {
  await db.deleteFrom('login_attempts').where('key', '=', codeKey(accountId, known)).execute()
}

/** Counts requests that need no password by the address they come from, and slows it down where they are many. */
export async function countUse(db: Db, use: 'demo' | 'forgot' | 'link', caller: Caller): Promise<void> {
  await slow(db, use, caller)
}

/**
 * Counts mails that strangers have sent to who has this name.
 * @throws {Refusal} `tooManyAttempts`
 */
export async function countReminder(db: Db, username: string, now: number): Promise<void> {
  await take(db, `forgotName:${username.toLowerCase()}`, bounds.pair, now)
}

/** A new password was set: all attempts at the name are forgotten. */
export async function forgetAttemptsAt(db: Db, username: string): Promise<void> {
  const key = nameKey(username)
  await sql`delete from login_attempts where key = ${key} or starts_with(key, ${`${key} `})`.execute(db)
}

/** Removes what no longer bounds anything. */
export async function forgetOldAttempts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('last_time', '<', now - forgetMs)
    .execute()
}

/** The wait after the first wrong password doubles with every doubling of the attempts at the name. */
function boundOfPair(attemptsAtName: number): Bound {
  const heat = Math.floor(Math.log2(attemptsAtName / attackAttempts))
  if (heat < 0) return bounds.pair
  const firstWaitMs = bounds.pair.firstWaitMs * 2 ** heat
  return { ...bounds.pair, freeAttempts: 1, firstWaitMs, maxWaitMs: longestWaitMs, leakMs: longestWaitMs }
}

async function take(db: Db, key: string, bound: Bound, now: number): Promise<void> {
  if ((await count(db, key, now, bound, bound)) !== undefined) return
  const waiting = await db
    .selectFrom('login_attempts')
    .select('until_time')
    .where('key', '=', key)
    .executeTakeFirst()
  throw tooMany((waiting?.until_time ?? now) - now)
}

/** Counts for an address, and the network around it, and waits: with nothing of the database meanwhile. */
async function slow(
  db: Db,
  use: 'address' | 'demo' | 'forgot' | 'link',
  { address, now, signal }: Caller,
): Promise<void> {
  const around = use === 'address' ? use : `${use}Network`
  const ofAddress = await count(db, `${use}:${networkOf(address, 'customer')}`, now, slowed.address)
  const network = around === 'address' ? 'network' : around
  const ofNetwork = await count(db, `${network}:${networkOf(address, 'operator')}`, now, slowed.network)
  const delayMs = Math.max(delayOf(ofAddress ?? 0, slowed.address), delayOf(ofNetwork ?? 0, slowed.network))
  const isServed = await waitInLine(networkOf(address, 'customer'), delayMs, signal)
  if (!isServed) throw tooMany(delayMs)
}

const tooMany = (waitMs: number) =>
  new Refusal('tooManyAttempts', { retryAfterMs: waitMs, count: Math.max(1, Math.ceil(waitMs / minuteMs)) })

/**
 * One statement, so that attempts made at the same instant are counted one after the other.
 * @returns how many there are now; undefined while the key has to wait
 */
async function count(
  db: Db,
  key: string,
  now: number,
  { leakMs, most }: Count,
  bound?: Bound,
): Promise<number | undefined> {
  const leaked = sql`greatest((${now}::bigint - known.last_time) / ${leakMs}::bigint, 0)`
  const attempts = sql`least(greatest(known.attempts - ${leaked}, 0) + 1, ${most})`
  // What has begun to leak goes on leaking, however often attempts come.
  const lastTime = sql`case when known.attempts <= ${leaked} then ${now}::bigint
    else known.last_time + ${leaked} * ${leakMs}::bigint end`
  const { rows } = await sql<{ attempts: number }>`
    insert into login_attempts as known (key, attempts, last_time, until_time)
    values (${key}, 1, ${now}, ${untilOf(sql`1`, now, bound)})
    on conflict (key) do update
      set attempts = ${attempts}, last_time = ${lastTime}, until_time = ${untilOf(attempts, now, bound)}
    where known.until_time <= ${now}
    returning attempts`.execute(db)
  return rows[0]?.attempts
}

function untilOf(attempts: RawBuilder<unknown>, now: number, bound: Bound | undefined): RawBuilder<unknown> {
  if (bound === undefined) return sql`0`
  const { freeAttempts, firstWaitMs, maxWaitMs } = bound
  return sql`case when ${attempts} < ${freeAttempts} then 0 else ${now}::bigint
    + least(${firstWaitMs} * power(2, least(${attempts} - ${freeAttempts}, 20)), ${maxWaitMs}) end`
}

const nameKey = (username: string): string => `name:${username.toLowerCase()}`
const pairKey = ({ username, address, known }: Attempt): string =>
  `${nameKey(username)} ${known ?? networkOf(address, 'customer')}`
const codeKey = (accountId: number, known: string | null): string => `code:${accountId} ${known ?? ''}`
