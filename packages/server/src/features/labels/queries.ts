import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn, pathEnd } from '../../platform/scope/scope-sql.ts'
import { checkIds } from '../id-ranges/queries.ts'

/** What is known of a device that may stand on its label. */
export interface LabelFacts {
  id: string
  iccid: string | null
  model: string | null
  serialNumber: string | null
  batch: string | null
}

/**
 * What is known of devices within the scope, in this order: registered, in stock, tested by a jig, or handed out to
 * production as an id.
 * @throws {Refusal} `notFound` with those that are none of it, also for a stranger's
 */
export async function findLabelFacts(db: Db, scope: Scope, ids: readonly string[]): Promise<LabelFacts[]> {
  const { path } = scope
  const { rows } = await sql<LabelFacts & { isKnown: boolean }>`
    with keepers as materialized (select id from accounts where path >= ${path} and path < ${pathEnd(path)})
    select n.id, coalesce(devices.iccid, u.iccid) as iccid, coalesce(t.label, t.name) as model,
      coalesce(s.serial_number, u.serial_number) as "serialNumber", coalesce(s.batch, u.batch) as batch,
      coalesce(devices.id, s.id, u.id) is not null as "isKnown"
    from unnest(${ids}::text[]) with ordinality as n (id, at)
    left join devices on devices.terminal_id = n.id and ${devicesIn(scope)}
    left join stock_items s on s.terminal_id = n.id and s.account_id in (select id from keepers)
    left join lateral (
      select jig_units.* from jig_units where (imei = n.id or serial_number = n.id or jig_units.iccid = n.id)
        and account_id in (select id from keepers)
      order by last_time desc limit 1) u on true
    left join device_types t on t.id = coalesce(devices.device_type_id, s.device_type_id, u.device_type_id)
    order by n.at`.execute(db)
  const others = rows.filter(({ isKnown }) => !isKnown).map(({ id }) => id)
  if (others.length > 0) {
    const handedOut = (await checkIds(db, scope, others)).filter(({ isIssued }) => isIssued)
    const known = new Set(handedOut.map(({ id }) => id))
    const issues = rows.flatMap(({ id, isKnown }, at) =>
      isKnown || known.has(id) ? [] : [{ path: `terminalIDs.${at}`, reason: 'not_found' }],
    )
    if (issues.length > 0) throw new Refusal('notFound', { issues })
  }
  return rows.map(({ isKnown: _, ...facts }) => facts)
}
