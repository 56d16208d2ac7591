import { Counter, Gauge, register } from 'prom-client'

/** What the job tells after each transaction. */
export interface ProcessedBatch {
  devices: number
  points: number
  ms: number
  /** Devices that this run of the job has still to process. */
  backlog: number
}

/** @returns what counts the transactions of the job in the metrics of the process */
export function countProcessed(): (processed: ProcessedBatch) => void {
  const metrics = episodeMetrics()
  return ({ devices, points, ms, backlog }) => {
    metrics.devices.inc(devices)
    metrics.points.inc(points)
    metrics.seconds.inc(ms / 1000)
    metrics.backlog.set(backlog)
  }
}

function episodeMetrics() {
  const counter = (name: string, help: string) =>
    (register.getSingleMetric(name) as Counter | undefined) ?? new Counter({ name, help })
  const backlog = 'trackway_episodes_backlog'
  return {
    devices: counter('trackway_episodes_devices_total', 'Device tracks processed.'),
    points: counter('trackway_episodes_points_total', 'Track points processed.'),
    seconds: counter('trackway_episodes_seconds_total', 'Time spent processing tracks.'),
    backlog:
      (register.getSingleMetric(backlog) as Gauge | undefined) ??
      new Gauge({ name: backlog, help: 'Devices whose track this run of the job has still to process.' }),
  }
}
