import type pg from 'pg'
import type { Db } from '../../platform/database/database.ts'

/**
 * Records what the odometer of a vehicle shows now. What its device counts goes on undisturbed; the difference
 * stands with the device and is added wherever the odometer is shown.
 */
export async function correctOdometer(
  pool: pg.Pool,
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
): Promise<void> {
  await pool.query(
    `with counted as (
       select d.id, s.odometer_m as device_m, s.odometer_m + d.odometer_offset_m as shown_m
       from devices d left join device_states s on s.device_id = d.id where d.id = $1 for update of d
     ), moved as (
       update devices set odometer_offset_m = $2 - coalesce(device_m, 0) from counted where devices.id = counted.id
     )
     insert into odometer_corrections (device_id, time, before_m, odometer_m, note, account_id)
     select id, $3, shown_m, $2, $4, $5 from counted`,
    [deviceId, odometerM, now, note, accountId],
  )
}

export async function findCorrections(
  db: Db,
  deviceId: number,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
) {
  const rows = await db
    .selectFrom('odometer_corrections')
    .leftJoin('accounts', 'accounts.id', 'odometer_corrections.account_id')
    .select(['time', 'before_m as beforeM', 'odometer_m as odometerM', 'note', 'accounts.username'])
    .where('device_id', '=', deviceId)
    .orderBy('time', 'desc')
    .orderBy('odometer_corrections.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const { total } = await db
    .selectFrom('odometer_corrections')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow()
  return { list: rows, total }
}
