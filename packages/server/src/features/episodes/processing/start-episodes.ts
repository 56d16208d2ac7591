import { Counter, Gauge, register } from 'prom-client'
import type { Log } from '../../../platform/log.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { superviseWorker } from '../../../platform/workers/supervised-worker.ts'

/** What the thread is given. */
export interface EpisodeWork {
  databaseUrl: string
  logLevel: Config['logLevel']
}

/** What the thread tells after each transaction. */
export interface ProcessedBatch {
  devices: number
  points: number
  ms: number
  /** Devices of this round still to be looked at. */
  backlog: number
}

/** Finds episodes and sums of days for as long as the process lives, in a thread of its own. @returns how to stop */
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
    devices: counter('trackway_episodes_devices_total', 'Looks at the track of a device.'),
    points: counter('trackway_episodes_points_total', 'Points that were looked at.'),
    seconds: counter('trackway_episodes_seconds_total', 'Time spent on looking at tracks.'),
    backlog:
      (register.getSingleMetric(backlog) as Gauge | undefined) ??
      new Gauge({ name: backlog, help: 'Devices whose track is still to be looked at in this round.' }),
  }
}
