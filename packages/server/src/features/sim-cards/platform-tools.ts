import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { seal, unseal } from '../../platform/secrets.ts'
import { simTokens } from './platform-rows.ts'
import { SimRefused, type SimToken, type SimTools, TokenOver } from './providers/sim-platform.ts'

/** First key of the locks by which one process at a time asks for a token; the second is the account at the platform. */
const tokenLocks = 7_203_077
/** A token is renewed so long before it ends. */
const tokenMarginMs = 60_000
const longestWaitMs = 1_000

/** Bucket and token of an account at a platform, which all processes share. */
export function platformTools(db: Db, platformId: number, now: () => number): SimTools {
  return {
    now,
    takeTurn: () => takeTurn(db, platformId),
    async withToken(fetchToken, use) {
      const token = await sharedToken(db, platformId, null, fetchToken, now)
      try {
        return await use(token)
      } catch (error) {
        if (!(error instanceof TokenOver)) throw error
      }
      const next = await sharedToken(db, platformId, token, fetchToken, now)
      return use(next).catch((error: unknown) => {
        throw error instanceof TokenOver ? new SimRefused('token', 'a new token was refused, too') : error
      })
    },
  }
}

/** Waits until the bucket has a request left, and takes it. By the clock of the database, which all processes have. */
async function takeTurn(db: Db, platformId: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waitMs: number }>`
      with present as materialized (
        select id, calls_per_second as rate, clock.now,
          least(greatest(calls_per_second, 1), calls_left + greatest(clock.now - calls_time, 0) / 1000.0 * calls_per_second)
            as calls_left
        from sim_platforms cross join lateral (
          select (extract(epoch from clock_timestamp()) * 1000)::int8 as now) as clock
        where id = ${platformId} for update of sim_platforms
      ), taken as (
        update sim_platforms set calls_left = p.calls_left - 1, calls_time = p.now
        from present p where sim_platforms.id = p.id and p.calls_left >= 1
      )
      select case when calls_left >= 1 then 0 else (1 - calls_left) / rate * 1000 end::float8 as "waitMs" from present`.execute(
      db,
    )
    // An account that was removed meanwhile makes no request.
    if (rows[0] === undefined) throw new SimRefused('credentials', 'the account is not there any more')
    if (rows[0].waitMs === 0) return
    await sleep(Math.min(Math.ceil(rows[0].waitMs), longestWaitMs))
  }
}

/**
 * The token that is stored, or a new one, which one process fetches while the others wait for it.
 * @param refused the one that the platform knows no more
 */
async function sharedToken(
  db: Db,
  platformId: number,
  refused: string | null,
  fetchToken: () => Promise<SimToken>,
  now: () => number,
): Promise<string> {
  const stored = async (of: Db) => {
    const row = await of
      .selectFrom('sim_platforms')
      .select(['token', 'token_expire_time'])
      .where('id', '=', platformId)
      .executeTakeFirst()
    const value = row?.token ? unseal(row.token, simTokens.purpose) : null
    return value !== refused && (row?.token_expire_time ?? 0) > now() + tokenMarginMs ? value : null
  }
  const known = await stored(db)
  if (known !== null) return known
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${tokenLocks}, ${platformId})`.execute(trx)
    const fetched = await stored(trx)
    if (fetched !== null) return fetched
    const { value, lifeMs } = await fetchToken().catch((error: unknown) => {
      throw error instanceof TokenOver ? new SimRefused('token', 'no token was given') : error
    })
    await trx
      .updateTable('sim_platforms')
      .set({ token: seal(value, simTokens.purpose), token_expire_time: now() + lifeMs })
      .where('id', '=', platformId)
      .execute()
    return value
  })
}
