import type { OutputOf } from '@trackway/core/api/call.ts'
import { type locationCalls, maxOrderedDevices } from '@trackway/core/features/locations/calls.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { displayNameSql, isSilentSql } from '../devices/state-sql.ts'
import { narrow } from './queries.ts'

/**
 * The devices at and below an account by name, numbers in names by their value, each with its account.
 * @throws {Refusal} `notFound` for an account outside the scope
 */
export async function orderLocations(
  db: Db,
  scope: Scope,
  { userId, silentDays }: z.output<typeof locationCalls.order.input>,
  now: number,
): Promise<OutputOf<typeof locationCalls.order>> {
  const rows = await db
    .selectFrom('devices')
    .select(['devices.id', 'devices.account_id'])
    .where(devicesIn(await narrow(db, scope, userId)))
    .$if(silentDays !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (
          select from device_states where device_id = devices.id and ${isSilentSql(now, silentDays ?? 0)})`,
      ),
    )
    .orderBy(sql`${displayNameSql} collate display_names, devices.id`)
    .limit(maxOrderedDevices)
    .execute()
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', sql<string>`coalesce(nullif(nickname, ''), username)`.as('name')])
    .where('id', '=', sql<number>`any(${[...new Set(rows.map((row) => row.account_id))]}::int4[])`)
    .orderBy(sql`coalesce(nullif(nickname, ''), username) collate display_names, id`)
    .execute()
  const places = new Map(accounts.map(({ id }, place) => [id, place]))
  return {
    ids: rows.map(({ id }) => id),
    owners: rows.map((row) => places.get(row.account_id)!),
    accounts,
  }
}
