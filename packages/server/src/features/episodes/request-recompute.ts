import { limits } from '@trackway/core/codes/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'

/**
 * Has the episodes of devices found anew from an instant on: those named, else all at and below the account of
 * the scope.
 * @returns how many
 * @throws {Refusal} `notFound` where one named is not there; `tooManyDevices`
 */
export async function requestRecompute(
  db: Db,
  scope: Scope,
  { terminalIDs, from }: { terminalIDs?: readonly string[] | undefined; from: number },
): Promise<number> {
  if ((terminalIDs?.length ?? 0) > limits.devicesPerOperation) throw new Refusal('tooManyDevices')
  return db.transaction().execute(async (trx) => {
    const marked = await trx
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
    return marked.length
  })
}
