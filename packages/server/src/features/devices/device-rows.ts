import type { Device, TermMode } from '@trackway/core/api/devices.ts'
import type { ImportProtocol } from '@trackway/core/codes/import-protocols.ts'
import type { ConnectionState } from '@trackway/core/codes/states.ts'
import type { SqlBool } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { connectionStateSql, typeNameSql } from './state-sql.ts'

/** Devices as their owner manages them; the caller adds which. */
export function selectDevices(db: Db, now: number) {
  return db
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .leftJoin('device_states', 'device_states.device_id', 'devices.id')
    .select(['devices.id', 'terminal_id', 'account_id', 'username', 'device_type_id'])
    .select(typeNameSql.as('device_type_name'))
    .select(['devices.nickname', 'car_number', 'iccid', 'sim', 'devices.icon_type', 'devices.remark'])
    .select(['platform_expire_time', 'platform_months', 'platform_from_activation'])
    .select(['user_expire_time', 'user_months', 'user_from_activation'])
    .select(['devices.host', 'devices.utc_offset_minutes', 'devices.import_protocol', 'devices.picture_id'])
    .select((eb) => eb('devices.password_hash', 'is not', null).as('has_password'))
    .select(['activate_time', 'state_time', 'devices.create_time'])
    .select(connectionStateSql(now).as('state'))
}

interface DeviceRow {
  id: number
  terminal_id: string
  account_id: number
  username: string
  device_type_id: number
  device_type_name: string
  nickname: string | null
  car_number: string | null
  iccid: string | null
  sim: string | null
  icon_type: string
  remark: string | null
  platform_expire_time: number | null
  platform_months: number | null
  platform_from_activation: boolean
  user_expire_time: number | null
  user_months: number | null
  user_from_activation: boolean
  host: string | null
  utc_offset_minutes: number | null
  import_protocol: number
  picture_id: number | null
  has_password: SqlBool
  activate_time: number | null
  state_time: number | null
  create_time: number
  state: ConnectionState
}

export function toDevice(row: DeviceRow): Device {
  return {
    id: row.id,
    terminalID: row.terminal_id,
    userId: row.account_id,
    username: row.username,
    state: row.state,
    deviceType: row.device_type_id,
    deviceTypeName: row.device_type_name,
    nickname: row.nickname,
    carNumber: row.car_number,
    iccid: row.iccid,
    sim: row.sim,
    iconType: row.icon_type,
    remark: row.remark,
    activateTime: row.activate_time,
    platformExpireTime: row.platform_expire_time,
    platformMode: modeOf(row.platform_expire_time, row.platform_from_activation),
    platformMonths: row.platform_months,
    userExpireTime: row.user_expire_time,
    userMode: modeOf(row.user_expire_time, row.user_from_activation),
    userMonths: row.user_months,
    host: row.host,
    utcOffsetMinutes: row.utc_offset_minutes,
    importProtocol: row.import_protocol as ImportProtocol,
    pictureId: row.picture_id,
    hasPassword: Boolean(row.has_password),
    stateTime: row.state_time,
    createTime: row.create_time,
  }
}

function modeOf(expireTime: number | null, isFromActivation: boolean): TermMode {
  if (isFromActivation) return 'activation'
  return expireTime === null ? 'lifetime' : 'fixed'
}
