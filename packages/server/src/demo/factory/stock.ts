import { roles } from '@trackway/core/codes/roles.ts'
import type { StockPlace } from '@trackway/core/features/stock/places.ts'
import { enterItems, moveItems } from '../../features/stock/changes.ts'
import { type DemoFactory, dayMs, hourMs } from './demo-factory.ts'
import { failedUnits, type LineBatch, newBatches } from './line-batches.ts'

/** Who buys what the line makes, in turn. */
const receivers = ['深圳市远航车联网科技有限公司', '北方大区代理', 'Công ty Hồng Hà', 'Flottes d’Europe SAS']

/** A movement of a batch, so long after it came into the jigs. */
interface Step {
  place: StockPlace
  after: number
  paper?: 'RK' | 'CK' | 'TH'
  /** Only these of the batch, by their places in it; left out: all that may go on. */
  of?: readonly number[]
  note?: string
}

const steps: readonly Step[] = [
  { place: 'tested', after: 8 * hourMs },
  { place: 'scrapped', after: 9 * hourMs, of: [7], note: '射频校准失败，无法修复' },
  { place: 'inStock', after: 3 * dayMs, paper: 'RK' },
  { place: 'shipped', after: 8 * dayMs, paper: 'CK' },
  { place: 'sold', after: 25 * dayMs },
  { place: 'returned', after: 34 * dayMs, of: [11, 29], paper: 'TH', note: '客户退回：无法定位' },
  { place: 'tested', after: 36 * dayMs, of: [11], note: '返修后复测通过' },
]
/** Left in the warehouse of every batch, as spare devices. */
const spare = 6

/** The stock of the factory with every movement, where there is none. */
export async function ensureStock({ database, scope, staff, now }: DemoFactory): Promise<void> {
  const { db } = database
  const known = await db
    .selectFrom('stock_items')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .limit(1)
    .execute()
  if (known.length > 0) return
  const operatorId = staff[roles.testStockUser]!
  await db.transaction().execute(async (trx) => {
    for (const [index, batch] of newBatches(now).entries()) {
      const at = (time: number) => ({ scope, operatorId, now: time, importId: null })
      await enterItems(trx, itemsOf(batch), at(batch.startTime))
      const failed = failedUnits(batch)
      for (const { place, after, paper, of, note = null } of steps) {
        const time = batch.startTime + after
        if (time >= now) break
        const paperNumber = paper ? `${paper}-2026-${String(300 + index * 7)}` : null
        const isLeaving = place === 'shipped' || place === 'sold'
        const units =
          of?.map((unit) => batch.units[unit]!) ?? batch.units.slice(0, isLeaving ? -spare : undefined)
        const receiver = isLeaving ? receivers[index % receivers.length]! : null
        // What was scrapped stays so: it is refused.
        const moves = units.flatMap(({ imei }) =>
          failed.has(imei) ? [] : [{ terminalID: imei, place, paperNumber, receiver, note }],
        )
        await moveItems(trx, moves, at(time))
      }
    }
  })
}

const itemsOf = ({ units, name, deviceTypeId }: LineBatch) =>
  units.map(({ imei, serialNumber }) => ({
    terminalID: imei,
    deviceType: deviceTypeId,
    place: 'produced' as const,
    batch: name,
    serialNumber,
    paperNumber: null,
    note: null,
  }))
