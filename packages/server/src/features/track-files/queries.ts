import { displayName } from '@trackway/core/rules/device-order.ts'
import type pg from 'pg'
import type { Db } from '../../platform/database/database.ts'
import { refusal } from '../../platform/errors.ts'
import { ensureCurrent } from '../episodes/processing/ensure-current.ts'
import { findEpisodesBetween } from '../episodes/queries.ts'
import type { Stop } from './track-file.ts'

/**
 * The name that a device in the caller's scope is shown by.
 * @throws {Refusal} `notFound` where it was deleted meanwhile
 */
export async function findVehicleName(db: Db, deviceId: number): Promise<string> {
  const device = await db
    .selectFrom('devices')
    .select(['car_number as carNumber', 'nickname', 'terminal_id as terminalID'])
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow(refusal('notFound'))
  return displayName(device)
}

/** The same stops as the list beside the replay has. */
export async function findStops(
  pool: pg.Pool,
  query: { deviceId: number; from: number; to: number },
  now: number,
): Promise<Stop[]> {
  await ensureCurrent(pool, [query.deviceId], { now })
  const { episodes } = await findEpisodesBetween(pool, { ...query, kinds: ['stop'] })
  return episodes.flatMap(({ from, to, fromLat: lat, fromLon: lon }) =>
    lat === null || lon === null ? [] : [{ from, to, lat, lon }],
  )
}
