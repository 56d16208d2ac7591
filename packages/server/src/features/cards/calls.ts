import { durationIds, durations } from '@trackway/core/codes/durations.ts'
import { type BalanceAsset, cardAsset } from '@trackway/core/codes/ledger.ts'
import { type CardCounts, cardCalls } from '@trackway/core/features/cards/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { findAccountBelow, findAccountRow } from '../../platform/scope/find-account.ts'
import { renewDevices } from '../devices/changes/renew-devices.ts'
import { serveDevices } from '../devices/service-calls.ts'
import { accountPlace, mayHold, move } from '../ledger/ledger.ts'
import { findBalances } from '../ledger/queries.ts'
import { findCardHolders } from './queries.ts'

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

  serveDevices(cardCalls.renew, 'deviceRenewed', (trx, terminalIDs, { scope, session, input, now }) => {
    const { duration, target } = input
    const terms = { months: durations[duration].months, target, payerId: scope.accountId, now }
    return renewDevices(trx, scope, terminalIDs, terms, async (devices) => {
      const { id } = await move(trx, {
        asset: cardAsset(duration),
        kind: 'renew',
        amount: devices.length,
        from: await accountPlace(trx, scope.accountId),
        to: 'used',
        operatorId: by(session).actorId,
        reference: referenceOf(devices),
        now,
      })
      return { cause: 'card', causeId: id }
    })
  }),
]

/** The first of the devices, and how many more they are. */
function referenceOf(devices: readonly { terminalID: string }[]): string {
  const [first] = devices
  return devices.length === 1 ? first!.terminalID : `${first!.terminalID} +${devices.length - 1}`
}

function countsOf(balances: Partial<Record<BalanceAsset, number>> = {}): CardCounts {
  const pairs = durationIds.map((id) => [durations[id].name, balances[cardAsset(id)] ?? 0])
  return Object.fromEntries(pairs) as CardCounts
}
