import { episodeKinds } from '@trackway/core/codes/episodes.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'

/**
 * Has the episodes of devices found anew from an instant on: those named, else all at and below the account of
 * the scope.
 * @returns their ids
 * @throws {Refusal} `notFound` where one named is not there; `tooManyDevices`
 */
export async function requestRecompute(
  tx: Db,
  scope: Scope,
  { terminalIDs, from }: { terminalIDs?: readonly string[] | undefined; from: number },
): Promise<number[]> {
  if ((terminalIDs?.length ?? 0) > limits.devicesPerOperation)
    throw new Refusal('tooManyDevices', { count: limits.devicesPerOperation })
  const marked = await tx
    .insertInto('track_changes')
    .columns(['device_id', 'from_time'])
    .expression((eb) =>
      eb
        .selectFrom('devices')
        .select(['devices.id', sql<number>`${from}::int8`.as('from_time')])
        .where(devicesIn(scope))
        .$if(terminalIDs !== undefined, (query) => query.where('terminal_id', 'in', [...terminalIDs!, ''])),
    )
    .returning('device_id')
    .execute()
  if (terminalIDs !== undefined && marked.length < new Set(terminalIDs).size) throw new Refusal('notFound')
  return marked.map((row) => row.device_id)
}

/** What these devices drove on trips from an instant on, in km to a tenth; null: they are too many to add up. */
export async function distanceSince(
  db: Db,
  deviceIds: readonly number[],
  from: number,
): Promise<number | null> {
  if (deviceIds.length > limits.devicesPerOperation) return null
  const { rows } = await sql<{ metres: number | null }>`
    select sum(distance_m) as metres from track_episodes
    where device_id = any(${[...deviceIds]}::int4[]) and kind = ${episodeKinds.trip} and from_time >= ${from}::int8`.execute(
    db,
  )
  return Math.round((rows[0]?.metres ?? 0) / 100) / 10
}
