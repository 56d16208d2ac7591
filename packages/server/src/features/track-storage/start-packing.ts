import { Counter, Gauge, register } from 'prom-client'
import type { Log } from '../../platform/log.ts'
import type { Config } from '../../platform/settings/config.ts'
import { superviseWorker } from '../../platform/workers/supervised-worker.ts'

/** What the thread is given. */
export interface PackingWork {
  databaseUrl: string
  daysKept: number
  logLevel: Config['logLevel']
}

/** The message of the thread after each transaction. */
export interface Packed {
  deviceDays: number
  bytes: number
  ms: number
  /** Device-days still to be packed. */
  backlog: number
}

/**
 * Packs finished days for as long as the process lives, in a thread of its own: a day of one fix a second is
 * 50 ms of work, for which connections would wait otherwise.
 * @returns how to stop; a transaction under way is undone
 */
export function startPacking(work: PackingWork, log: Log): () => Promise<void> {
  const days = counter(
    'trackway_packed_device_days_total',
    'Device-days packed, again or for the first time.',
  )
  const bytes = counter('trackway_packed_bytes_total', 'Bytes of packed device-days.')
  const seconds = counter('trackway_packing_seconds_total', 'Time spent on packing.')
  const waiting = gauge('trackway_packing_backlog', 'Device-days that are not all packed.')
  return superviseWorker(new URL('packing-thread.ts', import.meta.url), {
    work,
    log,
    onMessage: (packed: Packed) => {
      days.inc(packed.deviceDays)
      bytes.inc(packed.bytes)
      seconds.inc(packed.ms / 1000)
      waiting.set(packed.backlog)
    },
  })
}

// Kept once per process, however often it is started (tests do).
function counter(name: string, help: string): Counter {
  return (register.getSingleMetric(name) as Counter | undefined) ?? new Counter({ name, help })
}
function gauge(name: string, help: string): Gauge {
  return (register.getSingleMetric(name) as Gauge | undefined) ?? new Gauge({ name, help })
}
