import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { ensureRoom } from '../../platform/database/ensure-room.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { type Paging, readPage } from '../../platform/database/read-page.ts'
import { refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn } from '../../platform/scope/scope-sql.ts'
import { hashToken, newApiKey } from '../accounts/sessions.ts'

/** Far more programs than an account has. */
const maxKeys = 50
/** Enough to distinguish keys, and far too short to guess the rest. */
const shownSigns = 8
/** First key of the locks that order one account's requests; the second is its id. */
const accountLocks = 7_203_070

interface NewKey {
  name: string
  scopes: readonly string[]
  expireTime: number | null
}

/** @returns the key, of which the database keeps the hash only. @throws {Refusal} `tooManyKeys` */
export async function insertKey(
  trx: Db,
  accountId: number,
  { name, scopes, expireTime }: NewKey,
  now: number,
): Promise<{ id: number; key: string }> {
  const key = newApiKey()
  // Held until the end of the transaction.
  await sql`select pg_advisory_xact_lock(${accountLocks}, ${accountId})`.execute(trx)
  await ensureRoom(trx, 'api_keys', accountId, maxKeys, 'tooManyKeys')
  const { id } = await trx
    .insertInto('api_keys')
    .values({
      account_id: accountId,
      key_hash: hashToken(key),
      key_start: key.slice(0, shownSigns),
      name,
      scopes: [...new Set(scopes)],
      create_time: now,
      expire_time: expireTime,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, key }
}

interface ApiKeyQuery extends Paging {
  isOwn?: boolean | undefined
  search?: string | undefined
}

export async function findKeys(db: Db, scope: Scope, { pageNum, pageSize, isOwn, search }: ApiKeyQuery) {
  const pattern = likePattern(search ?? '')
  const found = db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .where(accountsIn(scope))
    .$if(isOwn === true, (query) => query.where('account_id', '=', scope.accountId))
    .$if(Boolean(search), (query) =>
      query.where((eb) =>
        eb.or([
          eb('api_keys.name', 'ilike', pattern),
          eb('key_start', 'ilike', pattern),
          eb('accounts.username', 'ilike', pattern),
        ]),
      ),
    )
    .select(['api_keys.id', 'api_keys.name', 'key_start as keyStart', 'accounts.username', 'scopes'])
    .select(['api_keys.create_time as createTime', 'api_keys.expire_time as expireTime'])
    .select(['last_used_time as lastUseTime', 'last_used_address as lastUseAddress'])
    .orderBy('api_keys.id', 'desc')
  return readPage(found, { pageNum, pageSize })
}

/** @throws {Refusal} `notFound`, also for a stranger's key */
export async function deleteKey(db: Db, scope: Scope, id: number) {
  return await db
    .deleteFrom('api_keys')
    .using('accounts')
    .whereRef('accounts.id', '=', 'api_keys.account_id')
    .where('api_keys.id', '=', id)
    .where(accountsIn(scope) as never)
    .returning(['api_keys.account_id', 'api_keys.name', 'key_start', 'scopes'])
    .executeTakeFirstOrThrow(refusal('notFound'))
}
