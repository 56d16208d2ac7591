import { type JigKind, jigKinds } from '@trackway/core/features/jig-results/items.ts'
import { sql } from 'kysely'
import type { Trx } from '../devices/changes/lock-devices.ts'

/** A result, as far as its device is concerned. */
export interface UnitResult {
  id: number
  unit: string
  kind: JigKind
  time: number
  resultId: string
  isPassed: boolean
  imei: string | null
  serialNumber: string | null
  iccid: string | null
  batch: string | null
  station: string | null
  typeId: number | null
}

/** What places a result among the attempts of its kind: two of one instant have an order, too. */
type Attempt = Pick<UnitResult, 'id' | 'time' | 'resultId' | 'isPassed'>

interface Unit {
  unit: string
  lastTime: number
  attempts: number
  first: Record<JigKind, Attempt | null>
  last: Record<JigKind, Attempt | null>
}

const isBefore = (a: Attempt, b: Attempt) => a.time < b.time || (a.time === b.time && a.resultId < b.resultId)

/**
 * Counts new results to their devices: which attempt was the first and which is the last of its kind, in whatever order
 * they come. Uploads that share a device wait for each other here.
 * @returns the devices that passed the last test of each kind
 */
export async function updateUnits(
  trx: Trx,
  accountId: number,
  results: readonly UnitResult[],
): Promise<string[]> {
  const byUnit = Map.groupBy(results, ({ unit }) => unit)
  const units = await lockUnits(trx, accountId, [...byUnit.keys()].sort())
  const changed = new Map<number, { isFirst: boolean; isLast: boolean }>()
  const rows = units.map((unit) => {
    const come = byUnit.get(unit.unit)!
    for (const kind of jigKinds) {
      const attempts = [unit.first[kind], unit.last[kind], ...come.filter((each) => each.kind === kind)]
        .filter((attempt) => attempt !== null)
        .sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0))
      unit.first[kind] = attempts[0] ?? null
      unit.last[kind] = attempts.at(-1) ?? null
      for (const { id } of attempts)
        changed.set(id, { isFirst: id === unit.first[kind]?.id, isLast: id === unit.last[kind]?.id })
    }
    // What the newest result says counts; what it does not say is known from those before.
    const newest = come.toSorted((a, b) => (isBefore(a, b) ? 1 : -1))
    const latestOf = <K extends keyof UnitResult>(key: K) =>
      newest.map((result) => result[key]).find((value) => value !== null) ?? null
    const verdicts = jigKinds.map((kind) => unit.last[kind]?.isPassed)
    return {
      unit: unit.unit,
      is_newest: newest[0]!.time >= unit.lastTime,
      imei: latestOf('imei'),
      serial_number: latestOf('serialNumber'),
      iccid: latestOf('iccid'),
      batch: latestOf('batch'),
      station: latestOf('station'),
      device_type_id: latestOf('typeId'),
      last_time: newest[0]!.time,
      attempts: come.length,
      first_serial_id: unit.first.serial?.id ?? null,
      last_serial_id: unit.last.serial?.id ?? null,
      first_gps_id: unit.first.gps?.id ?? null,
      last_gps_id: unit.last.gps?.id ?? null,
      state: verdicts.includes(false) ? 'failed' : verdicts.includes(undefined) ? 'incomplete' : 'passed',
    }
  })
  await sql`
    update jig_units u set
      imei = case when n.is_newest then coalesce(n.imei, u.imei) else coalesce(u.imei, n.imei) end,
      serial_number = case when n.is_newest then coalesce(n.serial_number, u.serial_number)
        else coalesce(u.serial_number, n.serial_number) end,
      iccid = case when n.is_newest then coalesce(n.iccid, u.iccid) else coalesce(u.iccid, n.iccid) end,
      batch = case when n.is_newest then coalesce(n.batch, u.batch) else coalesce(u.batch, n.batch) end,
      station = case when n.is_newest then coalesce(n.station, u.station) else coalesce(u.station, n.station) end,
      device_type_id = case when n.is_newest then coalesce(n.device_type_id, u.device_type_id)
        else coalesce(u.device_type_id, n.device_type_id) end,
      last_time = greatest(u.last_time, n.last_time), attempts = u.attempts + n.attempts, state = n.state,
      first_serial_id = n.first_serial_id, last_serial_id = n.last_serial_id,
      first_gps_id = n.first_gps_id, last_gps_id = n.last_gps_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
      unit text, is_newest boolean, imei text, serial_number text, iccid text, batch text, station text,
      device_type_id int4, last_time int8, attempts int4, first_serial_id int8, last_serial_id int8,
      first_gps_id int8, last_gps_id int8, state text)
    where u.account_id = ${accountId} and u.unit = n.unit`.execute(trx)
  const ids = [...changed.keys()]
  await sql`
    update jig_results r set is_first = c.is_first, is_last = c.is_last
    from unnest(${ids}::int8[], ${ids.map((id) => changed.get(id)!.isFirst)}::boolean[],
      ${ids.map((id) => changed.get(id)!.isLast)}::boolean[]) as c (id, is_first, is_last)
    where r.id = c.id and (r.is_first, r.is_last) is distinct from (c.is_first, c.is_last)`.execute(trx)
  return rows.flatMap(({ unit, state }) => (state === 'passed' ? unit : []))
}

/** The devices, those that were never tested added, locked in one order until the transaction ends. */
async function lockUnits(trx: Trx, accountId: number, units: readonly string[]): Promise<Unit[]> {
  await sql`
    insert into jig_units (account_id, unit, last_time)
    select ${accountId}, unit, 0 from unnest(${units}::text[]) as u (unit) order by unit
    on conflict do nothing`.execute(trx)
  const { rows: locked } = await sql<{ id: number }>`
    select id from jig_units where account_id = ${accountId} and unit = any(${units}::text[])
    order by unit for no key update`.execute(trx)
  const attempt = (id: string) => sql`(
    select jsonb_build_object('id', id, 'time', time, 'resultId', result_id, 'isPassed', is_passed)
    from jig_results where id = ${sql.ref(`u.${id}`)})`
  const { rows } = await sql<
    Pick<Unit, 'unit' | 'lastTime' | 'attempts'> & Record<'fs' | 'ls' | 'fg' | 'lg', Attempt | null>
  >`
    select u.unit, u.last_time as "lastTime", u.attempts, ${attempt('first_serial_id')} as fs,
      ${attempt('last_serial_id')} as ls, ${attempt('first_gps_id')} as fg, ${attempt('last_gps_id')} as lg
    from jig_units u where u.id = any(${locked.map(({ id }) => id)}::int8[]) order by u.unit`.execute(trx)
  return rows.map(({ fs, ls, fg, lg, ...row }) => ({
    ...row,
    first: { serial: fs, gps: fg },
    last: { serial: ls, gps: lg },
  }))
}
