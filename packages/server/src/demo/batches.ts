import type { ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import { type ImportKindName, kindOf } from '@trackway/core/features/imports/kinds.ts'
import { sql } from 'kysely'
import { settleWritten, storeRows } from '../features/imports/import-rows.ts'
import type { Reason } from '../features/imports/written-rows.ts'
import { move, type Place } from '../features/ledger/ledger.ts'
import { recordEvent } from '../platform/audit.ts'
import type { Db } from '../platform/database/database.ts'
import type { DemoOwner } from './accounts.ts'

/** What resellers did in the last months: import counts handed down the tree, and batches. */

const dayMs = 86_400_000
const adminId = 1

interface Handed {
  daysAgo: number
  from: DemoOwner | 'demo' | 'issued'
  to: DemoOwner | 'demo'
  amount: number
  remark?: string
}

const handed: readonly Handed[] = [
  { daysAgo: 96, from: 'issued', to: 'demo', amount: 5_000, remark: '年度合同' },
  { daysAgo: 92, from: 'demo', to: 'yuanhang', amount: 2_000, remark: '华南、华东、华北' },
  { daysAgo: 90, from: 'demo', to: 'vietlink', amount: 800 },
  { daysAgo: 85, from: 'demo', to: 'europe', amount: 500, remark: 'Q3' },
  { daysAgo: 70, from: 'yuanhang', to: 'beifang', amount: 600 },
  { daysAgo: 61, from: 'beifang', to: 'tianjin', amount: 150 },
  { daysAgo: 60, from: 'vietlink', to: 'danang', amount: 200 },
]

interface DemoBatch {
  daysAgo: number
  kind: ImportKindName
  by: DemoOwner
  /** Whose devices its rows are about. */
  of: DemoOwner
  rows: number
  fileName: string | null
  cells: (device: DemoDevice, row: number) => ImportCells
  /** Rows that were not written, after the others. */
  failed: readonly { cells: ImportCells; reason: Reason }[]
}

interface DemoDevice {
  id: number
  terminalId: string
}

const lessees = ['欧阳晓明', '王建国', '李静怡', '赵德海', '陈秀英']

const batches: readonly DemoBatch[] = [
  {
    daysAgo: 55,
    kind: 'deviceImport',
    by: 'yuanhang',
    of: 'yuanhang',
    rows: 40,
    fileName: '九月到货.xlsx',
    cells: ({ terminalId }) => ({ terminalID: terminalId, deviceType: 'Gt06' }),
    failed: [
      {
        cells: { terminalID: '86753109', deviceType: 'K9000' },
        reason: { column: 'deviceType', reason: 'unknownDeviceType' },
      },
      {
        cells: { terminalID: '8.67531E+14', deviceType: 'Gt06' },
        reason: { column: 'terminalID', reason: 'scientific' },
      },
    ],
  },
  {
    daysAgo: 33,
    kind: 'deviceImport',
    by: 'vietlink',
    of: 'vietlink',
    rows: 25,
    fileName: 'lô hàng tháng 10.xlsx',
    cells: ({ terminalId }) => ({ terminalID: terminalId, deviceType: 'Gt06' }),
    failed: [],
  },
  {
    daysAgo: 12,
    kind: 'deviceTransform',
    by: 'yuanhang',
    of: 'shunda',
    rows: 12,
    fileName: null,
    cells: ({ terminalId }) => ({ terminalID: terminalId, username: 'demo.shunda' }),
    failed: [],
  },
  {
    daysAgo: 5,
    kind: 'huaXiangDataImport',
    by: 'beifang',
    of: 'jingcheng',
    rows: 9,
    fileName: '华翔租赁合同.xlsx',
    cells: ({ terminalId }, row) => ({
      terminalID: terminalId,
      realname: lessees[row % lessees.length],
      contract: `HX-2026-0${200 + row}`,
      telephone: `138${String(10_000_000 + row * 7_919)}`,
    }),
    failed: [
      {
        cells: { terminalID: '867531099999999', realname: lessees[0]!, contract: 'HX-2026-0299' },
        reason: { column: 'terminalID', reason: 'notFound' },
      },
    ],
  },
]

/** Writes them where there are none; the counts that imports took are in the same ledger. */
export async function ensureBatches(db: Db, accountIds: ReadonlyMap<string, number>, now: number) {
  const demoId = accountIds.get('demo')!
  const known = await db
    .selectFrom('ledger_balances')
    .select('account_id')
    .where('account_id', '=', demoId)
    .executeTakeFirst()
  if (known !== undefined) return
  const idOf = (name: string) => accountIds.get(name)!
  await db.transaction().execute(async (trx) => {
    for (const { daysAgo, from, to, amount, remark } of handed) {
      const source: Place = from === 'issued' ? from : { held: idOf(from) }
      const operatorId = from === 'issued' ? adminId : idOf(from)
      const what = { asset: 'import', kind: 'grant', amount, remark, operatorId } as const
      await move(trx, { ...what, from: source, to: { held: idOf(to) }, now: now - daysAgo * dayMs })
    }
    for (const batch of batches) await writeBatch(trx, batch, idOf, now - batch.daysAgo * dayMs)
  })
}

async function writeBatch(trx: Db, batch: DemoBatch, idOf: (name: string) => number, time: number) {
  const accountId = idOf(batch.by)
  const devices = await trx
    .selectFrom('devices')
    .select(['id', 'terminal_id as terminalId'])
    .where('account_id', '=', idOf(batch.of))
    .orderBy('id')
    .limit(batch.rows)
    .execute()
  if (devices.length === 0) return
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('jobs', 'id'))::int as id`.execute(trx)
  const { id } = rows[0]!
  const takes = batch.kind === 'deviceImport' ? devices.length : 0
  const counts = { rows: devices.length + batch.failed.length, done: devices.length }
  const eventId = await recordEvent(trx, {
    kind: 'batchStarted',
    time,
    accountId,
    actorId: accountId,
    after: { batch: id, kind: batch.kind, ...counts, failed: batch.failed.length },
  })
  await trx
    .insertInto('imports')
    .values({
      id,
      account_id: accountId,
      owner_id: accountId,
      kind: batch.kind,
      time_zone: 'Asia/Shanghai',
      is_whole: false,
      file_name: batch.fileName,
      taken_counts: takes,
      event_id: eventId,
      create_time: time,
      finish_time: time + devices.length * 20,
    })
    .execute()
  const good = devices.map((device, index) => ({
    row: index + 1,
    cells: batch.cells(device, index),
    reason: null,
  }))
  const bad = batch.failed.map((each, index) => ({ row: good.length + index + 1, ...each }))
  await storeRows(trx, id, kindOf(batch.kind), [...good, ...bad])
  await settleWritten(
    trx,
    id,
    devices.map((device, index) => ({ row: index + 1, targetId: device.id, before: null, after: null })),
  )
  if (takes === 0) return
  const what = { asset: 'import', kind: 'use', amount: takes, reference: `import ${id}` } as const
  await move(trx, { ...what, from: { held: accountId }, to: 'used', operatorId: accountId, now: time })
}
