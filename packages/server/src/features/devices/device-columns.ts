/** What may be set of a device: its column of the database, and that one's type. */
export const deviceColumns = {
  nickname: ['nickname', 'text'],
  carNumber: ['car_number', 'text'],
  iccid: ['iccid', 'text'],
  sim: ['sim', 'text'],
  iconType: ['icon_type', 'text'],
  remark: ['remark', 'text'],
  deviceType: ['device_type_id', 'int4'],
  host: ['host', 'text'],
  utcOffsetMinutes: ['utc_offset_minutes', 'int4'],
  importProtocol: ['import_protocol', 'int2'],
  passwordHash: ['password_hash', 'text'],
  accountId: ['account_id', 'int4'],
  platformExpireTime: ['platform_expire_time', 'int8'],
  platformMonths: ['platform_months', 'int2'],
  platformFromActivation: ['platform_from_activation', 'bool'],
  userExpireTime: ['user_expire_time', 'int8'],
  userMonths: ['user_months', 'int2'],
  userFromActivation: ['user_from_activation', 'bool'],
} as const
export type DeviceKey = keyof typeof deviceColumns

export type DeviceValues = {
  [K in DeviceKey]?:
    | ((typeof deviceColumns)[K][1] extends 'text'
        ? string
        : (typeof deviceColumns)[K][1] extends 'bool'
          ? boolean
          : number)
    | null
}

/** Forms send what was cleared as an empty text; unknown is null. What is undefined is left out. */
export function blankToNull<V extends object>(values: V): V {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(defined.map(([key, value]) => [key, value === '' ? null : value])) as V
}
