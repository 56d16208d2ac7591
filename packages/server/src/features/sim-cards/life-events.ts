import type { LifeFact, LifeKind } from '@trackway/core/features/device-life/calls.ts'
import { iccidKey, type SimEventKind } from '@trackway/core/features/sim-cards/sim-codes.ts'
import { sql } from 'kysely'
import type { LifeSource } from '../../platform/life-source.ts'
import { cardsIn } from './queries.ts'

const mostFound = 20

const kinds: Record<SimEventKind, LifeKind> = {
  added: 'simMatched',
  matched: 'simMatched',
  cleared: 'simCleared',
  stateChanged: 'simState',
  ordered: 'simOrdered',
  orderFailed: 'simOrdered',
}

/** The SIM cards that a device had, and what became of them meanwhile. */
export const simLife: LifeSource = {
  name: 'sim',
  permission: ['test:iccid', 'test:card'],

  async find(db, scope, number) {
    const { rows } = await sql<{ number: string; iccid: string }>`
      select terminal_id as number, iccid from sim_cards
      where terminal_id is not null and (terminal_id = ${number} or iccid_key = ${iccidKey(number)})
        and ${cardsIn(scope)} limit ${mostFound}`.execute(db)
    return rows
  },

  async events(db, scope, { number }, { before, limit }) {
    const { rows } = await sql<{
      id: number
      time: number
      kind: SimEventKind
      iccid: string
      from: string | null
      to: string | null
      operator: string | null
    }>`
      select n.id, n.time, n.kind, sim_cards.iccid, n.from_value as from, n.to_value as to, n.operator
      from sim_events n join sim_cards on sim_cards.id = n.card_id
      where n.terminal_id = ${number} and ${cardsIn(scope)} and n.time < ${before}
      order by n.time desc, n.id desc limit ${limit}`.execute(db)
    return rows.map(({ id, time, kind, iccid, from, to, operator }) => ({
      id: String(id),
      time,
      kind: kinds[kind],
      isGood: kind === 'orderFailed' ? false : null,
      by: operator,
      facts: [{ name: 'iccid', value: iccid }, ...word('from', from), ...word('to', to)],
    }))
  },
}

const word = (name: string, value: string | null): LifeFact[] =>
  value === null ? [] : [{ name, value, texts: 'reports.simEventValue' }]
