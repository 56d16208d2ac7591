import type { BulkOutput } from '@trackway/core/api/call.ts'
import { simCardCalls as calls } from '@trackway/core/features/sim-cards/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, type SessionContext, serve, serveChange } from '../../platform/http/serve.ts'
import { idsMeant } from '../../platform/http/serve-many.ts'
import { by } from '../../platform/http/session.ts'
import { factoryOf } from '../../platform/scope/scope-sql.ts'
import {
  type ChangedCards,
  cancelOrders,
  clearCards,
  editCards,
  fixCards,
  matchCards,
  orderCards,
  removeCards,
  type SimContext,
} from './changes.ts'
import { platformNames, simPlatformHandlers } from './platform-calls.ts'
import { countCards, findCards, findHistory, searchNumbers } from './queries.ts'

const find = serve(calls.find, ({ db, scope, input }) => findCards(db, scope, input))
const cards = { find, rowId: 'id' }

const contextOf = ({ scope, session, now }: SessionContext<unknown>): SimContext => ({
  scope,
  operatorId: by(session).actorId,
  now,
})

/** The account whose cards they are: of the factory's staff the one above them. */

/** @throws {Refusal} the reason where all cards are refused for the same one */
function outputOf({ bus }: Pick<SessionContext<unknown>, 'bus'>, changed: ChangedCards): BulkOutput {
  const { done, failed, deviceIds } = changed
  const [first] = failed
  if (first && done.length === 0 && failed.every(({ result }) => result === first.result))
    throw new Refusal(first.result)
  if (deviceIds.length > 0) bus.publish('device.edited', { deviceIds: Int32Array.from(deviceIds) })
  return { done: done.length, failed }
}

/** @throws {Refusal} `confirmationWrong` */
function refuseUnconfirmed({ confirm }: { confirm: string | number }, ids: readonly number[]): void {
  if (String(confirm) !== String(ids.length)) throw new Refusal('confirmationWrong')
}

export const simCardHandlers: readonly Handler[] = [
  find,

  serve(calls.counts, async ({ db, scope, input }) => ({
    ...(await countCards(db, scope, input)),
    platforms: await platformNames(db, scope),
  })),

  serve(calls.search, ({ db, scope, input }) => searchNumbers(db, scope, input)),

  serve(calls.history, ({ db, scope, input }) => findHistory(db, scope, input)),

  serveChange(calls.match, async (context) => {
    const { id, terminalID } = context.input
    const changed = await matchCards(context.db, new Map([[id, terminalID]]), contextOf(context))
    outputOf(context, changed)
  }),

  serveChange(calls.fix, async (context) => {
    const ids = await idsMeant<number>(context, cards)
    return outputOf(context, await fixCards(context.db, ids, contextOf(context)))
  }),

  serveChange(calls.clear, async (context) => {
    const ids = await idsMeant<number>(context, cards)
    refuseUnconfirmed(context.input, ids)
    const changed = await clearCards(context.db, ids, contextOf(context))
    const output = outputOf(context, changed)
    await recordChange(context, 'simCardsCleared', factoryOf(context.scope), {
      after: { cards: output.done },
    })
    return output
  }),

  serveChange(calls.edit, async (context) => {
    const ids = await idsMeant<number>(context, cards)
    const { simOperator, plan, expireTime, platformId } = context.input
    const values = {
      ...(simOperator !== undefined && { operator: simOperator }),
      ...(plan !== undefined && { plan }),
      ...(expireTime !== undefined && { expireTime }),
      ...(platformId !== undefined && { platformId }),
    }
    return outputOf(context, await editCards(context.db, ids, values, contextOf(context)))
  }),

  serveChange(calls.order, async (context) => {
    const ids = await idsMeant<number>(context, cards)
    const { action } = context.input
    const output = outputOf(context, await orderCards(context.db, ids, action, contextOf(context)))
    await recordChange(context, 'simCardsOrdered', factoryOf(context.scope), {
      after: { action, cards: output.done },
    })
    return output
  }),

  serveChange(calls.cancelOrder, async (context) => {
    const ids = await idsMeant<number>(context, cards)
    return outputOf(context, await cancelOrders(context.db, ids, contextOf(context)))
  }),

  serveChange(calls.remove, async (context) => {
    const ids = await idsMeant<number>(context, cards)
    refuseUnconfirmed(context.input, ids)
    const output = outputOf(context, await removeCards(context.db, ids, contextOf(context)))
    await recordChange(context, 'simCardsRemoved', factoryOf(context.scope), {
      before: { cards: output.done },
    })
    return output
  }),

  ...simPlatformHandlers,
]
