import type { Bus } from './bus/bus.ts'
import type { Database } from './database/database.ts'
import type { Log } from './log.ts'

/** What nearly every part of the server needs. */
export interface Platform {
  database: Pick<Database, 'db' | 'pool'>
  bus: Bus
  log: Log
}
