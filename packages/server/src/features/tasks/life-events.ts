import { sql } from 'kysely'
import type { LifeSource } from '../../platform/life-source.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'

/** What tasks did with the device: moves. Commands, checks and firmware tell of themselves. */
export const taskLife: LifeSource = {
  name: 'task',

  async events(db, { path }, { deviceId }, { before, limit }) {
    if (deviceId === null) return []
    const { rows } = await sql<{
      id: number
      time: number
      kind: string
      name: string
      state: string
      creator: string
      failure: string | null
      result: string | null
    }>`
      select i.id, i.change_time as time, t.kind, t.name, i.state, t.creator, i.failure, i.result
      from device_task_items i join device_tasks t on t.id = i.task_id
      where i.device_id = ${deviceId} and t.kind not in ('command', 'qualityCheck', 'firmware') and i.change_time < ${before}
        and t.account_id in (select id from accounts where path >= ${path} and path < ${pathEnd(path)})
      order by i.change_time desc, i.id desc limit ${limit}`.execute(db)
    return rows.map(({ id, time, kind, name, state, creator, failure, result }) => ({
      id: String(id),
      time,
      kind: 'task' as const,
      isGood: state === 'done' ? true : state === 'failed' ? false : null,
      by: creator,
      facts: [
        { name: 'task', value: kind, texts: 'reports.taskKind' },
        { name: 'state', value: state, texts: 'reports.itemState' },
        ...(name ? [{ name: 'name', value: name }] : []),
        ...(failure ? [{ name: 'failure', value: failure, texts: 'reports.taskReason' }] : []),
        // A word of its kind, or what the device said.
        ...(result
          ? [{ name: 'result', value: result, ...(/^\w+$/.test(result) && { texts: 'reports.moveState' }) }]
          : []),
      ],
    }))
  },
}
