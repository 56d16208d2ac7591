import { stockCalls } from '@trackway/core/features/stock/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, type SessionContext, serve, serveChange } from '../../platform/http/serve.ts'
import { idsMeant } from '../../platform/http/serve-many.ts'
import { by } from '../../platform/http/session.ts'
import { factoryOf } from '../../platform/scope/scope-sql.ts'
import { enterItems, moveItems, removeItems, type StockContext } from './changes.ts'
import { countStock, findMovements, findStock } from './queries.ts'

const find = serve(stockCalls.find, ({ db, scope, input }) => findStock(db, scope, input))
const items = { find, rowId: 'terminalID', idsKey: 'terminalIDs' }

const contextOf = ({ scope, session, now }: SessionContext<unknown>): StockContext => ({
  scope,
  operatorId: by(session).actorId,
  now,
  importId: null,
})

/** @throws {Refusal} the reason where all rows are refused for the same one */
function refuseIfAll<R extends { done: number; failed: { id: string; result: never }[] }>(outcome: R): R {
  const [first] = outcome.failed
  if (first && outcome.done === 0 && outcome.failed.every(({ result }) => result === first.result))
    throw new Refusal(first.result)
  return outcome
}

export const stockHandlers: readonly Handler[] = [
  find,

  serve(stockCalls.counts, async ({ db, scope, input }) => ({ counts: await countStock(db, scope, input) })),

  serve(stockCalls.movements, ({ db, scope, input }) => findMovements(db, scope, input)),

  serveChange(stockCalls.enter, async (context) => {
    const { db, input } = context
    const { place, deviceType = null, batch = null, paperNumber = null, note = null } = input
    const terminalIDs = [...new Set(input.terminalIDs)]
    if (deviceType !== null) {
      const type = await db
        .selectFrom('device_types')
        .select('id')
        .where('id', '=', deviceType)
        .executeTakeFirst()
      if (type === undefined) throw new Refusal('unknownDeviceType')
    }
    const entered = await enterItems(
      db,
      terminalIDs.map((terminalID) => ({
        terminalID,
        deviceType,
        place,
        batch,
        serialNumber: null,
        paperNumber,
        note,
      })),
      contextOf(context),
    )
    const failed = terminalIDs.filter((id) => !entered.has(id))
    return { done: entered.size, failed: failed.map((id) => ({ id, result: 'alreadyInStock' })) }
  }),

  serveChange(stockCalls.move, async (context) => {
    const { stockPlace: place, paperNumber = null, receiver = null, note = null } = context.input
    const terminalIDs = await idsMeant<string>(context, items)
    const { done, failed } = await moveItems(
      context.db,
      terminalIDs.map((terminalID) => ({ terminalID, place, paperNumber, receiver, note })),
      contextOf(context),
    )
    return refuseIfAll({ done: done.length, failed: failed as never[] })
  }),

  serveChange(stockCalls.remove, async (context) => {
    const terminalIDs = await idsMeant<string>(context, items)
    if (String(context.input.confirm) !== String(terminalIDs.length)) throw new Refusal('confirmationWrong')
    const { done, failed } = await removeItems(context.db, terminalIDs, contextOf(context))
    if (done.length > 0)
      await recordChange(context, 'stockRemoved', factoryOf(context.scope), {
        before: { devices: done.length, terminalIDs: done.map(({ terminalID }) => terminalID).join(' ') },
      })
    return refuseIfAll({ done: done.length, failed: failed as never[] })
  }),
]
