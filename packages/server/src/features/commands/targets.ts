import { type CommandCode, isOffered, type Offering } from '@trackway/core/features/commands/commands.ts'
import { commandsOf } from '@trackway/protocols/commands.ts'
import type { AnyProtocol } from '@trackway/protocols/detect.ts'
import type { DeviceProfile } from '@trackway/protocols/protocol.ts'
import { protocolByName } from '@trackway/protocols/registry.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { displayNameSql, isConnectedSql, viewEndSql } from '../devices/state-sql.ts'
import { platformIdAmong } from '../nb-platforms/device-ids.ts'

/** A device that a command is for, with what decides whether and how it gets it. */
export interface CommandTarget extends Offering {
  deviceId: number
  accountId: number
  terminalId: string
  displayName: string
  /** The protocol that it uses now, else that of its type; undefined: the platform has none of the name. */
  protocol: AnyProtocol | undefined
  wire: string
  profile: DeviceProfile
  isOfflineCapable: boolean
  isOnline: boolean
  isExpired: boolean
  /** Does the platform of its network (NB-IoT) have a name for it that we know? */
  hasPlatformId: boolean
  lat: number | null
  lon: number | null
}

interface Row extends Omit<CommandTarget, 'protocol' | 'profile' | 'hasPlatformId'> {
  learntKeys: string[]
  dialect: string | null
  texts: NonNullable<DeviceProfile['commandTexts']>
}

/** The devices of these terminal ids within the scope. */
export async function findTargets(
  db: Db,
  scope: Scope,
  terminalIds: readonly string[],
  now: number,
): Promise<CommandTarget[]> {
  const { rows } = await sql<Row>`
    select devices.id as "deviceId", devices.account_id as "accountId", devices.terminal_id as "terminalId",
      ${displayNameSql} as "displayName",
      case when device_states.is_connected then coalesce(device_states.wire, device_types.wire)
        else device_types.wire end as wire,
      device_types.dialect, device_types.command_texts as texts, device_types.commands,
      device_types.sensors, device_types.work_modes as "workModes",
      device_types.is_offline_capable as "isOfflineCapable",
      coalesce(${isConnectedSql(now)}, false) as "isOnline",
      coalesce(${viewEndSql(scope)} <= ${now}, false) as "isExpired",
      array(select key from device_keys where device_id = devices.id and is_learnt) as "learntKeys",
      device_states.latitude_e7 / 1e7::float8 as lat, device_states.longitude_e7 / 1e7::float8 as lon
    from devices join device_types on device_types.id = devices.device_type_id
      left join device_states on device_states.device_id = devices.id
    where devices.terminal_id = any(${terminalIds}::text[]) and ${devicesIn(scope)}`.execute(db)
  return rows.map(({ dialect, texts, wire, learntKeys, ...row }) => ({
    ...row,
    hasPlatformId: platformIdAmong(learntKeys) !== null,
    wire,
    protocol: protocolByName(wire),
    profile: {
      ...(dialect !== null && { dialect }),
      ...(Object.keys(texts).length > 0 && { commandTexts: texts }),
    },
  }))
}

/**
 * Locks those of these devices that are within the scope: moving them to another account, and storing commands for
 * them, waits until this transaction ends. Their reports do not wait.
 */
export async function lockTargets(trx: Db, scope: Scope, terminalIds: readonly string[]): Promise<void> {
  await sql`select from devices where terminal_id = any(${terminalIds}::text[]) and ${devicesIn(scope)}
    order by id for no key update`.execute(trx)
}

/** A device type, with what decides which commands its devices take. */
export interface TypeOfCommands extends Offering {
  id: number
  wire: string
  commandTexts: NonNullable<DeviceProfile['commandTexts']>
}

/** @param ids left out: all */
export async function findTypesOfCommands(db: Db, ids?: readonly number[]): Promise<TypeOfCommands[]> {
  const isOne: RawBuilder<SqlBool> = ids === undefined ? sql`true` : sql`id = any(${ids}::int4[])`
  const { rows } = await sql<TypeOfCommands>`
    select id, wire, commands, sensors, work_modes as "workModes", command_texts as "commandTexts"
    from device_types where ${isOne} order by id`.execute(db)
  return rows
}

/** Those that its protocol, or the model itself, has a form of, and that it offers. */
export const offeredCommands = (type: TypeOfCommands): CommandCode[] =>
  commandsOf(protocolByName(type.wire), type).filter((code) => isOffered(code, type))
