import type { SimAction, SimState } from '@trackway/core/features/sim-cards/sim-codes.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { isDatabaseAway } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { recordSimEvents } from './changes.ts'
import { type PlatformRow, providerOf } from './platform-rows.ts'
import { platformTools } from './platform-tools.ts'
import {
  type SimClient,
  type SimFacts,
  type SimFailure,
  type SimKey,
  SimRefused,
} from './providers/sim-platform.ts'

/** How operators' platforms are asked: by jobs alone, never while a page waits. */
export interface PollContext {
  db: Db
  log: Log
  now: () => number
  isStopped: () => boolean
}

const minute = 60_000
/** Orders handed over in one turn. */
const ordersAtOnce = 50
const secondsOfTurn = 20
const longestTurnMs = 30_000
/** Each may hold two connections to the database. */
const platformsAtOnce = 3
/** How long a platform is left alone after a failure that is not a card's. */
const restMs: Partial<Record<SimFailure, number>> = { credentials: 30 * minute }
const usualRestMs = 2 * minute
/** When the result of an order is looked at first, and how often again. */
const lookAfterMs = minute
/** Orders without a result until then have failed. */
const mostWaitMs = 30 * minute
/** The state of a card that tells that it was done. */
const goals: Readonly<Record<SimAction, SimState>> = {
  stop: 'suspended',
  resume: 'active',
  activate: 'active',
}

/** A turn of every account at a platform that can be asked now. @returns how many requests for cards were answered */
export async function pollPlatforms(context: PollContext): Promise<number> {
  const now = context.now()
  const rows = await context.db
    .selectFrom('sim_platforms')
    .selectAll()
    .where('is_enabled', '=', true)
    .where((eb) => eb.or([eb('rest_until_time', 'is', null), eb('rest_until_time', '<=', now)]))
    .execute()
  let count = 0
  const work = async () => {
    for (let row = rows.shift(); row !== undefined; row = rows.shift()) {
      const answered = await pollPlatform(row, boundedTurn(context))
      count += answered
    }
  }
  await Promise.all(Array.from({ length: platformsAtOnce }, work))
  return count
}

/** The same for a turn: no further request is made once its time is over, so that none keeps others waiting. */
function boundedTurn(context: PollContext): PollContext {
  const until = context.now() + longestTurnMs
  return { ...context, isStopped: () => context.isStopped() || context.now() > until }
}

/** Orders that are due, and then the cards that were asked about longest ago. */
async function pollPlatform(row: PlatformRow, context: PollContext): Promise<number> {
  const { db, log, now } = context
  const found = providerOf(row)
  const client = found?.provider.connect(found.settings, platformTools(db, row.id, now))
  if (!found || !client) return 0
  try {
    const orders = await runOrders(row, client, context)
    const read = await readOldest(row, client, cardsOfTurn(row, found.provider.cardsAtOnce), context)
    if (orders + read > 0 && (row.failure !== null || (row.success_time ?? 0) < now() - minute))
      await settlePlatform(db, row.id, {
        success_time: now(),
        failure: null,
        failure_text: null,
        rest_until_time: null,
      })
    return orders + read
  } catch (error) {
    if (!(error instanceof SimRefused)) {
      if (isDatabaseAway(error)) return 0
      log.error({ err: error, simPlatformId: row.id }, 'a SIM platform was not asked')
      await settlePlatform(db, row.id, { rest_until_time: now() + usualRestMs })
      return 0
    }
    log.warn({ simPlatformId: row.id, failure: error.failure, text: error.message }, 'a SIM platform failed')
    await settlePlatform(db, row.id, {
      failure: error.failure,
      failure_text: error.message,
      rest_until_time: now() + (restMs[error.failure] ?? usualRestMs),
      // It may be the token that is not known.
      ...(error.failure === 'credentials' && { token: null }),
    })
    return 0
  }
}

