import { Counter, Gauge, register } from 'prom-client'

/** What is told after each transaction. */
export interface Packed {
  deviceDays: number
  bytes: number
  ms: number
  /** Device-days still to be packed. */
  backlog: number
}

/** @returns what counts packed days in the metrics of the process */
export function countPacked(): (packed: Packed) => void {
  const days = counter(
    'trackway_packed_device_days_total',
    'Device-days packed, again or for the first time.',
  )
  const bytes = counter('trackway_packed_bytes_total', 'Bytes of packed device-days.')
  const seconds = counter('trackway_packing_seconds_total', 'Time spent on packing.')
  const waiting = gauge('trackway_packing_backlog', 'Device-days that are not all packed.')
  return (packed) => {
    days.inc(packed.deviceDays)
    bytes.inc(packed.bytes)
    seconds.inc(packed.ms / 1000)
    waiting.set(packed.backlog)
  }
}

// Kept once per process, however often it is started (tests do).
function counter(name: string, help: string): Counter {
  return (register.getSingleMetric(name) as Counter | undefined) ?? new Counter({ name, help })
}
function gauge(name: string, help: string): Gauge {
  return (register.getSingleMetric(name) as Gauge | undefined) ?? new Gauge({ name, help })
}
