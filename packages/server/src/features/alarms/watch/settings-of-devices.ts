import {
  type AlarmSettings,
  effectiveAlarmSettings,
  type OwnAlarmSettings,
} from '@trackway/core/features/alarms/alarm-settings.ts'
import type pg from 'pg'

type Client = Pick<pg.ClientBase, 'query'>

/** What counts for each of these devices. One query, however many devices. */
export async function alarmSettingsOf(
  client: Client,
  deviceIds: readonly number[],
): Promise<(deviceId: number) => AlarmSettings> {
  const { rows } = await client.query<{ id: number; own: OwnAlarmSettings }>({
    name: 'alarm-settings-of-devices',
    text: `with asked as (
        select d.id, d.device_type_id, string_to_array(trim(a.path, '/'), '/')::int4[] as account_ids
        from devices d join accounts a on a.id = d.account_id where d.id = any($1::int4[])
      )
      select asked.id, s.own, array_position(account_ids, s.account_id) as depth, s.device_type_id is not null as is_of_type
      from asked join alarm_settings s on s.account_id = any(account_ids)
        and (s.device_type_id is null or s.device_type_id = asked.device_type_id)
      union all
      select s.device_id, s.own, 2147483647, true from alarm_settings s where s.device_id = any($1::int4[])
      order by 1, 3, 4`,
    values: [deviceIds],
  })
  const levels = new Map<number, OwnAlarmSettings[]>()
  for (const { id, own } of rows) levels.set(id, [...(levels.get(id) ?? []), own])
  return (deviceId) => effectiveAlarmSettings(levels.get(deviceId) ?? [])
}
