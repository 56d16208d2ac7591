import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn, ownersIn } from '../../platform/scope/scope-sql.ts'

/**
 * `where(devicesNamed(scope, search))` on `devices`: those of the scope, and those that were, by a part of their names;
 * of those that were, the names of that time.
 */
export function devicesNamed(scope: Scope, search = ''): RawBuilder<SqlBool> {
  const pattern = likePattern(search)
  const isFound = search === '' ? sql`true` : sql`devices.search_text like lower(${pattern})`
  const wasFound =
    search === ''
      ? sql`true`
      : sql`lower(concat_ws(e'\n', devices.terminal_id, device_owners.car_number, device_owners.nickname))
          like lower(${pattern})`
  return sql<SqlBool>`(${devicesIn(scope)} and ${isFound} or devices.id in (
    select device_owners.device_id from device_owners join devices on devices.id = device_owners.device_id
    where device_owners.to_time is not null and ${ownersIn(scope)} and ${wasFound}))`
}
