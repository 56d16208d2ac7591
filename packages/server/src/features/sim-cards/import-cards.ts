import { iccidKey, operatorOf } from '@trackway/core/features/sim-cards/sim-codes.ts'
import { sql } from 'kysely'
import { factoryOf } from '../../platform/scope/scope-sql.ts'
import { lockDevices, type Trx } from '../devices/changes/lock-devices.ts'
import { type CardValues, matchCards, recordSimEvents, type SimContext, usernameOf } from './changes.ts'
import { cardsIn } from './queries.ts'

/** A row of a sheet: what is left out, or null, stays as it is. */
export interface NewCard {
  iccid: string
  terminalID: string | null
  values: CardValues
}

/** Values of a card, and its device. */
type Kept = CardValues & { terminalID?: string | null }

/** What an import did to a card, by which it is taken back. */
export interface CardImport {
  id: number
  before: {
    isNew: boolean
    /** What it had of the values that were changed. */
    values: Kept
    /** What had been entered for its device, registered then. */
    enteredIccid: string | null
  }
  after: Kept
}

const kept = sql`jsonb_build_object('msisdn', msisdn, 'imsi', imsi, 'operator', operator, 'plan', plan, 'expireTime',
  expire_time, 'state', state, 'terminalID', terminal_id)`

/** Enters cards, or changes those that the caller has. @returns in the order given */
export async function importCards(
  trx: Trx,
  cards: readonly NewCard[],
  context: SimContext,
): Promise<CardImport[]> {
  const { scope, operatorId, now } = context
  // Devices before cards, as all who match them, and each in one order: two imports of the same wait, and do not deadlock.
  const terminalIDs = cards.flatMap(({ terminalID }) => terminalID ?? [])
  await lockDevices(trx, scope, terminalIDs)
  const keys = cards.map(({ iccid }) => iccidKey(iccid))
  const { rows: known } = await sql<{ id: number; key: string; values: Kept }>`
    select id, iccid_key as key, ${kept} as values from sim_cards
    where iccid_key = any(${keys}::text[]) and ${cardsIn(scope)} order by id for update`.execute(trx)
  const knownOf = new Map(known.map((card) => [card.key, card]))
  const fresh = cards.filter(({ iccid }) => !knownOf.has(iccidKey(iccid)))
  const { rows: added } = await sql<{ id: number; key: string }>`
    insert into sim_cards (account_id, iccid, operator, create_time)
    select ${factoryOf(scope)}, iccid, operator, ${now} from jsonb_to_recordset(${JSON.stringify(
      fresh.map(({ iccid }) => ({ iccid, operator: operatorOf(iccid) ?? 'other' })),
    )}::jsonb) as g (iccid text, operator text)
    order by left(iccid, 19)
    on conflict (account_id, iccid_key) do nothing
    returning id, iccid_key as key`.execute(trx)
  await recordSimEvents(
    trx,
    added.map(({ id }) => ({ cardId: id, kind: 'added' })),
    usernameOf(operatorId),
    now,
  )
  const ids = new Map([...known, ...added].map(({ id, key }) => [key, id]))
  const given = cards.flatMap(({ iccid, terminalID, values }) => {
    const id = ids.get(iccidKey(iccid))
    return id === undefined ? [] : [{ id, iccid, terminalID, values }]
  })
  await writeValues(trx, given)
  const pairs = given.filter(({ terminalID }) => terminalID !== null)
  // New cards that are matched to none are compared, too: a device may have them.
  const matches = new Map<number, string | null>(added.map(({ id }) => [id, null]))
  for (const { id, terminalID } of pairs) matches.set(id, terminalID)
  const { entered } = await matchCards(trx, matches, context)
  return given.map(({ id, iccid, terminalID, values: set }) => {
    const after: Kept = { ...set, ...(terminalID !== null && { terminalID }) }
    const had = knownOf.get(iccidKey(iccid))?.values
    const values = Object.fromEntries(
      Object.keys(after).map((key) => [key, had?.[key as keyof Kept] ?? null]),
    )
    const enteredIccid = (terminalID && entered.get(terminalID)) || null
    return { id, before: { isNew: had === undefined, values, enteredIccid }, after }
  })
}

async function writeValues(trx: Trx, cards: readonly { id: number; values: CardValues }[]): Promise<void> {
  const rows = cards.filter(({ values }) => Object.keys(values).length > 0)
  if (rows.length === 0) return
  const column = (key: keyof CardValues, name: string, type: string) =>
    sql`${sql.ref(name)} = case when g.values ? ${sql.lit(key)}
      then (g.values ->> ${sql.lit(key)})::${sql.raw(type)} else c.${sql.ref(name)} end`
  await sql`
    update sim_cards c set ${column('msisdn', 'msisdn', 'text')}, ${column('imsi', 'imsi', 'text')},
      ${column('operator', 'operator', 'text')}, ${column('plan', 'plan', 'text')},
      ${column('expireTime', 'expire_time', 'int8')}, ${column('state', 'state', 'text')}
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ id, values }) => ({ id, values })))}::jsonb)
      as g (id int4, values jsonb)
    where c.id = g.id`.execute(trx)
}

/**
 * Takes an import back: new cards are deleted, others get back what they had, unless it was changed since.
 * @returns the ids of those that were
 */
export async function undoImport(
  trx: Trx,
  rows: readonly CardImport[],
  context: SimContext,
): Promise<ReadonlySet<number>> {
  const { rows: present } = await sql<{ id: number; values: Kept }>`
    select id, ${kept} as values from sim_cards
    where id = any(${rows.map(({ id }) => id)}::int4[]) and ${cardsIn(context.scope)} order by id`.execute(
    trx,
  )
  const valuesOf = new Map(present.map(({ id, values }) => [id, values as Record<string, unknown>]))
  const same = rows.filter(({ id, after }) => {
    const values = valuesOf.get(id)
    return values !== undefined && Object.entries(after).every(([key, value]) => values[key] === value)
  })
  const matches = new Map<number, string | null>()
  const iccids = new Map<string, string | null>()
  for (const { id, before, after } of same) {
    if (after.terminalID == null) continue
    matches.set(id, before.values.terminalID ?? null)
    if (before.values.terminalID !== after.terminalID) iccids.set(after.terminalID, before.enteredIccid)
  }
  await matchCards(trx, matches, context, iccids)
  const fresh = same.filter(({ before }) => before.isNew).map(({ id }) => id)
  await writeValues(
    trx,
    same.flatMap(({ id, before }) => {
      if (before.isNew) return []
      const { terminalID: _, ...values } = before.values
      return [{ id, values }]
    }),
  )
  await trx.deleteFrom('sim_cards').where(sql<boolean>`id = any(${fresh}::int4[])`).execute()
  return new Set(same.map(({ id }) => id))
}
