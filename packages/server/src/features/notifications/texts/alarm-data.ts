import { type AlarmCode, alarmNames } from '@trackway/core/codes/alarms.ts'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

/** The data of an episode that texts need. */
export interface AlarmData {
  id: number
  terminalID: string
  name: string
  accountId: number
  code: number
  subjectId: number
  severity: number
  startTime: number
  endTime: number
  isOpen: boolean
  count: number
  lat: number | null
  lon: number | null
  speedKmh: number | null
  maxSpeedKmh: number | null
  detail: Record<string, unknown> | null
  state: string
  sequence: number
}

export async function findAlarmData(
  db: Db,
  episodeIds: readonly number[],
): Promise<ReadonlyMap<number, AlarmData>> {
  if (episodeIds.length === 0) return new Map()
  const { rows } = await sql<AlarmData>`
    select e.id, d.terminal_id as "terminalID", e.account_id as "accountId", e.code, e.subject_id as "subjectId",
      coalesce(nullif(d.car_number, ''), nullif(d.nickname, ''), d.terminal_id) as name, e.severity,
      e.start_time as "startTime", e.end_time as "endTime", e.is_open as "isOpen", e.count,
      e.latitude_e7 / 1e7::float8 as lat, e.longitude_e7 / 1e7::float8 as lon, e.speed_kmh as "speedKmh",
      e.max_speed_kmh as "maxSpeedKmh", e.detail, e.state, e.sequence
    from alarm_episodes e join devices d on d.id = e.device_id
    where e.id = any(${episodeIds}::int8[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** An event as a webhook is sent it: fields are only ever added. */
export function eventBody(
  { id, type, time }: { id: string; type: string; time: number },
  alarm: AlarmEpisode,
): Buffer {
  const data = { ...alarm, alarmId: alarm.id, name: alarmNames[alarm.code as AlarmCode] ?? null }
  return Buffer.from(JSON.stringify({ type, id, timestamp: new Date(time).toISOString(), data }))
}
