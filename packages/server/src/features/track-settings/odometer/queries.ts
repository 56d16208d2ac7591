import type { TimeSpan } from '@trackway/core/rules/time-spans.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { type Paging, readPage } from '../../../platform/database/read-page.ts'

/**
 * Records what the odometer of a vehicle shows now. What its device counts goes on undisturbed; the difference
 * is stored with the device and added wherever the odometer is shown.
 * @returns what it showed before, in metres; null: unknown
 */
export async function correctOdometer(
  db: Db,
  {
    deviceId,
    odometerM,
    note,
    accountId,
    now,
  }: {
    deviceId: number
    odometerM: number
    note: string
    accountId: number
    now: number
  },
): Promise<number | null> {
  const { rows } = await sql<{ before_m: number | null }>`
    with counted as (
      select d.id, s.odometer_m as device_m, s.odometer_m + d.odometer_offset_m as shown_m
      from devices d left join device_states s on s.device_id = d.id where d.id = ${deviceId} for update of d
    ), moved as (
      update devices set odometer_offset_m = ${odometerM}::float8 - coalesce(device_m, 0)
      from counted where devices.id = counted.id
    )
    insert into odometer_corrections (device_id, time, before_m, odometer_m, note, account_id)
    select id, ${now}::int8, shown_m, ${odometerM}::float8, ${note}::text, ${accountId}::int4
    from counted returning before_m`.execute(db)
  return rows[0]?.before_m ?? null
}

/** @param parts the time in which the caller sees the device */
export async function findCorrections(
  db: Db,
  { deviceId, parts }: { deviceId: number; parts: readonly TimeSpan[] },
  { pageNum, pageSize }: Paging,
) {
  const found = db
    .selectFrom('odometer_corrections')
    .leftJoin('accounts', 'accounts.id', 'odometer_corrections.account_id')
    .select(['time', 'before_m as beforeM', 'odometer_m as odometerM', 'note', 'accounts.username'])
    .where('device_id', '=', deviceId)
    .where((eb) => eb.or(parts.map(({ from, to }) => eb.between('time', from, to))))
    .orderBy('time', 'desc')
    .orderBy('odometer_corrections.id', 'desc')
  return readPage(found, { pageNum, pageSize })
}
