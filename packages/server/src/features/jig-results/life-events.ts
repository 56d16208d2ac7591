import type { LifeFact } from '@trackway/core/features/device-life/calls.ts'
import { sql } from 'kysely'
import type { LifeSource } from '../../platform/life-source.ts'
import { ofScope } from './queries.ts'

const mostFound = 20

/** Tests by production jigs, every attempt. */
export const jigLife: LifeSource = {
  name: 'jig',

  async find(db, scope, number) {
    const { rows } = await sql<{
      number: string
      typeName: string | null
      iccid: string | null
      serialNumber: string | null
    }>`
      select u.unit as number, coalesce(t.label, t.name) as "typeName", u.iccid, u.serial_number as "serialNumber"
      from jig_units u left join device_types t on t.id = u.device_type_id
      where (u.imei = ${number} or u.serial_number = ${number} or u.iccid = ${number}) and ${ofScope(scope, 'u')}
      order by u.last_time desc limit ${mostFound}`.execute(db)
    return rows
  },

  async events(db, scope, { number, iccid, serialNumber }, { before, limit }) {
    const { rows } = await sql<{
      id: number
      kind: 'serial' | 'gps'
      time: number
      isPassed: boolean
      isLast: boolean
      station: string | null
      operator: string | null
      batch: string | null
      failures: string[]
    }>`
      select r.id, r.kind, r.time, r.is_passed as "isPassed", r.is_last as "isLast", r.station, r.operator, r.batch,
        r.failures
      from jig_results r
      where r.time < ${before} and ${ofScope(scope, 'r')} and (r.account_id, r.unit) in (
        select u.account_id, u.unit from jig_units u
        where u.imei = ${number} or u.serial_number in (${number}, ${serialNumber}) or u.iccid in (${number}, ${iccid}))
      order by r.time desc, r.id desc limit ${limit}`.execute(db)
    return rows.map(({ id, kind, time, isPassed, station, operator, batch, failures }) => ({
      id: String(id),
      time,
      kind: kind === 'serial' ? ('jigSerial' as const) : ('jigGps' as const),
      isGood: isPassed,
      by: operator ?? station,
      facts: [...fact('station', station), ...fact('batch', batch), ...fact('failures', failures.join(', '))],
    }))
  },
}

const fact = (name: string, value: string | null): LifeFact[] => (value ? [{ name, value }] : [])