/** As many as take some twenty seconds, so that orders do not wait for longer. */
const cardsOfTurn = ({ calls_per_second }: PlatformRow, cardsAtOnce: number) =>
  Math.min(cardsAtOnce, Math.max(1, Math.ceil(calls_per_second * secondsOfTurn)))

const settlePlatform = (
  db: Db,
  id: number,
  set: Partial<Pick<PlatformRow, 'success_time' | 'failure' | 'failure_text' | 'rest_until_time' | 'token'>>,
) => db.updateTable('sim_platforms').set(set).where('id', '=', id).execute()

/** Asks about the cards that were asked about longest ago. Those that are taken go to the end of the row at once. */
async function readOldest(
  { id, poll_hours }: PlatformRow,
  client: SimClient,
  count: number,
  { db, now, isStopped }: PollContext,
): Promise<number> {
  const { rows: cards } = await sql<SimKey & { pollTime: number | null }>`
    with oldest as materialized (
      select id, poll_time from sim_cards
      where platform_id = ${id} and state <> 'closed' and (poll_time is null or poll_time <= ${now() - poll_hours * 60 * minute})
      order by poll_time nulls first, id limit ${count} for update skip locked
    )
    update sim_cards c set poll_time = ${now()} from oldest where c.id = oldest.id
    returning c.id, c.iccid, c.msisdn, c.imsi, oldest.poll_time as "pollTime"`.execute(db)
  const left = new Map(cards.map((card) => [card.id, card.pollTime]))
  try {
    if (cards.length > 0)
      for await (const facts of client.read(cards, isStopped)) {
        await applyFacts(db, [facts], now())
        left.delete(facts.id)
      }
  } finally {
    // Whom nobody was asked about keeps its place.
    const back = [...left].map(([cardId, pollTime]) => ({ cardId, pollTime }))
    if (back.length > 0)
      await sql`
        update sim_cards set poll_time = g."pollTime"
        from jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as g ("cardId" int4, "pollTime" int8)
        where sim_cards.id = g."cardId"`.execute(db)
  }
  return cards.length - left.size
}

/** Keeps what a platform says of cards; what it does not say stays. */
export const applyFacts = (db: Db, facts: readonly SimFacts[], now: number): Promise<void> =>
  db.transaction().execute((trx) => writeFacts(trx, facts, now))

async function writeFacts(db: Db, facts: readonly SimFacts[], now: number): Promise<void> {
  const { rows } = await sql<{ id: number; terminalID: string | null; before: SimState; after: SimState }>`
    with given as materialized (
      select g.*, c.state as before, c.terminal_id from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
        as g (id int4, failure text, msisdn text, imsi text, state text, "rawState" text, "usedBytes" int8, "usedTime" int8)
      join sim_cards c on c.id = g.id order by g.id for update of c
    )
    update sim_cards c set
      msisdn = coalesce(g.msisdn, c.msisdn), imsi = coalesce(g.imsi, c.imsi), state = coalesce(g.state, c.state),
      raw_state = coalesce(g."rawState", c.raw_state),
      state_time = case when g.state is null then c.state_time else ${now} end,
      used_bytes = coalesce(g."usedBytes", c.used_bytes), used_time = coalesce(g."usedTime", c.used_time),
      poll_failure = g.failure
    from given g where c.id = g.id
    returning c.id, g.terminal_id as "terminalID", g.before, c.state as after`.execute(db)
  const changed = rows.filter(({ before, after }) => before !== after && before !== 'unknown')
  await recordSimEvents(
    db,
    changed.map(({ id: cardId, terminalID, before, after }) => ({
      cardId,
      kind: 'stateChanged' as const,
      terminalID,
      from: before,
      to: after,
    })),
    null,
    now,
  )
}

interface Order extends SimKey {
  terminalID: string | null
  action: SimAction
  stage: 'waiting' | 'sent'
  actedTime: number | null
}

