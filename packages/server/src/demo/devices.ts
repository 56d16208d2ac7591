import type { Database } from '../platform/database/database.ts'
import type { PlannedVehicle } from './fleet-plan.ts'

const dayMs = 86_400_000

/**
 * Registers the demo vehicles that are missing. Those an administrator has edited stay as they are.
 * @returns device ids by terminal id
 */
export async function ensureDevices(
  { pool }: Pick<Database, 'pool'>,
  fleet: readonly PlannedVehicle[],
  accountIds: ReadonlyMap<string, number>,
  now: number,
): Promise<Map<string, number>> {
  const rows = fleet.map((vehicle) => ({
    terminal_id: vehicle.terminalId,
    account_id: accountIds.get(vehicle.owner),
    device_type_id: vehicle.deviceTypeId,
    nickname: vehicle.nickname,
    car_number: vehicle.carNumber,
    icon_type: vehicle.iconType,
    iccid: vehicle.iccid,
    sim: vehicle.sim,
    user_expire_time: vehicle.expiresInDays === null ? null : now + vehicle.expiresInDays * dayMs,
    create_time: now - 45 * dayMs,
  }))
  await pool.query(
    `insert into devices (terminal_id, account_id, device_type_id, nickname, car_number, icon_type, iccid, sim,
       user_expire_time, create_time)
     select * from jsonb_to_recordset($1) as r (terminal_id text, account_id int4, device_type_id int4,
       nickname text, car_number text, icon_type text, iccid text, sim text, user_expire_time int8, create_time int8)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  )
  const all = await pool.query<{ id: number; terminal_id: string }>(
    'select id, terminal_id from devices where terminal_id = any($1)',
    [fleet.map((vehicle) => vehicle.terminalId)],
  )
  await pool.query(
    'insert into device_states (device_id, change_time) select unnest($1::int4[]), $2 on conflict do nothing',
    [all.rows.map((row) => row.id), now],
  )
  return new Map(all.rows.map((row) => [row.terminal_id, row.id]))
}
