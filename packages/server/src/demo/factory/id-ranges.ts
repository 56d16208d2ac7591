import { roles } from '@trackway/core/codes/roles.ts'
import type { IdRangeKind } from '@trackway/core/features/id-ranges/ids.ts'
import { rangeOfIds } from '@trackway/core/features/id-ranges/ids.ts'
import { insertRange, issueIds } from '../../features/id-ranges/queries.ts'
import { type DemoFactory, dayMs } from './demo-factory.ts'

interface DemoRange {
  kind: IdRangeKind
  firstId: string
  lastId: string
  daysAgo: number
  paperNumber: string
  note?: string
  /** What was handed to production: the older first. */
  issues: readonly { count: number; daysAgo: number; paperNumber: string; receiver: string }[]
}

const ranges: readonly DemoRange[] = [
  {
    kind: 'imei',
    firstId: '86012304090001',
    lastId: '86012304090050',
    daysAgo: 160,
    paperNumber: 'TAC-2026-02',
    note: '样机',
    issues: [{ count: 50, daysAgo: 158, paperNumber: 'SC-2026-0098', receiver: '研发样机' }],
  },
  {
    kind: 'imei',
    firstId: '86012304000001',
    lastId: '86012304020000',
    daysAgo: 150,
    paperNumber: 'TAC-2026-02',
    issues: [
      { count: 500, daysAgo: 120, paperNumber: 'SC-2026-0141', receiver: '1 号线' },
      { count: 1_000, daysAgo: 30, paperNumber: 'SC-2026-0217', receiver: '2 号线' },
    ],
  },
  {
    kind: 'id808',
    firstId: '14407109000',
    lastId: '14407119999',
    daysAgo: 97,
    paperNumber: 'SIM-2026-11',
    issues: [{ count: 800, daysAgo: 60, paperNumber: 'SC-2026-0188', receiver: '2 号线' }],
  },
  {
    kind: 'own',
    firstId: 'GW5000001',
    lastId: 'GW5099999',
    daysAgo: 150,
    paperNumber: 'SN-2026-01',
    note: '整机序列号',
    issues: [{ count: 1_500, daysAgo: 120, paperNumber: 'SC-2026-0141', receiver: '1 号线' }],
  },
]

/** Ranges of ids and what was handed out of them, where there are none. Before the devices that bear them. */
export async function ensureIdRanges({ database, scope, staff, now }: DemoFactory): Promise<void> {
  const { db } = database
  const known = await db
    .selectFrom('id_ranges')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .limit(1)
    .execute()
  if (known.length > 0) return
  const operatorId = staff[roles.test]!
  await db.transaction().execute(async (trx) => {
    for (const { kind, firstId, lastId, daysAgo, issues, ...paper } of ranges) {
      const range = rangeOfIds(kind, firstId, lastId, false)
      if ('reason' in range) throw new TypeError(`${firstId} begins no range: ${range.reason}`)
      const by = { operatorId, now: now - daysAgo * dayMs }
      const id = await insertRange(trx, scope, { ...range, kind, ...paper }, by)
      for (const { daysAgo: issueDays, ...issue } of issues)
        await issueIds(trx, scope, { id, ...issue }, { operatorId, now: now - issueDays * dayMs })
    }
  })
}
