import type { RefusalName } from '@trackway/core/codes/results.ts'
import {
  iccidKey,
  type SimAction,
  type SimEventKind,
  type SimOperator,
  type SimState,
  simActionStates,
} from '@trackway/core/features/sim-cards/sim-codes.ts'
import { formatRules } from '@trackway/core/rules/validation.ts'
import { sql, type Updateable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Scope } from '../../platform/http/session.ts'
import { lockDevices, type Trx } from '../devices/changes/lock-devices.ts'
import { type DeviceChange, readValues, setDevices } from '../devices/changes/set-devices.ts'
import { checkCards } from './check-cards.ts'
import { devicesOfCards } from './devices-of-cards.ts'
import { changeGapOf } from './platform-rows.ts'
import { cardsIn } from './queries.ts'

/** By whom and when cards are changed. */
export interface SimContext {
  scope: Scope
  operatorId: number
  now: number
}

/** What became of many cards. */
export interface ChangedCards {
  done: number[]
  failed: { id: number; result: RefusalName }[]
  /** Devices whose ICCID was changed. */
  deviceIds: number[]
}

interface CardEvent {
  cardId: number
  kind: SimEventKind
  terminalID?: string | null
  from?: string | null
  to?: string | null
}

/** @param operator user name of who did it, as an expression; null: the platform */
export async function recordSimEvents(
  db: Db,
  events: readonly CardEvent[],
  operator: ReturnType<typeof usernameOf> | null,
  now: number,
): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into sim_events (card_id, kind, terminal_id, from_value, to_value, operator, time)
    select "cardId", kind, "terminalID", "from", "to", ${operator ?? sql`null`}, ${now}
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as g ("cardId" int4, kind text, "terminalID" text,
      "from" text, "to" text)`.execute(db)
}

export const usernameOf = (accountId: number) =>
  sql<string>`(select username from accounts where id = ${accountId})`

interface LockedCard {
  id: number
  accountId: number
  iccid: string
  terminalID: string | null
  state: SimState
  platformId: number | null
  action: SimAction | null
  actionStage: string | null
  actedTime: number | null
}

/** Cards of the scope, by their ids or the devices that they are matched to, locked in one order. */
async function lockCards(
  trx: Trx,
  scope: Scope,
  ids: readonly number[],
  terminalIDs: readonly string[] = [],
): Promise<LockedCard[]> {
  return trx
    .selectFrom('sim_cards')
    .select([
      'id',
      'account_id as accountId',
      'iccid',
      'terminal_id as terminalID',
      'state',
      'platform_id as platformId',
      'action',
    ])
    .select(['action_stage as actionStage', 'acted_time as actedTime'])
    .where(sql<boolean>`(id = any(${ids}::int4[]) or terminal_id = any(${terminalIDs}::text[]))`)
    .where(cardsIn(scope))
    .orderBy('id')
    .forUpdate()
    .execute()
}

const missingOf = (ids: readonly number[], found: readonly { id: number }[]) => {
  const known = new Set(found.map(({ id }) => id))
  return ids.filter((id) => !known.has(id)).map((id) => ({ id, result: 'notFound' as const }))
}

/**
 * Matches cards to devices, or takes them off (null). A device has one card, a card one device: what was matched to
 * either before is not any more. A registered device gets the ICCID of its card; one whose card is taken off it, and for
 * which that card was entered, has none.
 * @param iccids what other devices are to have, by terminal id
 * @returns `entered`: what registered devices had before, by terminal id
 */
export async function matchCards(
  trx: Trx,
  pairs: ReadonlyMap<number, string | null>,
  { scope, operatorId, now }: SimContext,
  iccids: ReadonlyMap<string, string | null> = new Map(),
): Promise<ChangedCards & { entered: ReadonlyMap<string, string | null> }> {
  const ids = [...pairs.keys()]
  const targets = [...pairs.values()].filter((terminalID) => terminalID !== null)
  const before = await trx
    .selectFrom('sim_cards')
    .select('terminal_id as terminalID')
    .where(sql<boolean>`id = any(${ids}::int4[])`)
    .where(cardsIn(scope))
    .execute()
  const involved = [...targets, ...before.flatMap(({ terminalID }) => terminalID ?? []), ...iccids.keys()]
  // Devices before cards: whoever changes devices alone waits for no card.
  const locked = await lockDevices(trx, scope, involved)
  const cards = await lockCards(trx, scope, ids, targets)
  const deviceIds = [...locked.values()].map(({ id }) => id)
  const values = await readValues(trx, deviceIds, ['iccid'])
  const entered = new Map(
    [...values.values()].map((device) => [device.terminalID, device.values.iccid ?? null]),
  )

  const after = cards.map((card) => ({ ...card, next: pairs.get(card.id) ?? null }))
  const moved = after.filter(({ terminalID, next }) => terminalID !== next)
  await sql`
    update sim_cards set terminal_id = g.next
    from jsonb_to_recordset(${JSON.stringify(moved.map(({ id, next }) => ({ id, next })))}::jsonb) as g (id int4, next text)
    where sim_cards.id = g.id`.execute(trx)
  await recordSimEvents(
    trx,
    moved.flatMap(({ id: cardId, terminalID, next }): CardEvent[] => [
      ...(terminalID === null ? [] : [{ cardId, kind: 'cleared' as const, terminalID }]),
      ...(next === null ? [] : [{ cardId, kind: 'matched' as const, terminalID: next }]),
    ]),
    usernameOf(operatorId),
    now,
  )

  const wanted = new Map(iccids)
  for (const { iccid, terminalID, next } of after) {
    const isLeft = terminalID !== null && terminalID !== next && isSame(entered.get(terminalID), iccid)
    if (isLeft && !wanted.has(terminalID)) wanted.set(terminalID, null)
  }
  for (const { iccid, next } of after) if (next !== null) wanted.set(next, iccid)
  const changes = [...wanted].flatMap(([terminalID, iccid]): DeviceChange[] =>
    locked.has(terminalID) && !isSame(entered.get(terminalID), iccid) ? [{ terminalID, iccid }] : [],
  )
  const { done } = await setDevices(trx, scope, changes)
  const keys = changes.flatMap(({ terminalID, iccid }) =>
    [entered.get(terminalID), iccid].flatMap((each) => (each ? iccidKey(each) : [])),
  )
  const others = await trx
    .selectFrom('sim_cards')
    .select('id')
    .where(sql<boolean>`iccid_key = any(${keys}::text[])`)
    .execute()
  await checkCards(trx, [...new Set([...cards, ...others].map(({ id }) => id))])
  return {
    done: cards.filter(({ id }) => pairs.has(id)).map(({ id }) => id),
    failed: missingOf(ids, cards),
    deviceIds: done.map(({ id }) => id),
    entered,
  }
}

const isSame = (entered: string | null | undefined, iccid: string | null) =>
  (entered ? iccidKey(entered) : null) === (iccid ? iccidKey(iccid) : null)

/** Takes cards off their devices. */
export const clearCards = (trx: Trx, ids: readonly number[], context: SimContext): Promise<ChangedCards> =>
  matchCards(trx, new Map(ids.map((id) => [id, null])), context)

/**
 * Makes cards and devices fit: a card is in the device that reports it; where none does, in the one that it is matched
 * to, unless that one reports another card; else in the one for which it was entered.
 */
export async function fixCards(trx: Trx, ids: readonly number[], context: SimContext): Promise<ChangedCards> {
  const { rows: cards } = await sql<{
    id: number
    iccid: string
    matched: string | null
    reported: string | null
    entered: string | null
    reporter: string | null
    otherId: number | null
  }>`
    select c.id, c.iccid, c.terminal_id as matched, m.reported, e.terminal_id as entered, r.terminal_id as reporter,
      (select o.id from sim_cards o where o.account_id = c.account_id and o.iccid_key = upper(left(m.reported, 19))
        and o.id <> c.id) as "otherId"
    from (select * from sim_cards where id = any(${ids}::int4[]) and ${cardsIn(context.scope)}) c ${devicesOfCards}
    order by r.terminal_id nulls first, c.id`.execute(trx)
  const pairs = new Map<number, string | null>()
  const iccids = new Map<string, string | null>()
  for (const { id, iccid, matched, reported, entered, reporter, otherId } of cards) {
    const isElsewhere = reporter === null && reported !== null && iccidKey(reported) !== iccidKey(iccid)
    const holder = reporter ?? (isElsewhere ? null : (matched ?? entered))
    // A card that goes to this device by an earlier one of these stays there.
    if (!pairs.has(id)) pairs.set(id, holder)
    if (entered !== null && entered !== holder) iccids.set(entered, null)
    if (!isElsewhere || matched === null) continue
    if (otherId !== null) pairs.set(otherId, matched)
    else if (formatRules.iccid(reported!)) iccids.set(matched, reported)
  }
  const changed = await matchCards(trx, onePerDevice(pairs), context, iccids)
  const known = new Set(ids)
  return {
    ...changed,
    done: changed.done.filter((id) => known.has(id)),
    failed: missingOf(ids, cards),
  }
}

/** Of several cards for one device the last counts, the others are in none. */
function onePerDevice(pairs: ReadonlyMap<number, string | null>): Map<number, string | null> {
  const holders = new Map([...pairs].map(([id, terminalID]) => [terminalID, id]))
  return new Map(
    [...pairs].map(([id, terminalID]) => [id, holders.get(terminalID) === id ? terminalID : null]),
  )
}

/** What is known of a card; what is left out stays as it is. */
export interface CardValues {
  msisdn?: string | null
  imsi?: string | null
  operator?: SimOperator
  plan?: string | null
  expireTime?: number | null
  state?: SimState
}

/**
 * Changes what is known of cards. A card is given to an account at a platform that its own holder has; what waited for
 * another one is not done. Refuses of a card: `notFound`, also where the account is another holder's.
 */
export async function editCards(
  trx: Trx,
  ids: readonly number[],
  values: Omit<CardValues, 'state'> & { platformId?: number | null },
  { scope }: SimContext,
): Promise<ChangedCards> {
  const { operator, plan, expireTime, platformId } = values
  const cards = await lockCards(trx, scope, ids)
  const platform =
    platformId == null
      ? null
      : await trx
          .selectFrom('sim_platforms')
          .select('account_id')
          .where('id', '=', platformId)
          .executeTakeFirst()
  const good = cards.filter(({ accountId }) => platform === null || platform?.account_id === accountId)
  const set: Updateable<Tables['sim_cards']> = {
    ...(operator !== undefined && { operator }),
    ...(plan !== undefined && { plan: plan || null }),
    ...(expireTime !== undefined && { expire_time: expireTime }),
    ...(platformId !== undefined && { platform_id: platformId, poll_time: null, poll_failure: null }),
  }
  const found = good.map(({ id }) => id)
  if (platformId !== undefined)
    await dropOrders(
      trx,
      good.flatMap((card) => (card.action !== null && card.platformId !== platformId ? [card.id] : [])),
    )
  if (found.length > 0 && Object.keys(set).length > 0)
    await trx.updateTable('sim_cards').set(set).where(sql<boolean>`id = any(${found}::int4[])`).execute()
  return { done: found, failed: missingOf(ids, good), deviceIds: [] }
}

const dropOrders = (trx: Trx, ids: readonly number[]) =>
  trx
    .updateTable('sim_cards')
    .set({ action: null, action_stage: null, action_time: null, action_failure: null })
    .where(sql<boolean>`id = any(${ids}::int4[])`)
    .execute()

/**
 * Takes back what waits for its turn, and puts away what failed. Refuses of a card: `notFound`; `simActionImpossible`
 * where there is neither, or the platform has it already.
 */
export async function cancelOrders(
  trx: Trx,
  ids: readonly number[],
  { scope, operatorId, now }: SimContext,
): Promise<ChangedCards> {
  const cards = await lockCards(trx, scope, ids)
  const [good, others] = [true, false].map((is) =>
    cards.filter(({ actionStage }) => (actionStage === 'waiting' || actionStage === 'failed') === is),
  ) as [LockedCard[], LockedCard[]]
  const done = good.map(({ id }) => id)
  await dropOrders(trx, done)
  await recordSimEvents(
    trx,
    good.flatMap(({ id: cardId, terminalID, action, actionStage }): CardEvent[] =>
      actionStage === 'waiting'
        ? [{ cardId, kind: 'ordered', terminalID, from: action, to: 'cancelled' }]
        : [],
    ),
    usernameOf(operatorId),
    now,
  )
  const failed = others.map(({ id }) => ({ id, result: 'simActionImpossible' as const }))
  return { done, failed: [...missingOf(ids, cards), ...failed], deviceIds: [] }
}

/**
 * Orders something of the platforms of cards; a job hands it over. What waited for a card before is replaced. Refuses of
 * a card: `notFound`; `simWithoutPlatform`; `simActionImpossible` in its state.
 */
export async function orderCards(
  trx: Trx,
  ids: readonly number[],
  action: SimAction,
  { scope, operatorId, now }: SimContext,
): Promise<ChangedCards> {
  const cards = await lockCards(trx, scope, ids)
  const gaps = await changeGapOf(
    trx,
    cards.flatMap(({ platformId }) => platformId ?? []),
  )
  const failed: ChangedCards['failed'] = missingOf(ids, cards)
  const good = cards.flatMap((card) => {
    const gapMs = gaps.get(card.platformId ?? 0)
    const isPossible = simActionStates[action].includes(card.state)
    if (gapMs !== undefined && isPossible)
      return { ...card, dueTime: Math.max(now, (card.actedTime ?? 0) + gapMs) }
    failed.push({ id: card.id, result: isPossible ? 'simWithoutPlatform' : 'simActionImpossible' })
    return []
  })
  const fresh = good.filter((card) => card.action !== action || card.actionStage === 'failed')
  await sql`
    update sim_cards set action = ${action}, action_stage = 'waiting', action_time = g."dueTime", action_failure = null,
      action_operator = ${usernameOf(operatorId)}
    from jsonb_to_recordset(${JSON.stringify(fresh.map(({ id, dueTime }) => ({ id, dueTime })))}::jsonb)
      as g (id int4, "dueTime" int8)
    where sim_cards.id = g.id`.execute(trx)
  await recordSimEvents(
    trx,
    fresh.map(({ id: cardId, terminalID }) => ({ cardId, kind: 'ordered', terminalID, to: action })),
    usernameOf(operatorId),
    now,
  )
  return { done: good.map(({ id }) => id), failed, deviceIds: [] }
}

/** Deletes cards; devices keep their ICCID. */
export async function removeCards(
  trx: Trx,
  ids: readonly number[],
  { scope }: SimContext,
): Promise<ChangedCards> {
  const cards = await lockCards(trx, scope, ids)
  const found = cards.map(({ id }) => id)
  await trx.deleteFrom('sim_cards').where(sql<boolean>`id = any(${found}::int4[])`).execute()
  return { done: found, failed: missingOf(ids, cards), deviceIds: [] }
}
