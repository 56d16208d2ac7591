import type { Device, TermMode } from '@trackway/core/features/devices/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { connectionStateSql, typeNameSql } from './state-sql.ts'

/** Devices as their owner manages them; the caller adds which. */
export function selectDevices(db: Db, now: number) {
  return db
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .leftJoin('device_states', 'device_states.device_id', 'devices.id')
    .select(['devices.id', 'terminal_id as terminalID', 'account_id as userId', 'username'])
    .select([
      'device_type_id as deviceType',
      typeNameSql.as('deviceTypeName'),
      'devices.icon_type as iconType',
    ])
    .select(['devices.nickname', 'car_number as carNumber', 'iccid', 'sim', 'devices.remark', 'devices.host'])
    .select(['platform_expire_time as platformExpireTime', 'platform_months as platformMonths'])
    .select(['user_expire_time as userExpireTime', 'user_months as userMonths'])
    .select([
      'platform_from_activation as isPlatformFromActivation',
      'user_from_activation as isUserFromActivation',
    ])
    .select(['devices.utc_offset_minutes as utcOffsetMinutes', 'devices.picture_id as pictureId'])
    .select('devices.import_protocol as importProtocol')
    .select(sql<boolean>`devices.password_hash is not null`.as('hasPassword'))
    .select(['activate_time as activateTime', 'state_time as stateTime', 'devices.create_time as createTime'])
    .select(connectionStateSql(now).as('state'))
}

type DeviceRow = Awaited<ReturnType<ReturnType<typeof selectDevices>['execute']>>[number]

export function toDevice({ isPlatformFromActivation, isUserFromActivation, ...row }: DeviceRow): Device {
  return {
    ...row,
    platformMode: modeOf(row.platformExpireTime, isPlatformFromActivation),
    userMode: modeOf(row.userExpireTime, isUserFromActivation),
  }
}

function modeOf(expireTime: number | null, isFromActivation: boolean): TermMode {
  if (isFromActivation) return 'activation'
  return expireTime === null ? 'lifetime' : 'fixed'
}