/** Hands over what was ordered, once each, and looks what became of it. */
async function runOrders(row: PlatformRow, client: SimClient, context: PollContext): Promise<number> {
  const { db, now, isStopped } = context
  // Marked as handed over before it is: after a crash its result is looked at, and it is not ordered twice.
  const { rows: orders } = await sql<Order>`
    with due as materialized (
      select id, action_stage, acted_time from sim_cards
      where platform_id = ${row.id} and action_stage in ('waiting', 'sent') and action_time <= ${now()}
      order by action_time, id limit ${ordersAtOnce} for update skip locked
    )
    update sim_cards c set action_stage = 'sent', action_time = ${now() + lookAfterMs},
      acted_time = case when due.action_stage = 'waiting' then ${now()} else c.acted_time end
    from due where c.id = due.id
    returning c.id, c.iccid, c.msisdn, c.imsi, c.terminal_id as "terminalID", c.action, due.action_stage as stage,
      due.acted_time as "actedTime"`.execute(db)
  const left = new Map(orders.map((order) => [order.id, order]))
  try {
    for (const order of orders) {
      if (isStopped()) break
      if (order.stage === 'waiting' && !(await isStillDue(db, order, row.id))) continue
      if (order.stage === 'waiting') await handOver(order, client, context)
      else await lookAt(order, client, context)
      left.delete(order.id)
    }
  } finally {
    for (const order of left.values()) if (order.stage === 'waiting') await putBack(db, order, now())
  }
  return orders.length - left.size
}

const ofOrder = (db: Db, { id, action }: Order) =>
  db
    .updateTable('sim_cards')
    .where('id', '=', id)
    .where('action', '=', action)
    .where('action_stage', '=', 'sent')

/** Was nothing changed while it waited behind others? The account may be switched off, the card be another's. */
async function isStillDue(db: Db, { id, action }: Order, platformId: number): Promise<boolean> {
  const found = await db
    .selectFrom('sim_cards')
    .innerJoin('sim_platforms', 'sim_platforms.id', 'sim_cards.platform_id')
    .select('sim_cards.id')
    .where('sim_cards.id', '=', id)
    .where('action', '=', action)
    .where('action_stage', '=', 'sent')
    .where('platform_id', '=', platformId)
    .where('is_enabled', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/** It was not handed over, and waits for its turn as before. */
async function putBack(db: Db, order: Order, now: number): Promise<void> {
  await ofOrder(db, order)
    .set({ action_stage: 'waiting', action_time: now, acted_time: order.actedTime })
    .execute()
}

async function handOver(order: Order, client: SimClient, { db, now }: PollContext): Promise<void> {
  try {
    await client.change(order, order.action)
  } catch (error) {
    if (!(error instanceof SimRefused)) throw error
    // It may have been taken all the same: the state of the card tells.
    if (error.failure === 'noAnswer' || error.failure === 'answer') return
    if (error.isOfPlatform) throw error
    await failOrder(db, order, error.failure, error.message, now())
  }
}

async function failOrder(
  db: Db,
  order: Order,
  failure: SimFailure,
  text: string,
  now: number,
): Promise<void> {
  await ofOrder(db, order)
    .set({ action_stage: 'failed', action_failure: failure, action_time: now })
    .execute()
  const { id: cardId, terminalID, action } = order
  await recordSimEvents(db, [{ cardId, kind: 'orderFailed', terminalID, from: action, to: text }], null, now)
}

/** Looks whether a card is as it was ordered. */
async function lookAt(order: Order, client: SimClient, { db, now, isStopped }: PollContext): Promise<void> {
  for await (const facts of client.read([order], isStopped)) {
    await applyFacts(db, [facts], now())
    if (facts.state === goals[order.action]) {
      await ofOrder(db, order)
        .set({ action: null, action_stage: null, action_time: null, action_failure: null })
        .execute()
      return
    }
  }
  if ((order.actedTime ?? 0) < now() - mostWaitMs) await failOrder(db, order, 'noAnswer', '', now())
}
