import type { StockPlace } from '@trackway/core/features/stock/places.ts'
import type { Trx } from '../devices/changes/lock-devices.ts'
import { enterItems, moveItems, undoItems } from '../stock/changes.ts'
import { placeOf } from './row-facts.ts'
import type { UndoContext, UndoOutcome, Work, WriteContext, WrittenRow } from './written-rows.ts'

/** Enters devices into the stock, registered or not. */
export const newStockItems: Work = {
  async write(trx, rows, context) {
    const items = rows.map(({ cells }) => ({
      terminalID: cells.terminalID ?? '',
      deviceType: cells.deviceType ? (context.facts.findType(cells.deviceType)?.id ?? null) : null,
      place: placeOf(cells.firstPlace) ?? ('produced' as const),
      batch: cells.batch || null,
      serialNumber: cells.serialNumber || null,
      paperNumber: cells.paperNumber || null,
      note: cells.remark || null,
    }))
    const ids = await enterItems(trx, items, contextOf(context))
    return rows.flatMap(({ row, cells }, at) => {
      const targetId = ids.get(cells.terminalID ?? '')
      return targetId === undefined
        ? []
        : [{ row, targetId, before: null, after: { place: items[at]!.place } }]
    })
  },
  undo,
}

/** Moves devices of the stock to the place that the row, or the kind of batch, says. */
export const stockItems: Work = {
  async write(trx, rows, context) {
    const moves = rows.map(({ cells }) => ({
      terminalID: cells.terminalID ?? '',
      place: context.kind.toPlace ?? placeOf(cells.stockPlace)!,
      paperNumber: cells.paperNumber || null,
      receiver: cells.receiver || null,
      note: cells.remark || null,
    }))
    const { done } = await moveItems(trx, moves, contextOf(context))
    const items = new Map(done.map((item) => [item.terminalID, item]))
    return rows.flatMap(({ row, cells }, at) => {
      const item = items.get(cells.terminalID ?? '')
      const after: { place: StockPlace } = { place: moves[at]!.place }
      return item === undefined ? [] : [{ row, targetId: item.id, before: { place: item.place }, after }]
    })
  },
  undo,
}

const contextOf = ({ scope, now, importId }: Pick<WriteContext, 'scope' | 'now' | 'importId'>) => ({
  scope,
  operatorId: scope.accountId,
  now,
  importId,
})

/** What was moved on since stays where it is. */
async function undo(trx: Trx, rows: readonly WrittenRow[], context: UndoContext): Promise<UndoOutcome> {
  const ids = rows.flatMap(({ target_id }) => target_id ?? [])
  const undone = await undoItems(trx, ids, context.importId, contextOf(context))
  const isUndone = ({ target_id }: WrittenRow) => undone.has(target_id ?? 0)
  return {
    rows: rows.filter(isUndone).map(({ row }) => row),
    kept: rows
      .filter((each) => !isUndone(each))
      .map(({ row }) => ({ row, reason: { column: null, reason: 'changedSince' } })),
    deviceIds: [],
  }
}
