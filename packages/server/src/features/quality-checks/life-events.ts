import { sql } from 'kysely'
import type { LifeSource } from '../../platform/life-source.ts'
import { keptIn } from '../../platform/scope/scope-sql.ts'

/** Quality checks, every attempt. */
export const qualityLife: LifeSource = {
  name: 'quality',
  permission: ['test:qc'],

  async events(db, scope, { number }, { before, limit }) {
    const isKept = await keptIn(db, scope, 'quality_results')
    const { rows } = await sql<{
      id: number
      time: number
      state: string
      operator: string
      station: string | null
      batch: string | null
      failures: string[]
    }>`
      select r.id, coalesce(r.end_time, r.start_time) as time, r.state, r.operator, r.station, r.batch, r.failures
      from quality_results r
      where ${isKept('r')} and r.terminal_id = ${number} and coalesce(r.end_time, r.start_time) < ${before}
      order by time desc, r.id desc limit ${limit}`.execute(db)
    const fact = (name: string, value: string | null) => (value ? [{ name, value }] : [])
    return rows.map(({ id, time, state, operator, station, batch, failures }) => ({
      id: String(id),
      time,
      kind: 'qualityCheck' as const,
      isGood: state === 'passed' ? true : state === 'failed' ? false : null,
      by: operator,
      facts: [
        { name: 'state', value: state, texts: 'reports.qualityState' },
        ...fact('station', station),
        ...fact('batch', batch),
        ...failures.map((value) => ({ name: 'failures', value, texts: 'reports.qualityCheck' })),
      ],
    }))
  },
}
