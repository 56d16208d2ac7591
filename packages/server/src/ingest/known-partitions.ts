import type pg from 'pg'
import type { Batch } from './batch.ts'
import { createPartitions } from './partitions.ts'

/** The days of the big tables that are known to be there. */
export class KnownPartitions {
  readonly #known = { positions: new Set<number>(), raw_frames: new Set<number>() }

  /** Makes the days that a batch needs and that are missing. */
  async make(pool: pg.Pool, batch: Batch): Promise<void> {
    const needed = { positions: batch.positionDays, raw_frames: batch.frameDays }
    for (const table of ['positions', 'raw_frames'] as const) {
      const known = this.#known[table]
      const missing = [...needed[table]].filter((day) => !known.has(day))
      if (missing.length === 0) continue
      await createPartitions(pool, table, missing)
      for (const day of missing) known.add(day)
    }
  }

  /** One was not there after all: old ones are dropped. */
  forget(): void {
    this.#known.positions.clear()
    this.#known.raw_frames.clear()
  }
}
