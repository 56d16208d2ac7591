import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { networkOf } from '../../platform/networks.ts'

/**
 * How often a password may be tried. Nobody is locked: each wrong password makes the next one more expensive, for
 * who tried it. So a stranger cannot keep the owner of an account out.
 *
 * - A name from one address has a few free attempts; then it waits, twice as long each time.
 * - An address, and the network around it, have more of them over all names.
 * - All attempts at a name together make the waits of its addresses longer once they are many, and leave a new address
 *   one attempt before its first wait.
 * - A browser in which the account was signed in before has attempts of its own and waits for nobody else's.
 *
 * It is SQL of our own because rate-limiter-flexible 11 knows only waits of one length in PostgreSQL: longer ones
 * take a second statement, and attempts made at the same instant slip through between the two.
 */
interface Bound {
  freeAttempts: number
  firstWaitMs: number
  maxWaitMs: number
}

const minuteMs = 60_000
/** Without an attempt for so long a count begins anew. */
const forgetMs = 24 * 60 * minuteMs
const bounds = {
  pair: { freeAttempts: 5, firstWaitMs: 30_000, maxWaitMs: 15 * minuteMs },
  // An office, or a mobile operator's gateway, is one address.
  address: { freeAttempts: 50, firstWaitMs: 30_000, maxWaitMs: 15 * minuteMs },
  network: { freeAttempts: 200, firstWaitMs: 30_000, maxWaitMs: 15 * minuteMs },
  // Who guesses codes knows the password already: of the million, three count at a time.
  code: { freeAttempts: 5, firstWaitMs: 30_000, maxWaitMs: 60 * minuteMs },
} satisfies Record<string, Bound>
/** More attempts at one name than its owner makes: somebody guesses from many addresses. */
const attackAttempts = 20
const longestWaitMs = 6 * 60 * minuteMs

/** Whose password is being tried, from where. */
export interface Attempt {
  username: string
  address: string
  /** Proof that the account was signed in here before, checked (`known-browsers.ts`). Null: none. */
  browser: string | null
  now: number
}

/**
 * Counts an attempt before its password is checked, so that many at once cannot slip through.
 * @throws {Refusal} `tooManyAttempts` while one of the keys has to wait; waiting is not made longer by it
 */
export async function countAttempt(db: Db, attempt: Attempt): Promise<void> {
  const { address, now } = attempt
  if (attempt.browser !== null) return take(db, pairKey(attempt), bounds.pair, now)
  await take(db, addressKey(address), bounds.address, now)
  await take(db, networkKey(address), bounds.network, now)
  await take(db, pairKey(attempt), boundOfPair(await attemptsAt(db, attempt)), now)
}

/** The password was right: who tried it starts afresh, and what is counted for others too gets its attempt back. */
export async function forgiveAttempt(db: Db, attempt: Attempt): Promise<void> {
  const shared = [nameKey(attempt.username), addressKey(attempt.address), networkKey(attempt.address)]
  await db.deleteFrom('login_attempts').where('key', '=', pairKey(attempt)).execute()
  if (attempt.browser !== null) return
  await sql`update login_attempts set attempts = greatest(attempts - 1, 0), until_time = 0
    where key = any(${shared})`.execute(db)
}

/**
 * Counts a code before it is checked, over all addresses: but not those of strangers against a browser that the
 * account was signed in with before.
 * @throws {Refusal} `tooManyAttempts`
 */
export async function countCode(
  db: Db,
  accountId: number,
  browser: string | null,
  now: number,
): Promise<void> {
  await take(db, codeKey(accountId, browser), bounds.code, now)
}

export async function forgiveCode(db: Db, accountId: number, browser: string | null): Promise<void> {
  await db.deleteFrom('login_attempts').where('key', '=', codeKey(accountId, browser)).execute()
}

/**
 * Counts requests that need no password, by the address they come from, or by what they are about.
 * @throws {Refusal} `tooManyAttempts`
 */
export async function countUse(
  db: Db,
  use: 'demo' | 'forgot' | 'forgotName' | 'link',
  by: string,
  now: number,
): Promise<void> {
  const key = use === 'forgotName' ? by.toLowerCase() : networkOf(by, 'customer')
  await take(db, `${use}:${key}`, use === 'forgotName' ? bounds.pair : bounds.address, now)
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
  return { freeAttempts: 1, firstWaitMs: bounds.pair.firstWaitMs * 2 ** heat, maxWaitMs: longestWaitMs }
}

async function take(db: Db, key: string, bound: Bound, now: number): Promise<void> {
  if ((await count(db, key, now, bound)) === undefined) throw new Refusal('tooManyAttempts')
}

async function attemptsAt(db: Db, { username, now }: Attempt): Promise<number> {
  return (await count(db, nameKey(username), now)) ?? 0
}

/**
 * One statement, so that attempts made at the same instant are counted one after the other.
 * @returns how many there are now; undefined while the key has to wait
 */
async function count(db: Db, key: string, now: number, bound?: Bound): Promise<number | undefined> {
  const { rows } = await sql<{ attempts: number }>`
    insert into login_attempts as known (key, attempts, last_time, until_time)
    values (${key}, 1, ${now}, ${untilOf(sql`1`, now, bound)})
    on conflict (key) do update set last_time = ${now},
      attempts = case when ${isForgotten(now)} then 1 else known.attempts + 1 end,
      until_time = ${untilOf(sql`case when ${isForgotten(now)} then 1 else known.attempts + 1 end`, now, bound)}
    where known.until_time <= ${now}
    returning attempts`.execute(db)
  return rows[0]?.attempts
}

const isForgotten = (now: number) => sql`known.last_time < ${now - forgetMs}`

function untilOf(attempts: RawBuilder<unknown>, now: number, bound: Bound | undefined): RawBuilder<unknown> {
  if (bound === undefined) return sql`0`
  const { freeAttempts, firstWaitMs, maxWaitMs } = bound
  return sql`case when ${attempts} < ${freeAttempts} then 0 else ${now}::bigint
    + least(${firstWaitMs} * power(2, least(${attempts} - ${freeAttempts}, 20)), ${maxWaitMs}) end`
}

const nameKey = (username: string): string => `name:${username.toLowerCase()}`
const pairKey = ({ username, address, browser }: Attempt): string =>
  `${nameKey(username)} ${browser ?? networkOf(address, 'customer')}`
const codeKey = (accountId: number, browser: string | null): string => `code:${accountId} ${browser ?? ''}`
const addressKey = (address: string): string => `address:${networkOf(address, 'customer')}`
const networkKey = (address: string): string => `network:${networkOf(address, 'operator')}`
