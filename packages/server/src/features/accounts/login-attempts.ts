import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'

/**
 * How often a password may be tried. Two keys are counted, the name (whether an account has it or not) and
 * the address; past its free attempts a key waits, twice as long each time.
 */
interface Bound {
  freeAttempts: number
  firstWaitMs: number
  maxWaitMs: number
  /** Without an attempt for so long the count begins anew. */
  forgetMs: number
}

const bounds = {
  name: { freeAttempts: 5, firstWaitMs: 30_000, maxWaitMs: 15 * 60_000, forgetMs: 24 * 3_600_000 },
  // An office, or a mobile operator's gateway, is one address.
  address: { freeAttempts: 50, firstWaitMs: 30_000, maxWaitMs: 15 * 60_000, forgetMs: 3_600_000 },
} satisfies Record<string, Bound>

/** Whose password is being tried, from where. */
export interface Attempt {
  username: string
  address: string
  now: number
}

/**
 * Counts an attempt before its password is looked at, so that many at once cannot slip through.
 * @throws {Refusal} `tooManyAttempts` while one of the keys has to wait; waiting is not made longer by it
 */
export async function countAttempt(db: Db, { username, address, now }: Attempt): Promise<void> {
  const isAddressFree = await take(db, addressKey(address), bounds.address, now)
  if (!isAddressFree) throw new Refusal('tooManyAttempts')
  const isNameFree = await take(db, nameKey(username), bounds.name, now)
  if (!isNameFree) throw new Refusal('tooManyAttempts')
}

/** The password was right: the name starts afresh, and the address gets back its one attempt. */
export async function forgiveAttempt(db: Db, { username, address }: Attempt): Promise<void> {
  await db.deleteFrom('login_attempts').where('key', '=', nameKey(username)).execute()
  await sql`update login_attempts set attempts = greatest(attempts - 1, 0), until_time = 0
    where key = ${addressKey(address)}`.execute(db)
}

/** Removes what no longer bounds anything. */
export async function forgetOldAttempts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('last_time', '<', now - bounds.name.forgetMs)
    .execute()
}

// One statement, so that attempts made at the same instant are counted one after the other.
async function take(db: Db, key: string, bound: Bound, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into login_attempts as known (key, attempts, last_time, until_time) values (${key}, 1, ${now}, 0)
    on conflict (key) do update set
      attempts = case when known.last_time < ${now - bound.forgetMs} then 1 else known.attempts + 1 end,
      last_time = ${now},
      until_time = case
        when known.last_time < ${now - bound.forgetMs} or known.attempts + 1 < ${bound.freeAttempts} then 0
        else ${now} + least(
          ${bound.firstWaitMs} * power(2, least(known.attempts + 1 - ${bound.freeAttempts}, 20)),
          ${bound.maxWaitMs})
      end
    where known.until_time <= ${now}`.execute(db)
  return numAffectedRows === 1n
}

function nameKey(username: string): string {
  return `name:${username.toLowerCase()}`
}

function addressKey(address: string): string {
  return `address:${addressBlock(address)}`
}

/**
 * What one customer of a network is given: a single IPv4 address, but a whole /64 of IPv6, whose addresses
 * it may use in turn.
 */
export function addressBlock(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.replace(/^::ffff:/i, '')
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - front.length - back.length)).fill('0')
  const groups = [...front, ...zeros, ...back].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
