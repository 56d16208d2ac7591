import { sql } from 'kysely'
import { clearStates } from './device-states.ts'
import type { Trx } from './lock-devices.ts'

/** What a device takes along to its next owner; left out: nothing, but for its history out of stock. */
export interface TransferChoice {
  withHistory?: boolean | undefined
  withRecord?: boolean | undefined
  withPicture?: boolean | undefined
}

/**
 * Says what goes along when devices change their owner in this transaction: the trigger `change_device_owner`, which
 * every change of owner passes, reads it.
 */
export async function chooseForTransfer(trx: Trx, choice: TransferChoice, now: number): Promise<void> {
  const setting = JSON.stringify({ ...choice, time: now })
  await sql`select set_config('trackway.transfer', ${setting}, true)`.execute(trx)
}

/** Empties the states of devices, which are locked, that have a new owner who does not see what was before. */
export async function emptyForNewOwners(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: number; time: number }>`
    select present.device_id as id, present.since_time as time
    from device_owners present join accounts a on a.id = present.account_id
    where present.device_id = any(${ids}::int4[]) and present.to_time is null
      and present.from_time >= present.since_time
      and not exists (
        select from device_owners former join accounts giver on giver.id = former.account_id
        where former.device_id = present.device_id and former.to_time >= present.since_time
          and starts_with(giver.path, a.path))`.execute(trx)
  const [first] = rows
  if (first === undefined) return
  await clearStates(
    trx,
    rows.map(({ id }) => id),
    first.time,
  )
}
