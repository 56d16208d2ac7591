import type pg from 'pg'
import type { BinaryRows } from '../ingest/binary-rows.ts'
import type { Position } from '../ingest/derive.ts'
import { createPartitions } from '../ingest/partitions.ts'
import { addAlarm, addPosition, makeRowTypes, newRows } from '../ingest/rows.ts'
import type { AlarmEvent } from '../ingest/rule-context.ts'
import { insertAlarms, positionColumns, type RowType } from '../ingest/tables.ts'

/** Rows of a statement: larger ones gain nothing. */
const rowsPerStatement = 10_000
const dayMs = 86_400_000

/** Collects rows of history and writes them many at a time. Rows that are there already stay. */
export class HistoryRows {
  private readonly positions = newRows('ingested_position')
  private readonly alarms = newRows('ingested_alarm')
  private readonly days = new Set<number>()
  private readonly knownDays = new Set<number>()
  private readonly pool: pg.Pool
  /** Positions written so far. */
  count = 0

  constructor(pool: pg.Pool) {
    this.pool = pool
  }

  get isFull(): boolean {
    return this.positions.length >= rowsPerStatement
  }

  addPosition(deviceId: number, serverTime: number, position: Position): void {
    addPosition(this.positions, deviceId, serverTime, position)
    this.days.add(Math.floor(position.fixTime / dayMs))
  }

  addAlarm(deviceId: number, serverTime: number, alarm: AlarmEvent): void {
    addAlarm(this.alarms, deviceId, serverTime, alarm)
  }

  async flush(): Promise<void> {
    this.count += this.positions.length
    const missing = [...this.days].filter((day) => !this.knownDays.has(day))
    await createPartitions(this.pool, 'positions', missing)
    for (const day of missing) this.knownDays.add(day)
    const names = Object.keys(positionColumns).join(', ')
    const text = `insert into positions (${names}) select ${names} from unnest($1::pg_temp.ingested_position[])
      on conflict do nothing`
    const client = await this.pool.connect()
    try {
      const typeIds = await makeRowTypes(client)
      const insert = async (statement: string, type: RowType, rows: BinaryRows) => {
        if (rows.length === 0) return
        const values = [rows.bytes(typeIds.get(type)!)]
        await client.query({ name: `history-${type}`, text: statement, values })
        rows.clear()
      }
      await insert(text, 'ingested_position', this.positions)
      await insert(insertAlarms(1), 'ingested_alarm', this.alarms)
    } finally {
      client.release()
    }
    this.days.clear()
  }
}
