import { sql } from 'kysely'
import { displayNameSql } from '../devices/state-sql.ts'

/** Of the card's account or below it: others' devices have nothing to do with it. */
const ofKeeper = sql`starts_with(accounts.path, k.path)`

/**
 * The devices that have to do with each card `c`, joined to it with the account `k` that keeps it: `m` is the one that it
 * is matched to, `e` one for which it was entered, `r` the last heard of those that report it.
 */
export const devicesOfCards = sql`
  join accounts k on k.id = c.account_id
  left join lateral (
    select ${displayNameSql} as name, devices.iccid as entered, devices.information ->> 'iccid' as reported,
      accounts.username
    from devices join accounts on accounts.id = devices.account_id
    where devices.terminal_id = c.terminal_id and ${ofKeeper}
  ) m on true
  left join lateral (
    select devices.terminal_id from devices join accounts on accounts.id = devices.account_id
    where upper(left(devices.iccid, 19)) = c.iccid_key and devices.iccid is not null and ${ofKeeper}
    order by (devices.terminal_id = c.terminal_id) desc, devices.id limit 1
  ) e on true
  left join lateral (
    select devices.terminal_id from devices join accounts on accounts.id = devices.account_id
      left join device_states on device_states.device_id = devices.id
    where upper(left(devices.information ->> 'iccid', 19)) = c.iccid_key and devices.information ? 'iccid' and ${ofKeeper}
    order by device_states.state_time desc nulls last, devices.id limit 1
  ) r on true`

const keyOf = (iccid: string) => sql`upper(left(${sql.ref(iccid)}, 19))`

/** What does not fit together of a card with its devices. */
export const mismatchSql = sql<string | null>`case
  when c.terminal_id is null then
    case when r.terminal_id is not null or e.terminal_id is not null then 'unmatched' end
  when r.terminal_id <> c.terminal_id or (r.terminal_id is null and ${keyOf('m.reported')} <> c.iccid_key) then 'reported'
  when e.terminal_id <> c.terminal_id or ${keyOf('m.entered')} <> c.iccid_key then 'entered'
end`
