import { targetSettingKind } from '@trackway/core/features/target-servers/calls.ts'
import { sql } from 'kysely'
import { findLevel, setOwn } from '../../features/level-settings/queries.ts'
import type { DemoOwner } from '../accounts.ts'
import { type DemoFactory, dayMs } from './demo-factory.ts'

/** Customers whose new devices report elsewhere. None of them has a vehicle that drives: it would go there. */
const targets: readonly {
  of: DemoOwner
  deviceType?: number
  host: string
  port: number
  daysAgo: number
}[] = [
  { of: 'tianjin', host: 'gps.tj-binhai.example', port: 7018, daysAgo: 64 },
  { of: 'rennes', host: 'eu.gps.example', port: 5023, daysAgo: 41 },
  { of: 'hoian', deviceType: 15, host: 'ap.gps.example', port: 5015, daysAgo: 12 },
]

/** Sets the servers that devices of some customers report to, where none is set. */
export async function ensureTargetServers(
  { database: { db }, scope, now }: DemoFactory,
  accountIds: ReadonlyMap<string, number>,
): Promise<void> {
  const { rows: known } = await sql`
    select from level_settings s join accounts a on a.id = s.account_id
    where s.kind = ${targetSettingKind.name} and starts_with(a.path, ${scope.path}) limit 1`.execute(db)
  if (known.length > 0) return
  for (const { of, deviceType, host, port, daysAgo } of targets) {
    const level = await findLevel(db, scope, { userId: accountIds.get(of)!, deviceType })
    const target = { host, port, transport: 'tcp' as const, setTime: now - daysAgo * dayMs }
    await setOwn(db, targetSettingKind, level, { target })
  }
}
