import type { LifeEvent, LifeKind } from '@trackway/core/features/device-life/calls.ts'
import { sql } from 'kysely'
import type { LifeSource } from '../../platform/life-source.ts'
import { devicesIn, ownersIn, pathEnd } from '../../platform/scope/scope-sql.ts'
import { displayNameSql } from './state-sql.ts'

const mostFound = 20

/** Registration, first contact, owners and resets of a registered device. */
export const deviceLife: LifeSource = {
  name: 'device',

  async find(db, scope, number) {
    const { rows } = await sql<{
      deviceId: number
      number: string
      displayName: string
      typeName: string
      iccid: string | null
      username: string
    }>`
      select devices.id as "deviceId", devices.terminal_id as number, ${displayNameSql} as "displayName",
        coalesce(t.label, t.name) as "typeName", devices.iccid, accounts.username
      from devices join device_types t on t.id = devices.device_type_id
        join accounts on accounts.id = devices.account_id
      where (devices.terminal_id = ${number} or devices.iccid = ${number}) and ${devicesIn(scope)}
      order by devices.id limit ${mostFound}`.execute(db)
    return rows
  },

  async events(db, scope, { deviceId }, { before, limit }) {
    if (deviceId === null) return []
    const { rows } = await sql<{
      id: string
      time: number
      kind: LifeKind
      by: string | null
      account: string | null
    }>`
      select * from (
        select 'registered' as id, create_time as time, 'registered' as kind, null::text as by, null::text as account
        from devices where id = ${deviceId}
        union all
        select 'first', activate_time, 'firstContact', null, null
        from devices where id = ${deviceId} and activate_time is not null
        union all
        select 'owner ' || device_owners.id, since_time, 'ownerChanged', null, owner.username
        from device_owners join devices on devices.id = device_owners.device_id
          left join accounts owner on owner.id = device_owners.account_id
            and owner.path >= ${scope.path} and owner.path < ${pathEnd(scope.path)}
        where device_id = ${deviceId} and ${ownersIn(scope)}
        union all
        select 'reset ' || r.id, r.time, 'reset', actor.username, null
        from device_resets r left join accounts actor on actor.id = r.actor_id where r.device_id = ${deviceId}
      ) as events where time < ${before} order by time desc, id limit ${limit}`.execute(db)
    return rows.map(
      ({ account, ...event }): LifeEvent => ({
        ...event,
        isGood: null,
        facts: account === null ? [] : [{ name: 'account', value: account }],
      }),
    )
  },
}
