import type { IconType } from '@trackway/core/codes/icon-types.ts'
import type { ImportProtocol } from '@trackway/core/codes/import-protocols.ts'
import { isServed } from '@trackway/core/codes/protocols.ts'
import type { Device, DeviceDetails } from '@trackway/core/features/devices/calls.ts'
import type { TypeOfIds } from '@trackway/core/rules/device-ids.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { isForeignKeyViolation, isUniqueViolation, Refusal, refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { checkDeviceLimits } from '../import-counts/device-limits.ts'
import { takeImportCounts } from '../ledger/ledger.ts'
import { creditMonths } from '../service-terms/free-terms.ts'
import { blankToNull, type DeviceKey, deviceColumns } from './device-columns.ts'
import { selectDevices, toDevice } from './device-rows.ts'

interface TypeOfDevices extends TypeOfIds {
  id: number
  name: string
  iconType: IconType
  importProtocol: ImportProtocol
}

/**
 * The type that a person or a tool named, by id or by name or label in any case, for devices to be given it.
 * @throws {Refusal} `unknownDeviceType`; `protocolMissing` where the platform does not speak its protocol
 */
export async function findDeviceType(db: Db, named: number | string): Promise<TypeOfDevices> {
  const isId = /^[0-9]{1,9}$/.test(String(named))
  const name = String(named).toLowerCase()
  const row = await db
    .selectFrom('device_types')
    .select(['id', 'name', 'wire', 'ids', 'icon_type as iconType', 'import_protocol as importProtocol'])
    .$if(isId, (query) => query.where('id', '=', Number(named)))
    .$if(!isId, (query) =>
      query.where((eb) =>
        eb.or([eb(eb.fn('lower', ['name']), '=', name), eb(eb.fn('lower', ['label']), '=', name)]),
      ),
    )
    .executeTakeFirstOrThrow(refusal('unknownDeviceType'))
  if (!isServed(row)) throw new Refusal('protocolMissing')
  return row
}

/** @throws {Refusal} `notFound`, also for a stranger's device, so ids cannot be probed */
export async function findDevice(db: Db, scope: Scope, terminalID: string, now: number): Promise<Device> {
  const row = await selectDevices(db, now)
    .where('terminal_id', '=', terminalID)
    .where(devicesIn(scope))
    .executeTakeFirstOrThrow(refusal('notFound'))
  return toDevice(row)
}

interface NewDevice extends DeviceDetails {
  terminalID: string
  deviceTypeId: number
}

/**
 * Registers a device under an account that the caller has found in its scope; if it reported before, it is no
 * longer listed as unknown.
 * @param payerId whose import count it takes from, and with it the service time that the device gets
 * @throws {Refusal} `terminalIdTaken`, `carNumberTaken`, `notEnoughImportCounts`, `deviceLimitReached`; `notFound` if
 *   the account was deleted this instant
 */
export async function insertDevice(
  trx: Db,
  { ownerId, payerId }: { ownerId: number; payerId: number },
  device: NewDevice,
  now: number,
): Promise<number> {
  const { terminalID, deviceTypeId, ...details } = device
  const months = await creditMonths(trx, payerId)
  return refusingConflicts(async () => {
    // All that can refuse the caller comes before the id: only who could add it learns that somebody has it.
    await takeImportCounts(trx, payerId, 1, terminalID, now)
    await checkDeviceLimits(trx, [ownerId], { added: 1 })
    await checkPlate(trx, ownerId, details.carNumber)
    const { id } = await trx
      .insertInto('devices')
      .values({
        ...toColumns(details),
        terminal_id: terminalID,
        account_id: ownerId,
        device_type_id: deviceTypeId,
        create_time: now,
        platform_months: months,
        platform_from_activation: months !== null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('device_states').values({ device_id: id, change_time: now }).execute()
    await trx.deleteFrom('unknown_devices').where('terminal_id', '=', terminalID).execute()
    return id
  })
}

/** @throws {Refusal} `carNumberTaken`; of two who add it at the same instant the schema refuses one */
async function checkPlate(trx: Db, accountId: number, carNumber: string | null | undefined): Promise<void> {
  if (!carNumber) return
  const { rows } = await sql`
    select from devices where upper(car_number) = upper(${carNumber}) and account_id = ${accountId}`.execute(
    trx,
  )
  if (rows.length > 0) throw new Refusal('carNumberTaken')
}

/** Who holds a terminal id, by whatever of its readings; undefined where the caller may see that device anyway. */
export async function findHolderOutside(
  db: Db,
  scope: Scope,
  terminalID: string,
): Promise<{ terminalId: string; holder: string } | undefined> {
  return db
    .selectFrom('device_keys')
    .innerJoin('devices', 'devices.id', 'device_keys.device_id')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .select(['devices.terminal_id as terminalId', 'accounts.username as holder'])
    .where('key', 'in', sql<string>`(select device_keys_of(${terminalID}))`)
    .where((eb) => eb.not(devicesIn(scope)))
    .executeTakeFirst()
}

/** @throws {Refusal} `notFound`, `carNumberTaken` */
export async function updateDevice(
  db: Db,
  scope: Scope,
  terminalID: string,
  details: DeviceDetails,
): Promise<void> {
  const { numUpdatedRows } = await refusingConflicts(() =>
    db
      .updateTable('devices')
      // Setting the id to itself lets an empty change find out whether the device exists.
      .set({ ...toColumns(details), terminal_id: terminalID })
      .where('terminal_id', '=', terminalID)
      .where(devicesIn(scope))
      .executeTakeFirst(),
  )
  if (numUpdatedRows === 0n) throw new Refusal('notFound')
}

// The schema decides, so that two who register at the same instant cannot both succeed.
export async function refusingConflicts<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (['devices_terminal_id_key', 'device_keys_pkey'].some((name) => isUniqueViolation(error, name)))
      throw new Refusal('terminalIdTaken', { cause: error })
    if (isUniqueViolation(error, 'devices_car_number')) throw new Refusal('carNumberTaken', { cause: error })
    if (isForeignKeyViolation(error)) throw new Refusal('notFound', { cause: error })
    throw error
  }
}

/** The columns of what is given of a device. */
function toColumns(details: DeviceDetails): Partial<Insertable<Tables['devices']>> {
  const given = Object.entries(blankToNull(details))
  return Object.fromEntries(given.map(([key, value]) => [deviceColumns[key as DeviceKey][0], value]))
}
