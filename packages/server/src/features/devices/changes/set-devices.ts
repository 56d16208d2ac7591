import { sql } from 'kysely'
import type { Scope } from '../../../platform/http/session.ts'
import { blankToNull, type DeviceKey, type DeviceValues, deviceColumns } from '../device-columns.ts'
import { refusingConflicts } from '../queries.ts'
import { emptyForNewOwners } from './device-owners.ts'
import { type Changed, type LockedDevice, lockDevices, type Trx } from './lock-devices.ts'

/** What is left out stays as it is; null empties it. */
export interface DeviceChange extends DeviceValues {
  terminalID: string
}

/**
 * Applies the changes of devices, all in one statement. The last change of a device counts. The caller has checked
 * the values themselves (that the device type exists, the form of an ICCID).
 * Refuses of a row: `notFound`, also for a stranger's; `carNumberTaken` where another device of its account has the
 * number, or gets it by another row.
 * @throws {Refusal} `carNumberTaken`, `notFound` of all, when another call takes a number or deletes an account at
 *   this very instant
 */
export async function setDevices(trx: Trx, scope: Scope, changes: readonly DeviceChange[]): Promise<Changed> {
  const devices = await lockDevices(
    trx,
    scope,
    changes.map(({ terminalID }) => terminalID),
    { withStates: changes.some(({ accountId }) => accountId != null) },
  )
  return writeDevices(trx, devices, changes)
}

/** The same for devices that are locked already, with their states where the owner changes. */
export async function writeDevices(
  trx: Trx,
  devices: ReadonlyMap<string, LockedDevice>,
  changes: readonly DeviceChange[],
): Promise<Changed> {
  const byTerminalId = new Map(changes.map((change) => [change.terminalID, change]))
  const found = [...byTerminalId.values()].flatMap(({ terminalID, ...values }) => {
    const device = devices.get(terminalID)
    return device === undefined ? [] : { device, values: blankToNull(values) }
  })
  const taken = await takenCarNumbers(trx, found)
  const rows = found.filter(({ device }) => !taken.has(device.id))
  const keys = (Object.keys(deviceColumns) as DeviceKey[]).filter((key) =>
    rows.some(({ values }) => key in values),
  )
  if (keys.length > 0) {
    const sets = keys.map((key) => {
      const [column, type] = deviceColumns[key]
      return sql`${sql.ref(column)} = case when c.values ? ${sql.lit(key)}
        then (c.values->>${sql.lit(key)})::${sql.raw(type)} else d.${sql.ref(column)} end`
    })
    const json = JSON.stringify(rows.map(({ device, values }) => ({ id: device.id, values })))
    await refusingConflicts(() =>
      sql`update devices d set ${sql.join(sets)}
        from jsonb_to_recordset(${json}::jsonb) as c (id int4, values jsonb) where d.id = c.id`.execute(trx),
    )
  }
  const isMoved = ({ device, values }: Row) =>
    values.accountId != null && values.accountId !== device.accountId
  await emptyForNewOwners(
    trx,
    rows.filter(isMoved).map(({ device }) => device.id),
  )
  return {
    done: rows.map(({ device: { id, terminalID } }) => ({ id, terminalID })),
    failed: [...byTerminalId.keys()].flatMap((id) => {
      const device = devices.get(id)
      if (device === undefined) return { id, result: 'notFound' as const }
      return taken.has(device.id) ? { id, result: 'carNumberTaken' as const } : []
    }),
  }
}

/** What these keys of devices hold, by the devices' ids. */
export async function readValues(
  trx: Trx,
  ids: readonly number[],
  keys: readonly DeviceKey[],
): Promise<Map<number, { terminalID: string; values: DeviceValues }>> {
  const pairs = keys.map((key) => sql`${sql.lit(key)}, d.${sql.ref(deviceColumns[key][0])}`)
  const { rows } = await sql<{ id: number; terminalID: string; values: DeviceValues }>`
    select d.id, d.terminal_id as "terminalID", jsonb_build_object(${sql.join(pairs)}) as values
    from devices d where d.id = any(${ids}::int[])`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

interface Row {
  device: LockedDevice
  values: DeviceValues
}

/** Which of these would have a number that another device of the same account has, before or after the change? */
async function takenCarNumbers(trx: Trx, rows: readonly Row[]): Promise<Set<number>> {
  const given = rows.flatMap(({ device, values }) => {
    const number = values.carNumber === undefined ? device.carNumber : values.carNumber
    const isKept =
      values.carNumber === undefined && (values.accountId ?? device.accountId) === device.accountId
    return number === null || isKept
      ? []
      : { id: device.id, account_id: values.accountId ?? device.accountId, car_number: number }
  })
  if (given.length === 0) return new Set()
  const { rows: taken } = await sql<{ id: number }>`
    with given as materialized (
      select id, account_id, upper(car_number) as car_number
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id int4, account_id int4, car_number text)
    )
    select g.id from given g join devices d
      on d.account_id = g.account_id and upper(d.car_number) = g.car_number and d.id <> g.id
    union
    select id from (select id, count(*) over (partition by account_id, car_number) as times from given) as g
    where times > 1`.execute(trx)
  return new Set(taken.map(({ id }) => id))
}
