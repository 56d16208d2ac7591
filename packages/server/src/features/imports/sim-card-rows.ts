import type { ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import { columnOf, optionOf } from '@trackway/core/features/imports/columns.ts'
import type { SimOperator, SimState } from '@trackway/core/features/sim-cards/sim-codes.ts'
import type { CardValues } from '../sim-cards/changes.ts'
import { type CardImport, importCards, undoImport } from '../sim-cards/import-cards.ts'
import { endOf } from './end-of-date.ts'
import type { UndoContext, Work, WriteContext } from './written-rows.ts'

/** Enters SIM cards, or changes those that are there; empty cells leave what is known. */
export const simCards: Work = {
  async write(trx, rows, context) {
    const cards = rows.map(({ cells }) => cardOf(cells, context.timeZone))
    const written = await importCards(trx, cards, contextOf(context))
    return rows.flatMap(({ row }, at) => {
      const card = written[at]
      return card === undefined
        ? []
        : [{ row, targetId: card.id, before: { ...card.before }, after: { ...card.after } }]
    })
  },

  async undo(trx, rows, context) {
    const given = rows.flatMap(({ target_id: id, before, after }) =>
      id === null
        ? []
        : [{ id, before: before as unknown as CardImport['before'], after: after as CardImport['after'] }],
    )
    const undone = await undoImport(trx, given, contextOf(context))
    const isUndone = ({ target_id }: { target_id: number | null }) => undone.has(target_id ?? 0)
    return {
      rows: rows.filter(isUndone).map(({ row }) => row),
      kept: rows
        .filter((each) => !isUndone(each))
        .map(({ row }) => ({ row, reason: { column: null, reason: 'changedSince' } })),
      deviceIds: [],
    }
  },
}

const contextOf = ({ scope, now }: Pick<WriteContext & UndoContext, 'scope' | 'now'>) => ({
  scope,
  operatorId: scope.accountId,
  now,
})

function cardOf(cells: ImportCells, timeZone: string) {
  const option = (key: 'simOperator' | 'simState') =>
    cells[key] ? optionOf(columnOf(key), cells[key]) : undefined
  const { cardIccid = '', cardDevice, msisdn, imsi, plan, planExpireTime } = cells
  const operator = option('simOperator') as SimOperator | undefined
  const state = option('simState') as SimState | undefined
  const values: CardValues = {
    ...(msisdn && { msisdn }),
    ...(imsi && { imsi }),
    ...(operator && { operator }),
    ...(plan && { plan }),
    ...(planExpireTime && { expireTime: endOf(planExpireTime, timeZone) }),
    ...(state && { state }),
  }
  return { iccid: cardIccid, terminalID: cardDevice || null, values }
}
