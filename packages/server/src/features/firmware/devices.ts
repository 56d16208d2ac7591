import {
  type FirmwareRules,
  type FirmwareTarget,
  type Misfit,
  misfitOf,
} from '@trackway/core/features/firmware/firmware-fit.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { firmwareSql, hardwareSql } from './transfer/transfer-queries.ts'

export interface DeviceOfFile extends FirmwareTarget {
  deviceId: number
  terminalId: string
}

const columns = sql`devices.id as "deviceId", devices.terminal_id as "terminalId",
  devices.device_type_id as "deviceTypeId", ${firmwareSql} as firmware, ${hardwareSql} as hardware`

/** Those of these devices that are within the scope, with what decides whether they can have a file. */
export async function findDevices(
  db: Db,
  scope: Scope,
  terminalIds: readonly string[],
): Promise<DeviceOfFile[]> {
  const { rows } = await sql<DeviceOfFile>`
    select ${columns} from devices
    where devices.terminal_id = any(${terminalIds}::text[]) and ${devicesIn(scope)}`.execute(db)
  return rows
}

/** Why which devices cannot have it, by terminal id; those that may still say that they can are not among them. */
export function misfitsAmong(file: FirmwareRules, devices: readonly DeviceOfFile[]): Map<string, Misfit> {
  return new Map(
    devices.flatMap((device) => {
      const misfit = misfitOf(file, device)
      return misfit === null ? [] : [[device.terminalId, misfit] as const]
    }),
  )
}
