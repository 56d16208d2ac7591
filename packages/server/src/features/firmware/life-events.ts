import { sql } from 'kysely'
import type { LifeSource } from '../../platform/life-source.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'

interface Row {
  id: string
  time: number
  version: string
  /** Null: it was fetched by a link. */
  state: string | null
  failure: string | null
  result: string | null
  creator: string
}

/** Upgrades of the device, each with the version it was for and why it failed, and what it fetched by links. */
export const firmwareLife: LifeSource = {
  name: 'firmware',

  async events(db, { path }, { deviceId }, { before, limit }) {
    if (deviceId === null) return []
    const inScope = (column: string) => sql`
      ${sql.ref(column)} in (select id from accounts where path >= ${path} and path < ${pathEnd(path)})`
    const { rows } = await sql<Row>`
      select * from (
        select 'upgrade ' || i.id as id, i.change_time as time, coalesce(f.version, t.name) as version, i.state,
          i.failure, i.result, t.creator
        from device_task_items i join device_tasks t on t.id = i.task_id
          left join firmware_files f on f.id = (t.params ->> 'fileId')::integer
        where i.device_id = ${deviceId} and t.kind = 'firmware' and i.change_time < ${before} and ${inScope('t.account_id')}
        union all
        select 'link ' || l.id, l.finish_time, f.version, null, null, null, l.creator
        from firmware_links l join firmware_files f on f.id = l.file_id
        where l.device_id = ${deviceId} and l.finish_time < ${before} and ${inScope('f.account_id')}) events
      order by time desc, id desc limit ${limit}`.execute(db)
    return rows.map(({ id, time, version, state, failure, result, creator }) => ({
      id,
      time,
      kind: state === null ? ('firmwareFetched' as const) : ('firmware' as const),
      isGood: state === 'done' ? true : state === 'failed' ? false : null,
      by: creator,
      facts: [
        { name: 'version', value: version },
        ...(state === null ? [] : [{ name: 'state', value: state, texts: 'reports.itemState' }]),
        ...(failure === null ? [] : [{ name: 'failure', value: failure, texts: 'reports.taskReason' }]),
        ...(result ? [{ name: 'result', value: result }] : []),
      ],
    }))
  },
}
