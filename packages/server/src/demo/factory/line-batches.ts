import { type JigResult, type LineUnit, lineResults, lineUnit } from '@trackway/simulator/jig/jig.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** What the line of the demo's factory made: batches of the last months, and the vehicles that drive now long before. */

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export interface LineBatch {
  name: string
  deviceTypeId: number
  units: readonly LineUnit[]
  /** When the first of them came into the jigs. */
  startTime: number
  /** What was measured of them, also what is still to come. */
  results: readonly JigResult[]
}

/** Types whose devices the factory makes, with the firmware of each. */
export const madeTypes = [
  { id: 13, code: 'GT', firmware: 'V1.2.4' },
  { id: 15, code: 'GW', firmware: 'V2.0.7' },
] as const

/** Days since each batch was made; the last one is in the jigs now. */
const batchDays = [118, 96, 75, 54, 40, 27, 19, 13, 9, 6, 4, 3, 2, 1, 0] as const
const unitsOfBatch = 60
const operators = ['张伟', '李秀英', '王强', '刘洋']

/** Devices that nobody registered yet, the oldest batch first. */
export function newBatches(now: number): LineBatch[] {
  return batchDays.map((days, index) => {
    const { id, code, firmware } = madeTypes[index % madeTypes.length]!
    const startTime = now - days * dayMs - (days === 0 ? 2 : 5) * hourMs
    const units = Array.from({ length: unitsOfBatch }, (_, at) => lineUnit(1 + index * unitsOfBatch + at))
    return toBatch(units, { id, code, firmware }, startTime)
  })
}

function toBatch(
  units: readonly LineUnit[],
  { id, code, firmware }: { id: number; code: string; firmware: string },
  startTime: number,
): LineBatch {
  const name = `${code}${new Date(startTime).toISOString().slice(2, 10).replaceAll('-', '')}`
  const results = lineResults({
    units,
    batch: name,
    deviceType: id,
    firmware,
    startTime,
    secondsPerDevice: 150,
    failing: 0.08,
    operators,
    seed: units.length + Number(units[0]!.imei.slice(8, 14)),
  })
  return { name, deviceTypeId: id, units, startTime, results }
}

/** Vehicles of the demo that were made here, some weeks before they were registered. */
export async function registeredBatches(db: Db, demoId: number): Promise<LineBatch[]> {
  const { rows } = await sql<{ imei: string; iccid: string | null; type: number; time: number }>`
    select terminal_id as imei, iccid, device_type_id as type, devices.create_time as time
    from devices join accounts on accounts.id = devices.account_id
    where starts_with(path, ${`/1/${demoId}/`}) and terminal_id ~ '^861234[0-9]{9}$'
      and device_type_id = any(${madeTypes.map(({ id }) => id)}::int4[])
    order by devices.id`.execute(db)
  return madeTypes.flatMap(({ id, code, firmware }) => {
    const made = rows.filter(({ type }) => type === id)
    if (made.length === 0) return []
    const startTime = Math.min(...made.map(({ time }) => time)) - 26 * dayMs
    const units = made.map(({ imei, iccid }, at) => ({
      imei,
      iccid,
      serialNumber: `${code}4${String(2_101 + at).padStart(6, '0')}`,
    }))
    return [toBatch(units, { id, code, firmware }, startTime)]
  })
}

/** Devices whose last test of a kind they did not pass: they go no further. */
export function failedUnits({ results }: LineBatch): ReadonlySet<string> {
  const last = new Map(results.map((result) => [`${result.imei} ${result.kind}`, result]))
  return new Set([...last.values()].flatMap(({ imei, pass }) => (pass ? [] : imei!)))
}
