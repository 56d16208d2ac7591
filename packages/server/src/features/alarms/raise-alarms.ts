import type pg from 'pg'
import type { AlarmEvent } from '../../ingest/rule-context.ts'

/** An occurrence that no report brought. */
export interface RaisedAlarm extends Omit<AlarmEvent, 'source'> {
  deviceId: number
  /** Whose alarm it is; left out: of who has the device now. */
  accountId?: number
}

/**
 * Stores occurrences that the platform found, which makes episodes and outbox entries of them; existing ones stay.
 * The caller publishes `alarm.changed` after the commit.
 * @returns the devices of those that were not there yet
 */
export async function raiseAlarms(
  client: Pick<pg.ClientBase, 'query'>,
  alarms: readonly RaisedAlarm[],
  now: number,
): Promise<number[]> {
  if (alarms.length === 0) return []
  const rows = alarms.map(({ phase = 'moment', ...alarm }) => ({ phase, ...alarm }))
  const { rows: added } = await client.query<{ device_id: number }>({
    name: 'raise-alarms',
    text: `insert into alarms (device_id, account_id, fix_time, code, subject_id, server_time, latitude_e7, longitude_e7,
        speed_kmh, source, phase, detail)
      select d.id, coalesce(a."accountId", d.account_id), a.time, a.code, a."subjectId", $2, a."latitudeE7",
        a."longitudeE7", a."speedKmh", 'platform', a.phase, a.detail
      from json_to_recordset($1) as a ("deviceId" int4, "accountId" int4, time int8, code int2, "subjectId" int4,
        "latitudeE7" int4, "longitudeE7" int4, "speedKmh" float4, phase text, detail json)
      join devices d on d.id = a."deviceId"
      on conflict do nothing returning device_id`,
    values: [JSON.stringify(rows), now],
  })
  return [...new Set(added.map(({ device_id }) => device_id))]
}
