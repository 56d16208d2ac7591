import { Counter, Gauge, register } from 'prom-client'
import type { Log } from '../../../platform/log.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { superviseWorker } from '../../../platform/workers/supervised-worker.ts'

/** What the thread is given. */
export interface EpisodeWork {
  databaseUrl: string
  logLevel: Config['logLevel']
}

/** What the thread reports after each transaction. */
export interface ProcessedBatch {
  devices: number
  points: number
  ms: number
  /** Devices that this run of the job has still to process. */
  backlog: number
}

/**
 * Starts the thread that finds episodes and sums of days for as long as the process lives.
 * @returns how to stop it
 */
export function startEpisodes(work: EpisodeWork, log: Log): () => Promise<void> {
  const metrics = episodeMetrics()
  return superviseWorker(new URL('episode-thread.ts', import.meta.url), {
    work,
    log,
    onMessage: ({ devices, points, ms, backlog }: ProcessedBatch) => {
      metrics.devices.inc(devices)
      metrics.points.inc(points)
      metrics.seconds.inc(ms / 1000)
      metrics.backlog.set(backlog)
    },
  })
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
