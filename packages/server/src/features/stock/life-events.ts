import type { LifeFact } from '@trackway/core/features/device-life/calls.ts'
import { sql } from 'kysely'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { LifeSource } from '../../platform/life-source.ts'
import { itemsIn } from './queries.ts'

const mostFound = 20

/** Movements through the stock, also before the device is registered and after it is deleted. */
export const stockLife: LifeSource = {
  name: 'stock',

  async find(db, scope, number) {
    const { rows } = await sql<{ number: string; typeName: string | null; serialNumber: string | null }>`
      select stock_items.terminal_id as number, coalesce(t.label, t.name) as "typeName",
        stock_items.serial_number as "serialNumber"
      from stock_items left join device_types t on t.id = stock_items.device_type_id
      where ${itemsIn(scope)} and search_text like ${likePattern(number.toLowerCase())}
        and (stock_items.terminal_id = ${number} or upper(stock_items.serial_number) = ${number.toUpperCase()})
      order by stock_items.id desc limit ${mostFound}`.execute(db)
    return rows
  },

  async events(db, scope, { number }, { before, limit }) {
    const { rows } = await sql<{
      id: number
      time: number
      from: string | null
      to: string
      cause: string
      operator: string | null
      paper: string | null
      receiver: string | null
      note: string | null
    }>`
      select m.id, m.time, m.from_place as from, m.to_place as to, m.cause, m.operator, m.paper_number as paper,
        m.receiver, m.note
      from stock_items join stock_movements m on m.item_id = stock_items.id
      where stock_items.terminal_id = ${number} and ${itemsIn(scope)} and m.time < ${before}
      order by m.time desc, m.id desc limit ${limit}`.execute(db)
    return rows.map(({ id, time, from, to, cause, operator, paper, receiver, note }) => ({
      id: String(id),
      time,
      kind: 'stockMoved' as const,
      isGood: null,
      by: operator,
      facts: [
        ...(from === null ? [] : [{ name: 'from', value: from, texts: 'reports.stockPlace' }]),
        { name: 'to', value: to, texts: 'reports.stockPlace' },
        { name: 'cause', value: cause, texts: 'reports.stockCause' },
        ...fact('paper', paper),
        ...fact('receiver', receiver),
        ...fact('note', note),
      ],
    }))
  },
}

const fact = (name: string, value: string | null): LifeFact[] => (value ? [{ name, value }] : [])
