import { type JigStation, jigLimits } from '@trackway/core/features/jig-results/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { ensureRoom } from '../../platform/database/ensure-room.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import { Refusal, refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn, factoryOf } from '../../platform/scope/scope-sql.ts'
import { hashToken, newStationKey } from '../accounts/sessions.ts'

/** Enough to distinguish keys, and far too short to guess the rest. */
const shownSigns = 9

/**
 * @returns the key, of which the database keeps the digest only
 * @throws {Refusal} `stationNameTaken`, `tooManyKeys`
 */
export async function insertStation(
  trx: Db,
  scope: Scope,
  { name, createdBy, now }: { name: string; createdBy: number; now: number },
): Promise<{ id: number; key: string }> {
  const accountId = factoryOf(scope)
  const key = newStationKey()
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx)
  await ensureRoom(trx, 'jig_stations', accountId, jigLimits.stations, 'tooManyKeys')
  const made = await trx
    .insertInto('jig_stations')
    .values({
      account_id: accountId,
      name,
      key_hash: hashToken(key),
      key_start: key.slice(0, shownSigns),
      create_time: now,
      created_by: createdBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) throw new Refusal('stationNameTaken')
  return { id: made.id, key }
}

export async function findStations(
  db: Db,
  scope: Scope,
  { search = '', ...paging }: Paging & { search?: string | undefined },
): Promise<Page<JigStation>> {
  const found = db
    .selectFrom('jig_stations')
    .innerJoin('accounts', 'accounts.id', 'jig_stations.account_id')
    .leftJoin('accounts as adder', 'adder.id', 'jig_stations.created_by')
    .where(accountsIn(scope))
    .$if(search !== '', (query) => query.where('jig_stations.name', 'ilike', likePattern(search)))
    .select(['jig_stations.id', 'jig_stations.name', 'key_start as keyStart', 'adder.username as addedBy'])
    .select(['jig_stations.create_time as createTime', 'revoke_time as revokeTime'])
    .select(['last_used_time as lastUseTime', 'last_used_address as lastUseAddress'])
    .orderBy('jig_stations.id', 'desc')
  return readPage(found, paging)
}

/** @throws {Refusal} `notFound`, also for a stranger's, and for one that is revoked already */
export async function revokeStation(trx: Db, scope: Scope, id: number, now: number) {
  return await trx
    .updateTable('jig_stations')
    .from('accounts')
    .set({ revoke_time: now })
    .whereRef('accounts.id', '=', 'jig_stations.account_id')
    .where('jig_stations.id', '=', id)
    .where('revoke_time', 'is', null)
    .where(accountsIn(scope) as never)
    .returning(['jig_stations.account_id', 'jig_stations.name'])
    .executeTakeFirstOrThrow(refusal('notFound'))
}
