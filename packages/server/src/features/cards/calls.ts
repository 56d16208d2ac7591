import { type DurationId, durationIds, durations } from '@trackway/core/codes/durations.ts'
import { type BalanceAsset, cardAsset } from '@trackway/core/codes/ledger.ts'
import {
  type CardCounts,
  cardCalls,
  previewedDevices,
  silentDays,
} from '@trackway/core/features/cards/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, type SessionContext, serve, serveChange } from '../../platform/http/serve.ts'
import { idsMeant } from '../../platform/http/serve-many.ts'
import { by } from '../../platform/http/session.ts'
import { findAccountBelow, findAccountRow } from '../../platform/scope/find-account.ts'
import { planRenewals, previewOf, renewDevices } from '../devices/changes/renew-devices.ts'
import { managedDevices, serveDevices } from '../devices/service-calls.ts'
import { accountPlace, mayHold, move } from '../ledger/ledger.ts'
import { findBalances } from '../ledger/queries.ts'
import { findCardHolders } from './queries.ts'

const dayMs = 86_400_000

export const cardHandlers: readonly Handler[] = [
  serve(cardCalls.find, async ({ db, scope, input }) => {
    const root = await findAccountRow(db, scope, input.id ?? scope.accountId)
    const place = await accountPlace(db, scope.accountId)
    const { list, total } = await findCardHolders(db, scope, root, input)
    const balances = await findBalances(db, [scope.accountId, ...list.map(({ id }) => id)])
    return {
      list: list.map((holder) => ({ ...holder, ...countsOf(balances.get(holder.id)) })),
      total,
      own: typeof place === 'string' ? null : countsOf(balances.get(scope.accountId)),
    }
  }),

  serveChange(cardCalls.transfer, async (context) => {
    const { db, bus, scope, session, input, now } = context
    const { duration, count, remark } = input
    const agent = await findAccountBelow(db, scope, input.userId)
    if (!mayHold(agent.role)) throw new Refusal('notAnAgent')
    const place = await accountPlace(db, scope.accountId)
    const held = { held: agent.id }
    const isTaken = count < 0
    const { balances } = await move(db, {
      asset: cardAsset(duration),
      kind: isTaken ? 'takeBack' : place === 'issued' ? 'issue' : 'grant',
      amount: Math.abs(count),
      from: isTaken ? held : place,
      to: isTaken ? place : held,
      operatorId: by(session).actorId,
      remark,
      now,
    })
    const after = balances.get(agent.id) ?? 0
    const { name } = durations[duration]
    await recordChange(context, 'cards', agent.id, {
      before: { duration: name, cards: after - count },
      after: { duration: name, cards: after },
    })
    bus.publish('account.edited', { accountId: agent.id })
    return { count: after, ownCount: typeof place === 'string' ? null : (balances.get(place.held) ?? 0) }
  }),

  serve(cardCalls.preview, async (context) => {
    const { db, scope, input, now } = context
    const terminalIDs = await idsMeant<string>(context, managedDevices)
    const planned = await planRenewals(db, scope, terminalIDs, termsOf(context))
    if (planned.length === 0) throw new Refusal('notFound')
    const asset = cardAsset(input.duration)
    const place = await accountPlace(db, scope.accountId)
    const balances = typeof place === 'string' ? null : await findBalances(db, [place.held])
    const needed = planned.filter(({ result }) => result === null).length
    const silentSince = now - silentDays * dayMs
    return {
      list: planned.slice(0, previewedDevices).map(previewOf),
      needed,
      held: balances && (balances.get(scope.accountId)?.[asset] ?? 0),
      refused: planned.length - needed,
      silent: planned.filter(({ stateTime }) => stateTime !== null && stateTime < silentSince).length,
    }
  }),

  serveDevices(cardCalls.renew, 'deviceRenewed', (trx, terminalIDs, context) =>
    renewDevices(trx, context.scope, terminalIDs, termsOf(context), async (devices) => {
      const { id } = await move(trx, {
        asset: cardAsset(context.input.duration),
        kind: 'renew',
        amount: devices.length,
        from: await accountPlace(trx, context.scope.accountId),
        to: 'used',
        operatorId: by(context.session).actorId,
        reference: referenceOf(devices),
        now: context.now,
      })
      return { cause: 'card', causeId: id }
    }),
  ),
]

const termsOf = ({
  scope,
  input,
  now,
}: SessionContext<{ duration: DurationId; target: 'both' | 'platform' }>) => ({
  months: durations[input.duration].months,
  target: input.target,
  payerId: scope.accountId,
  now,
})

/** The first of the devices, and how many more they are. */
function referenceOf(devices: readonly { terminalID: string }[]): string {
  const [first] = devices
  return devices.length === 1 ? first!.terminalID : `${first!.terminalID} +${devices.length - 1}`
}

function countsOf(balances: Partial<Record<BalanceAsset, number>> = {}): CardCounts {
  const pairs = durationIds.map((id) => [durations[id].name, balances[cardAsset(id)] ?? 0])
  return Object.fromEntries(pairs) as CardCounts
}
